"""Which deal a line tells: its slot in the log of now, counted from what its phone knew when it was tapped.

A phone knew the log up to its base, if that is still this log, and its own earlier lines. Everything else came without
its knowledge; what was struck, put back or left out since moves the slot.
"""

from __future__ import annotations

from games.arrivals.known import Arrival, Known, Played, Written, struck
from games.arrivals.sent import Sent, Undo
from games.rules.entries import Settle

TAKEN = frozenset({"told_otherwise", "told_twice", "told_later"})
"""Codes of a deal whose slot another line has."""


def slot_now(sent: Sent, known: Known) -> int:
    """The slot of a deal in the log of now: it moves with what was struck, put back or left out since it was tapped.

    What its phone knew then: the log up to its base, if that is still this log, and its own earlier lines.
    """
    base = sent.base if is_base_known(sent, known) else 0
    view = [line for line in known.log if line.position <= base or is_earlier_of(sent, line)]
    then = struck(view)
    moved = 0
    for line in view:
        if isinstance(line.entry, Played):
            moved += (line.position in then) - (line.position in known.struck)
    return max(1, sent.slot + moved - _left_out(sent, known))


def is_base_known(sent: Sent, known: Known) -> bool:
    return sent.base == 0 or (sent.base <= len(known.log) and known.log[sent.base - 1].digest == sent.head)


def is_earlier_of(sent: Sent, line: Written | Arrival) -> bool:
    return line.device == sent.device and line.counter is not None and line.counter < sent.counter


def _left_out(sent: Sent, known: Known) -> int:
    """How many deals that its phone counted took a slot of their own, and were left out by a referee since."""
    settled = {line.entry.arrival for line in unseen(sent, known) if isinstance(line.entry, Settle)}
    return sum(
        is_earlier_of(sent, arrival)
        and arrival.code not in TAKEN
        and arrival.sent is not None
        and isinstance(arrival.sent.entry, Played)
        and str(arrival.id) in settled
        and known.settled.get(str(arrival.id)) == "leave"
        for arrival in known.arrivals
    )


def counts_on_a_doubt(sent: Sent, known: Known) -> bool:
    """Whether its slot counts a deal of its own phone of which nobody knows yet whether it has one: a referee is to
    settle it, or what it agreed with or contradicted was taken back.
    """
    base = sent.base if is_base_known(sent, known) else 0
    view = known.log[:base]
    then = struck(view)
    here = sum(isinstance(line.entry, Played) and line.position not in then for line in view)
    own = [(arrival, arrival.sent) for arrival in known.arrivals if arrival.sent and is_earlier_of(sent, arrival)]
    undone = {told.entry.line for _, told in own if isinstance(told.entry, Undo)}
    return any(
        isinstance(told.entry, Played)
        and here < told.slot < sent.slot
        and arrival.id not in undone
        and _has_no_slot_yet(arrival, known)
        for arrival, told in own
    )


def _has_no_slot_yet(arrival: Arrival, known: Known) -> bool:
    if str(arrival.id) in known.settled or arrival.id in known.by_id:
        return False
    about = known.by_id.get(arrival.about) if arrival.about else None
    is_left_alone = about is not None and about.position in known.struck
    return is_left_alone or (arrival.status == "maybe_duplicate" and arrival.code not in TAKEN)


def unseen(sent: Sent, known: Known) -> list[Written]:
    """The lines of the log that its phone did not know."""
    base = sent.base if is_base_known(sent, known) else 0
    return [line for line in known.log if line.position > base and not is_earlier_of(sent, line)]
