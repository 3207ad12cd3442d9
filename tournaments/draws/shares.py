"""One player of each table chosen, everybody his share rounded up or down: a flow, solved and kept solved.

Too many and too few are mended along chains of tables: whoever was chosen too often hands one table on to somebody who
sits there, and so on to one who has room. If there is no chain, there is no solution: so `give` says what is possible.
"""

from collections.abc import Callable, Sequence
from itertools import count
from math import lcm

Tables = Sequence[Sequence[int]]

WHOLE = lcm(*range(1, 9))
"""Shares are counted in so many parts of one."""


def fair_shares(choices: Tables, tables: Tables, *, level: bool = False) -> "Shares":
    """Of each table one of its `choices`, everybody as often as his share of all `tables` rounded up or down.

    If `level`, also as often as the average rounded up or down, if it can be. What cannot be is allowed to be off by
    one, then by two and so on: after somebody came in for somebody else, or seats were changed by hand.
    """
    parts: dict[int, int] = {}
    for table in tables:
        for player in table:
            parts[player] = parts.get(player, 0) + WHOLE // len(table)
    least = {player: part // WHOLE for player, part in parts.items()}
    most = {player: -(-part // WHOLE) for player, part in parts.items()}
    if level:
        fewest, average = len(tables) // len(parts), -(-len(tables) // len(parts))
        narrow = {player: max(low, fewest) for player, low in least.items()}
        wide = {player: min(high, average) for player, high in most.items()}
        shares = Shares(choices, narrow, wide)
        if all(narrow[player] <= wide[player] for player in parts) and shares.solved():
            return shares
    for off in count():
        low = {player: times - off for player, times in least.items()}
        high = {player: times + off for player, times in most.items()}
        shares = Shares(choices, low, high)
        if shares.solved():
            return shares
    raise AssertionError("a count without end has ended")


class Shares:
    """Which player of each table is chosen: at least `least` and at most `most` times each."""

    def __init__(self, choices: Tables, least: dict[int, int], most: dict[int, int]) -> None:
        self.choices, self.least, self.most = choices, least, most
        self.times = dict.fromkeys(least, 0)
        self.tables_of: dict[int, list[int]] = {player: [] for player in least}
        self.chosen: list[int] = []
        self.given: set[int] = set()
        for number, players in enumerate(choices):
            self.chosen.append(min(players, key=lambda player: (self._spare(player), -self._room(player))))
            self.times[self.chosen[number]] += 1
            for player in players:
                self.tables_of[player].append(number)

    def solved(self) -> bool:
        """Mend what is too often or too seldom; False if that cannot be."""
        return all(self._mended(player) for player in self.times)

    def give(self, table: int, player: int) -> bool:
        """Choose this player for good, if all the others can still get their shares; else leave it as it is."""
        before = self.chosen[table]
        kept = self.chosen[:], self.times.copy()
        self.given.add(table)
        if before == player:
            return True
        self.chosen[table] = player
        self.times[player] += 1
        self.times[before] -= 1
        if self._mended(player) and self._mended(before):
            return True
        self.chosen, self.times = kept
        self.given.discard(table)
        return False

    def is_sure(self, table: int) -> bool:
        """Whether nobody but who is chosen for this table can be, if all are to get their shares."""
        others = [player for player in self.choices[table] if player != self.chosen[table]]
        can_be = any(self.give(table, player) for player in others)
        self.given.discard(table)
        return not can_be

    def _room(self, player: int) -> int:
        return self.most[player] - self.times[player]

    def _spare(self, player: int) -> int:
        return self.times[player] - self.least[player]

    def _mended(self, player: int) -> bool:
        while self._room(player) < 0:
            if not self._along_a_chain(player, self._handed_on, lambda other: self._room(other) > 0, by=-1):
                return False
        while self._spare(player) < 0:
            if not self._along_a_chain(player, self._taken_over, lambda other: self._spare(other) > 0, by=1):
                return False
        return True

    def _handed_on(self, player: int) -> Sequence[tuple[int, int, int]]:
        """Tables for which he is chosen, who could be in his place: table, that one, new choice."""
        mine = [
            number for number in self.tables_of[player] if self.chosen[number] == player and number not in self.given
        ]
        return [(number, other, other) for number in mine for other in self.choices[number] if other != player]

    def _taken_over(self, player: int) -> Sequence[tuple[int, int, int]]:
        """Tables for which somebody else is chosen, where he could be."""
        loose = [number for number in self.tables_of[player] if number not in self.given]
        return [(number, self.chosen[number], player) for number in loose if self.chosen[number] != player]

    def _along_a_chain(
        self,
        start: int,
        steps: Callable[[int], Sequence[tuple[int, int, int]]],
        ends: Callable[[int], bool],
        *,
        by: int,
    ) -> bool:
        """Change choices from one player to the next until one of whom it `ends`; the shortest such chain."""
        came: dict[int, tuple[int, int, int]] = {start: (start, -1, -1)}
        queue = [start]
        for player in queue:
            for number, other, chosen in steps(player):
                if other in came:
                    continue
                came[other] = (player, number, chosen)
                if ends(other):
                    self.times[start] += by
                    self._change_back(start, other, came, by)
                    return True
                queue.append(other)
        return False

    def _change_back(self, start: int, end: int, came: dict[int, tuple[int, int, int]], by: int) -> None:
        self.times[end] -= by
        while end != start:
            end, number, chosen = came[end]
            self.chosen[number] = chosen
