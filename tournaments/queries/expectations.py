"""How long a round will take at tables of each size: deals and minutes, before anybody is drawn.

Where the rules are those that `games.simulation` plays (the bench in turn, three left at the end, words of 3 to 12
letters), 1,000 games without cards say how many deals are likely: their mean, and from-to nine of ten games. Otherwise
the fewest and the most that the rules allow (competition.md 2.3). A deal takes five to six minutes (competition.md 7).
Where the word is not known to who asks, it is taken to have five letters, and that is said.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from games.rules.replay import replay
from games.rules.setup import FEWEST_SURVIVORS, GameOptions, GameSetup
from games.simulation.lengths import PERCENTS, TABLE_SIZES, WORD_LENGTHS, Length, expected_deals
from tournaments.models import Round
from tournaments.projections import regulations_of

USUAL_LETTERS = 5  # of a word that is not known
MINUTES = (5, 6)  # of a deal
STEP = 5  # minutes that are told


@dataclass(frozen=True, slots=True)
class Expected:
    """A table of `size`. `likely`: deals by the simulation; None where `least`, `most` are the bounds of the rules."""

    size: int
    likely: int | None
    least: int
    most: int

    @property
    def benched(self) -> int:
        return self.size - TABLE_SIZES[0]

    @property
    def minutes(self) -> tuple[int, int]:
        """About so many minutes: of the likely number of deals, else from the fewest to the most."""
        fewest, most = (self.likely, self.likely) if self.likely is not None else (self.least, self.most)
        return fewest * MINUTES[0] // STEP * STEP, -(-most * MINUTES[1] // STEP) * STEP


@dataclass(frozen=True, slots=True)
class Expectation:
    """`letters`: of the word, or of the one that is `assumed`; `by_size`: empty where nobody can say, as in Smear."""

    letters: int
    assumed: bool
    simulated: bool
    by_size: Mapping[int, Expected]


def expectation_for(round_: Round) -> Expectation:
    """What is to be expected of the tables of a round. No statement."""
    options = regulations_of(round_.event).game_options()
    word = round_.playing_word
    letters, assumed = (len(word.letters), False) if word else (USUAL_LETTERS, True)
    if options.game == "smear":
        return Expectation(letters, assumed, simulated=False, by_size={})
    simulated = is_simulated(letters, options)
    look = _simulated if simulated else _bounds
    return Expectation(letters, assumed, simulated, {size: look(letters, size, options) for size in TABLE_SIZES})


def is_simulated(letters: int, options: GameOptions) -> bool:
    """Whether the simulation plays by these rules."""
    return letters in WORD_LENGTHS and options.bench == "cycle" and options.left_at_the_end == FEWEST_SURVIVORS


def _simulated(letters: int, size: int, _options: GameOptions) -> Expected:
    found = _length(letters, size)
    return Expected(size, round(found.mean), found.percentiles[0], found.percentiles[len(PERCENTS) - 1])


@lru_cache(maxsize=len(WORD_LENGTHS) * len(TABLE_SIZES))
def _length(letters: int, size: int) -> Length:
    return expected_deals(letters, size)


def _bounds(letters: int, size: int, options: GameOptions) -> Expected:
    fresh = replay(GameSetup(letters=("X",) * letters, seats=tuple("ABCDEF"[:size]), options=options), [])
    least, most = fresh.deals_to_go or (0, 0)
    return Expected(size, None, least, most)
