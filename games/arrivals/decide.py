"""What becomes of a line that a phone brings: one pure function of the line and of what the site knows.

Its contract is docs/outbox.md, "What becomes of a line". Nothing that came is ever dropped, and no doubt is settled
here: what only a person can know gets a status that asks the referee. The order of the questions: is it known, may it
be brought, does it wait for an earlier one, does the log tell it already, can it be.
"""

from __future__ import annotations

from collections.abc import Container
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from games.arrivals.alike import (
    is_as_near_to_one_before,
    is_hasty,
    is_same,
    is_within_a_deal,
    last_of_another,
    told_anew,
)
from games.arrivals.known import Arrival, Known, Pen, Played, Status, Written
from games.arrivals.sent import Sent, Undo, Unread
from games.arrivals.slots import counts_on_a_doubt, is_base_known, is_earlier_of, slot_now, unseen
from games.rules.bench import propose
from games.rules.entries import Amend, Correction, Deal, Entry, Settle, SmearDeal, Strike, VoidDeal
from games.rules.possible import judged
from games.rules.refusals import Refused
from games.rules.replay import GameState
from games.rules.ruled import held_above


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """What was proved about who brings the line, not by what it says of itself.

    `refused`: code with which he may not write such a line at this table; empty if he may. `is_same_person`: whoever
    tapped it is signed in. `is_elsewhere`: its id is that of a line at another table. `may_take_over`: its code is a
    referee's. `height`: how high he stands above what rulings hold.
    """

    refused: str = ""
    is_revoked: bool = False
    is_same_person: bool = True
    is_referee: bool = False
    is_elsewhere: bool = False
    may_take_over: bool = False
    height: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """`entry`: to be appended, which makes the game `state`; `pen`: who holds the pen from now on, if that changes.

    `about`: the line of the log that it repeats, tells again or contradicts. `is_repeat`: it came before; nothing is to
    be kept.
    """

    status: Status
    code: str = ""
    entry: Entry | None = None
    state: GameState | None = None
    pen: Pen | None = None
    about: UUID | None = None
    is_repeat: bool = False


def decide(sent: Sent | Unread, known: Known, *, standing: Standing, now: datetime) -> Decision:
    """What becomes of the line."""
    repeat = _repeated(sent, known)
    if repeat is not None:
        return repeat
    if isinstance(sent, Unread):
        return Decision(status="quarantined", code="unreadable")
    unfit = _unfit(sent, known, standing)
    if unfit:
        return Decision(status="quarantined", code=unfit)
    if known.is_closed:
        return Decision(status="late", code="round_closed")
    waits = waits_for(sent, known)
    if waits:
        return Decision(status="held", code=waits)
    return _placed(sent, known, standing, now)


def _placed(sent: Sent, known: Known, standing: Standing, now: datetime) -> Decision:
    match sent.entry:
        case Undo() as undo:
            return _undone(sent, undo, known, standing, now)
        case Deal() | SmearDeal() | VoidDeal() as deal:
            return _dealt(sent, deal, known, standing, now)
        case Settle():
            return Decision(status="quarantined", code="not_for_a_phone")
        case Amend() as amend:
            return _amended(sent, amend, known, standing, now)
        case other:
            return _happened(sent, other, known, standing, now)


# --- is it known, and may it be brought -------------------------------------------------------------------------------


def _repeated(sent: Sent | Unread, known: Known) -> Decision | None:
    """The stored answer to a line that came before; a known id with other bytes is somebody else's doing."""
    line = known.by_id.get(sent.id)
    if line is not None and _says_the_same(sent, line):
        return Decision(status="applied", about=line.id, is_repeat=True)
    kept = [arrival for arrival in known.arrivals if arrival.id == sent.id]
    for arrival in kept:
        if arrival.said == sent.said:
            return Decision(status=arrival.status, code=arrival.code, about=arrival.about, is_repeat=True)
    return Decision(status="quarantined", code="id_reused") if line is not None or kept else None


def _says_the_same(sent: Sent | Unread, line: Written) -> bool:
    if line.said:
        return line.said == sent.said
    return isinstance(sent, Sent) and sent.entry == line.entry


def _unfit(sent: Sent, known: Known, standing: Standing) -> str:
    """Why the line may have no effect, whatever it says."""
    if sent.game != known.game:
        return "wrong_table"
    if standing.is_elsewhere:
        return "id_reused"
    if standing.is_revoked:
        return "revoked_phone"
    if not standing.is_same_person:
        return "other_person"
    if standing.refused:
        return standing.refused
    return "forked_counter" if sent.counter in known.counters(sent.device) else ""


# --- does it wait for an earlier one ----------------------------------------------------------------------------------


def waits_for(sent: Sent, known: Known) -> str:
    """What the line waits for, as a code; empty if it can be placed."""
    if _is_after_a_gap(sent, known):
        return "counter_gap"
    if isinstance(sent.entry, Undo):
        return _undo_waits_for(sent.entry, known)
    beyond = 0 if isinstance(sent.entry, Correction) else slot_now(sent, known) - len(known.played) - 1
    if beyond > 0:
        return "earlier_deal"
    is_free = beyond == 0 and isinstance(sent.entry, Played)
    return "unsettled_deal" if is_free and counts_on_a_doubt(sent, known) else ""


def _is_after_a_gap(sent: Sent, known: Known) -> bool:
    """Whether an earlier line of its phone has not come. What a referee settled no longer waits for what was before."""
    came = known.counters(sent.device)
    if len(came) >= sent.counter - 1 and max(came, default=0) < sent.counter:
        return False
    settled = [
        arrival.counter or 0
        for arrival in known.arrivals
        if arrival.device == sent.device and str(arrival.id) in known.settled
    ]
    return not came.issuperset(range(max(settled, default=0) + 1, sent.counter))


def _undo_waits_for(undo: Undo, known: Known) -> str:
    """An undo of a line without effect waits until it is known what that line is."""
    if undo.line in known.by_id:
        return ""
    target = next((arrival for arrival in known.arrivals if arrival.id == undo.line), None)
    if target is None:
        return "unknown_line"
    return "" if target.status == "merged" or str(target.id) in known.settled else "unsettled_line"


# --- a deal -----------------------------------------------------------------------------------------------------------


def _dealt(sent: Sent, deal: Played, known: Known, standing: Standing, now: datetime) -> Decision:
    slot, free = slot_now(sent, known), len(known.played) + 1
    if slot < free:
        return _told_again(sent, known.played[slot - 1], known)
    doubt = _doubt(sent, deal, known, standing)
    if doubt:
        about = known.played[-1].id if known.played else None
        return Decision(status="maybe_duplicate", code=doubt, about=about)
    return _applied(sent, deal, known, standing, now)


def _told_again(sent: Sent, line: Written, known: Known) -> Decision:
    """A deal whose slot is taken."""
    if not is_same(sent, line):
        return Decision(status="conflict", code="told_otherwise", about=line.id)
    if is_within_a_deal(sent, line) and not is_hasty(line, known) and not is_as_near_to_one_before(sent, line, known):
        return Decision(status="merged", code="told_twice", about=line.id)
    return Decision(status="maybe_duplicate", code="told_later", about=line.id)


def _doubt(sent: Sent, deal: Played, known: Known, standing: Standing) -> str:
    """Why a deal whose slot is free may be one that the log tells already."""
    if sent.takeover and not standing.may_take_over:
        return "takeover_unproved"
    told = last_of_another(sent, deal, known)
    if sent.pen and not _may_write(sent, known) and not known.pen.is_free(sent.tapped):
        return "pen_elsewhere"
    proposal = propose(known.state)
    if proposal and sent.seen and sent.witness != proposal.dealer and not _is_agreed(sent, deal):
        return "dealer_does_not_follow"
    return told_anew(sent, deal, told, known) if told else ""


def _may_write(sent: Sent, known: Known) -> bool:
    """Whether its phone did not know that another holds the pen: it held it, or had taken a free one by writing."""
    if sent.holds:
        return True
    pen = known.pen
    return pen.holder == sent.device and any(is_earlier_of(sent, line) for line in known.log[pen.since : pen.since + 1])


def _is_agreed(sent: Sent, deal: Played) -> bool:
    """Another dealer, agreed upon (RULES C14), whom the one with the pen wrote down."""
    return sent.holds and deal.dealer == sent.witness


# --- an undo ----------------------------------------------------------------------------------------------------------


def _undone(sent: Sent, undo: Undo, known: Known, standing: Standing, now: datetime) -> Decision:
    line = known.by_id.get(undo.line)
    if line is None:
        return _undone_arrival(next(one for one in known.arrivals if one.id == undo.line), known)
    if line.position in known.struck:
        return Decision(status="merged", code="undone_already", about=line.id)
    if str(undo.line) in known.settled:
        return Decision(status="conflict", code="undone_after_settling", about=line.id)
    is_own = line.device == sent.device or line.by == sent.by
    if not standing.is_referee and not (is_own and _is_last(line, known)):
        return Decision(status="quarantined", code="correction_needs_referee", about=line.id)
    return _applied(sent, Strike(line.position, undo.reason), known, standing, now)


def _undone_arrival(target: Arrival, known: Known) -> Decision:
    """An undo of a line that is not in the log: merged with another, or settled."""
    if known.settled.get(str(target.id)) == "leave":
        return Decision(status="merged", code="undone_already", about=target.about)
    code = "undone_elsewhere" if target.status == "merged" else "undone_after_settling"
    return Decision(status="conflict", code=code, about=target.about)


def _is_last(line: Written, known: Known) -> bool:
    """Whether nothing that counts was written after the line."""
    return not any(
        later.position not in known.struck and not isinstance(later.entry, Settle) and _counts(later.entry, line)
        for later in known.log[line.position :]
    )


def _counts(later: Entry, line: Written) -> bool:
    return not isinstance(later, Correction) or isinstance(line.entry, Correction)


# --- any other line ---------------------------------------------------------------------------------------------------


def _happened(sent: Sent, entry: Entry, known: Known, standing: Standing, now: datetime) -> Decision:
    """A line that takes no slot: the same from another phone, which this one had not seen, is told again."""
    for line in unseen(sent, known):
        if line.entry == entry and line.device != sent.device and line.position not in known.struck:
            return _told_again(sent, line, known)
    return _applied(sent, entry, known, standing, now)


def _amended(sent: Sent, amend: Amend, known: Known, standing: Standing, now: datetime) -> Decision:
    """A correction of a line by its position, which means something only in the log that its phone knew."""
    if not is_base_known(sent, known) or amend.position > sent.base:
        return Decision(status="quarantined", code="other_log")
    for line in unseen(sent, known):
        if isinstance(line.entry, Correction) and line.entry.position == amend.position:
            return _told_again(sent, line, known)
    return _applied(sent, amend, known, standing, now)


def _applied(sent: Sent, entry: Entry, known: Known, standing: Standing, now: datetime) -> Decision:
    """The line goes into the log, if it can be."""
    try:
        state = judged(known.setup, known.entries, entry, held=held_above(known.ruled, standing.height))
    except Refused as refused:
        return Decision(status="quarantined", code=refused.code)
    return Decision(status="applied", entry=entry, state=state, pen=_pen_after(sent, known, standing, now))


def _pen_after(sent: Sent, known: Known, standing: Standing, now: datetime) -> Pen | None:
    """The pen, if the line takes it: it was free, or its phone took it over, or the site was restored and forgot."""
    pen, position = known.pen, len(known.log)
    if pen.holder == sent.device:
        return None
    if sent.holds and sent.pen > pen.epoch:
        return Pen(epoch=sent.pen, holder=sent.device, heard=now, since=position)
    if pen.is_free(sent.tapped):
        return Pen(epoch=max(pen.epoch + 1, sent.pen), holder=sent.device, heard=now, since=position)
    return None


# --- afterwards -------------------------------------------------------------------------------------------------------


def next_released(known: Known, *, but: Container[tuple[UUID, str]] = ()) -> Arrival | None:
    """The first line that has not to wait any more; `but`: id and code of those that were asked already. Whoever
    appended decides it anew (`decide` with `known.without` it), keeps what came of it, and asks for the next.
    """
    for arrival in known.arrivals:
        if (
            (arrival.id, arrival.code) in but
            or arrival.sent is None
            or str(arrival.id) in known.settled
            or arrival.id in known.by_id
        ):
            continue
        if _can_be_placed(arrival, arrival.sent, known):
            return arrival
    return None


def _can_be_placed(arrival: Arrival, sent: Sent, known: Known) -> bool:
    """Whether a held line waits no more; or one that asked for the pen's word and now has it, told a moment later."""
    if arrival.status == "held":
        return not waits_for(sent, known.without(arrival))
    return arrival.code == "pen_elsewhere" and slot_now(sent, known) <= len(known.played)
