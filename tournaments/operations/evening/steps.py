"""What the clock drives: registration opens and closes, reminders go out, rounds are drawn, started and closed, results
are published.

Each step is a row that says what is due. `run_due` takes a row by a conditional UPDATE inside the transaction of the
step's own effect, so two schedulers, a task run twice or a worker killed half-way make it happen once: either both
the effect and the mark are there, or neither. A step that a rule refuses is kept with its reason for the director.
"""

from __future__ import annotations

import logging
import secrets
from collections.abc import Callable
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Exists, OuterRef, Q

from games.rules.refusals import Refused
from tournaments.models import (
    Event,
    EventStatus,
    Message,
    Office,
    OfficeRole,
    Registration,
    RoundStatus,
    Staff,
    StaffRole,
    Step,
    StepKind,
    StepStatus,
    Table,
)
from tournaments.operations.acting import act_on
from tournaments.operations.evening.rounds import close_round, start_round
from tournaments.operations.events.making import change_status
from tournaments.operations.holding import hold_event
from tournaments.operations.refusals import numbers_of
from tournaments.operations.results.publishing_standings import publish_standings
from tournaments.operations.seating.drawing import draw_round
from tournaments.operations.seating.promises import open_registration
from tournaments.operations.seating.seats import publish_seating

logger = logging.getLogger(__name__)
WAIT = timedelta(minutes=1)
NOT_YET = frozenset({"tables_open", "tables_not_accepted"})  # no refusals of a round that closes by itself


def due_steps(now: datetime) -> list[int]:
    """Ids of the steps that are due, oldest first; at one time a draw comes before the start. One statement.

    A round that closes by itself is due once it runs and all its tables are finished.
    """
    unfinished = Exists(Table.objects.filter(round=OuterRef("round"), game__finished=False))
    going_on = Q(kind=StepKind.CLOSE_ROUND) & (~Q(round__status=RoundStatus.RUNNING) | unfinished)
    rows = Step.objects.filter(status=StepStatus.DUE, due_at__lte=now).exclude(going_on)
    return list(rows.order_by("due_at", "kind", "pk").values_list("pk", flat=True)[:200])


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
        due = Step.objects.filter(pk=step_id, status=StepStatus.DUE, due_at__lte=now)
        if refusal.code in NOT_YET:
            due.update(due_at=now + WAIT)
            return False
        logger.warning("Step %s was refused: %s", step_id, refusal.code)
        told = {"reason": refusal.code, "reason_numbers": numbers_of(refusal)}
        refused = {"status": StepStatus.REFUSED, **told, "done_at": now}
        return bool(due.update(**refused))


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


def _draw_round(step: Step, now: datetime, *, publishes: bool = False) -> None:
    """Nothing to do if somebody has drawn it already; but what he has not published the clock does not publish either.

    Raises Refused `seating_unpublished`, `rounds_open` while an earlier round runs, or what `draw_round` raises.
    """
    round_ = step.round
    if round_ is None:
        return
    if publishes and round_.status == RoundStatus.DRAWN:
        raise Refused("seating_unpublished", round=round_.number)
    if round_.status != RoundStatus.PLANNED:
        return
    if round_.event.rounds.filter(number__lt=round_.number, status=RoundStatus.RUNNING).exists():
        raise Refused("rounds_open")
    draw_round(round_=round_, seed=secrets.token_hex(32), by=None, now=now)
    if publishes:
        publish_seating(round_=round_, by=None, now=now)


def _draw_and_publish(step: Step, now: datetime) -> None:
    _draw_round(step, now, publishes=True)


def _close_round(step: Step, now: datetime) -> None:
    """Raises Refused `tables_open`, `tables_not_accepted`: then it is looked at again later."""
    if step.round is not None and step.round.status == RoundStatus.RUNNING:
        close_round(round_=step.round, by=None, now=now)


def _remind_word(step: Step, now: datetime) -> None:
    """One e-mail to each director of the event and to each of the commission who does not play in it, if the round
    still has no word. Nothing to do where there is one, or where none is wanted.
    """
    round_ = step.round
    if round_ is None or not round_.lacks_word:
        return
    with act_on(step.event, by=None, now=now) as act:
        directors = Staff.objects.filter(event=step.event, role=StaffRole.DIRECTOR, ended_at=None)
        asked = dict.fromkeys(directors.values_list("account", flat=True), "director")
        for account in _commission_beside(step.event):
            asked.setdefault(account, "commission")
        messages = [
            Message(
                key=f"word_due:{step.pk}:{account}",
                account_id=account,
                kind="word_due",
                values={"event": step.event_id, "round": round_.pk, "to": to},
                created_at=now,
            )
            for account, to in sorted(asked.items())
        ]
        Message.objects.bulk_create(messages, ignore_conflicts=True, batch_size=500)
        new = {"letters": len(messages)}
        act.note("word_reminded", subject=f"round:{round_.number}", new=new, bump=False)


def _commission_beside(event: Event) -> list[int]:
    """The accounts of the commission, without those who play in the event."""
    playing = Registration.objects.filter(event=event).playing().filter(player__account=OuterRef("account"))
    offices = Office.objects.in_force().filter(role=OfficeRole.COMMISSION).exclude(Exists(playing))
    return list(offices.values_list("account", flat=True))


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
    StepKind.DRAW_ROUND: _draw_round,
    StepKind.DRAW_AND_PUBLISH: _draw_and_publish,
    StepKind.REMIND_WORD: _remind_word,
    StepKind.START_ROUND: _start_round,
    StepKind.CLOSE_ROUND: _close_round,
    StepKind.PUBLISH_RESULTS: _publish_results,
}
