"""Points tables: what a place earns, the tables that the union ships with, and how one is typed.

competition.md 3.8: a table per series and season, for players and for clubs. No report of the union says how many
points its places earn, so these are ours and meant to be changed; they say only that a larger event is worth more, and
that the first places are further apart than the last. Friendly games and Smear earn none: the ranking is one of
Smoking Cat. A Team Championship earns points for clubs alone.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from types import MappingProxyType

from games.rules.refusals import Refused

MOST_PLACES = 200
MOST_POINTS = 100_000

PLAYERS: Mapping[str, tuple[int, ...]] = MappingProxyType(
    {
        "nationals": (12, 10, 8, 7, 6, 5, 4, 3, 2, 1, 1, 1),
        "classic": (20, 17, 14, 12, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 1),
        "world_series": (50, 42, 36, 31, 27, 24, 21, 19, 17, 15, 14, 13, 12, 11, 10, 9, 9, 8, 8, 7, 7, 6, 6, 5, 5, 4, 4,
                         3, 2, 1),
        "masters": (30, 25, 21, 18, 15, 12, 9, 6, 4, 2),
        "greenhorn": (6, 5, 4, 3, 2, 1),
    }
)  # fmt: skip  # one line per event of thirty would be thirty lines
CLUBS: Mapping[str, tuple[int, ...]] = MappingProxyType({"team_championship": (30, 24, 19, 15, 12, 10)})


def default_table(series: str, *, for_clubs: bool = False) -> tuple[int, ...]:
    """The table that a series starts with; empty: it earns nothing."""
    return (CLUBS if for_clubs else PLAYERS).get(series, ())


def parse_table(text: str) -> tuple[int, ...]:
    """`12 10 8`, or with commas or semicolons, or one to a line. Empty: no points. Zeros at the end say nothing.

    Raises Refused `points_not_whole`, `points_too_many`, `points_too_high`, `points_rise`.
    """
    words = [word for word in re.split(r"[\s,;]+", text) if word]
    if len(words) > MOST_PLACES:
        raise Refused("points_too_many", most=MOST_PLACES)
    for word in words:
        if not re.fullmatch(r"[0-9]{1,9}", word):
            raise Refused("points_not_whole", word=word[:20])
        if int(word) > MOST_POINTS:
            raise Refused("points_too_high", most=MOST_POINTS)
    table = [int(word) for word in words]
    for place in range(1, len(table)):
        if table[place] > table[place - 1]:
            raise Refused("points_rise", place=place + 1)
    while table and not table[-1]:
        table.pop()
    return tuple(table)


def table_text(table: Sequence[int]) -> str:
    """How a table is shown for typing."""
    return ", ".join(str(points) for points in table)


def points_text(points: Fraction) -> str:
    """12, or 5 1/2: never rounded."""
    whole, rest = divmod(points.numerator, points.denominator)
    if not rest:
        return str(whole)
    return f"{whole} {rest}/{points.denominator}" if whole else f"{rest}/{points.denominator}"
