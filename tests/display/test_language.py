"""What the box says, in every language: nothing untranslated, no hole lost, catalogues as new as the code."""

from __future__ import annotations

import string
from gettext import GNUTranslations
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from display.language import CATALOGUES, LANGUAGES, speaker
from engine.words import say, say_count

ROOT = CATALOGUES.parent.parent
# The same as in the Makefile's target `words`.
SPEAKING = ("engine", "display", "device")
KEYWORDS = {"say": (1,), "say_count": (1, 2)}

translated = pytest.mark.parametrize("code", [code for code in LANGUAGES if code != "en"])


def test_the_template_is_what_the_code_says() -> None:
    said = {
        sentence
        for folder in SPEAKING
        for _, _, sentence, _, _ in extract_from_dir(ROOT / folder, keywords=KEYWORDS, comment_tags=())
    }
    assert _ids(_template()) == said, "run `make words` and translate what is new"


@translated
def test_everything_is_translated(code: str) -> None:
    catalogue = _catalogue(code)
    assert _ids(catalogue) == _ids(_template())
    assert [message.id for message in _messages(catalogue) if message.fuzzy or not all(_forms(message.string))] == []


@translated
def test_every_plural_has_all_its_forms(code: str) -> None:
    catalogue = _catalogue(code)
    plurals = [message for message in _messages(catalogue) if message.pluralizable]
    assert plurals
    assert {len(_forms(message.string)) for message in plurals} == {catalogue.num_plurals}


@translated
def test_every_translation_has_the_holes_of_the_sentence(code: str) -> None:
    wrong = [
        (english, form)
        for message in _messages(_catalogue(code))
        for english in _forms(message.id)
        for form in _forms(message.string)
        if _holes(form) != _holes(english)
    ]
    assert wrong == []


@translated
def test_babel_finds_nothing_wrong(code: str) -> None:
    assert [(message.id, errors) for message, errors in _catalogue(code).check()] == []


@translated
def test_the_box_reads_what_the_translators_wrote(code: str, tmp_path: Path) -> None:
    fresh = tmp_path / "dicebox.mo"
    with fresh.open("wb") as file:
        write_mo(file, _catalogue(code))
    assert _compiled(CATALOGUES / code / "LC_MESSAGES" / "dicebox.mo") == _compiled(fresh), "run `make words`"


@pytest.mark.parametrize(
    ("code", "n", "sentence"),
    [
        ("en", 0, "Go on with 0 dice"),
        ("en", 1, "Go on with 1 die"),
        ("en", 5, "Go on with 5 dice"),
        ("fr", 0, "Continuer avec 0 dé"),
        ("fr", 1, "Continuer avec 1 dé"),
        ("fr", 5, "Continuer avec 5 dés"),
        ("de", 0, "Weiter mit 0 Würfeln"),
        ("de", 1, "Weiter mit 1 Würfel"),
        ("de", 5, "Weiter mit 5 Würfeln"),
    ],
)
def test_each_language_counts_its_own_way(code: str, n: int, sentence: str) -> None:
    assert speaker(code)(say_count("Go on with {n} die", "Go on with {n} dice", n)) == sentence


@pytest.mark.parametrize(("code", "sentence"), [("en", "bot, Steady"), ("fr", "bot, Solide"), ("de", "Bot, Solide")])
def test_a_message_in_a_hole_is_translated_too(code: str, sentence: str) -> None:
    assert speaker(code)(say("bot, {strength}", strength=say("Steady"))) == sentence


def test_languages_are_called_as_they_call_themselves_and_english_comes_first() -> None:
    assert next(iter(LANGUAGES.items())) == ("en", "English")
    assert (LANGUAGES["fr"], LANGUAGES["de"]) == ("Français", "Deutsch")
    assert "dicebox.pot" not in LANGUAGES
    with pytest.raises(KeyError):
        LANGUAGES["tlh"]


def test_a_language_is_one_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("display.language.CATALOGUES", tmp_path)
    assert list(LANGUAGES) == ["en"]
    catalogue = Catalog(locale="it")
    catalogue.add("English", "Italiano")
    catalogue.add("Dice tumble: yes", "I dadi rotolano: sì")
    (tmp_path / "it" / "LC_MESSAGES").mkdir(parents=True)
    with (tmp_path / "it" / "LC_MESSAGES" / "dicebox.mo").open("wb") as file:
        write_mo(file, catalogue)
    assert dict(LANGUAGES) == {"en": "English", "it": "Italiano"}
    assert speaker("it")(say("Dice tumble: yes")) == "I dadi rotolano: sì"


def test_names_are_left_as_they_are() -> None:
    assert speaker("de")(say("{name} wins!", name="Stop")) == "Stop gewinnt!"


@pytest.mark.parametrize("code", [*LANGUAGES, "tlh"])
def test_what_nobody_translated_is_said_in_english(code: str) -> None:
    assert speaker(code)(say("{n} parrots on the box", n=3)) == "3 parrots on the box"
    assert speaker(code)(say_count("{n} parrot", "{n} parrots", 1)) == "1 parrot"


def _template() -> Catalog:
    with (CATALOGUES / "dicebox.pot").open("rb") as file:
        return read_po(file)


def _catalogue(code: str) -> Catalog:
    with (CATALOGUES / code / "LC_MESSAGES" / "dicebox.po").open("rb") as file:
        return read_po(file, locale=code)


def _messages(catalogue: Catalog) -> list[Message]:
    return [message for message in catalogue if message.id]


def _ids(catalogue: Catalog) -> set[str | tuple[str, ...]]:
    return {message.id if isinstance(message.id, str) else tuple(message.id) for message in _messages(catalogue)}


def _forms(text: str | list[str] | tuple[str, ...] | None) -> list[str]:
    return list(text) if isinstance(text, list | tuple) else [text or ""]


def _holes(sentence: str) -> set[str]:
    return {hole for _, hole, _, _ in string.Formatter().parse(sentence) if hole is not None}


def _compiled(path: Path) -> dict[object, str]:
    """All sentences of a compiled catalogue, without its header, which names the version of Babel."""
    with path.open("rb") as file:
        catalogue = vars(GNUTranslations(file))["_catalog"]
    return {key: sentence for key, sentence in catalogue.items() if key}
