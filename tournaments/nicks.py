"""Nicks: which can be used, and when two of them count as the same one (competition.md 4).

Compared without case and accents. The key is only ever compared, never shown. Accents are combining marks; letters
that merely look alike (a Greek omicron and a Latin o) stay different, because a person who means the one does not
mean the other. What cannot be seen or makes a text read as another one may stand in no nick, nor in any other line of
text that comes from outside (`is_one_line`). The limits are those of the database.
"""

from __future__ import annotations

import unicodedata

LONGEST_NICK, LONGEST_KEY = 40, 80

# Direction marks can make a text read as another one; the others cannot be seen at all.
_INVISIBLE = frozenset("\u061c\u200b\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2060\u2066\u2067\u2068\u2069\ufeff")
_NOT_IN_A_LINE = frozenset({"Cc", "Cs", "Zl", "Zp"})


def nick_key(nick: str) -> str:
    """What two spellings of one nick have in common: no accents, no case, single blanks."""
    if nick.isascii():
        return " ".join(nick.casefold().split())
    # Decomposed first: the fold of a composed letter can be composed again, that of its parts is not.
    folded = unicodedata.normalize("NFKD", nick).casefold()
    return " ".join("".join(char for char in folded if not unicodedata.combining(char)).split())


def nick_faults(nick: str) -> list[str]:
    """Codes of what speaks against a nick: `too_long`, `not_one_line`, `unreadable` (nothing left of it, or far too
    many marks on its letters)."""
    if len(nick) > LONGEST_NICK:
        return ["too_long"]
    if not is_one_line(nick):
        return ["not_one_line"]
    return [] if 0 < len(nick_key(nick)) <= LONGEST_KEY else ["unreadable"]


def is_one_line(text: str) -> bool:
    """No control character, no line break of any script, nothing invisible, no half of a surrogate pair."""
    if text.isascii():
        return text.isprintable()
    return not any(char in _INVISIBLE or unicodedata.category(char) in _NOT_IN_A_LINE for char in text)
