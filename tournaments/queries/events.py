"""Events as anyone sees them: the list, and what one event's page says.

Every function is one statement or two, whatever the number of players, rounds and tables. Of a large event the page
shows the first `SHOWN` people in the order of the standings and says how many there are. A word is read only of
rounds that have started (issue, section 2): what was not fetched cannot be shown by mistake.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from django.core.paginator import Page, Paginator
from django.db.models import (
    Case,
    CharField,
    Count,
    F,
    FilteredRelation,
    OuterRef,
    Q,
    QuerySet,
    Subquery,
    TextField,
    Value,
    When,
)
from django.db.models import Window as Over
from django.db.models.functions import Cast, Coalesce, Rank

from games.prepared import prepared
from tournaments.facts.regulations import Regulations
from tournaments.models import (
    Event,
    EventStatus,
    Publication,
    Registration,
    RegistrationStatus,
    Round,
    RoundStatus,
    with_state,
)
from tournaments.queries.standing_rows import COLUMNS, Row, row_of

PER_PAGE = 30
SHOWN = 60
TOP = 6
AHEAD = (EventStatus.ANNOUNCED, EventStatus.OPEN, EventStatus.CLOSED)
PAST = (EventStatus.FINISHED, EventStatus.CANCELLED)
STATUSES = (
    RegistrationStatus.CHECKED_IN,
    RegistrationStatus.CONFIRMED,
    RegistrationStatus.APPLIED,
    RegistrationStatus.WAITING,
    RegistrationStatus.WITHDRAWN,
)
_NOBODY = "z"  # after every rank key, in the order of any language


@dataclass(frozen=True, slots=True)
class Person:
    key: str
    nick: str
    player: int
    club: str | None
    country: str | None
    status: str
    classified: bool


@dataclass(frozen=True, slots=True)
class People:
    """`groups`: (status, how many there are, those of them who are shown); `top`: the head of the standings.

    `played`: how many have played a deal; `players`: those of them who are shown.
    """

    groups: tuple[tuple[str, int, tuple[Person, ...]], ...]
    total: int
    shown: int
    played: int
    players: tuple[Person, ...]
    top: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class RoundLine:
    """`word` is empty until the round has started. `unfinished`: how many tables still play, none once it is closed.
    `is_told_again` and those behind it: models/drawn_again.py.
    """

    number: int
    kind: str
    status: str
    word: str
    caption: str
    starts_at: datetime | None
    started_at: datetime | None
    closed_at: datetime | None
    tables: int
    unfinished: int
    is_told_again: bool
    is_promised_again: bool
    is_outdated: bool

    @property
    def seating_is_public(self) -> bool:
        return self.status in ("published", "running", "closed")


def current_events() -> list[Event]:
    """What is running and what is coming, soonest first. One statement."""
    return list(_listed().filter(status__in=(EventStatus.RUNNING, *AHEAD)).order_by("date", "starts_at", "pk")[:100])


def past_events(page: str | int | None) -> Page[Event]:
    """A page of what is over, newest first. Two statements."""
    return Paginator(_listed().filter(status__in=PAST).order_by("-date", "-pk"), PER_PAGE).get_page(page)


def _listed() -> QuerySet[Event]:
    playing = Registration.objects.filter(event=OuterRef("pk")).playing().order_by().values("event")
    players = Subquery(playing.annotate(n=Count("pk")).values("n"))
    return Event.objects.listed().select_related("series").annotate(players=Coalesce(players, 0))


def rounds_of(event: Event) -> list[RoundLine]:
    """The rounds, with the words of those that have started. One statement."""
    lines = [RoundLine(*row) for row in _rounds(event.pk)]
    return [
        line
        if line.seating_is_public
        else replace(line, status="planned", tables=0, is_promised_again=False, is_outdated=False)
        for line in lines
    ]


@prepared
def _rounds(event: int) -> QuerySet[Round, tuple[Any, ...]]:
    started = Q(started_at__isnull=False)
    return (
        with_state(Round.objects.filter(event=event))
        .annotate(
            word=_if(started, "playing_word__word"),
            caption=_if(started, "playing_word__caption"),
            seated=Count("tables"),
            unfinished=Count("tables", filter=Q(tables__game__finished=False, status=RoundStatus.RUNNING)),
        )
        .order_by("number")
        .values_list(
            "number",
            "kind",
            "status",
            "word",
            "caption",
            "starts_at",
            "started_at",
            "closed_at",
            "seated",
            "unfinished",
            "is_told_again",
            "is_promised_again",
            "is_outdated",
        )
    )


def publications_of(event: Event) -> Sequence[Mapping[str, object]]:
    """What was published, newest first, without the documents. One statement."""
    return _publications(event.pk)


@prepared
def _publications(event: int) -> QuerySet[Publication, Any]:
    return Publication.objects.filter(event=event).order_by("-number").values("number", "final", "note", "at")


def people_of(event: Event, *, hides_standings: bool) -> People:
    """Who is in, by status, and the head of the standings. One statement.

    One for both, because they are the same rows: those whom a referee moved, then the others as they stand. Where the
    standings are hidden their order tells nothing either: then it is that of the registrations, and there is no head.
    """
    rows = _people_by_entry(event.pk) if hides_standings else _people(event.pk)
    people = [_person(row) for row in rows]
    return People(
        groups=tuple(
            (status, rows[0][f"n_{status}"], tuple(one for one in people if one.status == status))
            for status in STATUSES
            if rows and rows[0][f"n_{status}"]
        ),
        total=rows[0]["total"] if rows else 0,
        shown=len(rows),
        played=rows[0]["played"] if rows else 0,
        players=tuple(one for one, row in zip(people, rows, strict=True) if row["score__deals"]),
        top=() if hides_standings else _top(rows, Regulations.from_dict(event.regulations)),
    )


@prepared
def _people(event: int) -> QuerySet[Registration, dict[str, Any]]:
    return _with_scores(event).order_by(F("override__place").asc(nulls_last=True), "rank", "position", "pk")[:SHOWN]


@prepared
def _people_by_entry(event: int) -> QuerySet[Registration, dict[str, Any]]:
    return _with_scores(event).order_by("position", "pk")[:SHOWN]


def _with_scores(event: int) -> QuerySet[Registration, dict[str, Any]]:
    ranked = Case(When(score__rank_key="", then=Value(_NOBODY)), default=F("score__rank_key"))
    registrations = (
        Registration.objects.filter(event=event, score__isnull=False)
        .annotate(
            rank=ranked,
            override=FilteredRelation("overrides", condition=Q(overrides__withdrawn_at=None)),
            place=Over(Rank(), order_by=ranked.asc()),
            sharing=Over(Count("pk"), partition_by=[F("score__rank_key")]),
            total=Over(Count("pk")),
            played=Over(Count("pk", filter=Q(score__deals__gt=0))),
            **{f"n_{status}": Over(Count("pk", filter=Q(status=status))) for status in STATUSES},
        )
        .annotate(official=F("override__place"), note=F("override__note"), **_JSON)
    )
    values: QuerySet[Registration, dict[str, Any]] = registrations.values(*_PERSON, *_SCORE, *_JSON, *_COUNTED)
    return values


def who_plays(event: Event) -> list[tuple[str, bool]]:
    """Everybody who is in, and whether he is here. One statement."""
    return [(nick, status == RegistrationStatus.CHECKED_IN) for nick, status in _playing(event.pk)]


@prepared
def _playing(event: int) -> QuerySet[Registration, tuple[Any, ...]]:
    return Registration.objects.filter(event=event).playing().order_by("position", "pk").values_list("nick", "status")


def entrants_page(event: Event, page: str | int | None, *, who_played: bool = False) -> Page[Any]:
    """Everybody who has registered, or has played, a hundred to a page, in order of status. Two statements."""
    order = Case(*(When(status=status, then=Value(number)) for number, status in enumerate(STATUSES)))
    rows = Registration.objects.filter(event=event).annotate(order=order).order_by("order", "position", "pk")
    if who_played:
        rows = rows.filter(score__deals__gt=0).order_by("position", "pk")
    return Paginator(rows.values(*_PERSON), 100).get_page(page)


_PERSON = ("key", "nick", "player_id", "club__name", "club__federation__country", "status", "classified")
_SCORE = tuple(f"score__{name}" for name in COLUMNS if name != "key")
_JSON = {f"{name}_json": Cast(f"score__{name}", TextField()) for name in ("rounds", "why")}
_COUNTED = ("official", "note", "place", "sharing", "total", "played", *(f"n_{status}" for status in STATUSES))


def _plain(row: Mapping[str, Any]) -> dict[str, Any]:
    values = {name.removeprefix("score__"): value for name, value in row.items()}
    return values | {"player": row["player_id"], "club": row["club__name"], "country": row["club__federation__country"]}


def _person(row: Mapping[str, Any]) -> Person:
    return Person(
        key=row["key"],
        nick=row["nick"],
        player=row["player_id"],
        club=row["club__name"],
        country=row["club__federation__country"],
        status=row["status"],
        classified=row["classified"],
    )


def _top(rows: Sequence[Mapping[str, Any]], regulations: Regulations) -> tuple[Row, ...]:
    """The first of the standings, in official order; nobody before the first deal."""
    ranked = [row for row in rows if row["score__rank_key"]]
    if not any(row["score__deals"] for row in ranked):
        return ()
    best = sorted(ranked, key=lambda row: (row["official"] or row["place"], row["key"]))[:TOP]
    return tuple(
        row_of(_plain(row), regulations, place=row["place"], last_place=row["place"] + row["sharing"] - 1)._replace(
            official=row["official"] or row["place"], note=row["note"] or ""
        )
        for row in best
    )


def _if(condition: Q, column: str) -> Case:
    return Case(When(condition, then=F(column)), default=Value(""), output_field=CharField())
