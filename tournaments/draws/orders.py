"""The rounds of a schedule in the order in which fewest pairs meet in two rounds running.

Which rounds are played says how often people meet; their order says only when. Of few rounds all orders are tried
(shortest path through all of them); of many, two rounds at a time change places, or a stretch is turned round, as
long as that helps.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise

Tables = list[list[int]]

TRIED_OUT = 8
"""So many rounds are put in their very best order."""

Paths = dict[tuple[int, int], tuple[int, tuple[int, ...]]]
"""The rounds gone through (a bit for each) and the last of them -> pairs that met twice running, and the order."""


def in_best_order(schedule: Sequence[Tables]) -> list[Tables]:
    """The same rounds; as they are if no pair meets twice running."""
    common = _common(schedule)
    order = tuple(range(len(schedule)))
    if _length(order, common):
        order = _shortest(common) if len(schedule) <= TRIED_OUT else _shortened(order, common)
    return [schedule[number] for number in order]


def consecutive_of(schedule: Sequence[Tables]) -> int:
    """The pairs that meet in two rounds running."""
    met = [_pairs(tables) for tables in schedule]
    return sum(len(one & other) for one, other in pairwise(met))


def _pairs(tables: Tables) -> set[tuple[int, int]]:
    return {two for table in tables for two in combinations(sorted(table), 2)}


def _common(schedule: Sequence[Tables]) -> list[list[int]]:
    met = [_pairs(tables) for tables in schedule]
    return [[len(one & other) for other in met] for one in met]


def _length(order: Sequence[int], common: Sequence[Sequence[int]]) -> int:
    return sum(common[one][other] for one, other in pairwise(order))


def _shortest(common: Sequence[Sequence[int]]) -> tuple[int, ...]:
    rounds = range(len(common))
    paths: Paths = {(1 << last, last): (0, (last,)) for last in rounds}
    for _ in rounds[1:]:
        longer: Paths = {}
        for (seen, last), (cost, path) in paths.items():
            for further in rounds:
                if not seen >> further & 1:
                    key, candidate = (seen | 1 << further, further), (cost + common[last][further], (*path, further))
                    longer[key] = min(longer.get(key, candidate), candidate)
        paths = longer
    return min(paths.values())[1]


def _shortened(order: tuple[int, ...], common: Sequence[Sequence[int]]) -> tuple[int, ...]:
    now = _length(order, common)
    while now:
        better = min(_neighbours(order), key=lambda other: _length(other, common))
        if _length(better, common) >= now:
            break
        order, now = better, _length(better, common)
    return order


def _neighbours(order: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    for start, end in combinations(range(len(order) + 1), 2):
        yield order[:start] + order[start:end][::-1] + order[end:]
    for one, other in combinations(range(len(order)), 2):
        changed = list(order)
        changed[one], changed[other] = changed[other], changed[one]
        yield tuple(changed)
