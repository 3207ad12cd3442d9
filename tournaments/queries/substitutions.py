"""Substitutions in a running game that a correction of its log has taken back, and what they have left behind.

The log alone says who sits; that somebody was withdrawn for it, checked in for it or takes no place stands with the two
people and stays there, for others may have counted on it since. So it is told to whoever may change it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import pairwise

from tournaments.models import Registration, RegistrationStatus, Round, SeatingChange, SeatingChangeKind
from tournaments.queries.seating import SeatedTable


@dataclass(frozen=True, slots=True)
class TakenBack:
    """`back` has the seat again that `stand_in` took over `at` that time."""

    back: Registration
    stand_in: Registration
    at: datetime

    @property
    def is_withdrawn(self) -> bool:
        """Whether who is back is still withdrawn by it, and by nothing later."""
        return self.back.status == RegistrationStatus.WITHDRAWN and self.back.status_at == self.at

    @property
    def is_in(self) -> bool:
        """Whether who stood in is still checked in by it, and by nothing later, and takes no place."""
        is_as_then = self.stand_in.status == RegistrationStatus.CHECKED_IN and self.stand_in.status_at == self.at
        return is_as_then and not self.stand_in.classified


def taken_back(round_: Round, tables: Sequence[SeatedTable]) -> list[TakenBack]:
    """Those of a round that have left something with whoever is back; `tables`: the round's, as they are now.

    One statement, and none where everybody who sits there is in and takes a place.
    """
    sitting = (seat.registration for table in tables for seat in table.seats)
    sit = {one.pk for one in sitting if not (one.is_playing and one.classified)}
    if not sit:
        return []
    changes = list(SeatingChange.objects.filter(round=round_).select_related("registration").order_by("pk"))
    last = {change.registration_id: change.pk for change in changes}
    found = [
        TakenBack(left.registration, came.registration, left.at)
        for left, came in pairwise(changes)
        if left.kind == SeatingChangeKind.LEFT and came.kind == SeatingChangeKind.STOOD_IN
        if left.registration and came.registration  # a change that moves nobody in or out names nobody
        if left.pk == last[left.registration_id] and left.registration_id in sit
    ]
    return [one for one in found if one.is_withdrawn or not one.back.classified]
