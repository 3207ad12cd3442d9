"""Names inside sentences: taken out where a sentence is sealed for ever, put back where it is shown, forgotten on wish.

What a referee writes ("KOČKA looked before passing") may name somebody. In a document or a line that nobody may change
later there stands `[p7]` instead, the key of the entry, and a page shows whose it is today. In rows that may change the
name itself is replaced when its bearer is forgotten. A name is found as a whole word, without regard to case and
accents. One or two letters are not looked for: they are seats, cards and words of any language.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping

from tournaments.facts.nicks import nick_key

SHORTEST = 3
WORD = re.compile(r"\w+")
KEY = re.compile(r"\[([^\[\]\s]{1,40})\]")


def masked(text: str, nicks: Mapping[str, str]) -> str:
    """`text` with `[key]` in place of every nick of `nicks` (key → nick), the longest first."""
    words = set(WORD.findall(nick_key(text)))
    there = [(key, nick) for key, nick in nicks.items() if words.issuperset(WORD.findall(nick_key(nick))[:1])]
    for key, nick in sorted(there, key=lambda pair: -len(pair[1])):
        text = without(text, [nick], f"[{key}]")
    return text


def unmasked(text: str, nicks: Mapping[str, str]) -> str:
    """The sentence as it is read: every `[key]` that is known is a nick again."""
    return KEY.sub(lambda found: nicks.get(found[1], found[0]), text)


def without(text: str, names: Iterable[str], label: str) -> str:
    """`text` with `label` in place of every name, however it is spelled in it."""
    for name in sorted(set(names), key=len, reverse=True):
        key = nick_key(name)
        if len(key) < SHORTEST or not _may_hold(text, key):
            continue
        folded, places = _folded(text)
        pattern = r"(?<!\w)" + r"\s+".join(map(re.escape, key.split())) + r"(?!\w)"
        for found in reversed(list(re.finditer(pattern, folded))):
            text = text[: places[found.start()]] + label + text[places[found.end()] :]
    return text


def _may_hold(text: str, key: str) -> bool:
    """A quick no for most sentences and most names."""
    return key.split()[0] in nick_key(text)


def _folded(text: str) -> tuple[str, list[int]]:
    """The text as names are compared, and for each sign of it (and its end) the place that it came from."""
    signs: list[str] = []
    places: list[int] = []
    for place, sign in enumerate(text):
        for folded in unicodedata.normalize("NFKD", sign).casefold():
            if not unicodedata.combining(folded):
                signs.append(folded)
                places.append(place)
    return "".join(signs), [*places, len(text)]
