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
