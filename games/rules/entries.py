"""The vocabulary of the table log: one frozen class per kind of line.

A log line speaks of seats (A … F, in Smear up to H), never of persons. Who sat in a seat is a label (`occupant`) that
only the caller can read: an entry id in an event file, "D2" (the second occupant of seat D) in the database.
The shapes are those of the event file (formats/event-file.md, "log"); `VERSION` goes up when one of them changes.

Beside its fields a kind says three things of itself: `code`, under which it is stored for ever; `notation`, how its
line begins in text (notation.py), each field in braces; `amendable`, which of its fields a correction may change. What
a line does at a table stands in game.py, what it says to people in texts/about_log.py: both match the whole union
and end with `assert_never`, so that mypy names what a new kind still lacks.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, get_args

VERSION = 1


@dataclass(frozen=True, slots=True)
class Deal:
    """A deal with its loser. `bench`: seats that sat out; `points`: seat → penalty points, if written down.

    `dealer` is who really dealt, where somebody wrote it down; it is not part of the event file.
    """

    code: ClassVar[str] = "deal"
    notation: ClassVar[str] = "{loser}"
    amendable: ClassVar[tuple[str, ...]] = ("loser", "bench", "points", "packed", "dealer")

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

    code: ClassVar[str] = "smear_deal"
    notation: ClassVar[str] = "{pitcher}{bid}"
    amendable: ClassVar[tuple[str, ...]] = ("pitcher", "bid", "points", "moon", "dealer")

    pitcher: str
    bid: int
    points: Mapping[str, int]
    moon: bool = False
    dealer: str | None = None


@dataclass(frozen=True, slots=True)
class VoidDeal:
    """A deal that does not count (competition.md 2.7)."""

    code: ClassVar[str] = "void_deal"
    notation: ClassVar[str] = "void"
    amendable: ClassVar[tuple[str, ...]] = ("bench", "reason", "dealer")

    bench: tuple[str, ...] = ()
    reason: str = ""
    dealer: str | None = None


@dataclass(frozen=True, slots=True)
class PenaltyLetter:
    """A letter without a deal (competition.md 2.8). `after`: the line after which it was due, if it was found late."""

    code: ClassVar[str] = "penalty_letter"
    notation: ClassVar[str] = "+{seat}"
    amendable: ClassVar[tuple[str, ...]] = ("seat", "reason")

    seat: str
    reason: str = ""
    after: int | None = None


@dataclass(frozen=True, slots=True)
class Amend:
    """Replaces the named fields of the line at `position`. `changes`: field → new value as in that line's payload."""

    code: ClassVar[str] = "amend"
    notation: ClassVar[str] = "~{position}"
    amendable: ClassVar[tuple[str, ...]] = ()

    position: int
    changes: Mapping[str, object]
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Strike:
    """A line that takes the line at `position` out of the game."""

    code: ClassVar[str] = "strike"
    notation: ClassVar[str] = "x{position}"
    amendable: ClassVar[tuple[str, ...]] = ("reason",)

    position: int
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Substitute:
    """Somebody else takes the seat over, with its letters (competition.md 2.11)."""

    code: ClassVar[str] = "substitute"
    notation: ClassVar[str] = "{seat}>{occupant}"
    amendable: ClassVar[tuple[str, ...]] = ("seat", "occupant", "reason")

    seat: str
    occupant: str
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Withdraw:
    """The seat leaves with what it has; that counts as leaving."""

    code: ClassVar[str] = "withdraw"
    notation: ClassVar[str] = "-{seat}"
    amendable: ClassVar[tuple[str, ...]] = ("seat", "reason")

    seat: str
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Close:
    """The game ends here, whatever is still to come."""

    code: ClassVar[str] = "close"
    notation: ClassVar[str] = "close"
    amendable: ClassVar[tuple[str, ...]] = ("reason",)

    reason: str = ""


@dataclass(frozen=True, slots=True)
class Settle:
    """A referee's word on a line that came from a phone and has no effect (games/arrivals): `arrival` is its id.

    `leave`: it does not count. `take`: it is a line of its own, which follows. `instead`: it is right, and the line
    that it contradicts is amended by the line that follows.
    """

    code: ClassVar[str] = "settle"
    notation: ClassVar[str] = "{verdict}:{arrival}"
    amendable: ClassVar[tuple[str, ...]] = ("reason",)

    arrival: str
    verdict: str
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Pause:
    """The table stops for a while. It goes on with `Resume`, or with the next deal."""

    code: ClassVar[str] = "pause"
    notation: ClassVar[str] = "pause"
    amendable: ClassVar[tuple[str, ...]] = ("reason",)

    reason: str = ""


@dataclass(frozen=True, slots=True)
class Resume:
    """The pause is over."""

    code: ClassVar[str] = "resume"
    notation: ClassVar[str] = "resume"
    amendable: ClassVar[tuple[str, ...]] = ()


@dataclass(frozen=True, slots=True)
class Swap:
    """The people of two seats had changed chairs from the line at `since` on; each has what he really got.

    The deals stay as they are: whoever sat there takes his letters and deals with him into the other chair.
    """

    code: ClassVar[str] = "swap"
    notation: ClassVar[str] = "{seat}<>{other}:{since}"
    amendable: ClassVar[tuple[str, ...]] = ("reason",)

    seat: str
    other: str
    since: int
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Accept:
    """Whoever sits in `seat` agrees with how the game has ended. It holds until something is corrected."""

    code: ClassVar[str] = "accept"
    notation: ClassVar[str] = "ok{seat}"
    amendable: ClassVar[tuple[str, ...]] = ()

    seat: str


Dealing = Deal | SmearDeal | VoidDeal | PenaltyLetter
"""What each game judges by its own rules."""
Common = Substitute | Withdraw | Close | Settle | Pause | Resume | Swap | Accept
"""What is alike in both games."""
Happening = Dealing | Common
"""What happened at the table."""
Correction = Amend | Strike
"""What changes what the log says about it."""
Seating = Substitute | Swap
"""By what somebody has another seat than he had."""
Entry = Dealing | Correction | Common

VERDICTS = ("leave", "take", "instead")
"""What a referee may say of an arrival."""

KINDS: dict[str, type[Entry]] = {kind.code: kind for kind in get_args(Entry)}
