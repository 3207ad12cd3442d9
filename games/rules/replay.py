"""Folds the log of a game into its state: who has how many letters, who has left, what is still to come.

The rules are competition.md 2.1–2.4, 2.7–2.11 and 3 (deals to go); the codes and their order are those of
formats/event-file.md. What the log *says* after strikes and amendments is settled first (corrections.py), then its
lines are taken in their old places. A line that cannot be is not applied and gets one finding; the rest goes on, so
a replay never fails. Who had changed chairs (`Swap`) did so before the line that says since when; a penalty letter
that was found late was taken after the line that it names, also where the game ended with that line.
Letters lie on the seat; deals and letters are also tallied for the label of whoever sat there at the time (2.11). Who
plays next is not asked here but in bench.py, and nothing here knows a person or a place.
What a line does is the business of the game that is played: smoking_cat/game.py, smear/game.py.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from games.rules import findings as codes
from games.rules.corrections import corrected, names_earlier_line
from games.rules.entries import Correction, Entry, PenaltyLetter, Swap
from games.rules.findings import Finding
from games.rules.game import Doubt, GameTable, SeatState
from games.rules.setup import GameSetup
from games.rules.smear.game import SmearState, SmearTable
from games.rules.smoking_cat.game import SmokingCatTable


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the log as it now reads, and as it was `written`. A correction is applied when it names an earlier
    line.
    """

    position: int
    entry: Entry
    struck: bool
    applied: bool
    letter_to: str | None
    written: Entry


@dataclass(frozen=True, slots=True)
class Occupancy:
    seat: str
    occupant: str
    deals: int
    letters: int
    games: int = 0
    won: int = 0
    points: int = 0


@dataclass(frozen=True, slots=True)
class GameState:
    """`smear`: the scores, in a game of Smear. There nobody takes letters, and how long it takes nobody can say.

    `accepted_by`: the seat that has agreed with the end of the game as it reads now.
    """

    setup: GameSetup
    seats: Mapping[str, SeatState]
    deals: int
    void_deals: int
    closed: bool
    finished: bool
    findings: tuple[Finding, ...]
    lines: tuple[Line, ...]
    smear: SmearState | None = None
    paused: bool = False
    accepted_by: str | None = None

    @property
    def active(self) -> tuple[str, ...]:
        """The seats still in, clockwise from the first."""
        return tuple(name for name, seat in self.seats.items() if seat.left is None)

    @property
    def swaps(self) -> Mapping[int, list[Swap]]:
        """Who had changed chairs, by the line before which they did."""
        found: dict[int, list[Swap]] = {}
        for line in self.lines:
            if isinstance(line.entry, Swap) and line.applied:
                found.setdefault(line.entry.since, []).append(line.entry)
        return found

    @property
    def late_letters(self) -> Mapping[int, list[str]]:
        """The seats that took a letter which was found late, by the line after which they did."""
        found: dict[int, list[str]] = {}
        for line in self.lines:
            if line.applied and isinstance(line.entry, PenaltyLetter) and line.entry.after:
                found.setdefault(line.entry.after, []).append(line.entry.seat)
        return found

    @property
    def match_balls(self) -> frozenset[str]:
        """Who lacks exactly one letter in a game that still goes on."""
        if self.finished or self.smear:
            return frozenset()
        return frozenset(seat for seat, missing in zip(self.active, self._missing(), strict=True) if missing == 1)

    @property
    def deals_to_go(self) -> tuple[int, int] | None:
        """Fewest and most deals still to come (competition.md 2.3), if nobody withdraws; None in a game of Smear."""
        if self.finished:
            return (0, 0)
        if self.smear:
            return None
        missing, staying = sorted(self._missing()), self.setup.options.left_at_the_end
        return sum(missing[: len(missing) - staying]), sum(missing) - staying

    @property
    def occupancies(self) -> tuple[Occupancy, ...]:
        """Every seat with everybody who sat in it, in order of sitting."""
        return tuple(
            Occupancy(seat.seat, label, tally.deals, tally.letters, tally.games, tally.won, tally.points)
            for seat in self.seats.values()
            for label, tally in seat.tallies.items()
        )

    def _missing(self) -> list[int]:
        length = len(self.setup.letters)
        return [length - self.seats[seat].letters for seat in self.active]


def replay(setup: GameSetup, log: Sequence[Entry], after: Callable[[Line, GameTable], None] | None = None) -> GameState:
    """The state after `log`, whatever it holds. `after` is shown the table as it is after each line (course.py); after
    a letter that was found late, where it was due.
    """
    entries, struck = corrected(log)
    table: GameTable = SmearTable(setup) if setup.options.game == "smear" else SmokingCatTable(setup)
    changes, late, lines = _Changes(table, entries, struck), _LateLetters(table, log, entries, struck), []
    for position, (written, entry) in enumerate(zip(log, entries, strict=True), 1):
        changes.before(position)
        was_over = table.is_over()
        told = late.told(position)
        lines.append(told or _line(table, position, written, entry, changes, struck=position in struck))
        if after and not told:
            after(lines[-1], table)
        for line in late.taken_after(position, was_over=was_over):
            if after:
                after(line, table)
    return GameState(
        setup=setup,
        seats={seat: table.seat_state(seat, chair) for seat, chair in table.chairs.items()},
        deals=table.deals,
        void_deals=table.void_deals,
        closed=table.closed,
        finished=table.is_over(),
        findings=tuple(table.findings),
        lines=tuple(lines),
        smear=table.state() if isinstance(table, SmearTable) else None,
        paused=table.paused and not table.is_over(),
        accepted_by=table.accepted_by,
    )


class _Changes:
    """Who had changed chairs: done before the line that says since when, judged there and told where it is written."""

    def __init__(self, table: GameTable, entries: Sequence[Entry], struck: frozenset[int]) -> None:
        self.table = table
        self.doubts: dict[int, Doubt | None] = {}
        self.since: dict[int, list[tuple[int, Swap]]] = {}
        for position, entry in enumerate(entries, 1):
            if isinstance(entry, Swap) and position not in struck and entry.since <= position:
                self.since.setdefault(entry.since, []).append((position, entry))

    def before(self, position: int) -> None:
        for written, entry in self.since.get(position, ()):
            doubt = self.doubts[written] = self.table.objection_to_swap(entry)
            if doubt is None:
                self.table.apply(entry)


class _LateLetters:
    """Penalty letters that were found late: taken after the line that each names, told where it is written."""

    def __init__(
        self, table: GameTable, log: Sequence[Entry], entries: Sequence[Entry], struck: frozenset[int]
    ) -> None:
        self.table = table
        self.log = log
        self.judged: dict[int, tuple[Line, Doubt | None]] = {}
        self.due: dict[int, list[tuple[int, PenaltyLetter]]] = {}
        for position, entry in enumerate(entries, 1):
            if isinstance(entry, PenaltyLetter) and entry.after and position not in struck:
                if entry.after < position:
                    self.due.setdefault(entry.after, []).append((position, entry))
                else:
                    self._judge(position, entry, (codes.NOT_SINCE_THEN, {"since": entry.after}))

    def taken_after(self, position: int, *, was_over: bool) -> Iterator[Line]:
        """Those that count after the line at `position`, each once it was taken; `was_over`: the game, before it."""
        for written, entry in self.due.get(position, ()):
            over: Doubt = (codes.GAME_OVER, {})
            self._judge(written, entry, over if was_over else self.table.objection_to_dealing(entry))
            if (line := self.judged[written][0]).applied:
                yield line

    def told(self, position: int) -> Line | None:
        """The line that is written at `position`, if it is such a letter."""
        if position not in self.judged:
            return None
        line, objection = self.judged[position]
        if objection:
            self.table.findings.append(Finding(position, *objection))
        else:
            self.table.accepted_by = None  # what was agreed with has changed
        return line

    def _judge(self, position: int, entry: PenaltyLetter, objection: Doubt | None) -> None:
        taken, written = None if objection else self.table.apply_dealing(entry), self.log[position - 1]
        line = Line(position, entry, struck=False, applied=not objection, letter_to=taken, written=written)
        self.judged[position] = line, objection


def _line(table: GameTable, position: int, written: Entry, entry: Entry, changes: _Changes, *, struck: bool) -> Line:
    applied, letter_to = False, None
    if isinstance(entry, Correction):
        applied = not struck and names_earlier_line(entry, position)
    elif not struck:
        is_done = isinstance(entry, Swap) and position in changes.doubts
        objection = changes.doubts[position] if is_done else table.objection(entry)
        if objection:
            table.findings.append(Finding(position, *objection))
        else:
            applied, letter_to = True, None if isinstance(entry, Swap) else table.apply(entry)
            table.findings += [Finding(position, *doubt) for doubt in table.doubts(entry)]
    if applied and isinstance(entry, Correction | Swap):
        table.accepted_by = None  # what was agreed with has changed
    return Line(position, entry, struck, applied, letter_to, written)
