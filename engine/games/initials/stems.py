"""Whether two words have the same root, as far as a box can tell: it cuts off their endings."""

from __future__ import annotations

import sys
from functools import cache, lru_cache
from importlib import import_module
from importlib.util import find_spec, module_from_spec
from typing import Any

from engine.games.initials import word_lists
from engine.games.initials.letters import bare

SHORTEST_ROOT = 4  # of a root that is looked for in a longer word: "lion" in "lionceau", but not "cat" in "caterpillar"


def same_root(one: str, other: str, language: str) -> bool:
    """Whether the words have the same stem, or one begins with the other's stem.

    >>> same_root("éléphant", "éléphanteau", "fr"), same_root("Haus", "Häuser", "de"), same_root("cat", "cow", "en")
    (True, True, False)
    """
    return stem(one, language) == stem(other, language) or _grown(one, other, language) or _grown(other, one, language)


def _grown(word: str, root_of: str, language: str) -> bool:
    root = stem(root_of, language)
    return len(root) >= SHORTEST_ROOT and bare(word).startswith(root)


@lru_cache(maxsize=1024)
def stem(word: str, language: str) -> str:
    """A word without its ending. Accents make no difference, since not everybody can write them on the box."""
    cut: str = _stemmer(language).stemWord(bare(word).lower())
    return cut.upper()


def _stemmer(language: str) -> Any:
    """A new one for each word, since a stemmer keeps notes while it works and bots think beside the loop."""
    return _kind(language)()


@cache
def _kind(language: str) -> Any:
    """The class by its name: `snowballstemmer.stemmer` would prefer another library where there is one."""
    _leave_the_others()
    name = word_lists.language(language).stemmer
    return getattr(import_module(f"snowballstemmer.{name}_stemmer"), f"{name.capitalize()}Stemmer")


@cache
def _leave_the_others() -> None:
    """Let only the stemmers be imported that are asked for: the package itself, once it is run, imports those of more
    than thirty languages, which takes eight times as long and ten times the memory."""
    package = find_spec("snowballstemmer")
    if package is not None:
        sys.modules.setdefault("snowballstemmer", module_from_spec(package))  # not run: it says where its modules are
