"""Who gets which number of a plan: lots decide, and where clubs matter, lots that keep club-mates apart.

Whoever gets which number, a plan has the same repeats; so clubs cost nothing here. Numbers of one column of a closed
form never meet: clubs, the largest first, those of one size by lot, fill column after column. Where club-mates still
meet, or pairs who may not, numbers are exchanged. So there is a numbering that is as good as can be found, but not yet
a fair one: small clubs and players without one share a column, and would never meet. From there lots exchange numbers
among all numberings that are as good (`wander`), until where it began is forgotten: then a player meets another, and
sits at a large table, as often as a fair lot has it that keeps clubs apart over these rounds (`test_draw_lots`). Who is
alone fits at a large table more often than a member of a large club; so it is in a fair lot as well.
"""

from collections import Counter
from collections.abc import Sequence

from tournaments.draws.costs import Costs
from tournaments.draws.pool import Pool
from tournaments.draws.seeding import Stream

Tables = Sequence[Sequence[int]]

TRIED = 40
"""Others with whom somebody may exchange numbers, by lot, at a step."""

LOOKS = 60_000
"""So many looks at exchanges, in a small field fewer."""

VISITS, STEPS, MANY = 20, 120, 200
"""Lots exchange until the numbering has been a good one so often for each player, or for so many steps for each, up to
so many players; and"""

FURTHER = 6
"""so often, and for so many steps, for each more: then it is a matter of seconds."""

WORSE, RARER = 2, 8
"""How much worse than good a numbering may be on the way; and of so many lots one allows what is worse by one."""

FOE = 1 << 20
"""What a meeting that may not be weighs; club-mates weigh 1, and those who are spared first 2."""


def numbered(lots: Sequence[int], costs: Costs, plan: Sequence[Tables], stream: Stream) -> list[int]:
    """For each number of the plan the player who gets it. `lots`: the players in the order of their lots."""
    if not costs.clubs_matter and not costs.apart:
        return list(lots)
    player_of = [0] * len(lots)
    for number, player in zip(_columns_by_lot(plan[0], stream), _by_clubs(lots, costs.club), strict=True):
        player_of[number] = player
    exchange = _Exchange(player_of, costs, plan)
    looks = min(LOOKS, LOOKS // 30 * len(lots)) + 20 * len(lots)
    exchange.mend(stream, looks, least=len(plan) * costs.least_club_pairs)
    if not costs.options.in_columns:
        exchange.wander(stream)
    return exchange.player_of


def _columns_by_lot(tables: Tables, stream: Stream) -> list[int]:
    """The numbers, those of a column behind each other. A column has as many numbers as there are tables."""
    length, everybody = len(tables), sum(map(len, tables))
    columns = [range(start, min(start + length, everybody)) for start in range(0, everybody, length)]
    return [number for column in stream.shuffled(columns) for number in stream.shuffled(column)]


def _by_clubs(lots: Sequence[int], club_of: Sequence[int]) -> list[int]:
    members = Counter(club_of)
    order = {club: place for place, club in enumerate(dict.fromkeys(club_of[player] for player in lots))}
    return sorted(lots, key=lambda player: (-members[club_of[player]], order[club_of[player]]))


class _Exchange:
    """Numbers and players; `bad` are the numbers that meet a club-mate or whom they may not."""

    def __init__(self, player_of: list[int], costs: Costs, plan: Sequence[Tables]) -> None:
        self.player_of = player_of
        self.foes = [(weight, foes) for weight, foes in ((FOE, costs.apart), (1, costs.mates)) if foes]
        self.club = [costs.club[player] for player in player_of]
        self.met: list[list[int]] = [[] for _ in player_of]
        for table in (table for tables in plan for table in tables):
            for number in table:
                self.met[number] += [other for other in table if other != number]
        self.bad: Pool[int] = Pool()
        for number in range(len(player_of)):
            self._note(number)

    def _mates(self, number: int, club: int) -> int:
        return [self.club[other] for other in self.met[number]].count(club)

    def _foes(self, number: int, player: int) -> int:
        """What meetings with those whom this player should not meet would weigh, if he had the number."""
        return sum(
            weight * sum(self.player_of[other] in foes[player] for other in self.met[number])
            for weight, foes in self.foes
            if player in foes
        )

    def _note(self, number: int) -> None:
        if self._mates(number, self.club[number]) or self._foes(number, self.player_of[number]):
            self.bad.add(number)
        else:
            self.bad.discard(number)

    def _change(self, one: int, other: int) -> int:
        mine, its = self.club[one], self.club[other]
        between = self.met[one].count(other)
        mates = (
            self._mates(one, its)
            + self._mates(other, mine)
            - self._mates(one, mine)
            - self._mates(other, its)
            - 2 * between * (mine != its)
        )
        return mates + self._change_of_foes(one, other, between) if self.foes else mates

    def _change_of_foes(self, one: int, other: int, between: int) -> int:
        here, there = self.player_of[one], self.player_of[other]
        both = sum(weight * (there in foes.get(here, ())) for weight, foes in self.foes)
        after = self._foes(one, there) + self._foes(other, here) + 2 * between * both
        return after - self._foes(one, here) - self._foes(other, there)

    def _exchange(self, one: int, other: int) -> None:
        for row in (self.club, self.player_of):
            row[one], row[other] = row[other], row[one]

    def _swap(self, one: int, other: int) -> None:
        self._exchange(one, other)
        for number in sorted({one, other, *self.met[one], *self.met[other]}):
            self._note(number)

    def _together(self) -> int:
        """What all unwanted meetings of the plan cost: those of club-mates, and those of players kept apart."""
        numbers = range(len(self.club))
        mates = sum(self._mates(number, self.club[number]) for number in numbers)
        return (mates + sum(self._foes(number, self.player_of[number]) for number in numbers)) // 2

    def mend(self, stream: Stream, looks: int, least: int) -> None:
        """Exchange until fewest club-mates meet or the looks are used up; the best is kept."""
        now = best = self._together()
        since_best: list[tuple[int, int]] = []
        resting: dict[tuple[int, int], int] = {}
        step = 0
        while now > least and looks > 0:
            step += 1
            number = self.bad.items[stream.below(len(self.bad.items))]
            others = {stream.below(len(self.club)) for _ in range(TRIED)}
            choices = sorted(
                (self._change(number, other), other)
                for other in others
                if (self.foes or self.club[other] != self.club[number]) and resting.get((number, other), 0) < step
            )
            looks -= TRIED
            if not choices:
                continue
            change, other = choices[0]
            self._swap(number, other)
            resting[number, other] = resting[other, number] = step + 3 + stream.below(8)
            now += change
            since_best.append((number, other))
            if now < best:
                best = now
                since_best.clear()
        if now > best:
            for number, other in reversed(since_best):
                self._exchange(number, other)

    def wander(self, stream: Stream) -> None:
        """Exchange by lot until every numbering that is as good as this one is as likely.

        What costs more is done by lot, the less often the dearer it is, and does not count. That is a chain of
        Metropolis looked at where it is good only, so in the long run it is at each good numbering as often.
        """
        many, visits, more = len(self.club), 0, 0
        since_good: list[tuple[int, int]] = []
        first, further = min(many, MANY), FURTHER * max(many - MANY, 0)
        for _ in range(STEPS * first + further):
            one, other = stream.below(many), stream.below(many)
            if self.foes or self.club[one] != self.club[other]:
                change = self._change(one, other)
                if more + change <= WORSE and (change <= 0 or not stream.below(RARER**change)):
                    self._exchange(one, other)
                    more += change
                    since_good.append((one, other))
            if more <= 0:
                more = 0
                since_good.clear()
                visits += 1
                if visits == VISITS * first + further:
                    return
        for two in reversed(since_good):
            self._exchange(*two)
