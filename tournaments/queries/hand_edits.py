"""What was done to a seating by hand since it was drawn, in its order: swaps, back to the draw, who left, who came."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Exists, OuterRef, QuerySet

from games.prepared import prepared
from tournaments.models import Draw, Round, SeatingChange, SeatSwap

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
    """Return what was changed by hand in the seating of a round since its last draw, oldest first. Two statements."""
    found = [
        HandEdit(SWAP, swap.at, swap.first.nick, swap.second.nick, 0, swap.reason, str(swap.by or ""))
        for swap in _swaps(round_.pk)
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
        for change in _changes(round_.pk)
    ]
    return sorted(found, key=lambda edit: edit.at)


@prepared
def _swaps(round_: int) -> QuerySet[SeatSwap]:
    return SeatSwap.objects.filter(~_drawn_since(), round=round_).select_related("first", "second", "by").order_by("pk")


@prepared
def _changes(round_: int) -> QuerySet[SeatingChange]:
    rows = SeatingChange.objects.filter(~_drawn_since(), round=round_).select_related("registration", "by")
    return rows.order_by("pk")


def _drawn_since() -> Exists:
    """Whether the round was drawn after the change: then it was one of a seating that is no more."""
    return Exists(Draw.objects.filter(round=OuterRef("round"), at__gt=OuterRef("at")))
