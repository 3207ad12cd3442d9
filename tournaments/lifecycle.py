"""Which step may follow which, for events and rounds. Pure: plain words in, yes or no out.

Few states, each with a way forward and, where nothing is lost by it, a way back. Events: competition.md 3;
rounds: a draw is a draft until it is published, and nobody plays before the round starts.
"""

from __future__ import annotations

from collections.abc import Mapping, Set

from games.rules.refusals import Refused

EVENT_STEPS: Mapping[str, frozenset[str]] = {
    "draft": frozenset({"announced", "open", "cancelled"}),
    "announced": frozenset({"draft", "open", "running", "cancelled"}),
    "open": frozenset({"announced", "closed", "running", "cancelled"}),
    "closed": frozenset({"open", "running", "cancelled"}),
    "running": frozenset({"finished", "cancelled"}),
    "finished": frozenset({"running"}),
    "cancelled": frozenset({"announced"}),
}

# In which of the states of an event that is over something is done all the same. What does not say so is done in
# neither: who wants to go on opens the event again by its own step.
OVER = frozenset({"finished", "cancelled"})
NEVER: frozenset[str] = frozenset()
FINISHED = frozenset({"finished"})

ROUND_STEPS: Mapping[str, frozenset[str]] = {
    "planned": frozenset({"drawn"}),
    "drawn": frozenset({"drawn", "planned", "published"}),
    "published": frozenset({"drawn", "running"}),
    "running": frozenset({"closed"}),
    "closed": frozenset({"running"}),
}

REGISTRATION_STEPS: Mapping[str, frozenset[str]] = {
    "applied": frozenset({"confirmed", "waiting", "checked_in", "withdrawn"}),
    "waiting": frozenset({"applied", "confirmed", "checked_in", "withdrawn"}),
    "confirmed": frozenset({"applied", "waiting", "checked_in", "withdrawn"}),
    "checked_in": frozenset({"confirmed", "withdrawn"}),
    "withdrawn": frozenset({"applied", "confirmed", "waiting", "checked_in"}),
}

# How far somebody is on his way in. What was tapped on an old list may take him further; back goes only who was seen
# where he is. A withdrawal lies on no way: whoever has gone is brought back by somebody who knows that he has gone.
_WAY_IN: Mapping[str, int] = {"applied": 0, "waiting": 0, "confirmed": 1, "checked_in": 2}


def check_event_step(before: str, after: str) -> None:
    """Raise Refused `event_step` unless an event may go from `before` to `after`."""
    if after not in EVENT_STEPS[before]:
        raise Refused("event_step", before=before, after=after)


def check_not_over(status: str, even: Set[str]) -> None:
    """Raise Refused `event_over` at an event that is over, but in the states `even`."""
    if status in OVER - even:
        raise Refused("event_over")


def check_round_step(before: str, after: str) -> None:
    """Raise Refused `round_step` unless a round may go from `before` to `after`."""
    if after not in ROUND_STEPS[before]:
        raise Refused("round_step", before=before, after=after)


def check_registration_step(before: str, after: str) -> None:
    """Raise Refused `registration_step` unless a registration may go from `before` to `after`."""
    if after not in REGISTRATION_STEPS[before]:
        raise Refused("registration_step", before=before, after=after)


def check_registration_seen(before: str, after: str, seen: str) -> None:
    """Raise Refused unless who asks for `after` has seen the registration in the state in which it is, or in any from
    which this is a step ahead, as it still is: `already_here` of somebody who is checked in, else `registration_step`.
    """
    way = _WAY_IN.get(after, 0)
    is_ahead = all(_WAY_IN.get(state, way) < way for state in (before, seen or "applied"))
    if before == seen or is_ahead:
        return
    if before == "checked_in":
        raise Refused("already_here")
    raise Refused("registration_step", before=before, after=after)
