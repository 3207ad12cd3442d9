"""The open calls of an event: which table has waited how long, and who is coming."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.db.models import QuerySet

from tournaments.facts.masking import unmasked
from tournaments.facts.places import place_of
from tournaments.models import Call, Occupant, Table
from tournaments.queries.names import shown_name


@dataclass(frozen=True, slots=True)
class OpenCall:
    """A call that nobody has ended. `who`: who is coming, "" while nobody is.

    `mark`: its key, below zero once somebody is coming, as `access.open_call` has it; `rings`: on the device of whoever
    asks (queries/rooms.py); `where`: label and room of the table.
    """

    round: int
    table: int
    at: datetime
    reason: str
    by: str
    who: str
    mark: int = 0
    rings: bool = True
    where: str = ""


def open_calls(tables: QuerySet[Table]) -> list[OpenCall]:
    """The open calls of these tables, the longest waiting first. One statement, two with reasons."""
    rows = Call.objects.filter(table__in=tables, ended_at=None).select_related(
        "table__round__event", "by", "answered_by"
    )
    calls = list(rows.order_by("at", "pk"))
    named = [call.table_id for call in calls if call.reason]
    nicks: dict[int, dict[str, str]] = {}
    if named:
        sitting = Occupant.objects.filter(table__in=named).values_list("table", "label", "registration__nick")
        for table, label, nick in sitting:
            nicks.setdefault(table, {})[label] = nick
    return [
        OpenCall(
            round=call.table.round.number,
            table=call.table.number,
            at=call.at,
            reason=unmasked(call.reason, nicks.get(call.table_id, {})),
            by=shown_name(call.by) if call.by else "",
            who=shown_name(call.answered_by) if call.answered_by else "",
            mark=-call.pk if call.answered_at else call.pk,
            where=place_of(call.table.round.event.places, call.table.number).where,
        )
        for call in calls
    ]


def calls_beside(table: Table) -> list[OpenCall]:
    """The open calls of the other tables of its event, as `open_calls` gives them."""
    return open_calls(Table.objects.filter(round__event=table.round.event_id).exclude(pk=table.pk))


def call_at(table: Table) -> OpenCall | None:
    """The open call of one table. No statement where its fetch has said that there is none."""
    if getattr(table, "open_call", 0) is None:
        return None
    return next(iter(open_calls(Table.objects.filter(pk=table.pk))), None)
