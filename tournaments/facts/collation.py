"""The order in which a reader looks a name up: by the letters of his alphabet, then by marks, then capitals last.

An alphabet is a line of letters, such as "a b c č d e f g h ch i …": a letter may be several signs (CH stands after H
in Czech), and one with a mark may be a letter of its own (Č after C) or none (Ú counts as U and stands behind it).
Blanks and signs come before digits, digits before letters, letters of other scripts last. That is what the Unicode
collation algorithm does for names; ICU itself is 42 MB, its light bindings have no collator, PyICU has no wheels, pyuca
knows no language, and the C library only those that a machine has installed.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from functools import cache

Key = tuple[list[tuple[int, int]], list[str], str]
SIGN, DIGIT, LETTER, OTHER = range(4)
BARE = str.maketrans({"ł": "l", "ø": "o", "đ": "d", "ð": "d", "æ": "ae", "œ": "oe", "þ": "th"})
"""Letters that Unicode takes for letters of their own, and readers of other languages for these."""


@cache
def collation(alphabet: str) -> Callable[[str], Key]:
    """The key of `sorted` for names, in the order of an alphabet. Equal are only texts that are the same."""
    places = {letter: place for place, letter in enumerate(alphabet.casefold().split())}
    longest_first = sorted(places, key=len, reverse=True)
    letters = re.compile("|".join([*map(re.escape, longest_first), r"."]), re.DOTALL)

    @cache
    def weights(letter: str) -> tuple[list[tuple[int, int]], str]:
        """What a letter counts, and the marks by which it stands behind its bare one."""
        if letter in places:
            return [(LETTER, places[letter])], ""
        bare = [
            sign for sign in unicodedata.normalize("NFD", letter.translate(BARE)) if not unicodedata.combining(sign)
        ]
        return [_weight(sign, places) for sign in bare], "" if letter in bare else letter

    def key(text: str) -> Key:
        folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())
        found = [weights(letter) for letter in letters.findall(folded)]
        return [weight for counted, _ in found for weight in counted], [marks for _, marks in found], text.swapcase()

    return key


def _weight(sign: str, places: dict[str, int]) -> tuple[int, int]:
    if sign in places:
        return LETTER, places[sign]
    if sign.isdigit():
        return DIGIT, unicodedata.digit(sign)
    return (OTHER if sign.isalpha() else SIGN), ord(sign)
