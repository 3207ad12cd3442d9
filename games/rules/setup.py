"""What is settled before the first card of a game: the letters of the word, the seats, the options.

From competition.md 2.1, 2.2, 2.5, 2.8 and 2.9. The letters come already split (word_letters.py), as an organiser may
correct the split; seats are single letters, and clockwise order is the order of the alphabet. Who sits in a seat is
a label that only the caller can read; without one the first occupant of seat D is called "D1". Whether a setup is
sensible (four to six seats, a word without blanks) is asked by whoever makes it, not here.

A game of Smear has no word: its `letters` are empty, and its variant and target stand in the options.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any, Literal

from games.rules.smear.variants import VARIANTS

PLAYERS_OF_A_DEAL = 4
FEWEST_SURVIVORS = PLAYERS_OF_A_DEAL - 1
TABLE_SIZES = (4, 5, 6)

GameName = Literal["smoking_cat", "smear"]
BenchMode = Literal["cycle", "loser_sits", "free"]
PointsEntry = Literal["off", "optional", "required"]


@dataclass(frozen=True, slots=True)
class GameOptions:
    """The settings of an event that change what happens at one table."""

    survivors: int = 3
    penalty_letter_completes: bool = True
    bench: BenchMode = "cycle"
    points_entry: PointsEntry = "optional"
    game: GameName = "smoking_cat"
    smear_variant: str = "ten_point"  # one of games.rules.smear.variants.VARIANTS
    smear_target: int = 21

    @property
    def changed(self) -> dict[str, Any]:
        """What differs from the defaults, by its name; a phone has the defaults too (`DEFAULTS` of phone/table.js)."""
        return {one.name: said for one in fields(self) if (said := getattr(self, one.name)) != one.default}

    @property
    def left_at_the_end(self) -> int:
        """With so many seats, or fewer, the game is over. Below four nobody can play, whatever `survivors` says."""
        return max(self.survivors, FEWEST_SURVIVORS)

    @property
    def table_sizes(self) -> tuple[int, ...]:
        """How many may sit at a table, the fewest first."""
        return VARIANTS[self.smear_variant].players if self.game == "smear" else TABLE_SIZES


@dataclass(frozen=True, slots=True)
class GameSetup:
    """One table before its game. `seats` end up sorted, and every seat has an occupant."""

    letters: tuple[str, ...]
    seats: tuple[str, ...]
    options: GameOptions = GameOptions()
    occupants: Mapping[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        seats = tuple(sorted(self.seats))
        # The class is frozen; this is the one moment at which it may complete itself.
        object.__setattr__(self, "seats", seats)
        object.__setattr__(self, "occupants", {seat: self.occupants.get(seat, f"{seat}1") for seat in seats})
