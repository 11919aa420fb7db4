"""The words and the letter dice of Initials: enough words, well spelled, and no roll that leaves a table without any.

What the data files say of themselves in `[figures]` is counted again here, over every roll that the dice can show.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from itertools import product
from pathlib import Path
from unicodedata import is_normalized

import pytest

from display.games import VIEWS
from engine.games.initials.letters import bare
from engine.games.initials.stems import same_root, stem
from engine.games.initials.word_lists import Theme, language, languages
from engine.seeds import FOLDERS, SEEDS, seed

LANGUAGES = ("en", "fr", "de")
EXAMPLE = "BORVA"  # the roll that the rules explain themselves with, from the green die to the blue one
PROMISED = {"en": 150, "fr": 150, "de": 80}  # words for a theme
FOR_AN_INITIAL = 3
FOR_BLACK = 3
BLACK_SHARE = 0.95

# Words that are easily typed without their accents. All of them are in the lists.
TRAPS = {
    "en": "Beyoncé Brontë Cézanne Molière Pelé Velázquez façade jalapeño piñata première",
    "fr": "bœuf chêne chèvre clé crêpe cœur fenêtre flûte fête gâteau guêpe hôpital hôtel maître maïs musée médecin "
    "météo noël opéra poète pâté pêche théâtre thé vélo écharpe école église élève équipe été île œil œuf",
    "de": "Brücke Bürgermeister Fußball Gemüse Gürtel König Käse Köln Löwe Märchen München Nürnberg Schlüssel "
    "Schüler Spaß Straße Tür Türkei Würfel Zürich Ägypten Österreich Übung",
}

# Different words that look alike without their accents.
LOOKALIKES = {
    "en": [],
    "fr": [
        {"botte", "botté"},
        {"de", "dé"},
        {"detroit", "détroit"},
        {"foret", "forêt"},
        {"gène", "gêne"},
        {"marche", "marché"},
        {"mat", "mât"},
        {"maçon", "mâcon"},
        {"quinte", "quinté"},
        {"rose", "rosé"},
    ],
    "de": [
        {"bar", "bär"},
        {"buhne", "bühne"},
        {"kur", "kür"},
        {"sage", "säge"},
        {"schlager", "schläger"},
        {"strauss", "strauß"},
    ],
}

in_each_language = pytest.mark.parametrize("code", LANGUAGES)


def themes_of(code: str) -> list[Theme]:
    return [theme for card in language(code).cards for theme in card.themes]


def dice_of(code: str) -> list[str]:
    """The six letters of each die."""
    return ["".join(die.faces) for die in language(code).dice]


def single_words(code: str) -> set[str]:
    """Every word of the lists by itself: `New York` is two."""
    return {single for theme in themes_of(code) for word in theme.words for single in re.findall(r"\w+", word.lower())}


def words_left(words: Sequence[str], dice: Sequence[str]) -> Counter[int]:
    """How many rolls leave how many of the words in a black round.

    A set of words is an int with one bit for each of them; rolls that spoil the same words are counted together.
    """
    having = {
        letter: sum(1 << place for place, word in enumerate(words) if letter in bare(word))
        for letter in set("".join(dice))
    }
    spoiled = Counter([0])
    for die in dice:
        thrown: Counter[int] = Counter()
        for before, rolls in spoiled.items():
            for letter in die:
                thrown[before | having[letter]] += rolls
        spoiled = thrown
    left: Counter[int] = Counter()
    for gone, rolls in spoiled.items():
        left[len(words) - gone.bit_count()] += rolls
    return left


# Cards and dice.


def test_all_languages_have_the_same_cards() -> None:
    english, *others = [[(theme.key, theme.proper) for theme in themes_of(code)] for code in LANGUAGES]
    assert others == [english, english]
    assert len({key for key, _ in english}) == 24
    assert english[0] == ("personalities", True)


@in_each_language
def test_four_cards_have_six_themes_each(code: str) -> None:
    assert [len(card.themes) for card in language(code).cards] == [6] * 4
    titles = [card.title for card in language(code).cards] + [theme.title for theme in themes_of(code)]
    assert len(set(titles)) == len(titles)


def test_the_first_theme_is_personalities() -> None:
    titles = [themes_of(code)[0].title for code in LANGUAGES]
    assert titles == ["Personalities", "Personnalités", "Persönlichkeiten"]


@in_each_language
def test_every_die_has_six_letters_in_order(code: str) -> None:
    assert [die.name for die in language(code).dice] == ["green", "white", "yellow", "red", "blue"]
    assert [die for die in dice_of(code) if not re.fullmatch("[A-Z]{6}", die) or list(die) != sorted(set(die))] == []


@in_each_language
def test_the_dice_can_show_the_example_of_the_rules(code: str) -> None:
    assert all(letter in die for letter, die in zip(EXAMPLE, dice_of(code), strict=True))


@pytest.mark.parametrize(("code", "fourth"), [("en", "Brezhnev"), ("fr", "Brejnev"), ("de", "Breschnew")])
def test_the_box_knows_the_personalities_of_the_example(code: str, fourth: str) -> None:
    assert {"Bono", "Buñuel", "Brecht", fourth} <= set(themes_of(code)[0].words)


# Words.


@in_each_language
def test_every_theme_has_as_many_words_as_promised(code: str) -> None:
    assert {theme.key: len(theme.words) for theme in themes_of(code) if len(theme.words) < PROMISED[code]} == {}


@in_each_language
def test_no_theme_has_a_word_twice_and_all_are_in_order(code: str) -> None:
    for theme in themes_of(code):
        letters = [bare(word) for word in theme.words]
        assert letters == sorted(set(letters)), theme.key


@in_each_language
def test_every_word_has_two_letters_and_nothing_astray(code: str) -> None:
    plain = re.compile(r"[^\W\d_]+(( |-|'-?)[^\W\d_]+)*")
    odd = [
        word
        for theme in themes_of(code)
        for word in theme.words
        if not plain.fullmatch(word) or not re.fullmatch("[A-Z]{2,}", bare(word)) or not is_normalized("NFC", word)
    ]
    assert odd == []


@in_each_language
def test_names_have_capitals_and_so_have_all_german_nouns(code: str) -> None:
    capitals = [theme for theme in themes_of(code) if theme.proper or code == "de"]
    assert [word for theme in capitals for word in theme.words if not word[0].isupper()] == []


@pytest.mark.parametrize("code", ["en", "fr"])
def test_few_common_nouns_have_capitals(code: str) -> None:
    common = [word for theme in themes_of(code) if not theme.proper for word in theme.words]
    assert sum(word[0].isupper() for word in common) < len(common) / 50


@in_each_language
def test_no_accent_is_forgotten(code: str) -> None:
    """Neither in words that are known to tempt, nor in one that is spelled with its accents elsewhere."""
    spellings: dict[str, set[str]] = {}
    for word in single_words(code):
        spellings.setdefault(bare(word), set()).add(word)
    assert [trap for trap in TRAPS[code].lower().split() if spellings.get(bare(trap)) != {trap}] == []
    doubtful = [pair for pair in spellings.values() if len(pair) > 1]
    assert sorted(map(sorted, doubtful)) == sorted(map(sorted, LOOKALIKES[code]))


# Words and dice together.


@in_each_language
def test_every_letter_of_the_dice_begins_three_words_of_different_roots_in_every_theme(code: str) -> None:
    for theme, letter in product(themes_of(code), sorted(set("".join(dice_of(code))))):
        said: list[str] = []
        for word in theme.words:
            if bare(word)[0] == letter and (theme.proper or not any(same_root(word, other, code) for other in said)):
                said.append(word)
            if len(said) == FOR_AN_INITIAL:
                break
        assert len(said) == FOR_AN_INITIAL, f"{theme.key}: {letter}"


@in_each_language
def test_the_figures_are_true_and_no_roll_is_hopeless(code: str) -> None:
    themes, dice = themes_of(code), dice_of(code)
    initials = [Counter(bare(word)[0] for word in theme.words) for theme in themes]
    black: Counter[int] = sum((words_left(theme.words, dice) for theme in themes), Counter())
    assert black.total() == len(themes) * 6**5
    assert seed("initials", f"words/{code}")["figures"] == {
        "letters": len(set("".join(dice))),
        "words": sum(len(theme.words) for theme in themes),
        "fewest_words": min(len(theme.words) for theme in themes),
        "fewest_for_an_initial": min(words[letter] for words in initials for letter in "".join(dice)),
        "black_fewest": min(black),
        "black_with_three": (enough := sum(rolls for words, rolls in black.items() if words >= FOR_BLACK)),
        "black_with_none": black[0],
    }
    assert enough / black.total() >= BLACK_SHARE


def test_counting_the_words_that_a_roll_leaves() -> None:
    """The quick way of counting agrees with looking at every roll."""
    words, dice = themes_of("en")[0].words, ["AB", "OE", "RS", "V", "AN"]
    assert words_left(words, dice) == Counter(
        sum(not set(roll) & set(bare(word)) for word in words) for roll in product(*dice)
    )


def test_a_language_is_one_file_and_nothing_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "initials" / "words"
    folder.mkdir(parents=True)
    text = (SEEDS / "initials" / "words" / "fr.toml").read_text(encoding="utf-8")
    (folder / "it.toml").write_text(text.replace('stemmer = "french"', 'stemmer = "italian"'), encoding="utf-8")
    monkeypatch.setattr("engine.seeds.FOLDERS", [*FOLDERS, tmp_path])
    assert languages() == ("en", "it", "fr", "de")
    assert language("it").cards == language("fr").cards
    assert stem("gattini", "it") == "GATTIN"
    assert str(VIEWS["initials"].option("language", "it")) == "Words in it"
