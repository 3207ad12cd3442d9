"""Tables that follow from an order of players and from nothing else: the ladder and the seats of a final.

In a ladder neighbours in the standings share a table (competition.md 3.2). In a final the seat follows the qualifying
rank, the best in the last seat, so that he begins on the bench (3.6). More than six finalists sit at as few tables as
hold them, dealt out in a snake (1 2 3, 3 2 1, 1 2 3), so that the tables are about as strong as each other. Of a pair
who may not share a table the better one stays, and the other goes to the next table that may have him.
"""

from collections.abc import Sequence

from games.rules.refusals import Refused
from tournaments.draws.apart import conflicts_of, kept_apart, refusal, refuse_apart
from tournaments.draws.model import Options, Pair, Player, Table
from tournaments.draws.sizes import LARGEST, STANDARD, checked_sizes, even_sizes, refuse_impossible, splits


def ladder(
    standing: Sequence[str],
    sizes: Sequence[int],
    allowed: tuple[int, ...] = STANDARD,
    apart: tuple[Pair, ...] = (),
) -> tuple[Table, ...]:
    """Players, best first, in tables of these sizes, the best at the first; within a table still by standing."""
    _refuse_twice(standing)
    tables, start = [], 0
    for size in checked_sizes(len(standing), sizes, allowed):
        tables.append(tuple(standing[start : start + size]))
        start += size
    return _apart(tables, standing, apart)


def seats_of_final(
    ranked: Sequence[str], allowed: tuple[int, ...] = STANDARD, apart: tuple[Pair, ...] = ()
) -> tuple[Table, ...]:
    """The finalists, given best first, in the order of their seats: one table, or more if they are more than six."""
    _refuse_twice(ranked)
    sizes = _sizes_of_final(len(ranked), allowed)
    best_first: list[list[str]] = [[] for _ in sizes]
    waiting = iter(ranked)
    for row in range(sizes[0]):
        open_tables = [table for table, size in zip(best_first, sizes, strict=True) if row < size]
        for table, key in zip(open_tables if row % 2 == 0 else reversed(open_tables), waiting, strict=False):
            table.append(key)
    return tuple(tuple(reversed(table)) for table in _apart(best_first, ranked, apart))


def _apart(tables: Sequence[Sequence[str]], ranked: Sequence[str], apart: tuple[Pair, ...]) -> tuple[Table, ...]:
    """The tables, each by rank, with those at other tables who may not sit together."""
    if not apart:
        return tuple(tuple(table) for table in tables)
    players = [Player(key) for key in ranked]
    refuse_apart(players, [len(table) for table in tables], Options(apart=apart))
    rank = {key: number for number, key in enumerate(ranked)}
    found = kept_apart([[rank[key] for key in table] for table in tables], conflicts_of(players, apart))
    if found is None:
        raise refusal(apart)
    return tuple(tuple(ranked[number] for number in sorted(table)) for table in found)


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
