"""What the address of a desk page asks for, and addresses that ask for something else of the same deal.

`deal` is the notation; `at` a position (the number of cards played, or `pass`); `hand` the one seat whose cards lie
open; `tie` who loses 11–11–10–1 (RULES C51); `passes=unknown` that nobody knows what was passed. A position that does
not exist or makes no sense is nobody's fault: the last one is shown. A deal that cannot be read is refused.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, cast, get_args
from urllib.parse import urlencode

from django.urls import reverse

from games.rules.refusals import Refused
from games.rules.smoking_cat.points import TieWithoutHejma
from tournaments.public.deal_desk.scenes import BEFORE_THE_CARDS
from tournaments.public.packs import CHOICES

LONGEST_ADDRESS = 2000
"""Characters of a deal in an address: ten times what one needs."""
PASS = "pass"  # noqa: S105 - the cards that are passed
TIES: tuple[str, ...] = get_args(TieWithoutHejma)


@dataclass(frozen=True, slots=True)
class Asked:
    """`at` is None for the last position; `pack` is "" unless the address names one."""

    deal: str
    at: int | None = None
    hand: str = ""
    tie: TieWithoutHejma = "ask"
    passes_known: bool = True
    pack: str = ""

    def but(self, **changes: Any) -> Asked:
        return replace(self, **changes)

    @property
    def query(self) -> str:
        at = "" if self.at is None else PASS if self.at == BEFORE_THE_CARDS else str(self.at)
        said = {
            "deal": self.deal,
            "at": at,
            "hand": self.hand,
            "tie": "" if self.tie == "ask" else self.tie,
            "passes": "" if self.passes_known else "unknown",
            "cards": self.pack,
        }
        return urlencode({name: value for name, value in said.items() if value}, safe="@:")

    def link(self, name: str = "deal") -> str:
        """The address of one of the desk's pages, with all that is asked for."""
        return f"{reverse(f'public:{name}')}?{self.query}"


def asked_of(values: Mapping[str, str]) -> Asked:
    """What an address says; raises Refused("deal_too_long")."""
    deal = values.get("deal", "")
    if len(deal) > LONGEST_ADDRESS:
        raise Refused("deal_too_long", most=LONGEST_ADDRESS)
    tie, pack = values.get("tie", ""), values.get("cards", "")
    return Asked(
        deal=" ".join(deal.split()),
        at=_position(values.get("at", "")),
        hand=values.get("hand", "")[:1],
        tie=cast("TieWithoutHejma", tie) if tie in TIES else "ask",
        passes_known=values.get("passes") != "unknown",
        pack=pack if pack in CHOICES else "",
    )


def _position(text: str) -> int | None:
    if text == PASS:
        return BEFORE_THE_CARDS
    return int(text) if text.isascii() and text.isdigit() and len(text) <= 3 else None
