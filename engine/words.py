"""What the rules have to say, in a form that every language can say: an English sentence with named holes.

The engine never translates. It says `say("needs {n}", n=4)`; `display.language` looks the sentence up in the
player's language and fills the holes. The English sentence is the key in the catalogues.
"""

from __future__ import annotations

from typing import NamedTuple


class Message(NamedTuple):
    """A sentence with named holes; `many` is its plural form, chosen by the value called `n`."""

    one: str
    many: str | None = None
    values: tuple[tuple[str, int | str | Message], ...] = ()

    def __str__(self) -> str:
        """The sentence in English, for the command line and for error texts."""
        values = dict(self.values)
        sentence = self.one if self.many is None or values.get("n") == 1 else self.many
        return sentence.format(**values)


def say(sentence: str, **values: int | str | Message) -> Message:
    """A sentence to be said to people.

    >>> str(say("{name} needs {n}", name="Ada", n=4))
    'Ada needs 4'
    """
    return Message(sentence, None, tuple(sorted(values.items())))


def say_count(one: str, many: str, n: int, **values: int | str | Message) -> Message:
    """A sentence that depends on a number.

    >>> str(say_count("{n} row left", "{n} rows left", 1)), str(say_count("{n} row left", "{n} rows left", 3))
    ('1 row left', '3 rows left')
    """
    return Message(one, many, tuple(sorted({**values, "n": n}.items())))
