"""Who won a play-off (competition.md 3.4): one deal between those tied, others may fill the table.

The deal counts for nothing else. Of those who were tied, the ones with fewer letters in the play-off go through; if
the letters leave the cut undecided, nobody is named and the director is asked for another deal.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence


def play_off_winners(between: Sequence[str], places: int, letters: Mapping[str, int]) -> tuple[str, ...] | None:
    """The `places` entries of `between` that go through, or None while that is open.

    `letters`: entry → letters taken in the play-off; whoever is missing there has not played it.
    """
    if any(entry not in letters for entry in between):
        return None
    ranked = sorted(between, key=lambda entry: (letters[entry], entry))
    if places < len(ranked) and letters[ranked[places - 1]] == letters[ranked[places]]:
        return None
    return tuple(ranked[:places])
