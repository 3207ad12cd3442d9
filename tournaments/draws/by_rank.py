"""Tables that follow from an order of players and from nothing else: the ladder and the seats of a final.

In a ladder neighbours in the standings share a table (competition.md 3.2). In a final the seat follows the qualifying
rank, the best in the last seat, so that he begins on the bench (3.6). More than six finalists sit at as few tables as
hold them, dealt out in a snake (1 2 3, 3 2 1, 1 2 3), so that the tables are about as strong as each other.
"""

from collections.abc import Sequence

from games.rules.refusals import Refused
from tournaments.draws.model import Table
from tournaments.draws.sizes import LARGEST, STANDARD, checked_sizes, even_sizes, refuse_impossible, splits


def ladder(standing: Sequence[str], sizes: Sequence[int], allowed: tuple[int, ...] = STANDARD) -> tuple[Table, ...]:
    """Players, best first, in tables of these sizes, the best at the first; within a table still by standing."""
    _refuse_twice(standing)
    tables, start = [], 0
    for size in checked_sizes(len(standing), sizes, allowed):
        tables.append(tuple(standing[start : start + size]))
        start += size
    return tuple(tables)


def seats_of_final(ranked: Sequence[str], allowed: tuple[int, ...] = STANDARD) -> tuple[Table, ...]:
    """The finalists, given best first, in the order of their seats: one table, or more if they are more than six."""
    _refuse_twice(ranked)
    sizes = _sizes_of_final(len(ranked), allowed)
    best_first: list[list[str]] = [[] for _ in sizes]
    waiting = iter(ranked)
    for row in range(sizes[0]):
        open_tables = [table for table, size in zip(best_first, sizes, strict=True) if row < size]
        for table, key in zip(open_tables if row % 2 == 0 else reversed(open_tables), waiting, strict=False):
            table.append(key)
    return tuple(tuple(reversed(table)) for table in best_first)


def _sizes_of_final(n: int, allowed: tuple[int, ...]) -> tuple[int, ...]:
    if allowed != STANDARD:
        return splits(n, 1, allowed)[0].sizes
    refuse_impossible(n)
    return even_sizes(n, -(-n // LARGEST))


def _refuse_twice(keys: Sequence[str]) -> None:
    seen: set[str] = set()
    for key in keys:
        if key in seen:
            raise Refused("player_twice", key=key)
        seen.add(key)
