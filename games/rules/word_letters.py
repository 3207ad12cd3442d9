"""The playing word and its letters (competition.md 6; "Words", caption).

A word is split by code point after NFC: CH is two letters, Á is one (RULES C55). The organiser may correct that, so
everything else takes a tuple of letters and never splits again. Case is left as it was written. Whether a word was
used before is not known here, and what stands around it ("Herr FLICK") is the caption, kept elsewhere.
"""

from __future__ import annotations

import unicodedata

SHORTEST, LONGEST = 3, 12


def split_word(text: str) -> tuple[str, ...]:
    return tuple(unicodedata.normalize("NFC", text.strip()))


def word_faults(text: str) -> list[str]:
    """Codes of what speaks against the word: `too_short`, `too_long`, `not_letters`."""
    letters, faults = split_word(text), []
    if len(letters) < SHORTEST:
        faults.append("too_short")
    if len(letters) > LONGEST:
        faults.append("too_long")
    if not all(letter.isalpha() for letter in letters):
        faults.append("not_letters")
    return faults
