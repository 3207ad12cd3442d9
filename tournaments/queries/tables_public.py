"""Tables as anyone may watch them: the board of an event, the seating of a round, one table with its log.

Boards read the projection `Game.state`; only the page of one table replays its log, because it shows it. Until a
round is published its draw is nobody's business, and until it has started its word is not read.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, NamedTuple

from django.db.models import (
    Count,
    F,
    OuterRef,
    Q,
    QuerySet,
    Subquery,
    Sum,
    TextField,
)
from django.db.models.functions import Cast

from games import queries as game_queries
from games.models import Game
from games.prepared import prepared
from games.rules.course import Step, course
from games.rules.replay import GameState
from games.simulation.forecast import Hall
from games.simulation.pace import SHORTEST, Pace
from tournaments.models import (
    Answer,
    Event,
    Occupant,
    Question,
    QuestionKind,
    RegistrationStatus,
    Round,
    RoundKind,
    RoundStatus,
    Ruling,
    Table,
    drawn_again,
)
from tournaments.queries.smear import Party, parties_at

UNKNOWN, NOBODY = Pace(), Hall()
BOARD = 24  # tables on an event's page; a round's own page has them all


class Sitter(NamedTuple):
    """Whoever sits, or sat, under a label of a table's log."""

    label: str
    nick: str
    player: int
    club: str | None
    country: str | None
    status: str = ""

    @property
    def is_gone(self) -> bool:
        """Whether he has withdrawn from the event."""
        return self.status == RegistrationStatus.WITHDRAWN


class SeatNow(NamedTuple):
    """A seat as it is now. `role`: `deals`, `leads`, `plays`, `sits_out`, `left`; before the start `gone` of one whose
    player has withdrawn; else empty.
    """

    seat: str
    now: Sitter
    before: tuple[Sitter, ...]
    letters: int = 0
    left: int | None = None
    match_ball: bool = False
    deals: int = 0
    role: str = ""

    @property
    def nick(self) -> str:
        return self.now.nick


@dataclass(frozen=True, slots=True)
class TableNow:
    """A table as it is now; `word` is empty before the round has started.

    `parties` with their scores and the `target` of the game: of a table of Smear that has started. `names`: label →
    nick, also of a stand-in whose coming was taken back. `pace`: of its deals; `hall`: of those of all tables of the
    rounds that are played, and of the round before. `is_past`: it is shown as it was once, so nothing is foreseen.
    """

    round: int
    kind: str
    number: int
    status: str
    word: tuple[str, ...]
    seats: tuple[SeatNow, ...]
    started: bool = False
    finished: bool = False
    closed: bool = False
    deals: int = 0
    void_deals: int = 0
    findings: int = 0
    to_go: tuple[int, int] = (0, 0)
    paused: bool = False
    opened_at: datetime | None = None
    last_entry_at: datetime | None = None
    pace: Pace = UNKNOWN
    hall: Hall = NOBODY
    parties: tuple[Party, ...] = ()
    target: int = 0
    names: Mapping[str, str] = field(default_factory=dict)
    is_past: bool = False

    @property
    def dealer(self) -> SeatNow | None:
        """Who deals next."""
        return next((seat for seat in self.seats if seat.role == "deals"), None)

    @property
    def match_balls(self) -> int:
        return sum(seat.match_ball for seat in self.seats)

    @property
    def has_word(self) -> bool:
        """Whether its letters say anything: a play-off is one deal that somebody loses."""
        return bool(self.word) and self.kind != RoundKind.PLAY_OFF


@dataclass(frozen=True, slots=True)
class TableLog:
    """`steps`: its course; `names`: label → nick; `has_letters`: whether those taken are told; `rulings`: by time."""

    state: GameState
    steps: tuple[Step, ...]
    times: Mapping[int, datetime]
    names: Mapping[str, str]
    has_letters: bool
    rulings: tuple[Ruling, ...]


_OCCUPANT = {
    "label": "label",
    "nick": "registration__nick",
    "player": "registration__player_id",
    "club": "registration__club__name",
    "country": "registration__club__federation__country",
    "status": "registration__status",
}
_TABLE = (
    "table_id",
    "table__number",
    "round__number",
    "round__kind",
    "round__status",
    "table__game__opened_at",
    "table__game__last_entry_at",
    "table__game__timed_deals",
    "table__game__timed_seconds",
    "state",
    "letters",
)


def board_of(event: Event) -> list[TableNow]:
    """The tables of the rounds that are seated or running, the first of each. One statement.

    Of a round that is drawn again there are none.
    """
    return _tables(_on_board(event.pk))


def tables_of(round_: Round) -> list[TableNow]:
    """Return all tables of a round as they are now. One statement."""
    return _tables(_in_round(round_.pk))


def left_unfinished(round_: Round) -> list[int]:
    """The numbers of the tables whose game the director has left as it is, though it is not over. One statement."""
    asked = Question.objects.filter(table=OuterRef("pk"), kind=QuestionKind.OPEN_GAME).order_by("-pk")
    left = Table.objects.filter(round=round_, game__finished=False).alias(answer=Subquery(asked.values("answer")[:1]))
    return list(left.filter(answer=Answer.LEAVE).order_by("number").values_list("number", flat=True))


def tables_in(event: Event, numbers: Sequence[int]) -> list[TableNow]:
    """Return all tables of these rounds as they are now, as far as their seating is public. One statement."""
    seen = (RoundStatus.PUBLISHED, RoundStatus.RUNNING, RoundStatus.CLOSED)
    shown = Q(round__event=event, round__number__in=numbers, round__status__in=seen)
    return _tables(_with_tables(shown, hall=Q(table__round__event=event)))


def table_now(table: Table) -> TableNow:
    """Return one table as it is now. One statement."""
    return _tables(_at_table(table.pk))[0]


def tables_then(states: Mapping[Table, GameState]) -> list[TableNow]:
    """Return tables as they were when their logs led to these states: who came later is not there. One statement."""
    rows = _by_table(_occupants(Q(table__in=states), "table_id", hall=Q(pk__in=())))
    return [_table_then(table, state, rows[table.pk]) for table, state in states.items()]


def _table_then(table: Table, state: GameState, rows: list[dict[str, Any]]) -> TableNow:
    labels = {sitting.occupant for sitting in state.occupancies}
    here = [row | {"active": True} for row in rows if row["label"] in labels]
    running = {"state": game_queries.summary(state), "round__status": RoundStatus.RUNNING}
    then = _table(_facts(table) | running, here)
    names = {row["label"]: row[_OCCUPANT["nick"]] for row in rows}
    return replace(then, names=names, last_entry_at=None, is_past=True)


def tables_at_hand(tables: Sequence[Table]) -> list[TableNow]:
    """Of rows of one event that are here with their rounds and games. One statement."""
    events = {table.round.event_id for table in tables}
    rows = _by_table(_occupants(Q(table__in=tables), "table_id", hall=Q(table__round__event__in=events)))
    return [_table(_facts(table), rows[table.pk]) for table in tables]


@prepared
def _on_board(event: int) -> QuerySet[Occupant, dict[str, Any]]:
    rounds = (RoundStatus.PUBLISHED, RoundStatus.RUNNING)
    shown = Q(round__event=event, round__status__in=rounds, table__number__lte=BOARD)
    return _with_tables(shown, hall=Q(table__round__event=event)).exclude(round__in=drawn_again())


@prepared
def _in_round(round_: int) -> QuerySet[Occupant, dict[str, Any]]:
    return _with_tables(Q(round=round_), hall=Q(table__round__event__rounds=round_))


@prepared
def _at_table(table: int) -> QuerySet[Occupant, dict[str, Any]]:
    return _with_tables(Q(table=table), hall=Q(table__round__event__rounds__tables=table))


def _with_tables(condition: Q, *, hall: Q) -> QuerySet[Occupant, dict[str, Any]]:
    """With the facts of their tables. State and letters stay texts: they stand in every row, and are read once."""
    return _occupants(condition, *_TABLE, hall=hall)


def _occupants(condition: Q, *fields: str, hall: Q) -> QuerySet[Occupant, dict[str, Any]]:
    """Whoever sits, or sat, in the order of the tables and seats; `hall`: whose games tell the pace of the hall."""
    texts = {name: Cast(f"table__game__{name}", TextField()) for name in ("state", "letters") if name in fields}
    of_hall = _hall(hall)
    rows = Occupant.objects.filter(condition).annotate(**texts, **of_hall)
    ordered = rows.order_by("round__number", "table__number", "seat", "pk")
    told = (*fields, *of_hall, "seat", "active", *_OCCUPANT.values())
    values: QuerySet[Occupant, dict[str, Any]] = ordered.values(*told)
    return values


def _hall(condition: Q) -> dict[str, Subquery]:
    """The fields of `Hall`, of the games of one event."""
    played = _timed(condition, RoundStatus.RUNNING).values("table__round__event")
    seconds = F("timed_seconds")
    sums = {
        "tables": Count("pk"),
        "deals": Sum("timed_deals"),
        "seconds": Sum("timed_seconds"),
        "squares": Sum(1.0 * seconds * seconds / F("timed_deals")),
    }
    found = {f"hall_{name}": Subquery(played.annotate(n=told).values("n")) for name, told in sums.items()}
    return found | {"hall_before": Subquery(_before(condition))}


def _before(condition: Q) -> QuerySet[Game, dict[str, Any]]:
    """The seconds of a deal in the last round that is over."""
    over = _timed(condition, RoundStatus.CLOSED).values("table__round__number").order_by("-table__round__number")
    return over.annotate(n=1.0 * Sum("timed_seconds") / Sum("timed_deals")).values("n")[:1]


def _timed(condition: Q, status: RoundStatus) -> QuerySet[Game]:
    """Games whose pace is known (`Pace.is_known`). A play-off is no deal like others."""
    known = Q(timed_deals__gt=0, timed_seconds__gte=F("timed_deals") * SHORTEST)
    of_rounds = Game.objects.filter(condition, known, table__round__status=status)
    return of_rounds.exclude(table__round__kind=RoundKind.PLAY_OFF).order_by()


def seconds_before(round_: Round) -> float:
    """The seconds of a deal in the last round of the event that is over, 0 if nobody knows. One statement."""
    return next((row["n"] for row in _before(Q(table__round__event=round_.event_id))), 0.0)


def _tables(occupants: Iterable[dict[str, Any]]) -> list[TableNow]:
    found = []
    for rows in _by_table(occupants).values():
        texts = {name: json.loads(rows[0][name] or "null") for name in ("state", "letters")}
        found.append(_table(rows[0] | texts, rows))
    return found


def _by_table(occupants: Iterable[dict[str, Any]]) -> dict[int, list[dict[str, Any]]]:
    """By the key of the table."""
    found: dict[int, list[dict[str, Any]]] = defaultdict(list)
    for row in occupants:
        found[row["table_id"]].append(row)
    return found


def _facts(table: Table) -> dict[str, Any]:
    """The fields of `_TABLE`, of a row that is here."""
    game = table.game
    return {
        "round__number": table.round.number,
        "round__kind": table.round.kind,
        "round__status": table.round.status,
        "table__number": table.number,
        "state": game.state if game else None,
        "letters": game.letters if game else None,
        "table__game__opened_at": game.opened_at if game else None,
        "table__game__last_entry_at": game.last_entry_at if game else None,
        "table__game__timed_deals": game.timed_deals if game else None,
        "table__game__timed_seconds": game.timed_seconds if game else None,
    }


def _table(first: Mapping[str, Any], rows: list[dict[str, Any]]) -> TableNow:
    state: dict[str, Any] = first["state"] or {}
    sitters: dict[str, dict[str, Sitter]] = defaultdict(dict)
    for row in rows:
        if row["active"] or row["label"].endswith("1"):
            sitters[row["seat"]][row["label"]] = Sitter(**{name: row[path] for name, path in _OCCUPANT.items()})
    seated = sitters.items() if state else ()
    is_over = first["round__status"] == RoundStatus.CLOSED
    return TableNow(
        round=first["round__number"],
        kind=first["round__kind"],
        number=first["table__number"],
        status=first["round__status"],
        word=tuple(first["letters"] or ()),
        seats=tuple(_seat(seat, found, state, is_over=is_over) for seat, found in sitters.items()),
        started=bool(state),
        finished=state.get("finished", False),
        closed=state.get("closed", False),
        deals=state.get("deals", 0),
        void_deals=state.get("void_deals", 0),
        findings=state.get("findings", 0),
        to_go=tuple(state.get("to_go") or (0, 0)),
        paused="paused" in state,
        opened_at=first["table__game__opened_at"],
        last_entry_at=first["table__game__last_entry_at"],
        pace=Pace(*(first[f"table__game__timed_{name}"] or 0 for name in Pace._fields)),
        hall=Hall(*(rows[0][f"hall_{name}"] or 0 for name in Hall._fields)),
        parties=parties_at(state, {seat: found[state["seats"][seat]["occupant"]].nick for seat, found in seated}),
        target=state.get("smear", {}).get("target", 0),
        names={row["label"]: row[_OCCUPANT["nick"]] for row in rows},
    )


def _seat(seat: str, sitters: Mapping[str, Sitter], state: Mapping[str, Any], *, is_over: bool) -> SeatNow:
    """A seat; `is_over`: its round is closed, so nobody deals there or is about to leave."""
    if not state:
        drawn = next(iter(sitters.values()))
        return SeatNow(seat=seat, now=drawn, before=(), role="gone" if drawn.is_gone else "")
    own = state["seats"][seat]
    return SeatNow(
        seat=seat,
        now=sitters[own["occupant"]],
        before=tuple(sitter for label, sitter in sitters.items() if label != own["occupant"]),
        letters=own["letters"],
        left=own["left"],
        match_ball=own["match_ball"] and not is_over,
        deals=own["deals"],
        role=_role(seat, own, None if is_over else state["next"]),
    )


def _role(seat: str, own: Mapping[str, Any], proposal: Mapping[str, Any] | None) -> str:
    if own["left"] is not None:
        return "left"
    if proposal is None:
        return ""
    if seat == proposal["dealer"]:
        return "deals"
    if seat == proposal["leader"]:
        return "leads"
    return "sits_out" if seat in proposal["bench"] else "plays"


def log_of(table: Table, now: TableNow) -> TableLog | None:
    """The log of a table whose game has begun, replayed for reading. Two statements."""
    if table.game is None:
        return None
    lines = game_queries.log_of(table.game)
    state, steps = course(game_queries.setup_of(table.game), [game_queries.parsed(line) for line in lines])
    return TableLog(
        state=state,
        steps=steps,
        times={line.position: line.at_server for line in lines},
        names=now.names,
        has_letters=now.has_word,
        rulings=tuple(_rulings(table.pk)),
    )


@prepared
def _rulings(table: int) -> QuerySet[Ruling]:
    return Ruling.objects.filter(table=table).select_related("concerned").order_by("at", "pk")
