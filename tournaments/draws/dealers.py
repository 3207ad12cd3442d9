"""Seats for all rounds of an event at once, so that everybody has every seat as often as is fair.

One who sits at tables of 4, 4 and 5 has a fair share of 1/4 + 1/4 + 1/5 of the seats A. Somebody at every table must
have the seat, and nobody more often than his share rounded up or less often than it rounded down: that can always be
done, because the shares themselves do it in fractions, and a flow with whole bounds has a whole solution. Seat A comes
first, then the opening bench from the last seat on, then the others, each among those who are left. Where all tables
are alike, every so many rounds make a block in which everybody has every seat once; so it is fair at any time.
(de Werra on equitable colourings; design of the draw.)
"""

from collections.abc import Sequence
from math import lcm

Tables = Sequence[Sequence[int]]

BENCH = 4
WHOLE = lcm(*range(1, 9))
"""Shares are counted in so many parts of one."""


def seat_rounds(rounds: Sequence[Tables], players: int) -> list[list[list[int]]]:
    """The tables of a schedule with every table in the order of its seats, the first dealer first."""
    sizes = {len(table) for tables in rounds for table in tables}
    block = sizes.pop() if len(sizes) == 1 else len(rounds)
    seated: list[list[list[int]]] = []
    for start in range(0, len(rounds), block):
        seated += _seat_block(rounds[start : start + block], players)
    return seated


def _seat_block(rounds: Sequence[Tables], players: int) -> list[list[list[int]]]:
    everything = [list(table) for tables in rounds for table in tables]
    seats = [[-1] * len(table) for table in everything]
    largest = max(map(len, everything))
    for seat in [0, *range(largest - 1, BENCH - 1, -1), *range(1, min(BENCH, largest))]:
        having = [number for number, table in enumerate(seats) if seat < len(table)]
        chosen = share_out([everything[number] for number in having], players, level=seat == 0)
        for number, player in zip(having, chosen, strict=True):
            seats[number][seat] = player
            everything[number].remove(player)
    left = iter(seats)
    return [[next(left) for _ in tables] for tables in rounds]


def share_out(tables: Sequence[Sequence[int]], players: int, *, level: bool = False) -> list[int]:
    """One of each table, everybody his share rounded up or down; if `level`, also the average rounded, if it can be."""
    parts = [0] * players
    for table in tables:
        for player in table:
            parts[player] += WHOLE // len(table)
    least, most = [part // WHOLE for part in parts], [-(-part // WHOLE) for part in parts]
    if level:
        fewest, average = len(tables) // players, -(-len(tables) // players)
        inner = [max(low, fewest) for low in least], [min(high, average) for high in most]
        if all(low <= high for low, high in zip(*inner, strict=True)):
            chosen = _Flow(tables, *inner).solved()
            if chosen:
                return chosen
    chosen = _Flow(tables, least, most).solved()
    if chosen is None:
        raise AssertionError(tables)  # the shares themselves are a solution in fractions
    return chosen


class _Flow:
    """Which player of each table is chosen; too many and too few are mended along chains of tables."""

    def __init__(self, tables: Sequence[Sequence[int]], least: Sequence[int], most: Sequence[int]) -> None:
        self.tables, self.least, self.most = tables, least, most
        self.times = [0] * len(least)
        self.tables_of: list[list[int]] = [[] for _ in least]
        self.chosen: list[int] = []
        for number, table in enumerate(tables):
            player = min(
                table,
                key=lambda member: (self.times[member] - self.least[member], self.times[member] - self.most[member]),
            )
            self.chosen.append(player)
            self.times[player] += 1
            for member in table:
                self.tables_of[member].append(number)

    def solved(self) -> list[int] | None:
        for player in range(len(self.times)):
            while self.times[player] > self.most[player]:
                if not self._passed_on(player):
                    return None
        for player in range(len(self.times)):
            while self.times[player] < self.least[player]:
                if not self._taken_up(player):
                    return None
        return self.chosen

    def _passed_on(self, start: int) -> bool:
        """Relieve a player chosen too often: along a chain of tables everybody hands one on, and the last has room."""
        came: dict[int, tuple[int, int]] = {start: (-1, -1)}
        queue = [start]
        for player in queue:
            for number in self.tables_of[player]:
                if self.chosen[number] != player:
                    continue
                for other in self.tables[number]:
                    if other in came:
                        continue
                    came[other] = (player, number)
                    if self.times[other] < self.most[other]:
                        self._shift(other, came)
                        return True
                    queue.append(other)
        return False

    def _shift(self, last: int, came: dict[int, tuple[int, int]]) -> None:
        self.times[last] += 1
        while came[last][1] >= 0:
            before, number = came[last]
            self.chosen[number] = last
            last = before
        self.times[last] -= 1

    def _taken_up(self, start: int) -> bool:
        """Help a player chosen too seldom: a chain as in `_passed_on`, but the last has a table to spare."""
        came: dict[int, tuple[int, int]] = {start: (-1, -1)}
        queue = [start]
        for player in queue:
            for number in self.tables_of[player]:
                other = self.chosen[number]
                if other in came:
                    continue
                came[other] = (player, number)
                if self.times[other] > self.least[other]:
                    self.times[other] -= 1
                    self._take_over(other, came)
                    return True
                queue.append(other)
        return False

    def _take_over(self, last: int, came: dict[int, tuple[int, int]]) -> None:
        while came[last][1] >= 0:
            taker, number = came[last]
            self.chosen[number] = taker
            last = taker
        self.times[last] += 1
