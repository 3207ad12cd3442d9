"""What an entry did in an event, as far as places depend on it."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Protocol

from games.rules.game import Tally
from tournaments.standings.reasons import Reason


@dataclass(frozen=True, slots=True)
class FinalSeat:
    """Somebody's present seat in a final or small final (`tier`), and what he did in that final.

    `left`: order of leaving from 1; `outlasted_by`: how many of his table stayed longer, 0 while he is in.
    """

    tier: int
    tally: Tally
    left: int | None = None
    outlasted_by: int = 0
    finished: bool = True


@dataclass(frozen=True, slots=True)
class Record:
    """What a classified entry did. `basic`: a tally for each basic round; `total` counts the finals too."""

    entry: str
    basic: tuple[Tally, ...]
    total: Tally
    seat: FinalSeat | None = None
    gave_up_final_seat: bool = False


Ascending = tuple[bool, Fraction]  # best first, None last
Key = tuple[int | Ascending, ...]


class Ranking(Protocol):
    """How the records of an event are compared. One for each game: by_success.py, by_games_won.py."""

    def worth(self, basic: Collection[Tally]) -> Fraction | None:
        """What the basic rounds are worth, more is better; None without own deals."""

    def key_of_others(self, basic: Collection[Tally]) -> str:
        """The same as a text that ascends with the places (order.py)."""

    def success(self, rounds: Collection[Tally]) -> Fraction | None:
        """The success to be shown, over the rounds that rank; None without own deals, or where there is none."""

    def key(self, record: Record) -> Key:
        """Ascending keys are the order of standings; equal ones share a place."""

    def reasons(self, record: Record, key: Key, tied: Mapping[Key, int]) -> Iterator[Reason]:
        """Why the record has its place. `tied`: how many in the finals begin with the same key."""


def ascending(value: Fraction | None) -> Ascending:
    return (True, Fraction(0)) if value is None else (False, -value)
