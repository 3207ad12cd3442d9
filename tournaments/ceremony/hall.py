"""The second secret: somebody of the hall makes it on a device of his own, and the site knows its digest alone.

Before the freezing he hands in `commitment = SHA-256("pub-draw/1|hall|" draw_id "|" secret)`, which is frozen with his
label and the minutes that he will have. When the room has its say and drand, if it was named, he is called, and opens;
the site's own secret is opened in the same moment, after his. If he lets the time pass, ten other cards are turned in
place of his secret: nobody, neither he nor who owns the site, has seen both of two draws that he could choose from.
"""

import re
from dataclasses import dataclass
from typing import Any

from games.rules.refusals import Refused
from tournaments.ceremony.digests import digest_of

MINUTES = 5
LONGEST_LABEL = 60
HIDDEN = (
    r"\x00-\x20\x7f-\xa0\xad\u034f\u061c\u115f\u1160\u1680\u17b4\u17b5\u180b-\u180f\u2000-\u200f\u2028-\u202f\u205f-\u206f"
    r"\u2800\u3000\u3164\ud800-\uf8ff\ufeff\uffa0\ufff0-\uffff\U00013430-\U00013440\U0001bca0-\U0001bca3\U0001d159"
    r"\U0001d173-\U0001d17a\U000e0000-\U0010ffff"
)
MARKS = r"\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe00-\ufe0f\ufe20-\ufe2f"
LABEL = re.compile(f"(?=.{{1,{LONGEST_LABEL}}}$)(?=.*[^ {MARKS}])[^{HIDDEN}]+( [^{HIDDEN}]+)*")
"""Whom a hall can call by it: words with one space between them, something to see, and nothing that hides or turns
letters. Signs are named one by one: browsers of some years ago know no classes of them.
"""
SEEN = re.compile(f"[^{HIDDEN}{MARKS}]")
"""What a text has at least once that says something."""
SECRET = re.compile("[0-9a-f]{32}")
DIGEST = re.compile("[0-9a-f]{64}")


@dataclass(frozen=True, slots=True)
class HallPromise:
    """`commitment`: the digest that he handed in; `label`: how he wants to be called; `minutes`: to open in."""

    commitment: str
    label: str
    minutes: int = MINUTES

    def document(self) -> dict[str, Any]:
        return {"commitment": self.commitment, "label": self.label, "minutes": self.minutes}


def hall_commitment(draw_id: str, secret: str) -> str:
    """What he hands in: of this attempt of this draw alone."""
    return digest_of("hall", draw_id, secret)


def hall_secret_of(typed: str) -> str:
    """A secret as it was written down, in groups or not. Raises Refused `hall_secret_form`."""
    if not SECRET.fullmatch(found := _signs(typed)):
        raise Refused("hall_secret_form")
    return found


def hall_digest_of(typed: str) -> str:
    """A commitment as somebody typed it. Raises Refused `hall_digest_form`."""
    if not DIGEST.fullmatch(found := _signs(typed)):
        raise Refused("hall_digest_form")
    return found


def _signs(typed: str) -> str:
    return re.sub(r"[\s-]", "", typed).lower()
