"""Schedules without a repeat that need no search: players in columns, and a rule for who meets at which table.

Players stand in k columns of T; in round h table t takes from column c player t + m(c) h. Two of one column never
meet. Two of columns c and d meet in rounds h and h' only if (m(c) - m(d)) (h - h') = 0. In a field, with all m(c)
different, that means h = h': T rounds without a repeat if T is a prime power and k at most T. Otherwise counting
modulo T serves, for as many rounds as the differences of the m(c) allow; with many tables that is plenty. If every
column can be cut into tables, its own players, who never met, have rounds of their own in the end.

Larger tables take a player of one more column, of which only the first places are filled. Everything here is numbers:
column c, place i is c T + i; who gets which number is for lots to say. (Bose and others; design of the draw.)
"""

from collections.abc import Callable, Sequence
from functools import cache
from itertools import combinations
from math import gcd

from tournaments.draws.galois import field, prime_power

Tables = list[list[int]]
"""The tables of a round, largest first; numbers for players."""

CHOICE = 14
"""Multipliers are looked for among so many numbers."""


def closed_form(sizes: Sequence[int], rounds: int) -> list[Tables] | None:
    """At most so many rounds for tables of these sizes (largest first) in which nobody meets anybody twice.

    None if sizes differ by more than one: then there is no such rule.
    """
    if sizes[0] - sizes[-1] > 1:
        return None
    found = _across(sizes, rounds)
    if len(found) < rounds and sizes[0] == sizes[-1] and len(sizes) % sizes[0] == 0:
        found += _inside(sizes[0], len(sizes), rounds - len(found))
    return found


def fair_form(sizes: Sequence[int], rounds: int) -> list[Tables] | None:
    """As `closed_form`; if it can be, with fair shares of the large tables.

    The empty seats are then those of one table of a round that is not played: its players never meet, so they are
    missed at different tables, and everybody else would have met each of them, but for the one of his column, once.
    """
    empty = sizes[0] * len(sizes) - sum(sizes)
    if 1 < empty <= sizes[0] and sizes[0] - sizes[-1] == 1:
        whole = closed_form((sizes[0],) * len(sizes), rounds + 1) or []
        if len(whole) == rounds + 1:
            return _without(whole[-1][0][-empty:], whole[:-1])
    return closed_form(sizes, rounds)


def _without(missing: Sequence[int], schedule: Sequence[Tables]) -> list[Tables]:
    """The schedule without these, the others numbered anew in their order."""
    everybody = sorted(player for table in schedule[0] for player in table if player not in missing)
    number = {player: place for place, player in enumerate(everybody)}
    left = [[[number[player] for player in table if player in number] for table in tables] for tables in schedule]
    return [sorted(tables, key=len, reverse=True) for tables in left]


def rounds_of_closed_form(sizes: Sequence[int], enough: int = 64) -> int:
    """How many rounds `closed_form` has, up to `enough`."""
    return len(closed_form(sizes, enough) or ())


def _across(sizes: Sequence[int], rounds: int) -> list[Tables]:
    tables, columns = len(sizes), sizes[0]
    filled = sum(sizes) - (columns - 1) * tables  # of the last column
    place_of, known = _rule(tables, columns)
    found = []
    for number in range(min(rounds, known)):
        drawn = []
        for table in range(tables):
            places = [place_of(table, column, number) for column in range(columns)]
            whole = places if places[-1] < filled else places[:-1]
            drawn.append([column * tables + place for column, place in enumerate(whole)])
        found.append(sorted(drawn, key=len, reverse=True))
    return found


def _rule(tables: int, columns: int) -> tuple[Callable[[int, int, int], int], int]:
    """Which place of a column comes to a table in a round, and for how many rounds."""
    if prime_power(tables) and columns <= tables:
        known = field(tables)
        return lambda table, column, number: known.add(table, known.times(column, number)), tables
    factors, rounds = _multipliers(tables, columns)
    return lambda table, column, number: (table + factors[column] * number) % tables, rounds


@cache
def _multipliers(tables: int, columns: int) -> tuple[tuple[int, ...], int]:
    """For counting modulo T: the first m(c) that last for the most rounds."""
    best, most = tuple(range(columns)), 0
    for others in combinations(range(1, CHOICE), columns - 1):
        factors = (0, *others)
        rounds = min(tables // gcd(tables, two - one) for one, two in combinations(factors, 2))
        if rounds > most:
            best, most = factors, rounds
    return best, most


def _inside(size: int, tables: int, rounds: int) -> list[Tables]:
    """Rounds in which every column sits at tables of its own."""
    per_column = tables // size
    own = [[list(range(size))]] if per_column == 1 else closed_form((size,) * per_column, rounds) or []
    return [
        [[column * tables + place for place in table] for column in range(size) for table in drawn]
        for drawn in own[:rounds]
    ]
