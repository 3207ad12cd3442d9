"""Who plays the final, and whether a play-off has to say so (competition.md 3.3, 3.4; event-file.md "finalists").

The best over the basic rounds qualify, as many as the final has seats; whoever has no own deals comes last. If that
is not settled at the cut, everyone equal to the last one in waits for a play-off: the sure ones are qualified, and
`places` are left for those `between`. With as many candidates as seats, or fewer, all qualify. Where the
regulations say `survivors`, those who were still in at the end of their last basic round come before all others;
among themselves, and the others among themselves, success decides, and so does the tie across the cut.
What a play-off ended with is not read here: its winner simply takes a seat in the final.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from tournaments.facts.regulations import Qualification


@dataclass(frozen=True, slots=True)
class Candidate:
    """A classified entry that sat in a basic round. `survived`: still in at the end of its last basic round.

    `success`: or what else its basic rounds are worth, where another game is played.
    """

    entry: str
    success: Fraction | None
    survived: bool = False


@dataclass(frozen=True, slots=True)
class PlayOff:
    places: int
    between: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Finalists:
    """`qualified` in rank order, equal ones by entry id (as text).

    `places`: the first and the last place of each of them, which equal ones share.
    """

    qualified: tuple[str, ...]
    play_off: PlayOff | None = None
    places: tuple[tuple[int, int], ...] = ()


def finalists(candidates: Iterable[Candidate], *, size: int, qualification: Qualification = "success") -> Finalists:
    """The cut after the basic rounds."""
    ranked = sorted((_rank(candidate, qualification), candidate.entry) for candidate in candidates)
    ranks = [rank for rank, _ in ranked]
    places = tuple((bisect_left(ranks, rank) + 1, bisect_right(ranks, rank)) for rank in ranks[:size])
    if len(ranked) <= size:
        return Finalists(tuple(entry for _, entry in ranked), places=places)
    last_in, first_out = ranked[size - 1][0], ranked[size][0]
    if last_in != first_out:
        return Finalists(tuple(entry for _, entry in ranked[:size]), places=places)
    sure = tuple(entry for rank, entry in ranked if rank < last_in)
    return Finalists(
        sure, PlayOff(size - len(sure), tuple(entry for rank, entry in ranked if rank == last_in)), places[: len(sure)]
    )


def _rank(candidate: Candidate, qualification: Qualification) -> tuple[bool, bool, Fraction]:
    """A sort key: who qualifies first comes first."""
    behind = qualification == "survivors" and not candidate.survived
    value = candidate.success
    return behind, value is None, Fraction(0) if value is None else -value
