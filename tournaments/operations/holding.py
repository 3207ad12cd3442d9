"""One act at a time at one event: every act locks the event's row first, then looks at what it is about to change.

A page, a step of the clock and a second director hand in rows that they fetched some time ago. Whether a round may
start, a place is free or a seat is taken is asked of the rows as they are under the lock, not as they were on the
page. One lock for a whole event costs little (an act takes milliseconds) and has no order to get wrong; recording
takes the same one (`access.table_for_recorder`).
"""

from __future__ import annotations

from collections.abc import Callable, Set

from games.rules.refusals import Refused
from tournaments import access, lifecycle
from tournaments.models import Account, Event, Registration, Round

EVENT_FIELDS = ("status", "regulations", "regulations_frozen_at", "capacity", "places", "version")
ROUND_FIELDS = (
    "number",
    "kind",
    "status",
    "playing_word",
    "sealed_word",
    "starts_at",
    "published_at",
    "started_at",
    "closed_at",
)
REGISTRATION_FIELDS = (
    "nick",
    "club",
    "status",
    "classified",
    "earns_points",
    "reason",
    "status_at",
    "code_turn",
    "paid_at",
    "paid_by",
    "paid_note",
)


def hold_event(event: Event) -> None:
    """Lock the event until the end of the transaction and bring what decides about it up to date. One statement."""
    event.refresh_from_db(fields=EVENT_FIELDS, from_queryset=Event.objects.held())


def hold_round(round_: Round) -> None:
    """Lock the event of a round and bring both up to date. Two statements.

    Raises Refused `round_step` if the round was removed meanwhile.
    """
    hold_event(round_.event)
    try:
        round_.refresh_from_db(fields=ROUND_FIELDS, from_queryset=Round.objects.all())
    except Round.DoesNotExist:
        raise Refused("round_step", before="removed", after=round_.status) from None


def hold_registration(registration: Registration) -> None:
    """Lock the event of a registration and bring both up to date. Two statements."""
    hold_event(registration.event)
    registration.refresh_from_db(fields=REGISTRATION_FIELDS)


def hold_table(
    by: Account,
    slug: str,
    round_number: int,
    table_number: int,
    *,
    even: Set[str] = lifecycle.NEVER,
    is_done: Callable[[access.RecordedTable], bool] = lambda _held: False,
) -> access.RecordedTable:
    """The table that `by` may record, with its event locked. At an event that is over nothing is recorded any more but
    in the states `even`; what `is_done` already may be asked for again. What `access.table_for_recorder` costs.

    Raises Http404, PermissionDenied; Refused `event_over`.
    """
    held = access.table_for_recorder(by, slug, round_number, table_number, lock=True)
    status = held.table.round.event.status
    if status in lifecycle.OVER and not is_done(held):
        lifecycle.check_not_over(status, even)
    return held
