"""What speaks against a playing word before anybody votes on it (competition.md 6).

Faults refuse: too short, too long, not letters, a split that does not give the word again. Doubts are shown to those
who decide: an unusual length, letters of two alphabets, a word played before in the series or one that looks like it.
Two words look alike if they differ in case, accents, spacing or in letters of another alphabet that are drawn the same
(the Cyrillic and the Latin capital E): then their skeletons are equal. A skeleton is for comparing and shown to nobody.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from games.rules.word_letters import LONGEST, SHORTEST, split_word

USUAL = range(4, 7)
MOST_CHARACTERS = 40  # of a word in all: a letter may have more than one character

# Drawn alike in capitals; Cyrillic and Greek on the left. Letters with a stroke do not decompose: they stand here too.
DRAWN_ALIKE = str.maketrans(
    "АВЕЅІЈКМНОРСТУХҮҺԚԜАΑΒΕΖΗΙΚΜΝΟΡΤΥΧŁØĐÐĦŦƗɄ0",  # noqa: RUF001 – the point of it
    "ABESIJKMHOPCTYXYHQWAABEZHIKMNOPTYXLODDHTIUO",
)
ALSO_WRITTEN = {"Æ": "AE", "Œ": "OE", "Þ": "TH"}


@dataclass(frozen=True, slots=True)
class Doubt:
    """Something that those who vote should know. `other`: the word that this one looks like."""

    code: str
    other: str = ""


def skeleton(text: str) -> str:
    """What is left of a word without case, accents, spacing and alphabet."""
    opened = unicodedata.normalize("NFKD", text.strip()).upper()
    bare = "".join(character for character in unicodedata.normalize("NFKD", opened) if character.isalnum())
    return "".join(ALSO_WRITTEN.get(character, character) for character in bare.translate(DRAWN_ALIKE))


def faults_of(text: str, letters: Sequence[str] = ()) -> list[str]:
    """Codes of what refuses a word: `too_short`, `too_long`, `not_letters`, `bad_split` (by `letters`)."""
    word = "".join(split_word(text))
    split = tuple(letters) or split_word(word)
    faults = []
    if len(split) < SHORTEST:
        faults.append("too_short")
    if len(split) > LONGEST or len(word) > MOST_CHARACTERS:
        faults.append("too_long")
    if not word.isalpha():
        faults.append("not_letters")
    if "".join(split) != word or "" in split:
        faults.append("bad_split")
    return faults


def doubts_of(text: str, letters: Sequence[str] = (), *, played: Iterable[str] = ()) -> list[Doubt]:
    """`unusual_length`, `two_alphabets`, and for each word in `played` that looks like this one how it differs."""
    word = "".join(split_word(text))
    doubts = []
    if len(tuple(letters) or word) not in USUAL:
        doubts.append(Doubt("unusual_length"))
    if len(alphabets(word)) > 1:
        doubts.append(Doubt("two_alphabets"))
    mine = skeleton(word)
    alike = sorted({"".join(split_word(other)) for other in played if skeleton(other) == mine})
    return doubts + [Doubt(difference(word, other), other) for other in alike]


def difference(one: str, other: str) -> str:
    """How two words that look alike differ: `used_before`, `other_case`, `other_spacing`, `other_accents`, and
    `other_alphabet` where none of these explains it.
    """
    steps: tuple[tuple[str, Callable[[str], str]], ...] = (
        ("used_before", str),
        ("other_case", str.casefold),
        ("other_spacing", lambda text: "".join(filter(str.isalnum, text)).casefold()),
        ("other_accents", _without_accents),
    )
    one, other = unicodedata.normalize("NFC", one), unicodedata.normalize("NFC", other)
    return next((code for code, bare in steps if bare(one) == bare(other)), "other_alphabet")


def alphabets(text: str) -> set[str]:
    """The alphabets of the letters, by the first word of their names: LATIN, CYRILLIC, GREEK …"""
    return {unicodedata.name(character, "?").split()[0] for character in text if character.isalpha()}


def _without_accents(text: str) -> str:
    return "".join(character for character in unicodedata.normalize("NFKD", text) if character.isalnum()).casefold()
