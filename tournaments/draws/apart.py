"""Pairs who may not share a table: a rule above all others, kept in every kind of draw, or the draw is refused.

The search pays for such a pair more than for everything else together. Where it ends with one nevertheless, and in
tables by standing, `kept_apart` goes through the tables one player after another and takes back what leads nowhere.
What it proves impossible, or gives up after its allowance of steps, is refused; nothing is drawn worse than asked.
Pairs with somebody who does not play do no harm.
"""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from contextlib import contextmanager
from itertools import combinations

from games.rules.refusals import Refused
from tournaments.draws.model import Options, Pair, Player

Conflicts = Mapping[int, AbstractSet[int]]
"""For each player with whom somebody may not sit: those with whom he may not."""

FIRST_STEPS, STEPS = 2_000, 60_000
"""First in the order of the tables, which leaves most people where they are; then the most restricted first."""

NAMING = frozenset({"key", "keys", "pairs"})
"""The values of a refusal in which people are named."""

NAMED = 4
"""So many pairs are named when nobody can say which of them is one too many."""


def conflicts_of(players: Sequence[Player], apart: Sequence[Pair]) -> Conflicts:
    """Who may not sit with whom, by numbers; a player's number is his place in `players`."""
    number = {player.key: place for place, player in enumerate(players)} if apart else {}
    found: defaultdict[int, set[int]] = defaultdict(set)
    for key, other_key in apart:
        one, other = number.get(key), number.get(other_key)
        if one is not None and other is not None and one != other:
            found[one].add(other)
            found[other].add(one)
    return dict(found)


def with_clubs(conflicts: Conflicts, club_of: Sequence[int]) -> Conflicts:
    """The conflicts, with club-mates kept apart too. `club_of` as in `Costs`: below zero for who has no club."""
    mates: defaultdict[int, set[int]] = defaultdict(set)
    for player, club in enumerate(club_of):
        if club >= 0:
            mates[club].add(player)
    found = {player: set(others) for player, others in conflicts.items()}
    for player, club in enumerate(club_of):
        if len(mates[club]) > 1:
            found[player] = found.get(player, set()) | mates[club] - {player}
    return found


def sits_apart(table: Sequence[int], conflicts: Conflicts) -> bool:
    return not conflicts or not any(other in conflicts.get(one, ()) for one, other in combinations(table, 2))


def refuse_apart(players: Sequence[Player], sizes: Sequence[int], options: Options) -> None:
    """Refuse what a few of the pairs forbid already: more who may not meet each other than there are tables, or
    somebody with whom too few may sit."""
    conflicts = conflicts_of(players, options.apart)
    group = _mutually_apart(conflicts, len(sizes) + 1)
    if group:
        keys = ", ".join(players[number].key for number in group)
        raise Refused("apart_needs_tables", keys=keys, tables=len(sizes))
    for number, others in sorted(conflicts.items()):
        if len(players) - 1 - len(others) < min(sizes) - 1:
            raise Refused("apart_from_too_many", key=players[number].key, others=len(others))


def refusal(apart: Sequence[Pair]) -> Refused:
    """The refusal that says that no tables were found which keep these pairs apart."""
    named = ", ".join(f"{one} – {other}" for one, other in apart[:NAMED])
    return Refused("apart_not_kept", pairs=named + (" …" if len(apart) > NAMED else ""))


@contextmanager
def named(names: Mapping[str, str]) -> Iterator[None]:
    """A refusal from within says these names instead of what the draw calls people: lots, numbers, keys."""

    def name_of(said: re.Match[str]) -> str:
        return names.get(said[0], said[0])

    try:
        yield
    except Refused as refused:
        for name in refused.values.keys() & NAMING:
            refused.values[name] = re.sub(r"[^\s,]+", name_of, str(refused.values[name]))
        raise


def _mutually_apart(conflicts: Conflicts, many: int) -> list[int]:
    """So many players of whom no two may meet, or nobody; looked for in a number of steps that stays small."""
    steps = FIRST_STEPS
    waiting: list[tuple[list[int], list[int]]] = [([], sorted(conflicts))]
    while waiting and steps:
        steps -= 1
        group, others = waiting.pop()
        if len(group) == many:
            return group
        if len(group) + len(others) >= many:
            player, rest = others[0], others[1:]
            waiting.append((group, rest))
            if len(conflicts[player]) >= many - 1:
                waiting.append(([*group, player], [other for other in rest if other in conflicts[player]]))
    return []


def kept_apart(tables: Sequence[Sequence[int]], conflicts: Conflicts) -> list[list[int]] | None:
    """Tables of the same sizes without a forbidden pair; who may stays at his table, others go to one close by.

    None: there are no such tables, or they were not found.
    """
    if all(sits_apart(table, conflicts) for table in tables):
        return [list(table) for table in tables]
    home = {player: place for place, table in enumerate(tables) for player in table}
    placed = _Places(list(map(len, tables)), home, conflicts)
    table_of = placed.found(FIRST_STEPS, restricted_first=False) or placed.found(STEPS, restricted_first=True)
    if table_of is None:
        return None
    seated: list[list[int]] = [[] for _ in tables]
    for player, place in table_of.items():
        seated[place].append(player)
    others = iter(player for table in tables for player in table if player not in table_of)
    for place, table in enumerate(tables):
        seated[place] += [next(others) for _ in range(len(table) - len(seated[place]))]
    order = {player: number for number, player in enumerate(home)}
    return [sorted(table, key=order.__getitem__) for table in seated]


class _Places:
    """A table for each of those who may not sit with everybody; the others take what seats are left."""

    def __init__(self, sizes: list[int], home: Mapping[int, int], conflicts: Conflicts) -> None:
        self.sizes, self.home, self.conflicts = sizes, home, conflicts
        self.everybody = [player for player in home if conflicts.get(player)]

    def found(self, steps: int, *, restricted_first: bool) -> dict[int, int] | None:
        self.table_of: dict[int, int] = {}
        self.free = list(self.sizes)
        tried: list[tuple[int, list[int]]] = []
        while len(self.table_of) < len(self.everybody) and steps:
            player = self._next(restricted_first=restricted_first)
            tried.append((player, self._possible(player)))
            while not self._put(*tried[-1]):
                tried.pop()
                if not tried:
                    return None
                self.free[self.table_of.pop(tried[-1][0])] += 1
            steps -= 1
        return self.table_of if steps else None

    def _put(self, player: int, places: list[int]) -> bool:
        if not places:
            return False
        self.table_of[player] = places.pop()
        self.free[self.table_of[player]] -= 1
        return True

    def _next(self, *, restricted_first: bool) -> int:
        left = [player for player in self.everybody if player not in self.table_of]
        if not restricted_first:
            return left[0]
        return max(left, key=lambda player: (len(self._around(player)), len(self.conflicts[player])))

    def _around(self, player: int) -> set[int]:
        return {self.table_of[other] for other in self.conflicts[player] if other in self.table_of}

    def _possible(self, player: int) -> list[int]:
        """The tables where he may sit, the closest last; of untouched tables of one size only the closest."""
        taken, home, untouched = self._around(player), self.home[player], set[int]()
        found = []
        for place in sorted(range(len(self.sizes)), key=lambda place: (abs(place - home), -place)):
            if not self.free[place] or place in taken:
                continue
            if self.free[place] == self.sizes[place]:
                if self.sizes[place] in untouched:
                    continue
                untouched.add(self.sizes[place])
            found.append(place)
        return found[::-1]
