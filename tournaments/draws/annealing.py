"""Rounds for which no design is known, found by a walk that cools down and begins anew: for plans that nobody stored.

A step takes two players at different tables of a round by lot and exchanges them if no more people meet again and
large tables are shared out no worse; if not, by lot, the less often the dearer it is and the colder it has become. It
is what `bench/anneal.c` does for minutes; here it is done for about a second, in two walks or more. Steps are counted,
never timed, and chances are whole numbers, so every machine finds the same.
"""

from collections.abc import Sequence
from itertools import combinations

from tournaments.draws.seeding import Stream
from tournaments.draws.stored import Tables, worth_of

STEPS = 500_000
"""Of all walks together."""

WALK = 900
"""Steps of one walk for each seat of the event, as long as they are enough for two."""

COINCIDENCE, UNFAIR = 4, 1
"""What they weigh. The second counts squares of how far somebody's times at large tables are from fair, twice over."""

COOLING = (831, 813, 792, 770, 746, 721, 693, 664, 633, 600, 566, 530, 493, 455, 416, 377)
"""In 1,024ths: how likely a step is that makes things worse by one, each for as many steps; by two, its square ..."""

DEAREST = 64
"""What is worse than this is never done."""

BITS = 24

LOT = 1 << 64


def annealed(sizes: Sequence[int], rounds: int, stream: Stream, least: int) -> list[Tables]:
    """The best rounds met, largest tables first; it may stop at so few coincidences with large tables shared fairly."""
    steps = min(STEPS // 2, WALK * sum(sizes) * rounds)
    best: list[Tables] = []
    for _ in range(STEPS // steps):
        walk = _Walk(sizes, rounds, stream)
        walk.cool_down(steps, stream, least)
        best = min(filter(None, (best, walk.best)), key=worth_of)
        if worth_of(best).coincidences <= least and worth_of(best).spread <= 1:
            break
    return best


def _chances(cooling: int) -> list[int]:
    """For each price, of 2^BITS lots so many allow it."""
    found = [1 << BITS]
    for _ in range(DEAREST):
        found.append(found[-1] * cooling >> 10)
    return found


class _Walk:
    """The rounds of the moment, and the best of a walk."""

    def __init__(self, sizes: Sequence[int], rounds: int, stream: Stream) -> None:
        self.sizes, self.players = sizes, sum(sizes)
        self.met = [[0] * self.players for _ in range(self.players)]
        self.large, self.repeats = [0] * self.players, 0
        self.tables: list[Tables] = []
        self.place: list[list[int]] = []
        for _ in range(rounds):
            order, tables, place = stream.shuffled(range(self.players)), [], [0] * self.players
            for number, size in enumerate(sizes):
                tables.append(order[:size])
                order = order[size:]
                for player in tables[-1]:
                    place[player] = number
                    self.large[player] += size > sizes[-1]
                for one, other in combinations(tables[-1], 2):
                    self.repeats += self.met[one][other]
                    self._meet(one, other, 1)
            self.tables.append(tables)
            self.place.append(place)
        fewest, more = divmod(sum(self.large), self.players)
        most = fewest + (more > 0)
        self.unfair = [(2 * times - fewest - most) ** 2 for times in range(rounds + 1)]
        self.best: list[Tables] = []
        self._keep()

    def _meet(self, one: int, other: int, times: int) -> None:
        self.met[one][other] += times
        self.met[other][one] += times

    def _keep(self) -> None:
        self.best = [[list(table) for table in tables] for tables in self.tables]
        self.fewest, self.spread = self.repeats, max(self.large) - min(self.large)

    def cool_down(self, steps: int, stream: Stream, least: int) -> None:
        players, rounds, met, large, unfair = self.players, len(self.tables), self.met, self.large, self.unfair
        uneven = self.sizes[0] != self.sizes[-1]
        for cooling in COOLING:
            chances = _chances(cooling)
            for _ in range(steps // len(COOLING)):
                lot, one = divmod(stream.below(LOT), players)
                lot, other = divmod(lot, players)
                lot, number = divmod(lot, rounds)
                place = self.place[number]
                if place[one] == place[other]:
                    continue
                here, there = self.tables[number][place[one]], self.tables[number][place[other]]
                mine, its, added = met[one], met[other], len(here) + len(there) - 2
                for mate in here:
                    added += its[mate] - mine[mate]
                for mate in there:
                    added += mine[mate] - its[mate]
                added -= its[one] + mine[other]  # neither sits with the other, before or after
                price = COINCIDENCE * added
                moved = uneven and len(here) != len(there)
                if moved:
                    less, more = (one, other) if len(here) > len(there) else (other, one)
                    if self._stays_large(here, there):
                        moved = False
                    else:
                        price += UNFAIR * (unfair[large[less] - 1] - unfair[large[less]])
                        price += UNFAIR * (unfair[large[more] + 1] - unfair[large[more]])
                if price > DEAREST or (price > 0 and lot & (1 << BITS) - 1 >= chances[price]):
                    continue
                self._exchange(number, one, other)
                if moved:
                    large[less] -= 1
                    large[more] += 1
                self.repeats += added
                if self._kept(moved=moved) and self.fewest <= least and self.spread <= 1:
                    return

    def _kept(self, *, moved: bool) -> bool:
        """Keep the rounds of the moment if they are the best so far. `moved`: whether large tables changed hands."""
        fairer = moved and self.repeats == self.fewest and max(self.large) - min(self.large) < self.spread
        if self.repeats < self.fewest or fairer:
            self._keep()
            return True
        return False

    def _stays_large(self, here: Sequence[int], there: Sequence[int]) -> bool:
        return min(len(here), len(there)) > self.sizes[-1]

    def _exchange(self, number: int, one: int, other: int) -> None:
        tables, place = self.tables[number], self.place[number]
        for mover, left, joined, leaver in (
            (one, tables[place[one]], tables[place[other]], other),
            (other, tables[place[other]], tables[place[one]], one),
        ):
            for mate in left:
                if mate != mover:
                    self._meet(mover, mate, -1)
            for mate in joined:
                if mate != leaver:
                    self._meet(mover, mate, 1)
        here, there = tables[place[one]], tables[place[other]]
        here[here.index(one)], there[there.index(other)] = other, one
        place[one], place[other] = place[other], place[one]
