"""The rounds of a whole event made better by swaps: two players change tables in one round.

A schedule that no closed form has, or one that history or clubs have spoilt, is mended here. Faults are whole numbers
in the order of the rules: club-mates who must be apart, coincidences, club-mates who had better be, then the share of
large tables. A step takes by lot a pair that should not have met, or somebody with too many large tables or too few,
looks at the swaps that would help, and makes the best; for a while the same two do not swap back. Looks are counted,
not timed, so a slow machine finds the same. Memory is linear: only pairs that met are kept.
"""

from collections.abc import Mapping, Sequence
from itertools import combinations

from tournaments.draws.apart import Conflicts
from tournaments.draws.pool import Pool
from tournaments.draws.seeding import Stream

Tables = list[list[int]]

SHARE = 1
CLUB = 1 << 24
MEETING = 1 << 48
FORBIDDEN = 1 << 72
"""What one fault weighs; faults of a rule never add up to one of the rule above it."""

PARTNERS = 72
"""In a larger field not everybody is tried as a partner."""


class _Prices(dict[int, int]):
    """What one more meeting with each of the others would cost somebody. Who is missing costs what his club says."""

    def __init__(self, club: int, club_of: Sequence[int], club_price: int) -> None:
        super().__init__()
        self._club, self._club_of, self._club_price = club, club_of, club_price

    def __missing__(self, other: int) -> int:
        return self._club_price if self._club_of[other] == self._club else 0


class Weave:
    """The rounds of the moment and what is wrong with them.

    `club_of`: a number for each player, unlike all others for somebody without a club; `club_price`: CLUB, FORBIDDEN
    or 0; `apart`: who may not meet whom; `mates`: whose meetings cost CLUB besides; `met`: meetings before these
    rounds, both ways round; `large_before`: times at a large table before.
    """

    def __init__(
        self,
        rounds: Sequence[Sequence[Sequence[int]]],
        *,
        club_of: Sequence[int] | None = None,
        club_price: int = 0,
        apart: Conflicts | None = None,
        mates: Conflicts | None = None,
        met: Sequence[Mapping[int, int]] = (),
        large_before: Sequence[int] = (),
        meeting: int = MEETING,
    ) -> None:
        self.meeting = meeting
        self.rounds: list[Tables] = [[list(table) for table in tables] for tables in rounds]
        self.players = sum(map(len, self.rounds[0]))
        self.smallest = min(map(len, self.rounds[0]))
        clubs = list(range(self.players)) if club_of is None else club_of
        self.price = [_Prices(club, clubs, club_price) for club in clubs]
        for player, others in enumerate(met):
            for other, times in others.items():
                self.price[player][other] = self.price[player][other] + self.meeting * times
        for conflicts, more in ((apart, FORBIDDEN), (mates, CLUB)):
            for player, unwanted in (conflicts or {}).items():
                for other in unwanted:
                    self.price[player][other] = self.price[player][other] + more
        self.bad: Pool[tuple[int, int]] = Pool()
        self.unfair: Pool[int] = Pool()
        self.large = list(large_before) or [0] * self.players
        self.place = [[0] * self.players for _ in self.rounds]
        self.total = sum(self._entered(number) for number in range(len(self.rounds))) + self._share_cost()

    def _entered(self, number: int) -> int:
        """Enter the tables of this round, and return its cost after the rounds before it."""
        cost = 0
        for place, table in enumerate(self.rounds[number]):
            for player in table:
                self.place[number][player] = place
                self.large[player] += len(table) > self.smallest
            cost += sum(self._meet(one, other) for one, other in combinations(table, 2))
        return cost

    def _share_cost(self) -> int:
        """Squares of the times at large tables, above what the fairest shares would have."""
        self.fewest, more = divmod(sum(self.large), self.players)
        self.most = self.fewest + (more > 0)
        for player in range(self.players):
            self._note_share(player)
        fairest = (self.players - more) * self.fewest**2 + more * self.most**2
        return SHARE * (sum(times**2 for times in self.large) - fairest)

    def _note_share(self, player: int) -> None:
        if self.fewest <= self.large[player] <= self.most:
            self.unfair.discard(player)
        else:
            self.unfair.add(player)

    def _meet(self, one: int, other: int) -> int:
        price = self.price[one][other]
        self.price[one][other] = self.price[other][one] = price + self.meeting
        if price:
            self.bad.add((one, other) if one < other else (other, one))
        return price

    def _part(self, one: int, other: int) -> None:
        self.price[one][other] = self.price[other][one] = self.price[one][other] - self.meeting

    def changes(self, number: int, player: int, others: Sequence[int]) -> list[int]:
        """What the total would change by if `player` swapped with each of these in this round."""
        tables, places, prices = self.rounds[number], self.place[number], self.price
        mates = [mate for mate in tables[places[player]] if mate != player]
        row, size = prices[player], len(mates) + 1
        staying = sum([row[mate] for mate in mates]) - self.meeting * (size - 1)
        found = []
        for other in others:
            its, table = prices[other], tables[places[other]]
            change = self.meeting * (len(table) - 1) - staying
            for mate in mates:
                change += its[mate]
            for mate in table:
                if mate != other:
                    change += row[mate] - its[mate]
            if len(table) != size:
                change += self._share_change(player, size, other, len(table))
            found.append(change)
        return found

    def _share_change(self, one: int, size: int, other: int, other_size: int) -> int:
        if min(size, other_size) > self.smallest:
            return 0
        gains, loses = (one, other) if size < other_size else (other, one)
        return SHARE * 2 * (self.large[gains] - self.large[loses] + 1)

    def swap(self, number: int, one: int, other: int, change: int) -> None:
        tables, places = self.rounds[number], self.place[number]
        here, there = tables[places[one]], tables[places[other]]
        for mover, left, joined, leaver in ((one, here, there, other), (other, there, here, one)):
            for mate in left:
                if mate != mover:
                    self._part(mover, mate)
            for mate in joined:
                if mate != leaver:
                    self._meet(mover, mate)
            self.large[mover] += (len(joined) > self.smallest) - (len(left) > self.smallest)
            self._note_share(mover)
        here[here.index(one)], there[there.index(other)] = other, one
        places[one], places[other] = places[other], places[one]
        self.total += change

    def together(self, one: int, other: int) -> list[int]:
        """The rounds in which these two share a table."""
        return [number for number, places in enumerate(self.place) if places[one] == places[other]]

    def trouble(self, stream: Stream) -> tuple[int, int, bool] | None:
        """A round and somebody who had better change tables in it; whether for his share only. None: all is well."""
        while self.bad.items and not (self.unfair.items and stream.below(4) == 0):
            two = self.bad.items[stream.below(len(self.bad.items))]
            rounds = self.together(*two)
            if rounds and self.price[two[0]][two[1]] > self.meeting:
                return rounds[stream.below(len(rounds))], two[stream.below(2)], False
            self.bad.discard(two)
        if not self.unfair.items:
            return None
        player = self.unfair.items[stream.below(len(self.unfair.items))]
        return stream.below(len(self.rounds)), player, True

    def partners(self, number: int, player: int, stream: Stream, *, for_share: bool) -> list[int]:
        """Those with whom he might change tables; a few by lot if there are many."""
        places, home = self.place[number], self.place[number][player]
        if self.players > PARTNERS:
            others = [stream.below(self.players) for _ in range(PARTNERS // 3)]
        else:
            start = stream.below(self.players)
            others = [*range(start, self.players), *range(start)]
        if not for_share:
            return [other for other in others if places[other] != home]
        tables = self.rounds[number]
        large = len(tables[home]) > self.smallest
        if large == (self.large[player] <= self.most):
            return []  # he is at the right kind of table in this round
        return [other for other in others if (len(tables[places[other]]) > self.smallest) != large]


def mend(weave: Weave, stream: Stream, looks: int, *, least: int = 0) -> int:
    """Swap until nothing is wrong, `least` is reached or so many looks are used up. The best rounds met are kept."""
    best, since_best, step = weave.total, list[tuple[int, int, int]](), 0
    resting: dict[tuple[int, int, int], int] = {}
    while weave.total > least and looks > 0:
        step += 1
        found = weave.trouble(stream)
        if found is None:
            break
        number, player, for_share = found
        partners = weave.partners(number, player, stream, for_share=for_share)
        looks -= 1 + len(partners)
        allowed = [
            (change, other)
            for change, other in zip(weave.changes(number, player, partners), partners, strict=True)
            if weave.total + change < best or resting.get((number, player, other), 0) < step
        ]
        if not allowed:
            continue
        change, other = min(allowed, key=lambda choice: choice[0])
        if for_share and change > 0:
            continue
        weave.swap(number, player, other, change)
        resting[number, player, other] = resting[number, other, player] = step + 4 + stream.below(12)
        since_best.append((number, player, other))
        if weave.total < best:
            best = weave.total
            since_best.clear()
    for number, player, other in reversed(since_best):
        weave.swap(number, other, player, 0)
    weave.total = best
    return best
