"""The vocabulary of the table log: one frozen class per kind of line.

A log line speaks of seats (A … F, in Smear up to H), never of persons. Who sat in a seat is a label (`occupant`) that
only the caller can read: an entry id in an event file, "D2" (the second occupant of seat D) in the database.
The shapes are those of the event file (formats/event-file.md, "log"); `VERSION` goes up when one of them changes.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

VERSION = 1


@dataclass(frozen=True, slots=True)
class Deal:
    """A deal with its loser. `bench`: seats that sat out; `points`: seat → penalty points, if written down.

    `dealer` is who really dealt, where somebody wrote it down; it is not part of the event file.
    """

    loser: str
    bench: tuple[str, ...] = ()
    points: Mapping[str, int] | None = None
    packed: bool = False
    dealer: str | None = None


@dataclass(frozen=True, slots=True)
class SmearDeal:
    """A deal of Smear. `points`: party → what it won in the tricks, before anybody is set back; absent is nothing.

    `bid`: what the pitcher's seat bid; `moon`: he shot the moon. Not part of formats/event-file.md, which is older.
    """

    pitcher: str
    bid: int
    points: Mapping[str, int]
    moon: bool = False
    dealer: str | None = None


@dataclass(frozen=True, slots=True)
class VoidDeal:
    """A deal that does not count (competition.md 2.7)."""

    bench: tuple[str, ...] = ()
    reason: str = ""
    dealer: str | None = None


@dataclass(frozen=True, slots=True)
class PenaltyLetter:
    """A letter without a deal (competition.md 2.8)."""

    seat: str
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Amend:
    """Replaces the named fields of the line at `position`. `changes`: field → new value as in that line's payload."""

    position: int
    changes: Mapping[str, object]
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Strike:
    """Takes the line at `position` out."""

    position: int
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Substitute:
    """Somebody else takes the seat over, with its letters (competition.md 2.11)."""

    seat: str
    occupant: str
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Withdraw:
    """The seat leaves with what it has; that counts as leaving."""

    seat: str
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Close:
    """The game ends here, whatever is still to come."""

    reason: str = ""


Entry = Deal | SmearDeal | VoidDeal | PenaltyLetter | Amend | Strike | Substitute | Withdraw | Close
Correction = Amend | Strike
