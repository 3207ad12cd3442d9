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
from tournaments.models import Event, Occupant, Round, RoundKind, RoundStatus, Table
from tournaments.queries.smear import Party, parties_at

BoardPhase = Literal["before", "playing", "over"]
SHOWN = (RoundStatus.PUBLISHED, RoundStatus.RUNNING, RoundStatus.CLOSED)
LONG_AGO = timedelta(minutes=12)  # twice a deal (competition.md 7): somebody should look what is the matter


@dataclass(frozen=True, slots=True)
class BoardSeat:
    seat: str
    nick: str
    letters: int = 0
    is_match_ball: bool = False
    has_left: bool = False
    is_dealer: bool = False
    is_on_bench: bool = False


@dataclass(frozen=True, slots=True)
class BoardTable:
    """A table. `is_late`: nothing was recorded for long; `without_pen`: the last line was not the pen holder's.

    A play-off has no letters to show, nor has a table of Smear; that has `parties` with their scores.
    """

    round_number: int
    number: int
    phase: BoardPhase
    letters: tuple[str, ...]
    seats: tuple[BoardSeat, ...]
    deals: int = 0
    to_go: tuple[int, int] = (0, 0)
    findings: int = 0
    rulings: int = 0
    is_play_off: bool = False
    without_pen: bool = False
    last_at: datetime | None = None
    is_late: bool = False
    parties: tuple[Party, ...] = ()

    @property
    def dealer(self) -> BoardSeat | None:
        return next((seat for seat in self.seats if seat.is_dealer), None)

    @property
    def players(self) -> tuple[BoardSeat, ...]:
        """Who plays the next deal."""
        return tuple(seat for seat in self.seats if not (seat.is_on_bench or seat.has_left))

    @property
    def has_match_ball(self) -> bool:
        return any(seat.is_match_ball for seat in self.seats)

    @property
    def needs_referee(self) -> bool:
        return bool(self.findings) or self.without_pen or self.is_late


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
    seats: dict[int, list[Occupant]] = defaultdict(list)
    for occupant in Occupant.objects.filter(table__in=rows).select_related("registration").order_by("label"):
        seats[occupant.table_id].append(occupant)
    by_round: dict[int, list[BoardTable]] = defaultdict(list)
    for row in rows:
        by_round[row.round_id].append(_table(row, seats[row.pk], now))
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


def _table(row: Any, occupants: Sequence[Occupant], now: datetime) -> BoardTable:
    game: Game | None = row.game
    if game is None:
        seats = tuple(BoardSeat(occupant.seat, occupant.registration.nick) for occupant in occupants)
        return BoardTable(row.round.number, row.number, "before", (), seats)
    last_at, is_play_off = game.last_entry_at, row.round.kind == RoundKind.PLAY_OFF
    plays = not game.finished and row.round.status == RoundStatus.RUNNING
    return BoardTable(
        round_number=row.round.number,
        number=row.number,
        phase="over" if game.finished else "playing",
        letters=() if is_play_off else tuple(game.letters),
        seats=_seats(game, occupants, is_play_off=is_play_off),
        deals=game.state["deals"],
        to_go=tuple(game.state["to_go"] or (0, 0)),
        findings=game.state["findings"],
        rulings=row.ruled,
        is_play_off=is_play_off,
        without_pen=row.last_pen == 0 and game.pen_epoch > 0,
        last_at=last_at,
        is_late=plays and now - (last_at or game.opened_at) > LONG_AGO,
        parties=_parties(game, occupants),
    )


def _parties(game: Game, occupants: Sequence[Occupant]) -> tuple[Party, ...]:
    nicks = {occupant.label: occupant.registration.nick for occupant in occupants}
    return parties_at(game.state, {seat: nicks[now["occupant"]] for seat, now in game.state["seats"].items()})


def _seats(game: Game, occupants: Sequence[Occupant], *, is_play_off: bool) -> tuple[BoardSeat, ...]:
    nicks = {occupant.label: occupant.registration.nick for occupant in occupants}
    coming = game.state["next"] or {"bench": [], "dealer": ""}
    return tuple(
        BoardSeat(
            seat=letter,
            nick=nicks[seat["occupant"]],
            letters=seat["letters"],
            is_match_ball=seat["match_ball"] and not is_play_off,
            has_left=seat["left"] is not None,
            is_dealer=letter == coming["dealer"],
            is_on_bench=letter in coming["bench"],
        )
        for letter, seat in game.state["seats"].items()
    )
