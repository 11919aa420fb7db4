"""Words as the dice see them: letters without accents, and roots without endings."""

from __future__ import annotations

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from itertools import combinations
from unicodedata import normalize

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.games.initials.letters import bare, dice_in
from engine.games.initials.stems import same_root, stem


@pytest.mark.rule("IN-07")
@pytest.mark.parametrize(
    ("word", "letters"),
    [
        ("Bono", "BONO"),
        ("Buñuel", "BUNUEL"),
        ("Éléphant", "ELEPHANT"),
        ("garçon", "GARCON"),
        ("Äpfel", "APFEL"),
        ("cœur", "COEUR"),
        ("Œdipe", "OEDIPE"),
        ("et cætera", "ETCAETERA"),
        ("Straße", "STRASSE"),
        ("STRAẞE", "STRASSE"),
        ("Brontë", "BRONTE"),
        ("porte-clés", "PORTECLES"),
        ("d'Artagnan", "DARTAGNAN"),
        ("7-up", "UP"),
        ("?!", ""),
    ],
)
def test_letters_are_compared_without_case_and_accents(word: str, letters: str) -> None:
    assert bare(word) == letters
    assert bare(word.upper()) == bare(word.lower()) == letters
    assert bare(normalize("NFD", word)) == letters, "an accent may stand on its own"


@given(st.text())
def test_bare_letters_stay_as_they_are(text: str) -> None:
    assert bare(bare(text)) == bare(text)


@pytest.mark.rule("IN-08")
def test_every_die_whose_letter_is_in_the_word_counts() -> None:
    assert dice_in("BREJNEV", "BORVA") == (0, 2, 3)
    assert dice_in("BONO", "BOOVA") == (0, 1, 2), "two dice with an O, though one O would do"
    assert dice_in("BONOBO", "BORVA") == (0, 1), "a die counts once, however often its letter is there"
    assert dice_in("MIKE", "BORVA") == ()


SAME = {
    "en": [
        "elephant elephants",
        "run running",
        "lion lioness",
        "foot football",
        "baker bakery",
        "teach teacher teaching",
    ],
    "fr": [
        "éléphant éléphanteau éléphants",
        "cheval chevaux",
        "lion lionne lionceau",
        "pomme pommier",
        "boulanger boulangerie",
    ],
    "de": ["Elefant Elefanten Elefantenkuh", "Haus Häuser", "Lehrer Lehrerin", "Bäcker Bäckerei", "Hund Hündin"],
}
DIFFERENT = {
    "en": ["cat caterpillar cow", "bear beaver bee", "pan panther parrot", "horse hornet"],
    "fr": ["chat cheval chèvre", "loup loutre", "poule poney", "rat raton renard"],
    "de": ["Hund Huhn Hase", "Katze Kamel Känguru", "Pferd Pfau", "Apfel Ananas"],
}


@pytest.mark.rule("IN-20")
@pytest.mark.parametrize(("language", "family"), [(code, family) for code in SAME for family in SAME[code]])
def test_words_of_one_family_have_the_same_root(language: str, family: str) -> None:
    for one, other in combinations(family.split(), 2):
        assert same_root(one, other, language)
        assert same_root(other, one, language)


@pytest.mark.parametrize(("language", "words"), [(code, words) for code in DIFFERENT for words in DIFFERENT[code]])
def test_words_that_only_begin_alike_do_not(language: str, words: str) -> None:
    for one, other in combinations(words.split(), 2):
        assert not same_root(one, other, language)
        assert not same_root(other, one, language)


@pytest.mark.parametrize("language", ["en", "fr", "de"])
@pytest.mark.parametrize(("plain", "written"), [("elephant", "Éléphant"), ("hauser", "Häuser"), ("coeur", "cœur")])
def test_a_root_is_the_same_with_and_without_accents(language: str, plain: str, written: str) -> None:
    assert stem(plain, language) == stem(written, language)


def test_several_can_look_for_roots_at_once() -> None:
    words = [f"elephant{ending}" for ending in ("", "s", "ine", "ines", "ically")] * 40
    expected = [stem(word, "en") for word in words]
    stem.cache_clear()
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(lambda word: stem(word, "en"), words)) == expected


def test_a_word_needs_the_stemmer_of_its_language_alone() -> None:
    asks = (
        "import sys; from engine.games.initials.stems import stem; stem('Häuser', 'de');"
        "print(*sorted(name for name in sys.modules if name.endswith('_stemmer')))"
    )
    told = subprocess.run([sys.executable, "-c", asks], capture_output=True, text=True, check=True).stdout
    assert told == "snowballstemmer.german_stemmer\n"
