"""The rulings of an event, newest first, for its staff. Nothing in it is secret but the fact that it names persons."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from datetime import datetime

from django.db.models import QuerySet

from tournaments.models import Occupant, Ruling, Table
from tournaments.queries.names import shown_name


@dataclass(frozen=True, slots=True)
class RulingView:
    """A ruling. `nicks`: who sat in the seat, the present one last; `entries`: the log lines that carry it out."""

    round_number: int
    table_number: int
    seat: str
    nicks: tuple[str, ...]
    kind: str
    facts: str
    judged_by: str
    decision: str
    ban_proposed: bool
    is_overruled: bool
    entries: tuple[int, ...]
    author: str
    at: datetime


def rulings_at(tables: QuerySet[Table]) -> tuple[RulingView, ...]:
    """The rulings at these tables. Two statements."""
    rulings = list(
        Ruling.objects.filter(table__in=tables)
        .select_related("table__round", "by", "overruled_by")
        .order_by("-at", "-pk")
    )
    nicks: dict[tuple[int, str], list[str]] = defaultdict(list)
    seated = Occupant.objects.filter(table__in=[one.table_id for one in rulings], active=True)
    for occupant in seated.select_related("registration").order_by("label"):
        nicks[occupant.table_id, occupant.seat].append(occupant.registration.nick)
    return tuple(
        RulingView(
            round_number=one.table.round.number,
            table_number=one.table.number,
            seat=one.seat,
            nicks=tuple(nicks[one.table_id, one.seat]),
            kind=one.kind,
            facts=one.facts,
            judged_by=one.judged_by,
            decision=one.decision,
            ban_proposed=one.ban_proposed,
            is_overruled=hasattr(one, "overruled_by"),
            entries=tuple(one.entries),
            author=shown_name(one.by) if one.by else "",
            at=one.at,
        )
        for one in rulings
    )
