"""Who stands above whom where it is judged, and who may correct which line of a log: told here, once, for every face.

competition.md 5.5: table → line judge → referee → union. Whoever plays at a table and records there is the table; a
director is a referee. Pages, API, what phones bring and docs/rights.md ask the same functions. What a ruling holds is
kept with the game (`games.rules.ruled.held_by_rulings`), which refuses by itself whatever would change it.
"""

from __future__ import annotations

from dataclasses import dataclass

from games.rules.ruled import A_FURTHER_RULING

TABLE, LINE_JUDGE, REFEREE, UNION = "table", "line_judge", "referee", "union"
INSTANCES = (TABLE, LINE_JUDGE, REFEREE, UNION)
"""The lowest first."""


def height(instance: str) -> int:
    """How high an instance stands, from 0."""
    return INSTANCES.index(instance)


def highest(*instances: str) -> str:
    """The one of them that stands above the others; the table if there is none."""
    return max((TABLE, *instances), key=height)


def at_a_table(*, is_referee: bool, has_role: bool) -> str:
    """As which instance somebody writes and judges at a table: by his role there, as who plays without one."""
    if is_referee:
        return REFEREE
    return LINE_JUDGE if has_role else TABLE


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """A line of a log that somebody wants to change, take back or put back.

    `hand`: the highest instance that wrote it or has corrected it; `needed`: how high one must stand for what rulings
    hold; `is_over`: the game is; `is_closed`: the round is; `is_own_last`: the last line, and his own.
    """

    hand: str = TABLE
    needed: int = 0
    is_over: bool = False
    is_closed: bool = False
    is_own_last: bool = False


def why_not_correct(instance: str, asked: Asked) -> str:
    """The code with which somebody of this instance may not correct the line; empty if he may.

    A line that a ruling holds changes through overruling. A referee corrects all others, after the end of the round
    too. Below him one corrects what was written by nobody above oneself, while the game runs; and undoes one's own last
    line.
    """
    if asked.needed > height(instance):
        return "line_of_ruling"
    if height(instance) >= height(REFEREE):
        return ""
    if asked.is_closed or (asked.is_over and not asked.is_own_last):
        return "correction_needs_referee"
    return "line_of_higher" if height(asked.hand) > height(instance) else ""


def why_not_judge(instance: str, judged_by: str) -> str:
    """The code with which somebody of this instance may not file a ruling as judged by that one; empty if he may."""
    return "above_own_instance" if height(judged_by) > height(instance) else ""


def why_not_overrule(judged_by: str, before: str, *, is_mending: bool) -> str:
    """The code with which an instance may not rule in place of what `before` has ruled; empty if it may.

    `is_mending`: whoever gave the ruling himself puts it right at the table, and nobody has appealed against it.
    """
    if height(judged_by) > height(before) or (is_mending and judged_by == before != UNION):
        return ""
    return "not_higher"


CASES: dict[str, Asked] = {
    "a line of a player, while the game runs": Asked(),
    "a line of a line judge, while the game runs": Asked(hand=LINE_JUDGE),
    "a line of a referee or the director, or one that they have corrected": Asked(hand=REFEREE),
    "one's own last line, when the game is over": Asked(is_over=True, is_own_last=True),
    "any other line, when the game is over": Asked(is_over=True),
    "a line of a closed round": Asked(is_over=True, is_closed=True),
    "a line that a line judge's ruling has given back": Asked(needed=height(LINE_JUDGE)),
    "a line that a referee's ruling has given back": Asked(needed=height(REFEREE)),
    "a line that the union's ruling has given back": Asked(needed=height(UNION)),
    "a line of a ruling, or one that it speaks of: by a further ruling only": Asked(needed=A_FURTHER_RULING),
}
"""What is printed into docs/rights.md: kinds of lines in words, and as they are asked about."""
