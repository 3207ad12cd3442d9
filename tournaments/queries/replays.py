"""A table, or a whole event, stepped through line by line: each step is `replay` of that prefix of the log.

Nothing is smoothed over: a deal that was taken back later counts until the line that takes it back, and a ruling stands
where it was given: at its lines, or if it wrote none, at the last line before it. An event goes round by round, in the
order of time; a step is one line at one of its tables.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from games import queries as game_queries
from games.models import Entry
from games.rules.entries import Correction, Deal, SmearDeal
from games.rules.entries import Entry as LogEntry
from games.rules.replay import GameState, replay
from games.rules.setup import GameSetup
from tournaments.models import Event, Round, Ruling, Table
from tournaments.queries.tables_public import TableNow, tables_then

DEALS = (Deal, SmearDeal)


@dataclass(frozen=True, slots=True)
class Step:
    """A table after `position` lines of `length`. `at`: when the last of them was written.

    `deals`: number and line of each deal, numbered as it was when it was played; `rulings`: those that stand at this
    line.
    """

    position: int
    length: int
    state: GameState
    now: TableNow
    at: datetime | None
    deals: tuple[tuple[int, int], ...]
    rulings: tuple[Ruling, ...]


def step_of(table: Table, position: int) -> Step | None:
    """The table after so many lines; None if there are not so many, or no game yet. Four statements at most."""
    if table.game is None:
        return None
    lines = game_queries.log_of(table.game)
    if position > len(lines):
        return None
    log = [game_queries.parsed(line) for line in lines]
    setup = game_queries.setup_of(table.game)
    state = replay(setup, log[:position])
    return Step(
        position=position,
        length=len(lines),
        state=state,
        now=tables_then({table: state})[0],
        at=lines[position - 1].at_server if position else None,
        deals=_deals(setup, log),
        rulings=_rulings_at(table.pk, lines, position),
    )


def _deals(setup: GameSetup, log: Sequence[LogEntry]) -> tuple[tuple[int, int], ...]:
    """Of each deal its number and its line. Where nothing was gone back on, they follow one another."""
    positions = [position for position, entry in enumerate(log, start=1) if isinstance(entry, DEALS)]
    if not any(isinstance(entry, Correction) for entry in log):
        return tuple(enumerate(positions, start=1))
    return tuple((replay(setup, log[:position]).deals, position) for position in positions)


def _rulings_at(table: int, lines: Sequence[Entry], position: int) -> tuple[Ruling, ...]:
    """The rulings that stand at a line of a table, in the order in which they were given. One statement."""
    rulings = Ruling.objects.filter(table=table).select_related("concerned").order_by("at", "pk")
    return tuple(ruling for ruling in rulings if position in _where(ruling, lines))


def _where(ruling: Ruling, lines: Sequence[Entry]) -> Sequence[int]:
    return (*ruling.entries, *ruling.undoing) or (sum(line.at_server <= ruling.at for line in lines),)


@dataclass(frozen=True, slots=True)
class EventStep:
    """An event after `number` lines of `length`: the round under way, its tables as they were, where the line was."""

    number: int
    length: int
    round: Round
    tables: tuple[TableNow, ...]
    table: int
    position: int
    at: datetime
    state: GameState
    rulings: tuple[Ruling, ...]
    starts: tuple[tuple[Round, int], ...]


def event_step(event: Event, number: int) -> EventStep | None:
    """The event after its `number`-th line, from 1; None if it has not so many."""
    rounds = {round_.pk: round_ for round_ in Round.objects.filter(event=event)}
    order = (
        Entry.objects.filter(game__table__round__event=event)
        .order_by("game__table__round__number", "at_server", "game__table__number", "position")
        .values_list("game__table__round", "game__table", "position", "at_server")
    )
    lines = list(order)
    if not 1 <= number <= len(lines):
        return None
    round_, table, position, at = lines[number - 1]
    played: dict[int, int] = {}
    for _round, one, reached, _at in lines[:number]:
        if _round == round_:
            played[one] = max(reached, played.get(one, 0))
    tables = list(Table.objects.filter(round=round_).select_related("round", "game").order_by("number"))
    logs = game_queries.logs_of(one.game for one in tables if one.game)
    states = _states(tables, logs, played)
    here = next(one for one in states if one.pk == table)
    starts = [0, *(index for index in range(1, len(lines)) if lines[index][0] != lines[index - 1][0])]
    return EventStep(
        number=number,
        length=len(lines),
        round=rounds[round_],
        tables=tuple(tables_then(states)),
        table=here.number,
        position=position,
        at=at,
        state=states[here],
        rulings=_rulings_at(table, logs[here.game.pk] if here.game else (), position),
        starts=tuple((rounds[lines[index][0]], index + 1) for index in starts),
    )


def _states(
    tables: Sequence[Table], logs: Mapping[int, Sequence[Entry]], played: Mapping[int, int]
) -> dict[Table, GameState]:
    return {
        table: replay(
            game_queries.setup_of(table.game),
            [game_queries.parsed(line) for line in logs[table.game.pk][: played.get(table.pk, 0)]],
        )
        for table in tables
        if table.game
    }
