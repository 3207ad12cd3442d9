"""What was done to a seating by hand since it was drawn, in its order: swaps, back to the draw, who left, who came."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

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
    return _edits(_swaps(round_.pk), _changes(round_.pk))


def hand_edits_by_draw(draws: Sequence[Mapping[str, Any]]) -> dict[int, list[HandEdit]]:
    """Return for each of these draws, by its `pk`, what was changed by hand after it and before the next of its round.

    `draws`: all of some rounds, the newest first (queries/draws_public.py: `seatings_of`). Two statements, none where
    nothing was drawn.
    """
    found: dict[int, list[HandEdit]] = {}
    rounds = {draw["round_id"] for draw in draws}
    if not rounds:
        return found
    swaps, changes = _all_swaps().filter(round__in=rounds), _all_changes().filter(round__in=rounds)
    for round_ in rounds:
        its_swaps = (row for row in swaps if row.round_id == round_)
        for edit in _edits(its_swaps, (row for row in changes if row.round_id == round_)):
            before = (draw["pk"] for draw in draws if draw["round_id"] == round_ and draw["at"] <= edit.at)
            found.setdefault(next(before, 0), []).append(edit)
    return found


def _edits(swaps: Iterable[SeatSwap], changes: Iterable[SeatingChange]) -> list[HandEdit]:
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


def _all_swaps() -> QuerySet[SeatSwap]:
    return SeatSwap.objects.select_related("first", "second", "by").order_by("pk")


def _all_changes() -> QuerySet[SeatingChange]:
    return SeatingChange.objects.select_related("registration", "by").order_by("pk")


@prepared
def _swaps(round_: int) -> QuerySet[SeatSwap]:
    return _all_swaps().filter(~_drawn_since(), round=round_)


@prepared
def _changes(round_: int) -> QuerySet[SeatingChange]:
    return _all_changes().filter(~_drawn_since(), round=round_)


def _drawn_since() -> Exists:
    """Whether the round was drawn after the change: then it was one of a seating that is no more."""
    return Exists(Draw.objects.filter(round=OuterRef("round"), at__gt=OuterRef("at")))
