"""Nicks: which can be used, and when two of them count as the same one (competition.md 4).

Compared without case and accents. The key is only ever compared, never shown. Accents are combining marks; letters
that merely look alike (a Greek omicron and a Latin o) stay different in the key, because a person who means the one
does not mean the other. But nobody new may look like somebody who is there
(look_alikes.py), or like an office. What cannot be seen or makes a text read as another one may stand in no nick nor in
any other name (`is_visible`). The limits are those of the database.
"""

from __future__ import annotations

import unicodedata

from games.rules.documents.one_line import is_one_line
from tournaments.facts.look_alikes import looks, looks_like_one_of, scripts_mixed

LONGEST_NICK, LONGEST_KEY = 40, 80
# Letters and marks without a picture: fillers of Hangul, a blank of braille, selectors of a variant.
_FILLERS = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0" + "".join(map(chr, range(0xFE00, 0xFE10))))
# What offices are called, and what a forgotten player is ("Player 46"): a nick that reads so, but for its digits, is
# nobody's. A language adds its words.
OFFICES = (
    *("director", "referee", "line judge", "commission", "union", "board", "officer", "captain", "press", "keeper"),
    *("admin", "administrator", "moderator", "organiser", "system", "SCWU", "player", "account", "phone"),
    *("ředitel", "ředitelka", "rozhodčí", "hlavní rozhodčí", "komise", "unie", "předsednictvo", "kapitán", "kapitánka"),
    *("tisk", "správce", "pořadatel", "hráč", "účet", "telefon", "čárový rozhodčí", "činovník", "činovnice", "vedení"),
    # As the site calls them in full (texts/about_roles.py).
    *("board of the union", "commission for words", "officer of a federation", "captain of a club"),
    *("vedení unie", "komise pro slova", "činovník federace", "kapitán klubu"),
)


def nick_key(nick: str) -> str:
    """What two spellings of one nick have in common: no accents, no case, single blanks."""
    if nick.isascii():
        return " ".join(nick.casefold().split())
    # Decomposed first: the fold of a composed letter can be composed again, that of its parts is not.
    folded = unicodedata.normalize("NFKD", nick).casefold()
    return " ".join("".join(char for char in folded if not unicodedata.combining(char)).split())


def nick_faults(nick: str) -> list[str]:
    """Codes of what speaks against a nick: `too_long`, `not_one_line` (it holds what cannot be seen), `unreadable`
    (nothing left of it, or far too many marks on its letters)."""
    if len(nick) > LONGEST_NICK:
        return ["too_long"]
    if not is_visible(nick):
        return ["not_one_line"]
    return [] if 0 < len(nick_key(nick)) <= LONGEST_KEY else ["unreadable"]


def is_visible(text: str) -> bool:
    """Whether a line holds nothing that cannot be seen or turns its direction. A reason in a log may hold joiners and
    soft hyphens (`is_one_line`); a name may not, whoever types it and whatever file brings it."""
    return is_one_line(text) and not any(unicodedata.category(char) == "Cf" or char in _FILLERS for char in text)


def shown(text: str) -> str:
    """The part of a text that can be seen; its line breaks stay. For what is said, where nobody is told from another by
    it: a reason, a note."""
    return "".join(char for char in text if char in "\r\n\t" or is_visible(char))


def is_said(reason: str) -> bool:
    """Whether it says anything: a reason that somebody reads holds at least a letter or a digit."""
    return any(char.isalnum() for char in shown(reason))


def strange_in(nick: str) -> str:
    """The code of what speaks against a new nick besides its faults; empty if nothing does.

    `nick_mixed`: one word in two scripts. `nick_office`: it reads as an office, or as the label of somebody forgotten.
    """
    if scripts_mixed(nick):
        return "nick_mixed"
    return "nick_office" if looks_like_one_of(nick, OFFICES) else ""


def spelled(nick: str) -> dict[str, str]:
    """The columns of a nick: as it is shown, as it is compared, and what it looks like."""
    written, capitals = looks(nick)
    return {"nick": nick, "nick_key": nick_key(nick), "look": written, "look_in_capitals": capitals}
