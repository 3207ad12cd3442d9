"""Rounds by lot that are turned into each other: where the annealer begins if few of the rounds are to be free.

Players stand on wheels of as many places as there are turns, and some beside them. A round is turned into the next one
by turning every wheel by one place, as often as there are turns or some part of them; after that it has come back to
itself. A round that comes back sooner has to look the same after so many turns: its tables are turned into each other,
one place of a wheel at each, or a table keeps whole wheels. So there is little left to choose, and schedules without a
repeat and with fair shares of the large tables, too rare to be met among all, are met at once among these: what is
wrong with one round is wrong with all that it is turned into. With one turn all rounds are free.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations_with_replacement, product
from typing import NamedTuple

from tournaments.draws.seeding import Stream

MOST_TURNS = 14


class Shape(NamedTuple):
    """`times`: for each free round how many it is turned into, itself included."""

    turns: int
    wheels: int
    times: tuple[int, ...]


class Start(NamedTuple):
    """`turn`: which player each becomes; `rounds`: players, table by table."""

    shape: Shape
    turn: list[int]
    rounds: list[list[int]]


def shapes(sizes: Sequence[int], rounds: int) -> list[Shape]:
    """All rounds free, and those in which hardly two of the players beside the wheels have to share a table."""
    players, found = sum(sizes), [Shape(1, sum(sizes), (1,) * rounds)]
    for turns in range(2, min(MOST_TURNS, players) + 1):
        for wheels in range(players // turns, 0, -1):
            if players - turns * wheels > len(sizes) + turns:
                break
            found += [Shape(turns, wheels, times) for times in _times(turns, rounds)]
    return list(dict.fromkeys(found))


def start(sizes: Sequence[int], shape: Shape, stream: Stream) -> Start | None:
    """None if these tables cannot be turned so."""
    turns, wheels, times = shape
    players = range(sum(sizes))
    turn = [one - one % turns + (one + 1) % turns if one < turns * wheels else one for one in players]
    chosen = [_round(sizes, turns, wheels, often, stream) for often in times]
    rounds = [order for order in chosen if order]
    return Start(shape, turn, rounds) if len(rounds) == len(times) else None


def _times(turns: int, rounds: int) -> Iterator[tuple[int, ...]]:
    """Ways to make so many rounds, as few as can be of them coming back too soon."""
    divisors = [often for often in range(turns, 0, -1) if turns % often == 0]
    whole, rest = divmod(rounds, turns)
    for less in range(min(whole, 2)):
        for others in _sums(rest + less * turns, divisors[1:]):
            yield (turns,) * (whole - less) + others


def _sums(total: int, parts: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """A few ways: of each largest part as many as fit."""
    for start_at in range(len(parts)):
        found, left = [], total
        for part in parts[start_at:]:
            found += [part] * (left // part)
            left %= part
        if not left:
            yield tuple(found)


def _round(sizes: Sequence[int], turns: int, wheels: int, often: int, stream: Stream) -> list[int]:
    """A round that comes back after `often` turns; empty if there is none."""
    length = turns // often  # of the smaller wheels into which turning so far cuts every wheel
    beside = stream.shuffled(range(turns * wheels, sum(sizes)))
    if length == 1:
        return stream.shuffled(range(sum(sizes)))
    cut = [
        [wheel * turns + (first + often * place) % turns for place in range(length)]
        for wheel in range(wheels)
        for first in range(often)
    ]
    ways = list(_ways(sizes, length, len(cut), len(beside)))
    if not ways:
        return []
    small = [(*wheel[by:], *wheel[:by]) for wheel in stream.shuffled(cut) for by in [stream.below(length)]]
    order: list[int] = []
    for size, kept in ways[stream.below(len(ways))]:
        if kept is None:
            taken, small = small[:size], small[size:]
            order += [wheel[place] for place in range(length) for wheel in taken]
        else:
            taken, small = small[:kept], small[kept:]
            order += [one for wheel in taken for one in wheel]
            rest = size - kept * length
            order, beside = order + beside[:rest], beside[rest:]
    return order


def _ways(sizes: Sequence[int], length: int, wheels: int, beside: int) -> Iterator[list[tuple[int, int | None]]]:
    """Each way is a list of tables: size and the wheels that it keeps, or None for `length` tables turned into each
    other. All wheels and all players beside them have to be used up.
    """
    kinds = [_of_one_size(size, sizes.count(size), length) for size in sorted(set(sizes), reverse=True)]
    for chosen in product(*map(list, kinds)):
        way = [table for part in chosen for table in part]
        used = sum(size if kept is None else kept for size, kept in way)
        if used == wheels and beside == sum(size - kept * length for size, kept in way if kept is not None):
            yield way


def _of_one_size(size: int, tables: int, length: int) -> Iterator[list[tuple[int, int | None]]]:
    for together in range(tables // length + 1):
        for kept in combinations_with_replacement(range(size // length + 1), tables - together * length):
            yield [(size, None)] * together + [(size, wheels) for wheels in kept]
