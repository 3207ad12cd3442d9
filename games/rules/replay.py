"""Folds the log of a game into its state: who has how many letters, who has left, what is still to come.

The rules are competition.md 2.1–2.4, 2.7–2.11 and 3 (deals to go); the codes and their order are those of
formats/event-file.md. What the log *says* after strikes and amendments is settled first (corrections.py), then its
lines are taken in their old places. A line that cannot be is not applied and gets one finding; the rest goes on, so
a replay never fails. Letters lie on the seat; deals and letters are also tallied for the label of whoever sat there
at the time (2.11). Who plays next is not asked here but in bench.py, and nothing here knows a person or a place.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from games.rules import findings as codes
from games.rules.corrections import corrected, names_earlier_line
from games.rules.entries import (
    Close,
    Correction,
    Deal,
    Entry,
    PenaltyLetter,
    Substitute,
    VoidDeal,
    Withdraw,
)
from games.rules.findings import Finding
from games.rules.setup import PLAYERS_OF_A_DEAL, GameSetup

POINTS_OF_A_DEAL = 33


@dataclass(frozen=True, slots=True)
class Tally:
    """What one occupant did in one seat: own deals (those he sat in) and the letters he took."""

    deals: int
    letters: int


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


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the log as it now reads. A correction is applied when it names an earlier line."""

    position: int
    entry: Entry
    struck: bool
    applied: bool
    letter_to: str | None


@dataclass(frozen=True, slots=True)
class Occupancy:
    seat: str
    occupant: str
    deals: int
    letters: int


@dataclass(frozen=True, slots=True)
class GameState:
    setup: GameSetup
    seats: Mapping[str, SeatState]
    deals: int
    void_deals: int
    closed: bool
    finished: bool
    findings: tuple[Finding, ...]
    lines: tuple[Line, ...]

    @property
    def active(self) -> tuple[str, ...]:
        """The seats still in, clockwise from the first."""
        return tuple(name for name, seat in self.seats.items() if seat.left is None)

    @property
    def match_balls(self) -> frozenset[str]:
        """Who lacks exactly one letter in a game that still goes on."""
        if self.finished:
            return frozenset()
        return frozenset(seat for seat, missing in zip(self.active, self._missing(), strict=True) if missing == 1)

    @property
    def deals_to_go(self) -> tuple[int, int]:
        """Fewest and most deals still to come (competition.md 2.3), if nobody withdraws."""
        if self.finished:
            return (0, 0)
        missing, staying = sorted(self._missing()), self.setup.options.left_at_the_end
        return sum(missing[: len(missing) - staying]), sum(missing) - staying

    @property
    def occupancies(self) -> tuple[Occupancy, ...]:
        """Every seat with everybody who sat in it, in order of sitting."""
        return tuple(
            Occupancy(seat.seat, label, tally.deals, tally.letters)
            for seat in self.seats.values()
            for label, tally in seat.tallies.items()
        )

    def _missing(self) -> list[int]:
        length = len(self.setup.letters)
        return [length - self.seats[seat].letters for seat in self.active]


def replay(setup: GameSetup, log: Sequence[Entry]) -> GameState:
    """The state after `log`, whatever it holds."""
    entries, struck = corrected(log)
    table = _Table(setup)
    lines = tuple(_line(table, position, entry, struck=position in struck) for position, entry in enumerate(entries, 1))
    return GameState(
        setup=setup,
        seats={seat: chair.state(seat) for seat, chair in table.chairs.items()},
        deals=table.deals,
        void_deals=table.void_deals,
        closed=table.closed,
        finished=table.is_over(),
        findings=tuple(table.findings),
        lines=lines,
    )


def _line(table: _Table, position: int, entry: Entry, *, struck: bool) -> Line:
    applied, letter_to = False, None
    if isinstance(entry, Correction):
        applied = not struck and names_earlier_line(entry, position)
    elif not struck:
        objection = table.objection(entry)
        if objection:
            table.findings.append(Finding(position, *objection))
        else:
            applied, letter_to = True, table.apply(entry)
            table.findings += [Finding(position, *doubt) for doubt in _doubts(entry)]
    return Line(position, entry, struck, applied, letter_to)


_Doubt = tuple[str, Mapping[str, object]]


def _doubts(entry: Entry) -> Iterator[_Doubt]:
    """Tied at the top is no contradiction: then the loser is the one who took Hejma (competition.md 5.2)."""
    if not isinstance(entry, Deal) or entry.points is None:
        return
    total = sum(entry.points.values())
    if total != POINTS_OF_A_DEAL:
        yield codes.POINTS_NOT_33, {"total": total}
    if entry.points.get(entry.loser, -1) < max(entry.points.values(), default=0):
        yield codes.POINTS_CONTRADICT, {"seat": entry.loser}


class _Chair:
    """A seat while the log is being folded. `tally` is [deals, letters] of the present occupant."""

    __slots__ = ("left", "letters", "occupant", "tallies", "tally")

    def __init__(self, occupant: str) -> None:
        self.letters = 0
        self.left: int | None = None
        self.tallies: dict[str, list[int]] = {}
        self.seat_down(occupant)

    def seat_down(self, occupant: str) -> None:
        self.occupant = occupant
        self.tally = self.tallies.setdefault(occupant, [0, 0])

    def state(self, seat: str) -> SeatState:
        tallies = {label: Tally(deals, letters) for label, (deals, letters) in self.tallies.items()}
        return SeatState(seat, self.letters, self.left, self.occupant, tallies)


class _Table:
    """The game while the log is being folded; lives for one replay only."""

    def __init__(self, setup: GameSetup) -> None:
        self.chairs = {seat: _Chair(setup.occupants[seat]) for seat in setup.seats}
        self.still_in = dict(self.chairs)
        self.length = len(setup.letters)
        self.options = setup.options
        self.left_at_the_end = setup.options.left_at_the_end
        self.deals = self.void_deals = 0
        self.closed = False
        self.findings: list[Finding] = []

    def is_over(self) -> bool:
        return self.closed or len(self.still_in) <= self.left_at_the_end

    def objection(self, entry: Entry) -> _Doubt | None:
        """Why the line cannot be: the first code that applies, in the order of the event file."""
        if self.is_over():
            return codes.GAME_OVER, {}
        if isinstance(entry, Deal):
            # Sorted: the log keeps points in the order of seats, and a sentence must not depend on a file's own order.
            return self._absence((entry.loser, *entry.bench, *sorted(entry.points or ()))) or self._wrong_four(entry)
        if isinstance(entry, VoidDeal):
            return self._absence(entry.bench) or self._wrong_four(entry)
        if isinstance(entry, PenaltyLetter):
            return self._absence((entry.seat,)) or self._forbidden_end(entry.seat)
        if isinstance(entry, Substitute | Withdraw):
            return self._absence((entry.seat,))
        return None

    def apply(self, entry: Entry) -> str | None:
        """Does what a possible line says; returns the seat that takes a letter by it."""
        if isinstance(entry, Deal):
            self.deals += 1
            for seat, chair in self.still_in.items():
                if seat not in entry.bench:
                    chair.tally[0] += 1
            return self._give_letter(entry.loser)
        if isinstance(entry, PenaltyLetter):
            return self._give_letter(entry.seat)
        if isinstance(entry, VoidDeal):
            self.void_deals += 1
        elif isinstance(entry, Substitute):
            self.chairs[entry.seat].seat_down(entry.occupant)
        elif isinstance(entry, Withdraw):
            self._leave(entry.seat)
        elif isinstance(entry, Close):
            self.closed = True
        return None

    def _absence(self, named: Iterable[str]) -> _Doubt | None:
        absent = [seat for seat in named if seat not in self.still_in]
        if not absent:
            return None
        unknown = [seat for seat in absent if seat not in self.chairs]
        return (codes.UNKNOWN_SEAT, {"seat": unknown[0]}) if unknown else (codes.HAS_LEFT, {"seat": absent[0]})

    def _wrong_four(self, entry: Deal | VoidDeal) -> _Doubt | None:
        playing = len(self.still_in) - len(set(entry.bench))  # everybody on the bench is still in: asked before
        if playing != PLAYERS_OF_A_DEAL:
            return codes.NOT_FOUR, {"playing": playing}
        if isinstance(entry, Deal) and entry.loser in entry.bench:
            return codes.LOSER_NOT_PLAYING, {"seat": entry.loser}
        return None

    def _forbidden_end(self, seat: str) -> _Doubt | None:
        completes = self.chairs[seat].letters + 1 >= self.length
        if completes and not self.options.penalty_letter_completes:
            return codes.CANNOT_COMPLETE, {"seat": seat}
        return None

    def _give_letter(self, seat: str) -> str:
        chair = self.chairs[seat]
        chair.letters += 1
        chair.tally[1] += 1
        if chair.letters >= self.length:
            self._leave(seat)
        return seat

    def _leave(self, seat: str) -> None:
        del self.still_in[seat]
        self.chairs[seat].left = len(self.chairs) - len(self.still_in)
