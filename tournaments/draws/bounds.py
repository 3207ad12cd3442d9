"""What no tables can avoid: lower bounds that tell a proved optimum from the best found.

Two arguments, of which the stronger counts. (1) Players who have all met each other are spread over T tables;
whatever is left together meets again (`sizes.pairs_kept`). Groups that share no meeting add up, and the tables of
earlier rounds are such groups. (2) A player needs s - 1 others at his table; if too few are left whom he has not met,
the least met of the others must do. Both hold whatever else is asked (clubs, sizes). They are not the last word: a
bound may be missed though nothing better exists; then the draw is called the best found. After few rounds in a large
field neither can say anything; that is seen without counting who has met whom.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from heapq import nsmallest

from tournaments.draws.model import History
from tournaments.draws.numbered import Numbered
from tournaments.draws.sizes import pairs_kept

Met = Sequence[Mapping[int, int]]
"""For each player (by number): whom he has met, and how often."""


def least_coincidences(numbered: Numbered, sizes: Sequence[int]) -> int:
    """At least so many coincidences come with any tables of these sizes."""
    if _too_few_rounds(numbered.history, len(sizes)):
        return 0
    earlier_tables = numbered.tables(numbered.history.rounds)
    return max(_by_groups(numbered.met, earlier_tables, len(sizes)), _by_players(numbered.met, min(sizes)))


def _too_few_rounds(history: History, tables: int) -> bool:
    """Whether everybody has met fewer others than there are tables, so that T tables can part every group and leave
    everybody (s - 1) T others whom he has not met: neither (1) nor (2) says anything.
    """
    if history.meetings and not history.rounds:
        return False
    return sum(max(map(len, earlier), default=1) - 1 for earlier in history.rounds) < tables


def _by_groups(met: Met, earlier_tables: Iterable[Sequence[int]], tables: int) -> int:
    if all(len(others) < tables for others in met):  # every group fits on as many tables as it has players
        return 0
    return sum(pairs_kept(size, tables) for size in _groups(met, earlier_tables))


def _groups(met: Met, earlier_tables: Iterable[Sequence[int]]) -> Iterator[int]:
    """The sizes of groups that take all meetings apart: earlier tables first, then what can be found."""
    left = [dict(others) for others in met]
    for table in earlier_tables:
        if all(left[one].get(other) for one in table for other in table if one < other):
            yield _taken(left, table)
    for player in range(len(left)):
        while left[player]:
            group = [player]
            for other in sorted(left[player]):
                if all(other in left[member] for member in group):
                    group.append(other)
            yield _taken(left, group)


def _taken(left: list[dict[int, int]], group: Sequence[int]) -> int:
    for member in group:
        for other in group:
            if member != other:
                left[member][other] -= 1
                if not left[member][other]:
                    del left[member][other]
    return len(group)


def _by_players(met: Met, size: int) -> int:
    needs = 0
    for others in met:
        again = (size - 1) - (len(met) - 1 - len(others))
        if again > 0:
            needs += sum(nsmallest(again, others.values()))
    return -(-needs // 2)
