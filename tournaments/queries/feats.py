"""Records and curiosities: who holds them in an event, a season, all time, or of one player's or club's own.

Three statements, whatever there is. Equal feats share a record, the older first; of many the first few are named. What
lies in a draft or a rehearsal is nobody's business, nor what was done where the standings are hidden. The rows follow
their logs within seconds (operations/results/counting_feats.py).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date
from functools import reduce
from operator import or_
from typing import Any

from django.db.models import F, Max, Q, QuerySet, Sum
from django.db.models import Window as Over
from django.db.models.functions import RowNumber

from tournaments.models import Club, Event, Feat, Player, hiding_standings
from tournaments.standings.feats import KINDS

SHOWN = 4
PAIR = next(code for code, kind in KINDS.items() if kind.whose == "pair")
LEAST_PAIR = 2  # one last letter is no curiosity

OLDER_FIRST = (
    "event__date",
    "event",
    "counted__table__round__number",
    "counted__table__number",
    "position",
    "occupant__label",
)
"""Never by the row's own key: a table that is counted once more, after a correction, gets new ones."""

_WHERE = {
    "event_name": F("event__name"),
    "slug": F("event__slug"),
    "places": F("event__places"),
    "day": F("event__date"),
    "round": F("counted__table__round__number"),
    "table": F("counted__table__number"),
}
_WHO = {
    "nick": F("occupant__registration__player__nick"),
    "player": F("occupant__registration__player"),
    "other_nick": F("other__registration__player__nick"),
    "other_player": F("other__registration__player"),
}
_AS_PLAYED = {"nick": F("occupant__registration__nick"), "other_nick": F("other__registration__nick")}


@dataclass(frozen=True, slots=True)
class Holder:
    """Who did it and where, of several deals the last. `nick` is empty where a table did it.

    `places`: what the tables of the event are called (`Event.places`).
    """

    nick: str = ""
    player: int | None = None
    other_nick: str = ""
    other_player: int | None = None
    event_name: str = ""
    slug: str = ""
    places: Mapping[str, Any] = field(default_factory=dict)
    day: date | None = None
    round: int | None = None
    table: int | None = None
    position: int | None = None


@dataclass(frozen=True, slots=True)
class RecordHeld:
    """`more`: whether others hold it too who are not named."""

    kind: str
    value: int
    holders: tuple[Holder, ...]
    more: bool


def records_of_event(event: Event) -> list[RecordHeld]:
    """The records of an evening, with the nicks under which they played."""
    return list(_records(Feat.objects.filter(event=event), _WHO | _AS_PLAYED))


def records_of_season(year: int) -> list[RecordHeld]:
    """The records of a season."""
    return list(_records(_visible().filter(event__season__year=year)))


def records_of_all_time() -> list[RecordHeld]:
    """The records of everything that was played here."""
    return list(_records(_visible()))


def records_of_player(player: Player) -> list[RecordHeld]:
    """The best that one player did, of every kind that a person holds."""
    return list(_records(_visible().filter(occupant__registration__player=player)))


def records_of_club(club: Club) -> list[RecordHeld]:
    """The best that was done for a club: by whoever was registered for it then."""
    return list(_records(_visible().filter(occupant__registration__club=club)))


def _visible() -> QuerySet[Feat]:
    return Feat.objects.filter(event__in=Event.objects.listed()).exclude(event__in=hiding_standings())


def _records(feats: QuerySet[Feat], who: Mapping[str, F] = _WHO) -> Iterator[RecordHeld]:
    found: dict[str, list[dict[str, Any]]] = {PAIR: _pairs(feats.filter(kind=PAIR), who)}
    for row in _best(feats.exclude(kind=PAIR), who):
        found.setdefault(row.pop("kind"), []).append(row)
    for kind in KINDS:
        if rows := found.get(kind):
            equal = [row for row in rows if row["value"] == rows[0]["value"]]
            holders = tuple(Holder(**{name: row[name] for name in row if name != "value"}) for row in equal[:SHOWN])
            yield RecordHeld(kind, rows[0]["value"], holders, more=len(equal) > SHOWN)


def _best(feats: QuerySet[Feat], who: Mapping[str, F]) -> Iterator[dict[str, Any]]:
    """The best of each kind, the older first, of equal ones a few. Two statements on their index."""
    best = [Q(kind=kind, worth=worth) for kind, worth in feats.order_by().values_list("kind").annotate(Max("worth"))]
    if not best:
        return
    nth = Over(RowNumber(), partition_by=[F("kind")], order_by=OLDER_FIRST)
    shown = feats.filter(reduce(or_, best)).annotate(nth=nth).filter(nth__lte=SHOWN + 1).order_by("kind", "nth")
    for row in shown.values("kind", "value", "position", **_WHERE, **who):
        yield {name: value for name, value in row.items() if value is not None}


def _pairs(feats: QuerySet[Feat], who: Mapping[str, F]) -> list[dict[str, Any]]:
    """A pair stands where its last one was dealt."""
    named, pair = Q(occupant__isnull=False, other__isnull=False), list(who.values())
    summed = feats.filter(named).annotate(
        sum=Over(Sum("value"), partition_by=pair),
        newest=Over(RowNumber(), partition_by=pair, order_by=[F(name).desc() for name in OLDER_FIRST]),
    )
    lasts = summed.filter(newest=1, sum__gte=LEAST_PAIR).values("sum", "position", **_WHERE, **who)
    rows = lasts.order_by("-sum", "nick", "other_nick")[: SHOWN + 1]
    return [{name: row[name] for name in row if name != "sum"} | {"value": row["sum"]} for row in rows]


def seasons_with_feats() -> list[int]:
    """The seasons in which something was counted, newest first."""
    return list(_visible().order_by("-event__season__year").values_list("event__season__year", flat=True).distinct())
