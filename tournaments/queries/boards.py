"""The board: every table of the running rounds at one look, from the projection of its game, never from a log.

Three statements whatever the number of tables: the rounds, their tables, who sits there; one for the phones, two for
the flags and one or two for the calls where there may be some. Which tables somebody may see is handed in
(`access.tables_for_staff`). Two rounds may run at once (a final and a small final): both are shown.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any, Literal, get_args

from django.db.models import Count, Exists, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce

from games.models import Entry, Game
from games.rules.entries import Dealing
from games.simulation.forecast import Forecast
from tournaments.facts.masking import unmasked
from tournaments.models import Call, Event, Round, RoundKind, RoundStatus, Table, with_state
from tournaments.queries.calls import OpenCall, open_calls
from tournaments.queries.flags import OpenFlag, open_flags_of
from tournaments.queries.forecasts import RoundForecast, forecast_at, forecast_of
from tournaments.queries.phones import Phones, phones_at
from tournaments.queries.tables_public import TableNow, tables_at_hand

BoardPhase = Literal["before", "playing", "over"]
SHOWN = (RoundStatus.PUBLISHED, RoundStatus.RUNNING, RoundStatus.CLOSED)
LONG_AGO = timedelta(minutes=12)  # twice a deal (competition.md 7): somebody should look what is the matter


@dataclass(frozen=True, slots=True)
class BoardTable:
    """A table with what its judges ask of it. `is_late`: nothing was recorded for long; `without_pen`: the last deal
    was not the pen holder's; `pause`: why the table has one, None without; `call`: that nobody has ended;
    `flags`: what phones brought that needs a referee; `waiting`: lines that lie only on phones; `is_silent`: nothing is
    heard of its phones, and there is no pause; `quiet`: for how many minutes nothing was recorded, where it `is_late`.
    """

    now: TableNow
    rulings: int = 0
    without_pen: bool = False
    is_late: bool = False
    pause: str | None = None
    call: OpenCall | None = None
    flags: tuple[OpenFlag, ...] = ()
    waiting: int = 0
    is_silent: bool = False
    quiet: int = 0

    @property
    def phase(self) -> BoardPhase:
        if not self.now.started:
            return "before"
        return "over" if self.now.finished else "playing"

    @property
    def is_play_off(self) -> bool:
        return self.now.kind == RoundKind.PLAY_OFF

    @property
    def letters(self) -> tuple[str, ...]:
        """Those to be shown: a play-off has none, nor has a table of Smear; that has parties with their scores."""
        return self.now.word if self.now.has_word else ()

    @property
    def minutes(self) -> Forecast | None:
        """How long it will still take."""
        return forecast_at(self.now)

    @property
    def asks(self) -> bool:
        """Whether the director's desk names it: it waits for somebody, or something waits for it."""
        return any((self.call, self.flags, self.pause is not None, self.waiting, self.is_silent))

    @property
    def urgency(self) -> int:
        """Where it stands on the desk, what needs somebody first: 0 is a call that nobody has answered yet."""
        states = (
            self.call is not None and not self.call.who,
            bool(self.flags),
            self.is_late or self.is_silent,
            bool(self.now.findings) or self.without_pen,
            self.asks,
            self.phase == "playing",
            self.phase == "before",
        )
        return next((place for place, is_so in enumerate(states) if is_so), len(states))

    @property
    def needs_referee(self) -> bool:
        asks = (self.now.findings, self.without_pen, self.is_late, self.call, self.flags, self.is_silent)
        return any(map(bool, asks))


@dataclass(frozen=True, slots=True)
class BoardRound:
    number: int
    kind: str
    status: str
    starts_at: datetime | None
    is_told_again: bool
    tables: tuple[BoardTable, ...]

    @property
    def forecast(self) -> RoundForecast | None:
        """How long these tables will still take; it is the round where all of it is shown."""
        return forecast_of([table.now for table in self.tables])


@dataclass(frozen=True, slots=True)
class BoardView:
    """`rounds`: those shown, with their tables; `others`: number, kind and status of every round to be shown.

    `phones`: those that follow the tables shown.
    """

    rounds: tuple[BoardRound, ...]
    others: tuple[tuple[int, str, str], ...]
    phones: Phones

    @property
    def asking(self) -> list[BoardTable]:
        """The tables that the director's desk names."""
        return [table for round_ in self.rounds for table in round_.tables if table.asks]

    @property
    def for_the_desk(self) -> list[BoardTable]:
        """The tables that play, and those of other rounds that ask: what needs the director first, then by number."""
        running = [table for round_ in self.rounds if round_.status == RoundStatus.RUNNING for table in round_.tables]
        asking = [table for table in self.asking if table.now.status != RoundStatus.RUNNING]
        return sorted([*asking, *running], key=lambda table: table.urgency)


def board(event: Event, tables: QuerySet[Table], *, now: datetime, number: int | None = None) -> BoardView:
    """The running rounds, or the one called `number`; without a running one the last that was published."""
    rounds = list(with_state(Round.objects.filter(event=event, status__in=SHOWN)).order_by("number"))
    chosen = _chosen(rounds, number)
    rows = list(_with_marks(tables.filter(round__in=chosen)))
    calling = [row.pk for row in rows if row.calls_now]
    calls = (
        {(call.round, call.table): call for call in open_calls(Table.objects.filter(pk__in=calling))} if calling else {}
    )
    flags, phones = open_flags_of(rows), phones_at(rows, now=now)
    by_round: dict[int, list[BoardTable]] = defaultdict(list)
    for row, table in zip(rows, tables_at_hand(rows), strict=True):
        shown = _table(row, table, calls.get((table.round, table.number)), now)
        by_round[row.round_id].append(_with_phones(shown, row.game_id, flags, phones))
    return BoardView(
        rounds=tuple(
            BoardRound(
                round_.number,
                round_.kind,
                round_.status,
                round_.starts_at,
                round_.is_told_again,
                tuple(by_round[round_.pk]),
            )
            for round_ in chosen
        ),
        others=tuple((round_.number, round_.kind, round_.status) for round_ in rounds),
        phones=phones,
    )


def overdue(event: Event, *, now: datetime) -> list[tuple[int, int]]:
    """What a board depends on besides: at which tables nothing was recorded for long, and for how many minutes. One
    statement.
    """
    running = Table.objects.filter(round__event=event, round__status=RoundStatus.RUNNING, game__finished=False)
    since = running.annotate(since=Coalesce("game__last_entry_at", "game__opened_at")).filter(since__lt=now - LONG_AGO)
    return [(pk, _minutes(now - at)) for pk, at in since.order_by("pk").values_list("pk", "since")]


def minutes_quiet(game: Game, *, now: datetime) -> int:
    """For how many minutes nothing was recorded of a game that is played, if that is long, else 0. A pause is no
    silence.
    """
    since = now - (game.last_entry_at or game.opened_at)
    return 0 if game.finished or game.state.get("paused") is not None or since <= LONG_AGO else _minutes(since)


def _minutes(span: timedelta) -> int:
    return int(span.total_seconds() // 60)


def _chosen(rounds: Sequence[Round], number: int | None) -> list[Round]:
    if number is not None:
        return [round_ for round_ in rounds if round_.number == number]
    running = [round_ for round_ in rounds if round_.status == RoundStatus.RUNNING]
    return running or list(rounds[-1:])


def _with_marks(tables: QuerySet[Table]) -> Iterable[Any]:
    """The tables with what their games' projections do not hold."""
    dealing = [kind.code for kind in get_args(Dealing)]
    last = Entry.objects.filter(game=OuterRef("game"), kind__in=dealing).order_by("-position")
    open_now = Call.objects.filter(table=OuterRef("pk"), ended_at=None)
    return (
        tables.select_related("game", "round")
        .annotate(last_pen=Subquery(last.values("pen")[:1]), ruled=Count("rulings"), calls_now=Exists(open_now))
        .order_by("round__number", "number")
    )


def _with_phones(
    table: BoardTable, game: int | None, flags: Mapping[int, tuple[OpenFlag, ...]], phones: Phones
) -> BoardTable:
    """The same table with what phones ask of it."""
    if game is None:
        return table
    waiting, is_silent = phones.waiting.get(game, 0), game in phones.silent and table.pause is None
    return replace(table, flags=flags.get(game, ()), waiting=waiting, is_silent=is_silent)


def _table(row: Any, table: TableNow, call: OpenCall | None, now: datetime) -> BoardTable:
    game: Game | None = row.game
    if game is None:
        return BoardTable(table)
    plays = not game.finished and row.round.status == RoundStatus.RUNNING
    pause = game.state.get("paused") if plays else None
    quiet = minutes_quiet(game, now=now) if plays else 0
    return BoardTable(
        table,
        rulings=row.ruled,
        without_pen=row.last_pen == 0 and game.pen_epoch > 0,
        is_late=quiet > 0,
        quiet=quiet,
        pause=None if pause is None else unmasked(pause, table.names),
        call=call,
    )
