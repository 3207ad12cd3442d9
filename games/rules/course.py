"""The course of a game of Smoking Cat: what each line that counts did, in the order of the table.

A state says how a game stands; the course says how it came to that, for pictures and records. It is the log as it reads
after all corrections, so a deal that was taken back never happened here. Who dealt is who the line says did, and else
who had to (bench.py).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile

from games.rules.bench import who_deals
from games.rules.entries import Deal, Entry, VoidDeal
from games.rules.game import GameTable
from games.rules.replay import GameState, Line, replay
from games.rules.setup import GameSetup


@dataclass(frozen=True, slots=True)
class At:
    """A seat after a line: the label of who sits there, his letters, and whether he has left."""

    occupant: str
    letters: int
    left: int | None


@dataclass(frozen=True, slots=True)
class Step:
    """What the line at `position` did. `deal`: its number, if it is one that counts; `played`: the seats in that deal.

    `benched`: those that sat it out; `dealer`: the seat that dealt it; `letter_to`: the seat that took a letter, if one
    did.
    """

    position: int
    deal: int | None
    dealer: str | None
    played: tuple[str, ...]
    benched: tuple[str, ...]
    letter_to: str | None
    seats: Mapping[str, At]

    @property
    def loser(self) -> str | None:
        """The label of who took a letter."""
        return self.seats[self.letter_to].occupant if self.letter_to else None


def course(setup: GameSetup, log: Sequence[Entry]) -> tuple[GameState, tuple[Step, ...]]:
    """The state after `log`, and what each line that counts did."""
    steps: list[Step] = []
    dealt: list[Deal | VoidDeal] = []

    def after(line: Line, table: GameTable) -> None:
        if not line.applied:
            return
        entry, dealer = line.entry, None
        played: tuple[str, ...] = ()
        if isinstance(entry, Deal):
            here = {*table.still_in, entry.loser} - set(entry.bench)
            played = tuple(seat for seat in table.chairs if seat in here)
            dealer = entry.dealer or _dealer(setup, dealt, played)
        if isinstance(entry, Deal | VoidDeal):
            dealt.append(entry)
        steps.append(
            Step(
                position=line.position,
                deal=table.deals if isinstance(entry, Deal) else None,
                dealer=dealer,
                played=played,
                benched=tuple(sorted(set(entry.bench))) if isinstance(entry, Deal) else (),
                letter_to=line.letter_to,
                seats={seat: At(chair.occupant, chair.letters, chair.left) for seat, chair in table.chairs.items()},
            )
        )

    state = replay(setup, log, after)
    return state, tuple(steps)


def _dealer(setup: GameSetup, dealt: Sequence[Deal | VoidDeal], played: tuple[str, ...]) -> str:
    deals = [entry for entry in dealt if isinstance(entry, Deal)]
    voids = takewhile(lambda entry: isinstance(entry, VoidDeal), reversed(dealt))
    return who_deals(setup.seats, deals, voids, played)
