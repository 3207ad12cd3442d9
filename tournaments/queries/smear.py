"""The parties of a table of Smear with their scores, as every page shows them. Asks no database."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Party:
    """`name`: its seats, such as AC; `people`: seat and nick of each."""

    name: str
    people: tuple[tuple[str, str], ...]
    score: int
    has_won: bool = False

    @property
    def nicks(self) -> str:
        return " + ".join(nick for _, nick in self.people)


def parties_of(scores: Mapping[str, int], winner: str | None, nicks: Mapping[str, str]) -> tuple[Party, ...]:
    """The parties in the order of their seats. `nicks`: seat → who sits there now."""
    return tuple(
        Party(name, tuple((seat, nicks.get(seat, seat)) for seat in name), score, has_won=name == winner)
        for name, score in sorted(scores.items())
    )


def parties_at(state: Mapping[str, Any], nicks: Mapping[str, str]) -> tuple[Party, ...]:
    """Return the parties from a stored state of a game (games/queries.py: summary); none if it is not Smear."""
    smear = state.get("smear")
    return parties_of(smear["scores"], smear["winner"], nicks) if smear else ()
