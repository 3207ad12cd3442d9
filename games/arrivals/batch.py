"""A batch of lines taken in, one after the other, and what waited for them: what is known afterwards.

Pure as the rest: whoever stores it does so in one transaction, from what is known under its lock, and answers after
the commit.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from hashlib import sha256
from uuid import UUID

from games.arrivals.decide import Decision, Standing, decide, next_released
from games.arrivals.known import Arrival, Known, Written
from games.arrivals.sent import Sent, Unread

Prove = Callable[[Sent | Unread], Standing]


@dataclass(frozen=True, slots=True)
class Taken:
    """A line with what became of it, and what is known then. `was_held`: it came earlier and had to wait."""

    sent: Sent | Unread
    decision: Decision
    known: Known
    was_held: bool = False


def take_in(lines: Iterable[Sent | Unread], known: Known, *, prove: Prove, now: datetime) -> Iterator[Taken]:
    """Decide each line and keep it, then each that it releases."""
    for sent in lines:
        taken = take(sent, known, standing=prove(sent), now=now)
        yield taken
        known = taken.known
        for released in release(known, prove=prove, now=now):
            yield released
            known = released.known


def take(sent: Sent | Unread, known: Known, *, standing: Standing, now: datetime) -> Taken:
    decision = decide(sent, known, standing=standing, now=now)
    return Taken(sent, decision, known if decision.is_repeat else kept(sent, decision, known, now=now))


def release(known: Known, *, prove: Prove, now: datetime) -> Iterator[Taken]:
    """What need not wait any more, each decided anew."""
    asked: set[tuple[UUID, str]] = set()
    while (arrival := next_released(known, but=asked)) is not None and arrival.sent is not None:
        asked.add((arrival.id, arrival.code))
        sent, others = arrival.sent, known.without(arrival)
        standing = replace(prove(sent), is_same_person=True)  # that was proved when it came; now others bring theirs
        decision = decide(sent, others, standing=standing, now=now)
        known = kept(sent, decision, others, now=now)
        yield Taken(sent, decision, known, was_held=True)


def kept(sent: Sent | Unread, decision: Decision, known: Known, *, now: datetime) -> Known:
    """What is known once the line is kept: in the log where it was applied, else beside it."""
    if decision.entry is None or isinstance(sent, Unread):
        return replace(known, arrivals=(*known.arrivals, arrival_of(sent, decision)))
    line = Written(
        position=len(known.log) + 1,
        id=sent.id,
        entry=decision.entry,
        by=sent.by,
        at=now,
        device=sent.device,
        counter=sent.counter,
        tapped=sent.tapped,
        witness=sent.witness,
        seen=sent.seen,
        said=sent.said,
        digest=chained(known, sent.said),
    )
    after = replace(known, log=(*known.log, line), pen=decision.pen or known.pen)
    if decision.state is not None:
        after.__dict__["state"] = decision.state  # folded already, to judge the line
    return after


def chained(known: Known, said: str) -> str:
    """A digest of the whole log with the next line. Whoever stores lines has a chain of its own and puts it in here."""
    before = known.log[-1].digest if known.log else ""
    return sha256(f"{before}|{said}".encode()).hexdigest()


def arrival_of(sent: Sent | Unread, decision: Decision) -> Arrival:
    return Arrival(
        id=sent.id,
        said=sent.said,
        status=decision.status,
        code=decision.code,
        sent=sent if isinstance(sent, Sent) else None,
        device=sent.device,
        counter=sent.counter,
        about=decision.about,
    )
