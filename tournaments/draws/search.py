"""Better tables by swaps: two players change places, again and again, and the best tables met are kept.

A step looks at the strongest rule that is not yet at its bound, takes by lot a table that breaks it and one of the
players who do, tries him against others (all of them in a small field, some by lot in a large one) and makes the best
of these swaps, even if it is for the worse: that and the lots lead out of dead ends. Forbidding the way back for a
while (tabu) was tried and found nothing more. It ends when nothing better can exist, or when its allowance of looks
is used up: looks are counted, never timed, so that the result is the same on a slow machine. Only tables with faults
are looked at; memory is linear. What is left out: perfect schedules over many rounds, for which one needs a design
from the start. For the usual two or three rounds this reaches the bound; see the tests.
"""

from collections.abc import Iterator, Sequence
from operator import itemgetter

from tournaments.draws.costs import LEVELS, Costs, faults
from tournaments.draws.pool import Pool
from tournaments.draws.seeding import Stream

PARTNERS = 64
"""In a larger field not everybody is tried as a partner."""


def looks_allowed(players: int) -> int:
    """About as many as help: a small field has few tables to find, a huge one few faults to mend."""
    return min(2000 * players, 60_000) + 30 * players


def improve(opening: Sequence[Sequence[int]], costs: Costs, stream: Stream) -> list[list[int]]:
    """The best tables that a search starting from `opening` finds."""
    walk = _Walk(opening, costs)
    best, since_best = walk.total, list[tuple[int, int]]()
    looks = looks_allowed(len(costs.players))
    while walk.total > costs.target and looks > 0:
        level, strongest = walk.level(stream)
        player = walk.troubled(level, stream)
        partners = walk.partners(player, stream)
        looks -= 1 + len(partners)  # a step without a swap counts too
        total, other = min(walk.totals_after(player, partners), key=itemgetter(0), default=(walk.total, player))
        if other == player or (total > walk.total and not strongest):
            continue
        walk.swap(player, other)
        since_best.append((player, other))
        if walk.total < best:
            best = walk.total
            since_best.clear()
    for player, other in reversed(since_best):
        walk.swap(player, other)
    return walk.tables


class _Walk:
    """The tables as the search has them at the moment, and what they cost."""

    def __init__(self, tables: Sequence[Sequence[int]], costs: Costs) -> None:
        self.costs = costs
        self.tables = [list(table) for table in tables]
        self.table_of = {player: place for place, table in enumerate(tables) for player in table}
        self.cost_of = [0] * len(tables)
        self.first_cost = [0] * len(tables)
        self.mates: list[list[int]] = [[]] * len(self.table_of)
        self.own_pairs = [0] * len(self.table_of)
        self.total = 0
        self.troubles = [Pool[int]() for _ in range(LEVELS)]
        for place in range(len(tables)):
            self._count(place)

    def _count(self, place: int) -> None:
        """Count anew what a table costs after a change, and note which rules are broken there."""
        costs, table, before = self.costs, self.tables[place], self.cost_of[place]
        for player in table:
            self.mates[player] = _without(table, player)
            self.own_pairs[player] = costs.between(player, self.mates[player])
        self.first_cost[place] = costs.of_first(table)
        cost = sum([self.own_pairs[player] for player in table]) // 2 + self.first_cost[place]  # a pair has two ends
        cost += sum([costs.of_share(player, len(table)) for player in table])
        if cost == before:
            return
        self.cost_of[place] = cost
        self.total += cost - before
        for level, pool in enumerate(self.troubles):
            if faults(cost, level):
                pool.add(place)
            else:
                pool.discard(place)

    def level(self, stream: Stream) -> tuple[int, bool]:
        """A rule that might be kept better, and whether it is the strongest such rule.

        Mostly it is; but its bound may be out of reach, and then the weaker rules must have their turn too.
        """
        target = self.costs.target
        levels = [level for level in range(LEVELS) if faults(self.total, level) > faults(target, level)]
        level = levels[-1 if stream.below(2) else stream.below(len(levels))]
        return level, level == levels[-1]

    def troubled(self, level: int, stream: Stream) -> int:
        """A player, chosen by lot, at whose table this rule is broken; if possible by his own pairs."""
        pool = self.troubles[level].items
        table = self.tables[pool[stream.below(len(pool))]]
        choice = [player for player in table if faults(self.own_pairs[player], level)] or table
        return choice[stream.below(len(choice))]

    def partners(self, player: int, stream: Stream) -> list[int]:
        """Those with whom he might change places; their row begins by lot, so that no key is favoured."""
        home, everybody = self.table_of[player], len(self.table_of)
        if everybody <= PARTNERS:
            start = stream.below(everybody)
            others = [*range(start, everybody), *range(start)]
        else:
            others = [stream.below(everybody) for _ in range(PARTNERS // 2)]
        return [other for other in others if self.table_of[other] != home]

    def totals_after(self, player: int, partners: Sequence[int]) -> Iterator[tuple[int, int]]:
        """What everything would cost after a swap with each of these; only what the swap changes is counted."""
        costs, home = self.costs, self.table_of[player]
        stay_here = self.mates[player]
        size, uneven = len(stay_here) + 1, costs.sizes[0] != costs.sizes[-1]
        leaving = self.total - self.own_pairs[player] - costs.of_share(player, size) - self.first_cost[home]
        for other in partners:
            away = self.table_of[other]
            stay_there = self.mates[other]
            total = leaving - self.own_pairs[other] - self.first_cost[away]
            total += costs.between(player, stay_there) + costs.between(other, stay_here)
            total += costs.of_first([*stay_there, player]) + costs.of_first([*stay_here, other])
            if uneven:
                there = len(stay_there) + 1
                total += costs.of_share(player, there) + costs.of_share(other, size) - costs.of_share(other, there)
            yield total, other

    def swap(self, one: int, other: int) -> None:
        home, away = self.table_of[one], self.table_of[other]
        here, there = self.tables[home], self.tables[away]
        here[here.index(one)], there[there.index(other)] = other, one
        self.table_of[one], self.table_of[other] = away, home
        self._count(home)
        self._count(away)


def _without(table: Sequence[int], player: int) -> list[int]:
    return [member for member in table if member != player]
