"""The command line: what it prints for people and programs, and its one sentence for everything that is wrong."""

from __future__ import annotations

import json
import os
import re
import struct
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from device.cli import main
from engine import dice
from engine.games import GAMES
from engine.games.durchmarsch.rules import DIE

ROOT = Path(__file__).parents[2]
BY_HAND = """\
dicebox record 1
# Sunday, at Grandma's
game: durchmarsch
seat 1: Zoë
seat 2: Ben

roll 6 4 3 2 1 1 5 2
1 stop
roll 1 1 1 1 1 1 1 1
"""


class Answer(NamedTuple):
    """What a command left behind."""

    code: int
    out: str
    err: str

    @property
    def data(self) -> Any:
        assert (self.code, self.err) == (0, "")
        return json.loads(self.out)

    @property
    def lines(self) -> list[str]:
        assert (self.code, self.err) == (0, "")
        return self.out.splitlines()

    @property
    def refusal(self) -> str:
        """The one line that says why not."""
        assert self.code == 1
        assert re.fullmatch(r"[^\n]+\n", self.err), self.err
        assert "Traceback" not in self.err
        return self.err.removesuffix("\n")


Run = Callable[..., Answer]


@pytest.fixture
def dicebox(capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs a command in this process."""

    def run(*arguments: str | Path) -> Answer:
        code = main([str(argument) for argument in arguments])
        return Answer(code, *capsys.readouterr())

    return run


@pytest.fixture(scope="session")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a demonstration, with the same dice every time."""
    out = tmp_path_factory.mktemp("demo") / "new" / "folder"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(dice, "seal", lambda: bytes(range(32)))
        assert main(["demo", "durchmarsch", "--players", "3", "--out", str(out)]) == 0
    return out


@pytest.fixture
def played(demo: Path) -> Path:
    return demo / "game.record"


@pytest.fixture
def lines(played: Path) -> list[str]:
    return played.read_text(encoding="utf-8").splitlines()


@pytest.fixture
def write(tmp_path: Path) -> Callable[[list[str]], Path]:
    """Writes a record of these lines."""

    def one(lines: list[str]) -> Path:
        path = tmp_path / "changed.record"
        path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
        return path

    return one


def is_move(line: str) -> bool:
    return re.match(r"[0-9]+ ", line) is not None


# Games.


def test_the_games_are_listed_for_people(dicebox: Run) -> None:
    assert any(line.startswith("durchmarsch: 1 to 6 players") for line in dicebox("games").lines)


def test_the_games_are_listed_for_programs(dicebox: Run) -> None:
    listed = {each["name"]: each for each in dicebox("games", "--json").data}
    assert listed["durchmarsch"]["players"] == [1, 6]
    assert listed["durchmarsch"]["options"] == {}
    assert listed["durchmarsch"]["bots"]


# A demonstration, and what the other commands make of it.


def test_a_demonstration_paints_numbered_pictures(demo: Path, lines: list[str]) -> None:
    pictures = sorted(demo.glob("*.png"))
    rolls = sum(line.startswith("roll") for line in lines)
    assert [picture.name for picture in pictures] == [f"{number:03}.png" for number in range(1, rolls + 2)]
    for picture in pictures:
        start = picture.read_bytes()[:24]
        assert start.startswith(b"\x89PNG\r\n\x1a\n")
        assert struct.unpack(">II", start[16:]) == (1280, 720)


def test_a_demonstration_tells_what_it_wrote(dicebox: Run, tmp_path: Path) -> None:
    told = dicebox("demo", "durchmarsch", "--players", "1", "--out", tmp_path, "--json").data
    assert told["game"] == "durchmarsch"
    assert told["record"] == str(tmp_path / "game.record")
    assert told["pictures"] == len(list(tmp_path.glob("*.png")))
    assert dicebox("replay", told["record"], "--json").data["events"] == told["events"]


def test_replay_tells_the_result(dicebox: Run, played: Path, lines: list[str]) -> None:
    result = dicebox("replay", played, "--json").data
    assert result["game"] == "durchmarsch"
    assert result["over"] is True
    assert result["events"] == sum(line.startswith("roll") or is_move(line) for line in lines)
    assert [seat["name"] for seat in result["seats"]] == ["Ada", "Ben", "Cleo"]
    assert all(seat["total"] == sum(seat["parts"].values()) for seat in result["seats"])
    assert result["winners"] == [number for number, seat in enumerate(result["seats"], 1) if seat["total"] == 1]
    told = dicebox("replay", played).lines
    assert told[0].endswith("over")
    assert [int(line[0]) for line in told[1:] if line.endswith("wins")] == result["winners"]


def test_a_finished_game_has_no_moves(dicebox: Run, played: Path) -> None:
    assert dicebox("moves", played, "--json").data == {"turn": "over", "seats": {}}
    assert dicebox("moves", played).lines == ["the game is over"]


def test_the_rolls_of_a_demonstration_are_fair(dicebox: Run, played: Path, lines: list[str]) -> None:
    rolls = sum(line.startswith("roll") for line in lines)
    assert dicebox("verify", played, "--json").data == {"ok": True, "rolls": rolls}
    assert str(rolls) in dicebox("verify", played).lines[0]


# Records that somebody changed.


def test_no_changed_die_goes_unnoticed(dicebox: Run, lines: list[str], write: Callable[[list[str]], Path]) -> None:
    forged = impossible = rolls = 0
    for at, line in enumerate(lines):
        if not line.startswith("roll "):
            continue
        faces = line.split()[1:]
        for die, face in enumerate(faces):
            other = DIE.faces[DIE.faces.index(face) - 1]
            path = write([*lines[:at], " ".join(["roll", *faces[:die], other, *faces[die + 1 :]]), *lines[at + 1 :]])
            checked, again = dicebox("verify", path, "--json"), dicebox("replay", path)
            if again.code == 0:
                forged += 1
                expected = f"{path}:{at + 1}: the secret gives another roll: {' '.join(faces)}"
                assert checked.refusal == expected
                assert json.loads(checked.out) == {"ok": False, "rolls": rolls}
            else:
                impossible += 1
                assert checked.refusal == again.refusal
                where = re.match(rf"{re.escape(str(path))}:([0-9]+): .", again.refusal)
                assert where is not None
                assert int(where[1]) > at + 1, "the roll could be, but not what came after it"
                assert checked.out == again.out == ""
        rolls += 1
    assert forged > 10
    assert impossible > 10


def test_an_impossible_move_is_found_on_its_line(
    dicebox: Run, lines: list[str], write: Callable[[list[str]], Path]
) -> None:
    for at, line in enumerate(lines):
        if not is_move(line):
            continue
        seat, choice = line.split()
        for wrong in (f"{int(seat) % 3 + 1} {choice}", f"4 {choice}", f"{seat} fly", "roll 1 1 1 1 1 1 1 1"):
            path = write([*lines[:at], wrong, *lines[at + 1 :]])
            answer = dicebox("replay", path, "--json")
            assert answer.refusal.startswith(f"{path}:{at + 1}: ")
            assert answer.out == ""


@pytest.mark.parametrize("wrong", ["roll 1 2", "roll 7 1 1 1 1 1 1 1", "roll", "1 go"])
def test_an_impossible_roll_is_found_on_its_line(
    dicebox: Run, lines: list[str], write: Callable[[list[str]], Path], wrong: str
) -> None:
    first = next(at for at, line in enumerate(lines) if line.startswith("roll"))
    path = write([*lines[:first], wrong])
    for command in ("replay", "moves", "verify"):
        assert dicebox(command, path).refusal.startswith(f"{path}:{first + 1}: ")


def test_a_record_cut_anywhere_tells_who_is_next(
    dicebox: Run, lines: list[str], write: Callable[[list[str]], Path]
) -> None:
    table = next(at for at, line in enumerate(lines) if line.startswith("seat 1")) + 1
    for end in range(len(lines) + 1):
        path = write(lines[:end])
        answer = dicebox("moves", path, "--json")
        if end < table:
            assert answer.refusal.startswith(f"{path}:")
            continue
        then = next((line for line in lines[end:] if line.startswith("roll") or is_move(line)), None)
        if then is None:
            assert answer.data == {"turn": "over", "seats": {}}
        elif then.startswith("roll"):
            assert answer.data == {"turn": "roll", "seats": {}}
        else:
            assert answer.data == {"turn": "seats", "seats": {then.split()[0]: ["go", "stop"]}}
        assert dicebox("replay", path, "--json").data["over"] == (then is None)


def test_an_unfinished_game_cannot_be_checked_yet(
    dicebox: Run, lines: list[str], write: Callable[[list[str]], Path]
) -> None:
    answer = dicebox("verify", write(lines[:-1]), "--json")
    assert "no secret yet" in answer.refusal
    assert json.loads(answer.out) == {"ok": False, "rolls": 0}


# A record that a person wrote.


def test_a_record_written_by_hand_replays(dicebox: Run, write: Callable[[list[str]], Path]) -> None:
    path = write(BY_HAND.splitlines())
    result = dicebox("replay", path, "--json").data
    assert (result["over"], result["events"], result["winners"]) == (False, 3, [])
    assert [seat["name"] for seat in result["seats"]] == ["Zoë", "Ben"]
    assert dicebox("replay", path).lines[0].endswith("not over yet")
    assert dicebox("moves", path).lines == ["8 dice are to be rolled by seat 1"]


def test_a_record_written_by_hand_has_nothing_to_verify(dicebox: Run, write: Callable[[list[str]], Path]) -> None:
    path = write(BY_HAND.splitlines())
    answer = dicebox("verify", path)
    assert answer.refusal == f"{path}:1: there is no commitment, so nobody can tell whether the rolls are fair"
    assert answer.out == ""


def test_the_moves_of_a_seat_are_listed_for_people(dicebox: Run, write: Callable[[list[str]], Path]) -> None:
    assert dicebox("moves", write(BY_HAND.splitlines()[:7])).lines == ["1: go, stop"]


RACE = ["dicebox record 1", "game: initials", "seat 1: Zoë", "seat 2: Ben", "", "roll 2", "roll B O R V A green"]


def test_where_not_all_moves_can_be_listed_there_are_examples(dicebox: Run, write: Callable[[list[str]], Path]) -> None:
    race = write(RACE)
    assert dicebox("moves", race).lines == ["1: for example give up, buzz 1000", "2: for example give up, buzz 1000"]
    assert dicebox("moves", race, "--json").data["examples"] == ["1", "2"]
    judged = write([*RACE, "1 buzz 777", "2 give up", "1 word Bravo"])
    assert dicebox("moves", judged).lines == ["2: accept, contest"]
    assert "examples" not in dicebox("moves", judged, "--json").data


# Simulations.


def test_two_bots_share_the_wins(dicebox: Run) -> None:
    result = dicebox("simulate", "durchmarsch", "--games", "40", "--bots", "random", "beginner", "--json").data
    assert {"game", "games", "seconds", "seats"} <= result.keys()
    assert (result["game"], result["games"]) == ("durchmarsch", 40)
    assert [seat["bot"] for seat in result["seats"]] == ["random", "beginner"]
    assert all({"bot", "wins", "mean", "sd", "min", "max"} <= seat.keys() for seat in result["seats"])
    assert all(seat["min"] <= seat["mean"] <= seat["max"] for seat in result["seats"])
    assert sum(seat["wins"] for seat in result["seats"]) == 40, "of two, one wins"


def test_the_same_seed_plays_the_same_games(dicebox: Run) -> None:
    def seats(seed: int) -> Any:
        asked = ("simulate", "durchmarsch", "--players", "2", "--games", "40", "--bots", "random", "--json")
        return dicebox(*asked, "--seed", str(seed)).data["seats"]

    assert seats(1) == seats(1)
    assert seats(1) != seats(2)


def test_one_bot_can_sit_everywhere(dicebox: Run) -> None:
    told = dicebox("simulate", "durchmarsch", "--players", "3", "--games", "2", "--bots", "beginner").lines
    assert [line.partition(":")[0] for line in told[1:]] == [f"seat {number} (beginner)" for number in (1, 2, 3)]


# What cannot be done.


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ("", "COMMAND"),
        ("dance", "'dance'"),
        ("games --loud", "--loud"),
        ("demo", "--out"),
        ("demo chess --out OUT", f"there is no game 'chess'; there is {', '.join(GAMES)}"),
        ("demo durchmarsch --players 0 --out OUT", "1 to 6 players, not for 0"),
        ("demo durchmarsch --players 7 --out OUT", "1 to 6 players, not for 7"),
        ("demo durchmarsch --players -1 --out OUT", "1 to 6 players, not for -1"),
        ("demo durchmarsch --players x --out OUT", "--players: invalid int value: 'x'"),
        ("demo durchmarsch --out FILE", "give another folder with --out"),
        ("demo durchmarsch --out FILE/deeper", "give another folder with --out"),
        ("simulate chess", f"there is no game 'chess'; there is {', '.join(GAMES)}"),
        ("simulate durchmarsch --players 0", "not for 0"),
        ("simulate durchmarsch --players 7", "not for 7"),
        ("simulate durchmarsch --players -1", "not for -1"),
        ("simulate durchmarsch --players x", "--players: invalid int value: 'x'"),
        ("simulate durchmarsch --bots wizard", "there is no bot 'wizard' for durchmarsch; there is random"),
        ("simulate durchmarsch --players 2 --bots random random random", "2 players need 2 bots"),
        ("simulate durchmarsch --bots a b c d e f g", "not for 7"),
        ("simulate durchmarsch --games 0", "--games takes 1 to 10000000, not 0"),
        ("simulate durchmarsch --games -5", "not -5"),
        ("simulate durchmarsch --games many", "'many'"),
        ("simulate durchmarsch --seed x", "'x'"),
        ("play --size nonsense", "like 1280x720, not 'nonsense'"),
        ("play --size 1280x", "not '1280x'"),
        ("play --size 100x720", "not '100x720'"),
        ("play --size 1280x9999", "not '1280x9999'"),
        (f"play --size {'9' * 5000}x720", "like 1280x720"),
        ("play --screen round", "'round'"),
        ("play --language tlh", "'tlh'"),
    ],
)
def test_bad_arguments_get_one_sentence(dicebox: Run, tmp_path: Path, asked: str, told: str) -> None:
    (tmp_path / "FILE").touch()
    answer = dicebox(*(tmp_path / word if word.startswith(("OUT", "FILE")) else word for word in asked.split()))
    assert answer.refusal.startswith("dicebox: ")
    assert told in answer.refusal
    assert answer.out == ""
    assert not (tmp_path / "OUT").exists()


def test_a_picture_that_cannot_be_written_gets_one_sentence(dicebox: Run, tmp_path: Path) -> None:
    (tmp_path / "001.png").mkdir()
    answer = dicebox("demo", "durchmarsch", "--out", tmp_path)
    assert "give another folder with --out" in answer.refusal
    assert answer.out == ""


@pytest.mark.parametrize("command", ["replay", "moves", "verify"])
class TestNoRecord:
    """Whatever file is given, the answer begins with its name."""

    def test_missing(self, dicebox: Run, tmp_path: Path, command: str) -> None:
        answer = dicebox(command, tmp_path / "none", "--json")
        assert f"{tmp_path / 'none'}: No such file or directory; " in answer.refusal
        assert answer.out == ""

    def test_a_folder(self, dicebox: Run, tmp_path: Path, command: str) -> None:
        answer = dicebox(command, tmp_path, "--json")
        assert f"{tmp_path}: Is a directory; " in answer.refusal
        assert answer.out == ""

    @pytest.mark.parametrize(
        ("content", "told"),
        [
            (b"", "this is no record"),
            (b"\n\n", "this is no record"),
            (b"\x7fELF\x02\x01", "U+007F"),
            (b"\x89PNG\r\n\x1a\n\0\0\0", "not UTF-8"),
            (b"\xff" * 2_000_000, "too long"),
        ],
        ids=["empty", "blank", "program", "picture", "endless"],
    )
    def test_something_else(self, dicebox: Run, tmp_path: Path, command: str, content: bytes, told: str) -> None:
        path = tmp_path / "some.file"
        path.write_bytes(content)
        answer = dicebox(command, path, "--json")
        assert answer.refusal.startswith(f"{path}:1: ")
        assert told in answer.refusal
        assert answer.out == ""


def test_help_is_no_failure(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main(["--help"])
    assert left.value.code == 0
    assert "simulate" in capsys.readouterr().out


# As a process of its own.


def python(*arguments: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    return subprocess.run([sys.executable, *arguments], cwd=cwd, env=environment, capture_output=True, text=True)


def test_it_runs_from_any_folder(tmp_path: Path) -> None:
    done = python("-m", "device", "games", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("encore: ")
    refused = python("-m", "device", "replay", "none", cwd=tmp_path)
    assert (refused.returncode, refused.stdout) == (1, "")
    assert refused.stderr.startswith("dicebox: none: ")


def test_looking_at_games_needs_neither_screen_nor_pins(tmp_path: Path, played: Path) -> None:
    script = (
        "import sys; from device.cli import main\n"
        "codes = [main(['games']), main(['replay', sys.argv[1]])]\n"
        "print(codes, {'pygame', 'gpiozero'} & set(sys.modules), file=sys.stderr)"
    )
    assert python("-c", script, str(played), cwd=tmp_path).stderr == "[0, 0] set()\n"
