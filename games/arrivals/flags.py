"""What still needs somebody, and what he can do about it.

A flag is an arrival whose status asks the referee and that no `settle` of the log names. A merged line becomes one
again when what it was merged with is taken back: its phone still says that the deal was played.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from uuid import UUID

from games.arrivals.alike import is_hasty, is_same
from games.arrivals.known import FLAGS, Arrival, Known, Status
from games.arrivals.sent import Undo
from games.rules.entries import KINDS, Amend, Entry, Settle, Strike
from games.rules.payload import entry_payload
from games.rules.refusals import Refused


@dataclass(frozen=True, slots=True, kw_only=True)
class Flag:
    """An arrival that needs somebody. `status`, `code`: as they are now; `verdicts`: what may be said of it."""

    arrival: Arrival
    status: Status
    code: str
    verdicts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Line:
    """A line to be appended. `id`: that of the arrival where it becomes a line of its own; else one is to be minted."""

    entry: Entry
    id: UUID | None = None


def open_flags(known: Known) -> tuple[Flag, ...]:
    """The arrivals that still need somebody, in the order in which they came."""
    return tuple(_flags(known))


def _flags(known: Known) -> Iterator[Flag]:
    for arrival in known.arrivals:
        if str(arrival.id) in known.settled or arrival.id in known.by_id:
            continue
        status, code = arrival.status, arrival.code
        if status == "merged" and _is_left_alone(arrival, known):
            status, code = "conflict", "undone_elsewhere"
        if status in FLAGS:
            yield Flag(arrival=arrival, status=status, code=code, verdicts=verdicts(arrival, known))


def _is_left_alone(arrival: Arrival, known: Known) -> bool:
    """Whether a merged line says what the log does not say any more."""
    line = known.by_id.get(arrival.about) if arrival.about else None
    if line is None or arrival.sent is None:
        return False
    is_struck = line.position in known.struck
    if isinstance(arrival.sent.entry, Undo):
        return not is_struck
    now = replace(line, entry=known.state.lines[line.position - 1].entry)
    return is_struck or not is_same(arrival.sent, now) or is_hasty(line, known) or _is_told_anew(arrival, known)


def _is_told_anew(merged: Arrival, known: Known) -> bool:
    """Whether its phone told the same a second time, as soon: which of the two is the line it was merged with?"""
    return any(
        later.about == merged.about and later.device == merged.device and later.code == "as_the_last"
        for later in known.arrivals
    )


def verdicts(arrival: Arrival, known: Known) -> tuple[str, ...]:
    """What a referee may say of it: `instead` only where a line stands in its place."""
    if arrival.sent is None:
        return ("leave",)
    line = known.by_id.get(arrival.about) if arrival.about else None
    stands = line is not None and line.position not in known.struck
    if isinstance(arrival.sent.entry, Undo):
        return ("leave", "take") if arrival.sent.entry.line in known.by_id else ("leave",)
    return ("leave", "take", "instead") if stands and not isinstance(arrival.sent.entry, Amend) else ("leave", "take")


def settling(arrival: Arrival, verdict: str, known: Known, reason: str = "") -> tuple[Line, ...]:
    """The lines to append, in their order.

    Raises Refused `verdict_impossible` (also for what is settled already).
    """
    if str(arrival.id) in known.settled or verdict not in verdicts(arrival, known):
        raise Refused("verdict_impossible")
    return (Line(Settle(str(arrival.id), verdict, reason)), *_following(arrival, verdict, known))


def _following(arrival: Arrival, verdict: str, known: Known) -> Iterator[Line]:
    if verdict == "leave" or arrival.sent is None:
        return
    entry = arrival.sent.entry
    if isinstance(entry, Undo):
        yield Line(Strike(known.by_id[entry.line].position), arrival.id)
    elif verdict == "take" or arrival.about is None:
        yield Line(entry, arrival.id)
    else:
        yield from _instead(entry, arrival, known)


def _instead(entry: Entry, arrival: Arrival, known: Known) -> Iterator[Line]:
    """The line that stands, amended to say what the arrival says; one of another kind takes its place at the end."""
    assert arrival.about is not None  # noqa: S101  # `verdicts` allows it only then
    line = known.by_id[arrival.about]
    if entry.code != line.entry.code:
        yield Line(Strike(line.position))
        yield Line(entry, arrival.id)
        return
    ours, theirs = entry_payload(entry), entry_payload(line.entry)
    names = [name for name in KINDS[entry.code].amendable if ours.get(name) != theirs.get(name)]
    if names:
        yield Line(Amend(line.position, {name: ours.get(name) for name in names}))
