"""Records and curiosities: who holds them in an event, a season, all time, or of one player's or club's own.

One statement a kind, on its index; of an event two for all. Equal feats share a record, the older first; of many the
first few are named. What lies in a draft is nobody's business. The rows follow their logs within seconds
(operations/results/counting_feats.py).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.db.models import F, Q, QuerySet, Sum, Window
from django.db.models.functions import RowNumber

from tournaments.models import Club, Event, EventStatus, Feat, Player
from tournaments.standings.feats import KINDS

SHOWN = 4
LEAST_PAIR = 2  # one last letter is no curiosity

_WHERE = {
    "event_name": F("event__name"),
    "slug": F("event__slug"),
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
    """Who did it and where. `nick` is empty where a table did it; no `slug` where it was done in several games."""

    nick: str = ""
    player: int | None = None
    other_nick: str = ""
    other_player: int | None = None
    event_name: str = ""
    slug: str = ""
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
    """The records of an evening, with the nicks under which they played. A statement for all kinds, one for pairs."""
    feats, who = Feat.objects.filter(event=event), _WHO | _AS_PLAYED
    nth = Window(RowNumber(), partition_by="kind", order_by=[F("worth").desc(), F("pk").asc()])
    found: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for row in (
        feats.annotate(nth=nth)
        .filter(nth__lte=SHOWN + 1)
        .order_by("kind", "nth")
        .values("kind", "value", "position", **_WHERE, **who)
    ):
        found[row.pop("kind")].append(_known(row))
    held = (
        _held(code, _pairs(feats.filter(kind=code), who) if kind.whose == "pair" else found[code])
        for code, kind in KINDS.items()
    )
    return [record for record in held if record]


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
    return Feat.objects.exclude(event__status=EventStatus.DRAFT)


def _records(feats: QuerySet[Feat], who: Mapping[str, F] = _WHO) -> Iterator[RecordHeld]:
    for code, kind in KINDS.items():
        of_kind = feats.filter(kind=code)
        record = _held(code, _pairs(of_kind, who) if kind.whose == "pair" else _single(of_kind, who))
        if record:
            yield record


def _held(code: str, rows: Sequence[dict[str, Any]]) -> RecordHeld | None:
    """The record of a kind, from the best rows of it."""
    if not rows:
        return None
    equal = [row for row in rows if row["value"] == rows[0]["value"]]
    holders = tuple(Holder(**{name: row[name] for name in row if name != "value"}) for row in equal[:SHOWN])
    return RecordHeld(code, rows[0]["value"], holders, more=len(equal) > SHOWN)


def _single(feats: QuerySet[Feat], who: Mapping[str, F]) -> list[dict[str, Any]]:
    rows = feats.order_by("-worth", "event__date", "pk").values("value", "position", **_WHERE, **who)
    return [_known(row) for row in rows[: SHOWN + 1]]


def _known(row: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in row.items() if value is not None}


def _pairs(feats: QuerySet[Feat], who: Mapping[str, F]) -> list[dict[str, Any]]:
    named = Q(occupant__isnull=False, other__isnull=False)
    sums = feats.filter(named).order_by().values(**who).annotate(sum=Sum("value")).filter(sum__gte=LEAST_PAIR)
    rows = sums.order_by("-sum", "nick", "other_nick")[: SHOWN + 1]
    return [{name: value for name, value in row.items() if name != "sum"} | {"value": row["sum"]} for row in rows]


def seasons_with_feats() -> list[int]:
    """The seasons in which something was counted, newest first."""
    return list(_visible().order_by("-event__season__year").values_list("event__season__year", flat=True).distinct())
