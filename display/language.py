"""Says a Message in the players' language, from gettext catalogues. English needs none: it is what the messages are.

Every folder in `locale` with a catalogue is a language, found by being there; nothing else lists them.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from gettext import GNUTranslations, NullTranslations
from pathlib import Path

from engine.words import Message, say

CATALOGUES = Path(__file__).parent / "locale"
ENGLISH = "en"
OWN_NAME = say("English")  # translators: how your language calls itself


class _Languages(Mapping[str, str]):
    """What each language calls itself, by its code; English comes first. Asking for a name reads the catalogue."""

    def __getitem__(self, code: str) -> str:
        if code not in _codes():
            raise KeyError(code)
        return speaker(code)(OWN_NAME)

    def __contains__(self, code: object) -> bool:
        return code in _codes()

    def __iter__(self) -> Iterator[str]:
        return iter(_codes())

    def __len__(self) -> int:
        return len(_codes())


LANGUAGES: Mapping[str, str] = _Languages()


def speaker(code: str) -> Callable[[Message], str]:
    """The function that says messages in this language; a message without a translation is said in English."""
    catalogue = _catalogue(_file(code))

    def tell(message: Message) -> str:
        values = {name: tell(value) if isinstance(value, Message) else value for name, value in message.values}
        if message.many is None:
            sentence = catalogue.gettext(message.one)
        else:
            sentence = catalogue.ngettext(message.one, message.many, int(values["n"]))
        return sentence.format(**values)

    return tell


def _codes() -> tuple[str, ...]:
    with os.scandir(CATALOGUES) as folders:
        # From Z to A: so French stays before German, where people are used to finding it.
        translated = sorted((folder.name for folder in folders if _file(folder.name).exists()), reverse=True)
    return (ENGLISH, *translated)


def _file(code: str) -> Path:
    return CATALOGUES / code / "LC_MESSAGES" / "dicebox.mo"


@cache
def _catalogue(file: Path) -> NullTranslations:
    if not file.exists():
        return NullTranslations()
    with file.open("rb") as compiled:
        return GNUTranslations(compiled)
