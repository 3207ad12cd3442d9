"""Nicks: which can be used, and when two of them count as the same one (competition.md 4).

Compared without case and accents. The key is only ever compared, never shown. Accents are combining marks; letters
that merely look alike (a Greek omicron and a Latin o) stay different, because a person who means the one does not
mean the other. What cannot be seen or makes a text read as another one may stand in no nick, nor in any other line of
text that comes from outside (`is_one_line`). The limits are those of the database.
"""

from __future__ import annotations

import unicodedata

from games.rules.documents.one_line import is_one_line

LONGEST_NICK, LONGEST_KEY = 40, 80


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
