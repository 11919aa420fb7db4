"""How Knuckles shows itself: a score sheet, and dice that are lifted to be kept."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Never

from msgspec.structs import replace

from display.choices import GameChoice, Narrow, Path, Play
from display.games.offer import Offer
from display.games.view import GameView
from display.tree import Dice, Face, Node, ScoreRow, ScoreTable, Target, Text, offered, plain
from engine.contract import Move, Roll, ToChoose
from engine.words import Message

from .card import CARD

if TYPE_CHECKING:
    from tests.fifth.engine.games.knuckles.rules import DICE, Action, Keep, Knuckles, Write
else:
    from engine.games.knuckles.rules import DICE, Action, Keep, Knuckles, Write


@dataclass(frozen=True)
class Lift:
    """This die is to be kept."""

    die: int


class KnucklesView(GameView):
    TITLE = CARD.title
    RULES = (Message("Throw five dice up to three times, and write the dice of one number."),)

    def where(self, state: Knuckles) -> Message:
        return plain(f"{sum(box is not None for box in state.written[state.active])}")

    def offer(self, state: Knuckles, seat: int, path: Path) -> Offer:
        kept = tuple(sorted(step.die for step in path if isinstance(step, Lift)))
        choosing = isinstance(state.turn, ToChoose) and seat == state.active
        throw = Target("throw", plain(f"Throw {DICE - len(kept)}"), Play(Move(seat, Keep(kept))))
        again = choosing and Keep(kept) in state.legal(seat)
        return Offer(
            asks=plain("Keep which?"),
            sheet=self._sheet(state, seat),
            tray=Dice(faces=tuple(self._die(state, seat, path, die, again) for die in range(DICE))),
            buttons=(throw,) if again else (),
            bold="throw",
            start="nothing of this name",
        )

    def _die(self, state: Knuckles, seat: int, path: Path, die: int, again: bool) -> Face[GameChoice]:
        if not state.faces:
            return Face(text="1", gone=True)
        lifted = Lift(die) in path
        if not again:
            return Face(text=state.faces[die], lifted=lifted)
        steps = tuple(step for step in path if step != Lift(die)) if lifted else (*path, Lift(die))
        target: Target[GameChoice] = Target(f"die {die + 1}", plain(state.faces[die]), Narrow(seat, steps))
        return replace(offered(Face(text=state.faces[die]), target), lifted=lifted)

    def _sheet(self, state: Knuckles, seat: int) -> ScoreTable[GameChoice]:
        rows: list[ScoreRow[GameChoice]] = []
        for number, written in enumerate(state.written[seat], 1):
            write = Play(Move(seat, Write(str(number))))
            can = isinstance(state.turn, ToChoose) and write.move.action in state.legal(seat)
            target: Target[GameChoice] | None = Target(f"write {number}", plain(f"{number}s"), write) if can else None
            figure = "" if written is None else str(written)
            rows.append(ScoreRow(words=plain(f"{number}s"), figure=figure, target=target))
        return ScoreTable(rows=tuple(rows))

    def glance(self, state: Knuckles, seat: int) -> Node[GameChoice]:
        return Text(says=plain(str(state.scores()[seat].total)))

    def action(self, action: Action) -> Message:
        return plain("keeps some") if isinstance(action, Keep) else plain(f"writes {action.box}")

    def thrown(self, state: Knuckles, roll: Roll) -> tuple[Face[Never], ...]:
        """The dice that are kept lie still: asked with the position that asked for the roll, not the one before."""
        thrown, kept = iter(roll.faces), state.kept or ()
        return tuple(
            Face(text=state.faces[die], still=True) if die in kept else Face(text=next(thrown)) for die in range(DICE)
        )


VIEW = KnucklesView()
