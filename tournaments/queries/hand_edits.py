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
    """Return what was changed by hand in the seating of a round, oldest first. Two statements."""
    swaps = SeatSwap.objects.filter(round=round_).select_related("first", "second", "by").order_by("pk")
    changes = SeatingChange.objects.filter(round=round_).select_related("registration", "by").order_by("pk")
    found = [
        HandEdit(SWAP, swap.at, swap.first.nick, swap.second.nick, 0, swap.reason, str(swap.by or "")) for swap in swaps
    ]
    found += [
        HandEdit(
            change.kind,
            change.at,
            change.registration.nick if change.registration else "",
            moved=change.moved,
            reason=change.reason,
            by=str(change.by or ""),
        )
        for change in changes
    ]
    return sorted(found, key=lambda edit: edit.at)
