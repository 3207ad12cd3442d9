"""A table while its log is being folded: what both games share (competition.md 2.10, 2.11).

Seats, who sits in them and who has left, people coming and going, a pause, the early end, who agreed with it. What a
deal is and when a game is over says each game for itself: smoking_cat/game.py, smear/game.py. Deals and what came of
them are tallied for the label of whoever sat in the seat at the time.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import assert_never

from games.rules import findings as codes
from games.rules.entries import (
    Accept,
    Close,
    Deal,
    Dealing,
    Happening,
    Pause,
    PenaltyLetter,
    Resume,
    Settle,
    SmearDeal,
    Substitute,
    Swap,
    VoidDeal,
    Withdraw,
)
from games.rules.findings import Finding
from games.rules.setup import GameSetup

Doubt = tuple[str, Mapping[str, object]]


@dataclass(frozen=True, slots=True)
class Tally:
    """What one occupant did in one seat: own deals (those he sat in) and what came of them.

    Smoking Cat counts the `letters` that he took; Smear whether it was one of his `games`, whether he `won` it, and the
    `points` of his party in the deals in which he sat.
    """

    deals: int
    letters: int = 0
    games: int = 0
    won: int = 0
    points: int = 0


@dataclass(frozen=True, slots=True)
class SeatState:
    """`letters` lie on the seat, whoever took them; `left` is the order of leaving from 1."""

    seat: str
    letters: int
    left: int | None
    occupant: str
    tallies: Mapping[str, Tally]

    @property
    def own(self) -> Tally:
        return self.tallies[self.occupant]


class Chair:
    """A seat while the log is being folded. `tally`: deals, and letters or points, of the present occupant."""

    __slots__ = ("left", "letters", "occupant", "tallies", "tally")

    def __init__(self, occupant: str) -> None:
        self.letters = 0
        self.left: int | None = None
        self.tallies: dict[str, list[int]] = {}
        self.seat_down(occupant)

    def seat_down(self, occupant: str) -> None:
        self.occupant = occupant
        self.tally = self.tallies.setdefault(occupant, [0, 0])

    def change_with(self, other: Chair) -> None:
        """Both change chairs, with everything that is theirs."""
        for name in ("letters", "occupant", "tallies", "tally"):
            mine, his = getattr(self, name), getattr(other, name)
            setattr(self, name, his)
            setattr(other, name, mine)


class GameTable(ABC):
    """The game while the log is being folded; lives for one replay only."""

    def __init__(self, setup: GameSetup) -> None:
        self.chairs = {seat: Chair(setup.occupants[seat]) for seat in setup.seats}
        self.still_in = dict(self.chairs)
        self.options = setup.options
        self.deals = self.void_deals = 0
        self.closed = self.paused = False
        self.accepted_by: str | None = None
        self.findings: list[Finding] = []

    @abstractmethod
    def is_over(self) -> bool: ...

    def objection(self, entry: Happening) -> Doubt | None:
        """Why the line cannot be: the first code that applies, in the order of the event file."""
        if isinstance(entry, Settle):  # what came late is settled when the game is over
            return None
        if isinstance(entry, Accept):
            return self._objection_to_accept(entry)
        if self.is_over() and not isinstance(entry, Swap):
            return codes.GAME_OVER, {}
        match entry:
            case Deal() | SmearDeal() | VoidDeal() | PenaltyLetter():
                return self.objection_to_dealing(entry)
            case Pause():
                return (codes.IS_PAUSED, {}) if self.paused else None
            case Resume():
                return None if self.paused else (codes.NOT_PAUSED, {})
            case Substitute() | Withdraw():
                return self.absence((entry.seat,))
            case Swap():  # it was done before the line that it names: replay.py
                return codes.NOT_SINCE_THEN, {"since": entry.since}
            case Close():
                return None
            case _:
                assert_never(entry)

    @abstractmethod
    def objection_to_dealing(self, entry: Dealing) -> Doubt | None:
        """Why a line that each game judges for itself cannot be."""

    def apply(self, entry: Happening) -> str | None:
        """Do what a possible line says; returns the seat that takes a letter by it."""
        match entry:
            case Deal() | SmearDeal() | VoidDeal() | PenaltyLetter():
                self.paused = False
                return self.apply_dealing(entry)
            case Pause() | Resume():
                self.paused = isinstance(entry, Pause)
            case Accept():
                self.accepted_by = entry.seat
            case Swap():
                self.chairs[entry.seat].change_with(self.chairs[entry.other])
            case Substitute():
                self.chairs[entry.seat].seat_down(entry.occupant)
            case Withdraw():
                self.leave(entry.seat)
            case Close():
                self.closed = True
            case Settle():  # it says why the line after it was written, or why none was
                pass
            case _:
                assert_never(entry)
        return None

    def objection_to_swap(self, entry: Swap) -> Doubt | None:
        """Why two could not have changed chairs at this moment."""
        if self.is_over():
            return codes.GAME_OVER, {}
        if entry.seat == entry.other:
            return codes.SAME_SEAT, {"seat": entry.seat}
        return self.absence((entry.seat, entry.other))

    @abstractmethod
    def apply_dealing(self, entry: Dealing) -> str | None:
        """Do what a possible line says that each game judges for itself."""

    @abstractmethod
    def doubts(self, entry: Happening) -> Iterator[Doubt]:
        """What is odd about a line that was applied."""

    @abstractmethod
    def seat_state(self, seat: str, chair: Chair) -> SeatState: ...

    def _objection_to_accept(self, entry: Accept) -> Doubt | None:
        """Only what is over can be agreed with, also by those who left before."""
        if not self.is_over():
            return codes.NOT_OVER, {}
        return None if entry.seat in self.chairs else (codes.UNKNOWN_SEAT, {"seat": entry.seat})

    def absence(self, named: Iterable[str]) -> Doubt | None:
        absent = [seat for seat in named if seat not in self.still_in]
        if not absent:
            return None
        unknown = [seat for seat in absent if seat not in self.chairs]
        return (codes.UNKNOWN_SEAT, {"seat": unknown[0]}) if unknown else (codes.HAS_LEFT, {"seat": absent[0]})

    def leave(self, seat: str) -> None:
        del self.still_in[seat]
        self.chairs[seat].left = len(self.chairs) - len(self.still_in)
