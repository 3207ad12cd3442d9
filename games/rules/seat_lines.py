"""What a line says by which somebody has another seat: who came for whom, or who had changed chairs with whom.

Such a line is told as it was said when it was written: about those who had the seats as the log read then. Where a
later correction makes it read otherwise, that is told beside it, and never in its place: so the log of a table and what
stands beside its seating speak of the same people (competition.md 2.10, 2.11).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

from games.rules.entries import Correction, Entry, Seating, Substitute, Swap
from games.rules.replay import GameState, replay
from games.rules.ruled import exchanged, seatings


@dataclass(frozen=True, slots=True)
class SeatLine:
    """Labels. Of a stand-in `first` is he, `second` who had the seat; of a swap who has `seat` since, and `other`."""

    entry: Seating
    first: str
    second: str


def as_written(state: GameState, position: int) -> GameState:
    """The game as it was when the line at `position` had just been written."""
    return replay(state.setup, [line.written for line in state.lines[:position]])


def seat_line(state: GameState, position: int) -> SeatLine:
    """What the seat line at `position` says in this state of the log. A seat that nobody has is empty."""
    line = state.lines[position - 1]
    match line.entry:
        case Substitute(seat=seat, occupant=label):
            return SeatLine(line.entry, label, labels_at(state, position).get(seat, ""))
        case Swap(seat=seat, other=other, since=since):
            has = labels_at(state, since, until=position) if line.applied else labels_at(state, position)
            return SeatLine(line.entry, has.get(seat, ""), has.get(other, ""))
        case _:
            raise AssertionError(f"not a line about a seat: {line.entry}")


def labels_at(state: GameState, position: int, until: int | None = None) -> Mapping[str, str]:
    """Seat → the label of whoever had it just before the line at `position` did anything, when those had changed chairs
    who did so since then; of these only the lines `until` that one.
    """
    *_, labels = islice(seatings(state), position)
    for line in state.lines[:until]:
        if line.applied and isinstance(line.entry, Swap) and line.entry.since == position:
            labels = exchanged(labels, line.entry)
    return labels


def subject(log: Sequence[Entry], position: int) -> int:
    """The line itself, or the one at the end of a chain of corrections; `log`: as it was written."""
    entry = log[position - 1]
    while isinstance(entry, Correction) and 1 <= entry.position < position:
        position = entry.position
        entry = log[position - 1]
    return position
