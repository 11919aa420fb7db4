"""Says a Message in the players' language, from gettext catalogues. English needs none: it is what the messages are."""

from __future__ import annotations

import gettext
from collections.abc import Callable
from pathlib import Path

from engine.words import Message

LANGUAGES = {"en": "English", "fr": "Français", "de": "Deutsch"}
CATALOGUES = Path(__file__).parent / "locale"


def speaker(code: str) -> Callable[[Message], str]:
    """The function that says messages in this language; a message without a translation is said in English."""
    catalogue = gettext.translation("dicebox", CATALOGUES, [code], fallback=True)

    def tell(message: Message) -> str:
        values = {name: tell(value) if isinstance(value, Message) else value for name, value in message.values}
        if message.many is None:
            sentence = catalogue.gettext(message.one)
        else:
            sentence = catalogue.ngettext(message.one, message.many, int(values["n"]))
        return sentence.format(**values)

    return tell
