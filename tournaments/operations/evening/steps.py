"""What the clock drives: registration opens and closes, reminders go out, rounds start, results are published.

Each step is a row that says what is due. `run_due` takes a row by a conditional UPDATE inside the transaction of the
step's own effect, so two schedulers, a task run twice or a worker killed half-way make it happen once: either both
the effect and the mark are there, or neither. A step that a rule refuses is kept with its reason for the director.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import datetime

from django.db import transaction

from games.rules.refusals import Refused
from tournaments.models import EventStatus, Message, Registration, RoundStatus, Step, StepKind, StepStatus
from tournaments.operations.evening.rounds import start_round
from tournaments.operations.events.making import change_status
from tournaments.operations.holding import hold_event
from tournaments.operations.results.publishing_standings import publish_standings
from tournaments.operations.seating.promises import open_registration

logger = logging.getLogger(__name__)


def due_steps(now: datetime) -> list[int]:
    """Ids of the steps that are due, oldest first. One statement."""
    rows = Step.objects.filter(status=StepStatus.DUE, due_at__lte=now).order_by("due_at", "pk")
    return list(rows.values_list("pk", flat=True)[:200])


def run_step(*, step_id: int, now: datetime) -> bool:
    """Carry a due step out; False if somebody else did, or it was cancelled, or is not due yet."""
    try:
        with transaction.atomic():
            step = _take(step_id, now)
            if step is None:
                return False
            EFFECTS[StepKind(step.kind)](step, now)
            return True
    except Refused as refusal:
        logger.warning("Step %s was refused: %s", step_id, refusal.code)
        due = Step.objects.filter(pk=step_id, status=StepStatus.DUE, due_at__lte=now)
        return bool(due.update(status=StepStatus.REFUSED, reason=refusal.code, done_at=now))


def _take(step_id: int, now: datetime) -> Step | None:
    """Mark the step as done before its effect, in one transaction with it: the second runner changes no row.

    The event is held first, as by every act, so that nobody waits for the other way round.
    """
    step = Step.objects.select_related("event").filter(pk=step_id).first()
    if step is None:
        return None
    hold_event(step.event)
    if not Step.objects.filter(pk=step_id, status=StepStatus.DUE, due_at__lte=now).update(
        status=StepStatus.DONE, done_at=now
    ):
        return None
    if step.round is not None:  # fetched now, under the lock
        step.round.event = step.event
    return step


def _open_registration(step: Step, now: datetime) -> None:
    if step.event.status in (EventStatus.DRAFT, EventStatus.ANNOUNCED):
        open_registration(event=step.event, now=now)


def _close_registration(step: Step, now: datetime) -> None:
    if step.event.status == EventStatus.OPEN:
        change_status(event=step.event, status=EventStatus.CLOSED, by=None, now=now)


def _remind(step: Step, now: datetime) -> None:
    """One e-mail for each player who is in and has an account, and one more for each day to which the event moves."""
    playing = Registration.objects.filter(event=step.event).playing().filter(player__account__isnull=False)
    messages = (
        Message(
            key=f"remind:{step.event_id}:{registration}:{step.event.date:%Y%m%d}",
            account_id=account,
            kind="reminder",
            values={"event": step.event_id},
            created_at=now,
        )
        for registration, account in playing.values_list("pk", "player__account")
    )
    Message.objects.bulk_create(messages, ignore_conflicts=True, batch_size=500)


def _start_round(step: Step, now: datetime) -> None:
    """Nothing to do if somebody has started it already. The clock starts what everybody could see, and no draft.

    Raises Refused `seating_unpublished`, or what `start_round` raises.
    """
    if step.round is not None and step.round.status == RoundStatus.DRAWN:
        raise Refused("seating_unpublished", round=step.round.number)
    if step.round is not None and step.round.status in (RoundStatus.PLANNED, RoundStatus.PUBLISHED):
        start_round(round_=step.round, now=now)


def _publish_results(step: Step, now: datetime) -> None:
    publish_standings(event=step.event, by=None, now=now)


EFFECTS: dict[StepKind, Callable[[Step, datetime], None]] = {
    StepKind.OPEN_REGISTRATION: _open_registration,
    StepKind.CLOSE_REGISTRATION: _close_registration,
    StepKind.REMIND: _remind,
    StepKind.START_ROUND: _start_round,
    StepKind.PUBLISH_RESULTS: _publish_results,
}
