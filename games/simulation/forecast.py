"""How many minutes a game, and a round of games, will take from here: a range that holds four times out of five.

A pure function of what the tables look like, of what is known of their pace, and of a seed. The deals that are left are
played without cards, as in lengths.py: in each somebody of the four loses a letter, the bench moves round, and the game
stops where the rules stop it. Where the loser sits out, or the bench is free, games differ from that by a deal or two.
Penalty letters and withdrawals do not happen, and nobody plays better than another.

How long a deal takes is believed as follows. A hall has a pace that nobody knows beforehand: five to six minutes a deal
(competition.md 7), in one hall less, in another more; after a round it has about the pace of that round again. A table
differs from its hall, a deal from the others of its table, and the pace of all drifts over a round. All are spreads of
logarithms (`Spread`); how much tables and deals differ is learnt from the tables of the hall. So a table of which
little is known goes by its hall, a hall of which little is known by the round before or by the five to six minutes, and
the range is as wide as that leaves it. The time of some deals is a gamma variable, taken from a normal one by Wilson
and Hilferty's cube.

A sample is one course of the whole evening: the hall's pace and its drift are one for all tables, the rest is each
table's own. A round takes as long as its last table, sample by sample. The numbers behind the samples depend on the
seed alone, so that a range moves only when what is known does. Seconds are of play: pauses are not in them (`pace.py`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from math import exp, log, sqrt
from operator import itemgetter
from statistics import NormalDist
from typing import Any, NamedTuple

from games.rules.chance import Chance
from games.simulation.lengths import bench_after
from games.simulation.pace import Pace

SAMPLES = 256
FIVES_FROM = 10  # minutes; below they are told singly
BELOW, ABOVE = 0.09, 0.11
"""So much of the samples lies below the range, and so much above it."""
MOST_DEALS = 72
"""No game has more: six seats, words of twelve letters."""
USUAL = 330.0
"""Seconds of a deal, before anything is known."""
ELSEWHERE = 6
"""So many tables of other halls weigh against those of this one where it is said how much tables and deals differ."""


class Spread(NamedTuple):
    """How much paces differ, as deviations of their logarithms: halls, the tables of a hall, the deals of a table.

    `again`: of a hall from its round before. `drift`: by how much a deal is slower, or quicker, than the one before.
    bench/forecast.py says how they were found.
    """

    hall: float = 0.22
    again: float = 0.14
    table: float = 0.18
    deal: float = 0.5
    drift: float = 0.01


SPREAD = Spread()


class Ahead(NamedTuple):
    """A table as its next deal finds it. `missing`: letters of each seat still in, clockwise; `bench`: the places of
    those of them who sit out; with `stays` of them left the game is over.
    """

    missing: tuple[int, ...]
    bench: tuple[int, ...]
    stays: int


class Hall(NamedTuple):
    """What is known of the tables of the rounds that are played, together: how many have timed a deal, and their deals
    and seconds. `before`: the seconds of a deal in the last round that is over, 0 if there was none. `squares`: the sum
    of seconds² / deals of each table, which says how much tables differ.
    """

    tables: int = 0
    deals: int = 0
    seconds: int = 0
    before: float = 0.0
    squares: float = 0.0

    @classmethod
    def of(cls, paces: Iterable[Pace], *, before: float = 0.0) -> Hall:
        known = [pace for pace in paces if pace.is_known]
        deals, seconds = (sum(one) for one in zip(*known, strict=True)) if known else (0, 0)
        squares = sum(pace.seconds**2 / pace.deals for pace in known)
        return cls(len(known), deals, seconds, before, squares)


class Table(NamedTuple):
    """`waited`: seconds of play since its last line. `seed`: what tells it from the other tables."""

    ahead: Ahead
    pace: Pace = Pace()
    waited: float = 0.0
    seed: str = ""


@dataclass(frozen=True, slots=True)
class Forecast:
    """Minutes of play, from and to."""

    least: float
    most: float

    @property
    def rounded(self) -> tuple[int, int]:
        """As one says it: single minutes below ten, then fives; at least one."""
        return _told(self.least), _told(self.most)


def forecast(table: Table, hall: Hall, *, spread: Spread = SPREAD) -> Forecast:
    """The minutes until the game at a table is over."""
    spread = learnt(hall, spread)
    return _range(_seconds(table, _pace_of_hall(hall, spread), spread))


def forecast_of_round(tables: Sequence[Table], hall: Hall, *, spread: Spread = SPREAD) -> Forecast:
    """The minutes until the last of the tables is over."""
    spread = learnt(hall, spread)
    of_hall = _pace_of_hall(hall, spread)
    return _range(map(max, zip(*(_seconds(table, of_hall, spread) for table in tables), strict=True)))


def deals_within(ahead: Ahead) -> tuple[int, int, int]:
    """The deals that are left: from, about, and to."""
    deals = sorted(deals_left(ahead))
    return deals[int(BELOW * SAMPLES)], round(sum(deals) / SAMPLES), deals[-1 - int(ABOVE * SAMPLES)]


def _range(seconds: Iterable[float]) -> Forecast:
    ordered = sorted(seconds)
    return Forecast(ordered[int(BELOW * SAMPLES)] / 60, ordered[-1 - int(ABOVE * SAMPLES)] / 60)


def _told(minutes: float) -> int:
    return max(1, round(minutes)) if minutes < FIVES_FROM else 5 * round(minutes / 5)


# --- The time of deals ------------------------------------------------------------------------------------------------


def _pace_of_hall(hall: Hall, spread: Spread) -> tuple[float, float]:
    """Mean and deviation of the logarithm of the seconds a deal takes in this hall."""
    mean, precision = log(hall.before or USUAL), (spread.again if hall.before else spread.hall) ** -2
    if hall.deals:
        each = hall.deals / hall.tables
        seen = (spread.table**2 + _variance_of_mean(each, spread)) / hall.tables
        mean = (mean * precision + log(hall.seconds / hall.deals) / seen) / (precision + 1 / seen)
        precision += 1 / seen
    return mean, sqrt(1 / precision)


def learnt(hall: Hall, spread: Spread) -> Spread:
    """What is believed of tables and deals once several tables are seen: those of this hall are more alike than one
    believed, or less. Which of the two differ more, the tables or their deals, sums cannot tell; so both do.
    """
    others = hall.tables - 1
    if others < 1 or not hall.squares:
        return spread
    mean = hall.seconds / hall.deals
    seen = max(0.0, hall.squares / mean**2 - hall.deals)
    believed = spread.table**2 * hall.deals / hall.tables + spread.deal**2
    scale = sqrt((ELSEWHERE + seen / believed) / (ELSEWHERE + others))
    return spread._replace(table=spread.table * scale, deal=spread.deal * scale)


def _variance_of_mean(deals: float, spread: Spread) -> float:
    """How badly the mean of so many deals tells the pace."""
    return spread.deal**2 / deals


def _seconds(table: Table, of_hall: tuple[float, float], spread: Spread) -> list[float]:
    """The seconds until the game is over, in each sample."""
    mean, deviation = of_hall
    by_hall, own, given_own, far = 1.0, 0.0, spread.table, 0
    if table.pace.is_known:
        far = table.pace.deals
        seen = _variance_of_mean(table.pace.deals, spread)
        by_hall = seen / (seen + spread.table**2)
        own = (1 - by_hall) * log(table.pace.seconds / table.pace.deals)
        given_own = sqrt(by_hall) * spread.table
    parts, drift = spread.deal**-2, spread.drift / 2
    waits = _Waiting(table.waited, parts) if table.waited > 0 else None
    numbers, found = _numbers(table.seed), []
    for deals, (hall, trend, at_table, course, first) in zip(
        numbers.order(deals_left(table.ahead)), zip(*numbers[1:], strict=True), strict=True
    ):
        moved = drift * (far + deals) * trend
        pace = exp(own + by_hall * (mean + deviation * hall) + given_own * at_table + moved)
        if not deals:
            found.append(0.0)
        elif waits is None:
            found.append(pace * deals * _gamma(deals * parts, course))
        else:
            found.append(waits.rest(pace, first) + pace * (deals - 1) * _gamma((deals - 1) * parts, course))
    return found


def _gamma(parts: float, normal: float) -> float:
    """A gamma variable of mean 1 and so many parts, by a standard normal one."""
    if not parts:
        return 0.0
    cube = 1 - 1 / (9 * parts) + normal / (3 * sqrt(parts))
    return cube**3 if cube > 0 else 0.0


class _Waiting:
    """The rest of a deal that is known to have taken so many seconds already."""

    def __init__(self, waited: float, parts: float) -> None:
        self.waited, self.parts = waited, parts

    def rest(self, pace: float, normal: float) -> float:
        cube = (self.waited / pace) ** (1 / 3)
        least = _NORMAL.cdf((cube - 1 + 1 / (9 * self.parts)) * 3 * sqrt(self.parts))
        share = min(least + (1 - least) * _NORMAL.cdf(normal), 0.9999)
        return max(0.0, pace * _gamma(self.parts, _NORMAL.inv_cdf(share)) - self.waited)


_NORMAL = NormalDist()
_NORMALS = tuple(_NORMAL.inv_cdf((place + 0.5) / SAMPLES) for place in range(SAMPLES))


class _Numbers(NamedTuple):
    """What of a sample does not depend on what is known. `order`: of the samples of deals left; the rest is normal."""

    order: itemgetter[Any]
    hall: tuple[float, ...]
    trend: tuple[float, ...]
    table: tuple[float, ...]
    course: tuple[float, ...]
    first: tuple[float, ...]


@lru_cache(maxsize=512)
def _numbers(seed: str) -> _Numbers:
    hall, chance = Chance("forecast"), Chance(f"forecast|{seed}")
    order: itemgetter[Any] = itemgetter(*chance.shuffled(range(SAMPLES)))
    return _Numbers(order, *(tuple(one.shuffled(_NORMALS)) for one in (hall, hall, chance, chance, chance)))


# --- The deals that are left ------------------------------------------------------------------------------------------


@lru_cache(maxsize=4096)
def deals_left(ahead: Ahead) -> tuple[int, ...]:
    """How many deals the game has still to go, in each sample."""
    return tuple(_played(ahead, losers) for losers in _losers())


@lru_cache(maxsize=1)
def _losers() -> tuple[bytes, ...]:
    """Of each sample, deal by deal: who of the four loses. More deals than a game can have."""
    chance = Chance("forecast")
    return tuple(bytes(chance.below(4) for _ in range(MOST_DEALS)) for _ in range(SAMPLES))


def _played(ahead: Ahead, losers: bytes) -> int:
    missing, active = list(ahead.missing), tuple(range(len(ahead.missing)))
    bench, last_to_sit = ahead.bench, ahead.bench[-1] if ahead.bench else -1
    playing = _playing(active, bench)
    for deals, lost in enumerate(losers):
        if len(active) <= ahead.stays:
            return deals
        loser = playing[lost]
        missing[loser] -= 1
        if not missing[loser]:
            active = tuple(seat for seat in active if seat != loser)
        if bench or not missing[loser]:
            bench = bench_after(active, last_to_sit)
            last_to_sit = bench[-1] if bench else last_to_sit
            playing = _playing(active, bench)
    return len(losers)


@cache
def _playing(active: tuple[int, ...], bench: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(seat for seat in active if seat not in bench)
