"""Pairs who may not share a table: set and taken back by the director. A draw refuses what it cannot keep."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from games.rules.refusals import Refused
from tournaments import projections
from tournaments.models import Account, ApartPair, Event, Registration
from tournaments.operations import journal
from tournaments.operations.holding import hold_event

MOST_PAIRS = 500


@transaction.atomic
def keep_apart(*, event: Event, one: Registration, other: Registration, by: Account, now: datetime) -> None:
    """From the next draw on these two share no table. Asked for twice it is one pair.

    Raises Refused `apart_from_himself`, `not_registered`, `too_many_pairs`.
    """
    hold_event(event)
    if one.pk == other.pk:
        raise Refused("apart_from_himself")
    if {one.event_id, other.event_id} != {event.pk}:
        raise Refused("not_registered")
    if ApartPair.objects.filter(event=event).count() >= MOST_PAIRS:
        raise Refused("too_many_pairs", most=MOST_PAIRS)
    first, second = sorted((one, other), key=lambda each: each.pk)
    _pair, is_new = ApartPair.objects.get_or_create(one=first, other=second, defaults={"event": event})
    if is_new:
        journal.note("pair_kept_apart", by=by, now=now, event=event, subject=_subject(first, second))
        projections.bump(event)


@transaction.atomic
def allow_pair(*, event: Event, pair: int, by: Account, now: datetime) -> None:
    """From the next draw on the two of this pair may share a table. Nothing happens if they may already."""
    hold_event(event)
    found = ApartPair.objects.select_related("one", "other").filter(event=event, pk=pair).first()
    if found is not None:
        found.delete()
        journal.note("pair_allowed", by=by, now=now, event=event, subject=_subject(found.one, found.other))
        projections.bump(event)


def _subject(one: Registration, other: Registration) -> str:
    return f"entry:{one.key} entry:{other.key}"[:60]
