"""Whether two lines of two phones tell one deal: what both say, when it was tapped, and who was seen to deal.

It is never certain, and nothing is decided here: decide.py asks, and so does flags.py when what was merged is undone.
"""

from __future__ import annotations

from datetime import timedelta

from games.arrivals.known import Arrival, Known, Played, Written, struck
from games.arrivals.sent import Sent
from games.arrivals.slots import is_earlier_of, unseen
from games.rules.bench import propose
from games.rules.entries import Deal, Entry, Strike, VoidDeal
from games.rules.replay import replay

SHORTEST_DEAL = timedelta(seconds=45)
"""Nobody plays a deal in less: what is told twice within it is one deal."""


def is_within_a_deal(sent: Sent, line: Written) -> bool:
    return sent.tapped is not None and abs(sent.tapped - line.told) <= SHORTEST_DEAL


def is_hasty(line: Written, known: Known) -> bool:
    """Whether its phone told another deal within the shortest: one of the two was told late, and when says nothing.

    Not what it took back first: that is the same deal, told better.
    """
    if not isinstance(line.entry, Played):
        return False
    before = struck(known.log[: line.position])
    return any(
        isinstance(other.entry, Played)
        and other.device == line.device
        and other.id != line.id
        and abs(other.told - line.told) <= SHORTEST_DEAL
        and other.position not in before
        for other in known.log
    )


def is_as_near_to_one_before(sent: Sent, line: Written, known: Known) -> bool:
    """Whether it was tapped as soon after the deal before, of another phone: it may tell that one, and otherwise."""
    before = [other for other in known.played if other.position < line.position]
    return bool(before) and before[-1].device != sent.device and is_within_a_deal(sent, before[-1])


def is_same(sent: Sent, line: Written) -> bool:
    """Whether both tell the same, where both tell it."""
    ours, theirs = sent.entry, line.entry
    if sent.seen and line.seen and sent.witness != line.witness:
        return False
    if isinstance(ours, Deal) and isinstance(theirs, Deal):
        return (ours.loser, set(ours.bench), ours.packed) == (theirs.loser, set(theirs.bench), theirs.packed) and (
            ours.points is None or theirs.points is None or ours.points == theirs.points
        )
    if isinstance(ours, VoidDeal) and isinstance(theirs, VoidDeal):
        return set(ours.bench) == set(theirs.bench)
    return ours == theirs


def last_of_another(sent: Sent, deal: Played, known: Known) -> Written | None:
    """The last deal, if another phone told it and this one did not tell it too. What agreed with it did, unless this
    one may as well: it says the same and as soon, or was tapped as soon after what agreed.
    """
    last = known.played[-1] if known.played else None
    if last is None or last.device == sent.device:
        return None
    is_soon, is_alike = is_within_a_deal(sent, last), _is_alike(deal, last.entry)
    told_too = any(
        arrival.about == last.id
        and is_earlier_of(sent, arrival)
        and not (is_soon and arrival.status == "merged" and (is_alike or _is_within_a_deal_of(sent, arrival)))
        for arrival in known.arrivals
    )
    return None if told_too else last


def _is_within_a_deal_of(sent: Sent, arrival: Arrival) -> bool:
    """Whether its phone tapped both within the shortest deal: one of the two was told late, and nobody knows which."""
    then = arrival.sent.tapped if arrival.sent else None
    return sent.tapped is not None and then is not None and abs(sent.tapped - then) <= SHORTEST_DEAL


def told_anew(sent: Sent, deal: Played, last: Written, known: Known) -> str:
    """Whether a deal may be the last one, of another phone: it was tapped below it too soon, or nobody saw a dealer who
    tells the two apart and it says the same or the pen has passed on. What he wrote himself
    and no phone told (a ruling, a form) is like a line of his phone: he goes on below it at once.
    """
    is_another = _tells_apart(sent, last, known)
    if _is_alike(deal, last.entry) and not is_another:
        return "as_the_last"
    if last in unseen(sent, known):
        return ""
    if is_within_a_deal(sent, last):
        return "" if not last.device and last.by == sent.by else "after_another"
    return "after_another" if sent.pen and last.device and not is_another else ""


def _is_alike(ours: Entry, theirs: Entry) -> bool:
    return ours.loser == theirs.loser if isinstance(ours, Deal) and isinstance(theirs, Deal) else ours == theirs


def _tells_apart(sent: Sent, last: Written, known: Known) -> bool:
    """Whether somebody saw who dealt, and it is not who dealt the last one."""
    if not sent.seen:
        return False
    before = propose(replay(known.setup, (*known.entries, Strike(last.position))))
    dealer = last.witness if last.seen or before is None else before.dealer
    return sent.witness != dealer
