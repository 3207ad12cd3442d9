"""What a draw is given and what it gives: frozen values, without names of persons and without the database.

A player is a key (the caller's own: a start number, a registration's id), a club or none, a country or none. The
history says what earlier rounds of the event did to them; `history_of` makes it from the tables as they were. The
quality of a drawing counts what this round adds, so the figures of the rounds of an event may be summed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain, combinations
from typing import Literal

from tournaments.draws.sizes import STANDARD

Table = tuple[str, ...]
"""Player keys in the order of the seats: A, B, C ..."""

Plan = tuple[tuple[tuple[int, ...], ...], ...]
"""Rounds, tables, numbers for players in the order of their seats: what an event follows."""

Clubs = Literal["off", "prefer", "require"]

Pair = tuple[str, str]
"""Two keys."""


@dataclass(frozen=True, slots=True)
class Player:
    key: str
    club: str | None = None
    country: str | None = None


def pair(one: str, other: str) -> tuple[str, str]:
    """The two keys in alphabetical order, as `History.meetings` stores a pair."""
    return (one, other) if one <= other else (other, one)


@dataclass(frozen=True, slots=True)
class History:
    """What came before this round, as `history_of` makes it. Keys of players who are no longer there do no harm.

    `meetings`: pair (keys sorted) -> rounds at one table; `dealt_first`: times in seat A; `large_tables`: times at a
    table larger than the smallest of its round; `rounds`: the tables themselves, oldest first. Without `rounds` a draw
    works too, but it cannot avoid meetings in two rounds running nor balance the seats behind A. `plan`: as the last
    draw left it, if the event follows one.
    """

    meetings: Mapping[tuple[str, str], int] = field(default_factory=dict)
    dealt_first: Mapping[str, int] = field(default_factory=dict)
    large_tables: Mapping[str, int] = field(default_factory=dict)
    rounds: tuple[tuple[Table, ...], ...] = ()
    plan: Plan | None = None


@dataclass(frozen=True, slots=True)
class Options:
    """`sizes`: of the tables, or None for the default of `sizes.splits`; `rounds`: how many the event has in all.

    `countries`: the same for compatriots as `clubs` for club-mates, who are compatriots too.
    `allowed`: the sizes that the game allows, the smallest first; `apart`: pairs who may never share a table.
    `in_columns`: numbers of a plan as engines before scwu-draw/13 gave them: clubs fill column after column, and stay.
    """

    sizes: tuple[int, ...] | None = None
    clubs: Clubs = "off"
    rounds: int = 1
    allowed: tuple[int, ...] = STANDARD
    apart: tuple[Pair, ...] = ()
    countries: Clubs = "off"
    in_columns: bool = False


@dataclass(frozen=True, slots=True)
class Fault:
    """Something that speaks against a player's seat. Codes and their values stand in `quality`."""

    code: str
    values: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Quality:
    """How good the tables of a round are.

    `coincidences`: what this round adds to the sum of m(m-1)/2 over the pairs, m = times they have met; `bound`: no
    tables of these sizes could add less; `consecutive`: pairs that met in the last round too; `club_pairs`: pairs of
    club-mates; `country_pairs`: of compatriots, None if countries do not matter; `forbidden_pairs`: pairs of
    `Options.apart`; the spreads: most less fewest times in seat A, at a large table, this round included. `per_player`
    has only those with faults.
    """

    coincidences: int
    bound: int
    consecutive: int
    club_pairs: int
    seat_a_spread: int
    large_table_spread: int
    per_player: Mapping[str, tuple[Fault, ...]]
    forbidden_pairs: int = 0
    country_pairs: int | None = None

    @property
    def proved_optimal(self) -> bool:
        """Whether no tables have fewer coincidences. If false: the best found, `bound` is what might be possible."""
        return self.coincidences == self.bound


@dataclass(frozen=True, slots=True)
class Drawing:
    """The tables of one round, and what is needed to make them again. `plan`: what the next round goes on with."""

    tables: tuple[Table, ...]
    quality: Quality
    version: str
    seed: str
    plan: Plan | None = None


def history_of(rounds: Sequence[Sequence[Sequence[str]]], plan: Plan | None = None) -> History:
    """What these rounds make, oldest first, each table in the order of its seats; `plan`: the last draw's."""
    kept = tuple(tuple(tuple(table) for table in tables) for tables in rounds)
    tables = list(chain.from_iterable(kept))
    return History(
        meetings=Counter(chain.from_iterable(combinations(sorted(table), 2) for table in tables)),
        dealt_first=Counter(chain.from_iterable(table[:1] for table in tables)),
        large_tables=Counter(chain.from_iterable(map(at_large, kept))),
        rounds=kept,
        plan=plan,
    )


def at_large(tables: Sequence[Sequence[str]]) -> list[str]:
    """Who sits at a table that is larger than the smallest of its round."""
    smallest = min(map(len, tables), default=0)
    return [key for table in tables if len(table) > smallest for key in table]
