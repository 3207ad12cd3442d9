"""Thirty-two players at eight tables of four for ten rounds, in which nobody meets anybody twice.

The affine plane of order four has sixteen points and five rounds of four lines; two points lie on one line. Two such
planes on the same points are ten rounds in which every two points meet twice. Now a point is two players, 0 and 1, and
a line is two tables: at each sits one player of every point, at the second table the others. Two players of different
points meet at most once exactly if the two lines of their points seat them differently: together in one, apart in the
other. So what is wanted is a number 0 or 1 for every two points ("do their players of one number sit together?") that
adds up to nothing round each triangle on a line of the first plane, and to one round each on a line of the second,
where all numbers are turned over. Those are linear equations modulo two, and elimination solves them, or says that
these two planes have no answer. (A 4-RGDD of type 2^16, as a resolvable Bhaskar Rao design.)
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations

Line = tuple[int, ...]
Plane = list[list[Line]]

TIMES = ((0, 0, 0, 0), (0, 1, 2, 3), (0, 2, 3, 1), (0, 3, 1, 2))
"""Multiplication in the field of four; addition is exclusive or."""

SECOND = (6, 12, 4, 14, 9, 3, 0, 8, 13, 5, 15, 7, 2, 1, 11, 10)
"""Which point of the first a point of the second plane is: of 340,000 ways tried by lot the first with an answer."""

BIT = {two: 1 << number for number, two in enumerate(combinations(range(16), 2))}
"""Every two points are an unknown; an equation is the sum of their bits and, in ONE, what it adds up to."""
ONE = 1 << len(BIT)


def signed_planes() -> list[list[list[int]]]:
    """The ten rounds. Players 2n and 2n + 1 are those of point n."""
    first = plane(lambda point: point)
    second = plane(lambda point: SECOND[point])
    together = solved([*equations(first, 0), *equations(second, ONE)])
    return [
        [table for line in lines for table in tables(line, together, apart)]
        for of_plane, apart in ((first, 0), (second, 1))
        for lines in of_plane
    ]


def plane(named: Callable[[int], int]) -> Plane:
    """Five rounds of four lines: those of each slope, and those that stand upright."""
    slopes = [[[4 * x + (TIMES[slope][x] ^ y) for x in range(4)] for y in range(4)] for slope in range(4)]
    upright = [[4 * x + y for y in range(4)] for x in range(4)]
    return [[tuple(sorted(map(named, line))) for line in lines] for lines in (*slopes, upright)]


def equations(of_plane: Plane, total: int) -> Iterator[int]:
    """For each line three of its four triangles; the fourth follows."""
    for lines in of_plane:
        for line in lines:
            for a, b, c in list(combinations(line, 3))[:3]:
                yield BIT[a, b] | BIT[a, c] | BIT[b, c] | total


def solved(rows: list[int]) -> int:
    """The unknowns that are one, as bits. Raises ValueError if the equations contradict each other."""
    led_by: dict[int, int] = {}
    for given in rows:
        row = given
        while (lead := (row & ~ONE).bit_length()) in led_by:
            row ^= led_by[lead]
        if lead:
            led_by[lead] = row
        elif row:
            raise ValueError("These planes have no answer.")
    answer = 0
    for lead in sorted(led_by):  # whatever stands behind its leading unknown is known already
        behind = (led_by[lead] & answer).bit_count() + (led_by[lead] >= ONE)
        answer |= (behind % 2) << (lead - 1)
    return answer


def tables(line: Line, together: int, apart: int) -> Iterator[list[int]]:
    """The two tables of a line. `apart`: 1 where the numbers are turned over."""
    first, *others = line
    numbers = [0, *(((together & BIT[first, other]) > 0) ^ apart for other in others)]
    for turned in (0, 1):
        yield [2 * point + (number ^ turned) for point, number in zip(line, numbers, strict=True)]
