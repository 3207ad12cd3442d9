"""What was done to a seating by hand, in its order: swaps, back to the draw, who left, who came."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from tournaments.models import Round, SeatingChange, SeatSwap

SWAP = "swap"


@dataclass(frozen=True, slots=True)
class HandEdit:
    """`kind`: swap, or one of SeatingChangeKind. `first`, `second`: nicks, of a swap both."""

    kind: str
    at: datetime
    first: str = ""
    second: str = ""
    moved: int = 0
    reason: str = ""
    by: str = ""


def hand_edits(round_: Round) -> list[HandEdit]:
    """Oldest first. Two statements."""
    swaps = SeatSwap.objects.filter(round=round_).select_related("first", "second", "by").order_by("pk")
    changes = SeatingChange.objects.filter(round=round_).select_related("registration", "by").order_by("pk")
    found = [HandEdit(SWAP, one.at, one.first.nick, one.second.nick, 0, one.reason, str(one.by or "")) for one in swaps]
    found += [
        HandEdit(
            one.kind,
            one.at,
            one.registration.nick if one.registration else "",
            moved=one.moved,
            reason=one.reason,
            by=str(one.by or ""),
        )
        for one in changes
    ]
    return sorted(found, key=lambda one: one.at)
