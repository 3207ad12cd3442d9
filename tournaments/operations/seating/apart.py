"""Pairs who may not share a table: set and taken back by the director. A draw refuses what it cannot keep."""

from __future__ import annotations

from datetime import datetime

from games.rules.refusals import Refused
from tournaments.models import Account, ApartPair, Event, Registration
from tournaments.operations.acting import act_on

MOST_PAIRS = 500


def keep_apart(*, event: Event, one: Registration, other: Registration, by: Account, now: datetime) -> None:
    """Keep these two off one table from the next draw on. Asked for twice it is one pair.

    Raises Refused `apart_from_himself`, `not_registered`, `too_many_pairs`.
    """
    with act_on(event, by=by, now=now) as act:
        if one.pk == other.pk:
            raise Refused("apart_from_himself")
        if {one.event_id, other.event_id} != {event.pk}:
            raise Refused("not_registered")
        if ApartPair.objects.filter(event=event).count() >= MOST_PAIRS:
            raise Refused("too_many_pairs", most=MOST_PAIRS)
        first, second = sorted((one, other), key=lambda each: each.pk)
        _pair, is_new = ApartPair.objects.get_or_create(one=first, other=second, defaults={"event": event})
        if is_new:
            act.note("pair_kept_apart", subject=_subject(first, second))


def allow_pair(*, event: Event, pair: int, by: Account, now: datetime) -> None:
    """Let the two of this pair share a table again from the next draw on. Nothing happens if they may already."""
    with act_on(event, by=by, now=now) as act:
        found = ApartPair.objects.select_related("one", "other").filter(event=event, pk=pair).first()
        if found is not None:
            found.delete()
            act.note("pair_allowed", subject=_subject(found.one, found.other))


def _subject(one: Registration, other: Registration) -> str:
    return f"entry:{one.key} entry:{other.key}"[:60]
