"""What a blind vote on a word decides (competition.md 6): nothing until the quorum, then what the majority says.

The last vote of each member counts. Who wants to discuss counts towards the quorum and for neither side, so a word that
is to be discussed stays open until enough of them have made up their minds.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Literal

APPROVE, REJECT, DISCUSS = "approve", "reject", "discuss"
Outcome = Literal["open", "approved", "rejected"]


def outcome(verdicts: Iterable[str], *, quorum: int, majority: int) -> Outcome:
    """`verdicts`: one of each member who voted. `majority`: more than so many percent of them decide, 50 or more."""
    counts = Counter(verdicts)
    cast = counts.total()
    if cast < quorum or not cast:
        return "open"
    if counts[APPROVE] * 100 > majority * cast:
        return "approved"
    return "rejected" if counts[REJECT] * 100 > majority * cast else "open"
