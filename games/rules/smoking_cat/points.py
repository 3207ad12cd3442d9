"""What the cards cost and who loses the deal (competition.md 5.1, 5.2; RULES C6, C7, C8, C9, C10, C49, C50, C51).

Ten things carry the 33 points: eight hearts, Hejma and the last trick. Most points loses; of those tied at the top the
one who took Hejma. Where none of them took it, 11–11–10–1, the rules are silent and a setting speaks.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, NamedTuple

from games.rules.cards import HEJMA, PACK, Card

POINTS: Mapping[Card, int] = (
    dict.fromkeys(PACK, 0)
    | dict.fromkeys(("7h", "8h", "9h", "Th"), 1)
    | {"Uh": 2, "Oh": 3, "Kh": 4, "Ah": 5, HEJMA: 10}
)
LAST_TRICK = 5
ALL_POINTS = 33
SURE_TO_LOSE = 17
"""More than half: whoever has so many has most, whatever is still to come."""

TieWithoutHejma = Literal["ask", "hejma_taker", "last_trick", "void"]
DecidedBy = Literal["most_points", "hejma", "undecided", "packed", "renonc", "hejma_taker", "last_trick", "void"]


class Verdict(NamedTuple):
    """`loser` is None while the deal is open, void, or left to the table (`undecided`)."""

    loser: str | None
    decided_by: DecidedBy | None


OPEN = Verdict(None, None)


def loser_of(
    points: Mapping[str, int],
    *,
    hejma: str | None,
    last_trick: str | None,
    tie_without_hejma: TieWithoutHejma = "ask",
) -> Verdict:
    """Who loses a completed deal. `points`: seat → points; `hejma`, `last_trick`: the seats that took them."""
    most = max(points.values())
    tied = [seat for seat, taken in points.items() if taken == most]
    if len(tied) == 1:
        return Verdict(tied[0], "most_points")
    if hejma in tied:
        return Verdict(hejma, "hejma")
    if tie_without_hejma == "hejma_taker":
        return Verdict(hejma, "hejma_taker")
    if tie_without_hejma == "last_trick":
        return Verdict(last_trick, "last_trick")
    return Verdict(None, "void" if tie_without_hejma == "void" else "undecided")


def certain_loser(points: Mapping[str, int]) -> Verdict:
    """Who has lost already, with cards still to be played."""
    for seat, taken in points.items():
        if taken >= SURE_TO_LOSE:
            return Verdict(seat, "most_points")
    return OPEN
