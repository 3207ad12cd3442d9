"""The board: every table of the running rounds at one look, from the projection of its game, never from a log.

Three statements whatever the number of tables: the rounds, their tables, who sits there. Which tables somebody may
see is handed in (`access.tables_for_staff`). Two rounds may run at once (a final and a small final): both are shown.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Literal

from django.db.models import Count, OuterRef, QuerySet, Subquery

from games.models import Entry, Game
from tournaments.models import Event, Round, RoundKind, RoundStatus, Table
from tournaments.queries.tables_public import TableNow, tables_at_hand

BoardPhase = Literal["before", "playing", "over"]
SHOWN = (RoundStatus.PUBLISHED, RoundStatus.RUNNING, RoundStatus.CLOSED)
LONG_AGO = timedelta(minutes=12)  # twice a deal (competition.md 7): somebody should look what is the matter


@dataclass(frozen=True, slots=True)
class BoardTable:
    """A table with what its judges ask of it. `is_late`: nothing was recorded for long; `without_pen`: the last line
    was not the pen holder's."""

    now: TableNow
    rulings: int = 0
    without_pen: bool = False
    is_late: bool = False

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
    def needs_referee(self) -> bool:
        return bool(self.now.findings) or self.without_pen or self.is_late


@dataclass(frozen=True, slots=True)
class BoardRound:
    number: int
    kind: str
    status: str
    starts_at: datetime | None
    tables: tuple[BoardTable, ...]


@dataclass(frozen=True, slots=True)
class BoardView:
    """`rounds`: those shown, with their tables; `others`: number, kind and status of every round to be shown."""

    rounds: tuple[BoardRound, ...]
    others: tuple[tuple[int, str, str], ...]


def board(event: Event, tables: QuerySet[Table], *, now: datetime, number: int | None = None) -> BoardView:
    """The running rounds, or the one called `number`; without a running one the last that was published."""
    rounds = list(Round.objects.filter(event=event, status__in=SHOWN).order_by("number"))
    chosen = _chosen(rounds, number)
    rows = list(_with_marks(tables.filter(round__in=chosen)))
    by_round: dict[int, list[BoardTable]] = defaultdict(list)
    for row, table in zip(rows, tables_at_hand(rows), strict=True):
        by_round[row.round_id].append(_table(row, table, now))
    return BoardView(
        rounds=tuple(
            BoardRound(round_.number, round_.kind, round_.status, round_.starts_at, tuple(by_round[round_.pk]))
            for round_ in chosen
        ),
        others=tuple((round_.number, round_.kind, round_.status) for round_ in rounds),
    )


def _chosen(rounds: Sequence[Round], number: int | None) -> list[Round]:
    if number is not None:
        return [round_ for round_ in rounds if round_.number == number]
    running = [round_ for round_ in rounds if round_.status == RoundStatus.RUNNING]
    return running or list(rounds[-1:])


def _with_marks(tables: QuerySet[Table]) -> Iterable[Any]:
    """The tables with what their games' projections do not hold."""
    last = Entry.objects.filter(game=OuterRef("game")).order_by("-position")
    return (
        tables.select_related("game", "round")
        .annotate(last_pen=Subquery(last.values("pen")[:1]), ruled=Count("rulings"))
        .order_by("round__number", "number")
    )


def _table(row: Any, table: TableNow, now: datetime) -> BoardTable:
    game: Game | None = row.game
    if game is None:
        return BoardTable(table)
    plays = not game.finished and row.round.status == RoundStatus.RUNNING
    return BoardTable(
        table,
        rulings=row.ruled,
        without_pen=row.last_pen == 0 and game.pen_epoch > 0,
        is_late=plays and now - (game.last_entry_at or game.opened_at) > LONG_AGO,
    )
