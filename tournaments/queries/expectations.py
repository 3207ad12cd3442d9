"""How long a round will take at tables of each size: deals and minutes, before anybody is drawn.

It is the forecast of a table that has not dealt yet in a hall of which the round before tells the pace, or nothing
(games/simulation/forecast.py).
Where the word is not known to who asks, it is taken to have five letters, and that is said.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from games.rules.setup import PLAYERS_OF_A_DEAL, TABLE_SIZES
from games.simulation.forecast import Ahead, Forecast, Hall, Table, deals_within, forecast
from tournaments.models import Round
from tournaments.projections import regulations_of
from tournaments.queries.tables_public import seconds_before

USUAL_LETTERS = 5  # of a word that is not known


@dataclass(frozen=True, slots=True)
class Expected:
    """A table of `size`: deals, about and from-to, and minutes."""

    size: int
    likely: int
    least: int
    most: int
    minutes: Forecast


@dataclass(frozen=True, slots=True)
class Expectation:
    """`letters`: of the word, or of the one that is `assumed`; `by_size`: empty where nobody can say, as in Smear."""

    letters: int
    assumed: bool
    by_size: Mapping[int, Expected]


def expectation_for(round_: Round) -> Expectation:
    """What is to be expected of the tables of a round. One statement."""
    options = regulations_of(round_.event).game_options()
    word = round_.playing_word
    letters, assumed = (len(word.letters), False) if word else (USUAL_LETTERS, True)
    stays = options.left_at_the_end
    sizes = [size for size in TABLE_SIZES if size > stays and options.game != "smear"]
    hall = Hall(before=seconds_before(round_)) if sizes else Hall()
    return Expectation(letters, assumed, {size: _expected(letters, size, stays, hall) for size in sizes})


def _expected(letters: int, size: int, stays: int, hall: Hall) -> Expected:
    ahead = Ahead((letters,) * size, tuple(range(PLAYERS_OF_A_DEAL, size)), stays)
    least, likely, most = deals_within(ahead)
    return Expected(size, likely, least, most, forecast(Table(ahead), hall))
