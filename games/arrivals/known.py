"""What the site knows of a game when a line arrives: its log, what came besides, who holds the pen.

A value, made by whoever stores these things; nothing here asks for anything. What follows from it (the game folded,
which deals count, whose counters came) is worked out once for each value.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from functools import cached_property
from typing import Literal
from uuid import UUID

from games.arrivals.sent import Sent
from games.rules.entries import Deal, Entry, Settle, SmearDeal, Strike, VoidDeal
from games.rules.replay import GameState, replay
from games.rules.setup import GameSetup

Status = Literal["applied", "merged", "maybe_duplicate", "conflict", "held", "late", "quarantined"]
FLAGS: frozenset[Status] = frozenset({"maybe_duplicate", "conflict", "held", "late", "quarantined"})
Played = Deal | SmearDeal | VoidDeal
"""What takes a slot: four people sat down to it."""
LEASE = timedelta(minutes=10)


@dataclass(frozen=True, kw_only=True)
class Written:
    """A line that stands in the log. `said`: digest of what the phone sent; empty if it came another way.

    `tapped`: by the site's clock, if the phone could tell. `digest`: of the log up to here.
    """

    position: int
    id: UUID
    entry: Entry
    by: str
    at: datetime
    device: str = ""
    counter: int | None = None
    tapped: datetime | None = None
    witness: str = ""
    seen: bool = False
    said: str = ""
    digest: str = ""

    @property
    def told(self) -> datetime:
        """When it was tapped, as well as anybody knows."""
        return self.tapped or self.at


@dataclass(frozen=True, kw_only=True)
class Arrival:
    """A line that came and is kept without effect. `sent` is None if it cannot be read.

    `about`: the line of the log that it tells again or contradicts.
    """

    id: UUID
    said: str
    status: Status
    code: str = ""
    sent: Sent | None = None
    device: str = ""
    counter: int | None = None
    about: UUID | None = None


@dataclass(frozen=True, kw_only=True)
class Pen:
    """Who writes at the table. `since`: position after which this epoch began; `heard`: its phone, at last."""

    epoch: int = 0
    holder: str = ""
    heard: datetime | None = None
    since: int = 0

    def is_free(self, then: datetime | None) -> bool:
        """Whether the next phone that writes may take it; `then` is when it was tapped there, None if nobody knows."""
        if not self.holder:
            return True
        return then is not None and self.heard is not None and then - self.heard >= LEASE


@dataclass(frozen=True, kw_only=True)
class Known:
    """`arrivals` in the order in which they came; `is_closed`: the round is over, nothing is recorded any more.

    `ruled`: line that rulings hold → how high one must stand to correct it.
    """

    game: int
    setup: GameSetup
    log: tuple[Written, ...] = ()
    arrivals: tuple[Arrival, ...] = ()
    pen: Pen = Pen()
    is_closed: bool = False
    ruled: Mapping[str, int] = field(default_factory=dict)

    @cached_property
    def entries(self) -> tuple[Entry, ...]:
        return tuple(line.entry for line in self.log)

    @cached_property
    def state(self) -> GameState:
        return replay(self.setup, self.entries)

    @cached_property
    def played(self) -> tuple[Written, ...]:
        """The lines that take a slot now; the first is deal 1."""
        return tuple(
            line
            for line, now in zip(self.log, self.state.lines, strict=True)
            if now.applied and isinstance(line.entry, Played)
        )

    @cached_property
    def struck(self) -> frozenset[int]:
        return struck(self.log)

    @cached_property
    def by_id(self) -> Mapping[UUID, Written]:
        return {line.id: line for line in self.log}

    @cached_property
    def settled(self) -> Mapping[str, str]:
        """Id of each arrival that a referee has settled → his verdict."""
        return settled(self.log)

    def counters(self, device: str) -> set[int]:
        """The counters of a device that have come, whatever became of their lines."""
        came: Iterable[Written | Arrival] = (*self.log, *self.arrivals)
        return {line.counter for line in came if line.device == device and line.counter is not None}

    def counter(self, device: str) -> int:
        """The last counter of a device before which none is missing: it is asked to bring again what comes after.

        Not the highest one: a site restored from an older copy may have got a later line before those that it lost.
        """
        came, last = self.counters(device), 0
        while last + 1 in came:
            last += 1
        return last

    def without(self, arrival: Arrival) -> Known:
        """As if that line had not come, to decide it again."""
        others = replace(self, arrivals=tuple(one for one in self.arrivals if one is not arrival))
        for folded in ("state", "played", "struck", "by_id"):
            if folded in self.__dict__:
                others.__dict__[folded] = self.__dict__[folded]  # of the log, which is the same
        return others


def settled(log: Sequence[Written]) -> dict[str, str]:
    """Id of each arrival that a referee has settled in this log → his verdict."""
    out = struck(log)
    verdicts = (line for line in log if isinstance(line.entry, Settle) and line.position not in out)
    return {line.entry.arrival: line.entry.verdict for line in verdicts if isinstance(line.entry, Settle)}


def struck(lines: Sequence[Written]) -> frozenset[int]:
    """The positions that the strikes among these lines take out, in order of position."""
    out: set[int] = set()
    for line in reversed(lines):
        if isinstance(line.entry, Strike) and line.position not in out:
            out.add(line.entry.position)
    return frozenset(out)
