"""How many minutes tables that play, and their round, will still take: of what a page has loaded. No statement.

A forecast is made of the state at the last line, so it changes only with the version of the event, and is the same on
all pages. Of a table it counts from that table's last line; of a round from the last line at any of its tables.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from games.simulation.forecast import Ahead, Forecast, Table, forecast, forecast_of_round
from tournaments.models import RoundKind, RoundStatus
from tournaments.queries.tables_public import TableNow


class RoundForecast(NamedTuple):
    """`at`: from when its minutes count."""

    minutes: Forecast
    at: datetime


def forecast_at(table: TableNow) -> Forecast | None:
    """The minutes that a table will still take; None where it does not play, or nobody can say, as in Smear."""
    return forecast(_table(table), table.hall) if is_foreseen(table) else None


def forecast_of(tables: Sequence[TableNow]) -> RoundForecast | None:
    """The minutes until the last of these tables is over: all of one round. None where none plays."""
    playing = [table for table in tables if is_foreseen(table)]
    if not playing:
        return None
    at = max(heard for table in tables if (heard := _heard(table)))
    waiting = [
        _table(table)._replace(waited=0.0 if table.paused else (at - (_heard(table) or at)).total_seconds())
        for table in playing
    ]
    return RoundForecast(forecast_of_round(waiting, playing[0].hall), at)


def is_foreseen(table: TableNow) -> bool:
    """Whether there is a forecast for it. A play-off is one deal, and nobody asks."""
    plays = table.status == RoundStatus.RUNNING and table.started and not (table.finished or table.is_past)
    return plays and bool(table.word) and table.kind != RoundKind.PLAY_OFF


def _heard(table: TableNow) -> datetime | None:
    return table.last_entry_at or table.opened_at


def _table(table: TableNow) -> Table:
    """How many stay follows from the most deals to go: each that is missing, but one of everybody who stays."""
    still_in = [seat for seat in table.seats if seat.left is None]
    missing = tuple(len(table.word) - seat.letters for seat in still_in)
    sitting = {place for place, seat in enumerate(still_in) if seat.role == "sits_out"}
    bench = sorted(sitting, key=lambda place: (place + 1) % len(still_in) not in sitting)  # who moves on last, last
    return Table(Ahead(missing, tuple(bench), sum(missing) - table.to_go[1]), table.pace, seed=str(table.number))
