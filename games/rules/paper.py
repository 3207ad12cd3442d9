"""A score sheet of paper, row by row, as lines of a log: the bench that nobody wrote down is the one that was to sit.

A row says who lost a deal, that a deal was void, or who took a penalty letter. Each is judged as if it were recorded at
the table, after the rows before it; of a row that cannot be, the fault is told and the rest is judged without it. Only
for Smoking Cat: a sheet of Smear has columns of its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from games.rules.bench import propose
from games.rules.entries import Deal, Entry, PenaltyLetter, VoidDeal
from games.rules.findings import Finding
from games.rules.replay import GameState, replay
from games.rules.setup import GameSetup


@dataclass(frozen=True, slots=True)
class PaperRow:
    """A row of the sheet. `seat`: who lost or takes the letter; `bench` None: as the rules propose."""

    number: int
    kind: Literal["deal", "void", "letter"]
    seat: str = ""
    bench: tuple[str, ...] | None = None
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Copied:
    """What a sheet says: the lines, the state after them, and of each row that cannot be its number with the doubt."""

    entries: tuple[Entry, ...]
    state: GameState
    faults: tuple[tuple[int, Finding], ...]


def copied(setup: GameSetup, log: Sequence[Entry], rows: Sequence[PaperRow]) -> Copied:
    """The lines that `rows` add to `log`."""
    lines, faults = list(log), []
    state = replay(setup, lines)
    for row in rows:
        after = replay(setup, [*lines, entry := _entry(state, row)])
        if after.lines[-1].applied:
            lines.append(entry)
            state = after
        else:
            faults.append((row.number, next(one for one in after.findings if one.position == len(after.lines))))
    return Copied(tuple(lines[len(log) :]), state, tuple(faults))


def _entry(state: GameState, row: PaperRow) -> Entry:
    if row.kind == "letter":
        return PenaltyLetter(row.seat, row.reason)
    proposal = propose(state)
    bench = row.bench if row.bench is not None else proposal.bench if proposal else ()
    return VoidDeal(bench, row.reason) if row.kind == "void" else Deal(row.seat, bench)
