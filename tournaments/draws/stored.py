"""The best schedules known where no closed form has one, found by `bench/schedules.py` and kept as text.

One line is one schedule, its rounds separated by spaces; in a round the n-th letter is the table of player n (0 to 9,
then a, b ...). Tables are numbered largest first. Nobody has to believe the file: tests count every line again with
the checker. A line is for just so many rounds; its beginning serves fewer as long as nothing better is known for them.
"""

from collections import Counter
from collections.abc import Sequence
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import NamedTuple

from tournaments.draws.orders import consecutive_of

Tables = list[list[int]]

LETTERS = "0123456789abcdefghijklmnopqrstuvwxyz"
FILE = Path(__file__).with_name("stored_schedules.txt")


def stored_schedule(sizes: Sequence[int], rounds: int) -> list[Tables] | None:
    """The best stored rounds for tables of these sizes, largest first; None if none is long enough."""
    known = [schedule[:rounds] for schedule in _stored(tuple(sizes)) if len(schedule) >= rounds]
    return min(known, key=worth_of, default=None)


def is_stored(sizes: Sequence[int], rounds: int) -> bool:
    """Whether somebody has searched for just so many rounds already."""
    return any(len(schedule) == rounds for schedule in _stored(tuple(sizes)))


def longest_stored(sizes: Sequence[int]) -> list[Tables]:
    """The rounds without any repeat that are stored for these sizes."""
    known = [schedule for schedule in _stored(tuple(sizes)) if coincidences_of(schedule) == 0]
    return max(known, key=len, default=[])


def coincidences_of(schedule: Sequence[Sequence[Sequence[int]]]) -> int:
    """The sum of m(m-1)/2 over all pairs, where m is how often the pair meets in the schedule."""
    met = Counter(
        (one, other) if one < other else (other, one)
        for tables in schedule
        for table in tables
        for one, other in combinations(table, 2)
    )
    return sum(times * (times - 1) // 2 for times in met.values())


class Worth(NamedTuple):
    """What counts of a schedule, in the order of the rules; fewer are better. `spread`: of times at a large table, most
    less fewest; `squares`: the sum of their squares, which is as small as can be if they differ by one at most.
    """

    coincidences: int
    consecutive: int
    spread: int
    squares: int


def worth_of(schedule: Sequence[Tables]) -> Worth:
    """How good a schedule is, its rounds in the order in which they stand."""
    smallest = min(map(len, schedule[0]))
    large = Counter(player for tables in schedule for table in tables if len(table) > smallest for player in table)
    times = [large[player] for table in schedule[0] for player in table]
    squares = sum(count**2 for count in times)
    return Worth(coincidences_of(schedule), consecutive_of(schedule), max(times) - min(times), squares)


def written(schedule: Sequence[Sequence[Sequence[int]]]) -> str:
    """A schedule as a line of the file."""
    return " ".join(_word(tables) for tables in schedule)


def read(line: str) -> list[Tables]:
    """A line of the file as a schedule."""
    rounds = []
    for word in line.split():
        tables: Tables = [[] for _ in range(LETTERS.index(max(word, key=LETTERS.index)) + 1)]
        for player, letter in enumerate(word):
            tables[LETTERS.index(letter)].append(player)
        rounds.append(tables)
    return rounds


def _word(tables: Sequence[Sequence[int]]) -> str:
    place = {player: number for number, table in enumerate(tables) for player in table}
    return "".join(LETTERS[place[player]] for player in sorted(place))


@cache
def _lines() -> dict[int, list[str]]:
    """Number of players -> the lines of the file."""
    found: dict[int, list[str]] = {}
    for line in FILE.read_text(encoding="ascii").splitlines():
        if line and not line.startswith("#"):
            found.setdefault(line.index(" "), []).append(line)
    return found


@cache
def _stored(sizes: tuple[int, ...]) -> list[list[Tables]]:
    own = [line for line in _lines().get(sum(sizes), ()) if _sizes_of(line) == sizes]
    return [read(line) for line in own]


def _sizes_of(line: str) -> tuple[int, ...]:
    times = Counter(line[: line.index(" ")])
    return tuple(times[letter] for letter in sorted(times, key=LETTERS.index))
