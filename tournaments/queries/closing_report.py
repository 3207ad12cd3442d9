"""What the closing report of an event shows: the sums of its logs beside its scores, and what vouches for them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tournaments.models import Draw, Event, Occupant, Registration, RoundKind, RoundStatus, Score, Table
from tournaments.queries.played import played_event
from tournaments.standings.closing import Closing, closing


@dataclass(frozen=True, slots=True)
class StandIn:
    nick: str
    instead: str
    round: int
    table: int
    seat: str


@dataclass(frozen=True, slots=True)
class Head:
    """The last line of a table's log, which vouches for all before it."""

    round: int
    table: int
    length: int
    digest: str


@dataclass(frozen=True, slots=True)
class Report:
    """`nicks`: entry → nick; `draws`: round, attempt, seed and digest of the draw that was played."""

    sums: Closing
    nicks: Mapping[str, str]
    stand_ins: Sequence[StandIn]
    draws: Sequence[Mapping[str, object]]
    heads: Sequence[Head]


def report_of(event: Event) -> Report:
    """Count everything of an event from its logs. Ten statements, whatever its size."""
    games = [
        (round_.number, table.number, table.state)
        for round_ in played_event(event).rounds
        if round_.kind != RoundKind.PLAY_OFF
        for table in round_.tables
    ]
    shown = {key: (deals, letters) for key, deals, letters in _shown(event)}
    tables = Table.objects.filter(round__event=event, game__length__gt=0).order_by("round__number", "number")
    heads = tables.values_list("round__number", "number", "game__length", "game__head")
    return Report(
        sums=closing(games, shown),
        nicks=dict(Registration.objects.filter(event=event).values_list("key", "nick")),
        stand_ins=_stand_ins(event),
        draws=_draws(event),
        heads=[Head(*head) for head in heads],
    )


def _shown(event: Event) -> Sequence[tuple[str, int, int]]:
    return list(Score.objects.filter(event=event, deals__gt=0).values_list("key", "deals", "letters"))


def _stand_ins(event: Event) -> list[StandIn]:
    rows = Occupant.objects.filter(round__event=event, table__game__isnull=False).select_related("registration")
    drawn = {(row.table_id, row.seat): row.registration.nick for row in rows if row.label.endswith("1")}
    came = rows.filter(active=True).exclude(label__endswith="1").select_related("registration", "round", "table")
    return [
        StandIn(row.registration.nick, drawn[row.table_id, row.seat], row.round.number, row.table.number, row.seat)
        for row in came.order_by("round__number", "table__number", "label")
    ]


def _draws(event: Event) -> list[Mapping[str, object]]:
    public = (RoundStatus.PUBLISHED, RoundStatus.RUNNING, RoundStatus.CLOSED)
    rows = Draw.objects.filter(round__event=event, round__status__in=public).order_by("round__number", "-attempt")
    found: dict[object, Mapping[str, object]] = {}
    for row in rows.values("round__number", "attempt", "seed", "inputs_hash"):
        found.setdefault(row["round__number"], row)
    return list(found.values())
