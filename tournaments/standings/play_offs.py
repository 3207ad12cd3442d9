"""What a play-off has settled (competition.md 3.4): one deal between those tied, others may fill the table.

The deal counts for nothing else. Of those who were tied, the ones with fewer letters in the play-off go through. If
the letters leave the cut undecided, the tie is only between those who are still equal there, for the places still
free, and the director is asked for another play-off.
"""

from __future__ import annotations

from collections.abc import Mapping

from tournaments.standings.finalists import PlayOff


def after_play_off(tie: PlayOff, letters: Mapping[str, int]) -> tuple[tuple[str, ...], PlayOff | None]:
    """Who goes through by this play-off, and the tie that is left, None if it is settled.

    `letters`: entry → letters taken in the play-off; if somebody tied is missing there, it was not about this tie.
    """
    if any(entry not in letters for entry in tie.between):
        return (), tie
    ranked = sorted(tie.between, key=lambda entry: (letters[entry], entry))
    last_in, first_out = (letters[entry] for entry in ranked[tie.places - 1 : tie.places + 1])
    if last_in != first_out:
        return tuple(ranked[: tie.places]), None
    through = tuple(entry for entry in ranked if letters[entry] < last_in)
    return through, PlayOff(
        tie.places - len(through), tuple(entry for entry in tie.between if letters[entry] == last_in)
    )
