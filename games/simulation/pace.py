"""How long the deals of a table took: read from its log and the times of its lines (pure).

A deal takes from the line before it that ended one, or from the opening of the game, to its own line. Time between a
pause and what ends it is nobody's play; a deal that itself ends a pause is not timed, because nobody knows when the
cards were dealt. A void deal and corrections take the time that they take. What is struck was no deal, and its time is
that of the next one.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from games.rules.entries import Deal, Dealing, Pause, Resume, SmearDeal
from games.rules.replay import Line

SHORTEST = 30
"""Seconds: deals that took less on average were written down together, afterwards."""


class Pace(NamedTuple):
    """The deals whose time is known, and how many seconds they took together."""

    deals: int = 0
    seconds: int = 0

    @property
    def is_known(self) -> bool:
        return self.deals > 0 and self.seconds >= self.deals * SHORTEST


def pace_of(lines: Sequence[Line], times: Sequence[datetime], opened_at: datetime) -> Pace:
    """The pace of a game. `times`: of each line, when it was told."""
    deals, seconds, under_way = 0, 0.0, 0.0
    before, paused = opened_at, False
    for line, told in zip(lines, times, strict=True):
        now = max(before, told)
        if not paused:
            under_way += (now - before).total_seconds()
        before = now
        if not line.applied:
            continue
        if isinstance(line.entry, Deal | SmearDeal):
            if not paused:
                deals, seconds = deals + 1, seconds + under_way
            under_way = 0.0
        if isinstance(line.entry, Pause | Resume | Dealing):
            paused = isinstance(line.entry, Pause)
    return Pace(deals, round(seconds))
