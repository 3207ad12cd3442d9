"""Planning what the clock will drive: one due row per step, kept in line with the times of events and rounds.

Carrying the steps out is `operations/evening/steps.py`.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from tournaments import lifecycle
from tournaments.models import Account, Event, Round, RoundStatus, Step, StepKind, StepStatus
from tournaments.operations.acting import act_on

REMIND_BEFORE = timedelta(hours=24)
OF_THE_EVENING = (
    StepKind.DRAW_ROUND,
    StepKind.DRAW_AND_PUBLISH,
    StepKind.REMIND_WORD,
    StepKind.START_ROUND,
    StepKind.PUBLISH_RESULTS,
)


def plan_event(event: Event) -> None:
    """Bring the due steps of an event in line with its times: none is due before there was an event to do it for."""
    _plan(event, None, StepKind.OPEN_REGISTRATION, _not_before(event, event.registration_opens_at))
    _plan(event, None, StepKind.CLOSE_REGISTRATION, _not_before(event, event.registration_closes_at))
    ahead = event.starts_at if event.starts_at and event.starts_at > event.created_at else None
    _plan(event, None, StepKind.REMIND, _not_before(event, ahead and ahead - REMIND_BEFORE))


def _not_before(event: Event, due_at: datetime | None) -> datetime | None:
    """A time that lay in the past when the event was made is done as soon as it is made."""
    return due_at and max(due_at, event.created_at)


def follow_date(event: Event, *, days: int) -> None:
    """Move what the clock does in the evening, and the rounds that have not started, by as many days as the event was.

    The time in the hall stays, also over a change of the clocks.
    """
    if not days:
        return
    zone = ZoneInfo(event.time_zone)

    def moved(at: datetime) -> datetime:
        return (at.astimezone(zone) + timedelta(days=days)).astimezone(UTC)

    for round_ in Round.objects.filter(event=event, started_at=None, starts_at__isnull=False):
        round_.starts_at = round_.starts_at and moved(round_.starts_at)
        round_.save(update_fields=["starts_at"])
    for step in Step.objects.filter(event=event, status=StepStatus.DUE, kind__in=OF_THE_EVENING):
        step.due_at = moved(step.due_at)
        step.save(update_fields=["due_at"])


def plan_round_start(round_: Round) -> None:
    """Bring the due start of a round in line with its time."""
    due = round_.starts_at if round_.started_at is None else None
    _plan(round_.event, round_, StepKind.START_ROUND, due)


def plan_round_by_clock(
    *,
    round_: Round,
    draw_at: datetime | None,
    publishes: bool,
    word_at: datetime | None,
    closes: bool,
    by: Account | None = None,
    now: datetime,
) -> None:
    """Say what the clock does for a round besides starting it: draw it at a time and perhaps publish the seating,
    remind of its word at a time, close it when all its tables are finished. None, or False: not by the clock.

    Raises Refused `round_step` if the round was removed meanwhile.
    """
    with act_on(round_, by=by, now=now) as act:
        if round_.status != RoundStatus.PLANNED:
            draw_at = None
        event, due = round_.event, {StepKind.DRAW_ROUND: None, StepKind.DRAW_AND_PUBLISH: None}
        for kind, at in {**due, (StepKind.DRAW_AND_PUBLISH if publishes else StepKind.DRAW_ROUND): draw_at}.items():
            _plan(event, round_, kind, at)
        _plan(event, round_, StepKind.REMIND_WORD, word_at if round_.started_at is None else None)
        _plan(event, round_, StepKind.CLOSE_ROUND, now if closes and round_.status != RoundStatus.CLOSED else None)
        new = {
            "draw_at": draw_at.isoformat() if draw_at else None,
            "publishes": publishes and draw_at is not None,
            "word_at": word_at.isoformat() if word_at else None,
            "closes": closes,
        }
        act.note("clock_set", subject=f"round:{round_.number}", new=new, bump=False)


def closed_by_hand(round_: Round) -> None:
    """The clock closes no round that is closed. One statement; a step that it is taking itself is no longer due."""
    due = Step.objects.filter(round=round_, kind=StepKind.CLOSE_ROUND, status=StepStatus.DUE)
    due.update(status=StepStatus.CANCELLED)


def plan_publication(event: Event, *, due_at: datetime | None, by: Account | None = None, now: datetime) -> None:
    """Have the clock publish the results at `due_at`; None: not by the clock."""
    with act_on(event, by=by, now=now, even=lifecycle.FINISHED) as act:
        new = {"publish_at": due_at.isoformat() if due_at else None}
        act.note("clock_set", new=new, bump=False)
        _plan(event, None, StepKind.PUBLISH_RESULTS, due_at)


def cancel_all(event: Event) -> None:
    """Cancel every step that is due: nothing happens by the clock any more."""
    Step.objects.filter(event=event, status=StepStatus.DUE).update(status=StepStatus.CANCELLED)


def _plan(event: Event, round_: Round | None, kind: StepKind, due_at: datetime | None) -> None:
    """At most one due row per kind. A step that was done or refused for this very time is not planned again."""
    rows = Step.objects.filter(event=event, round=round_, kind=kind)
    due = rows.filter(status=StepStatus.DUE)
    if due_at is None:
        due.update(status=StepStatus.CANCELLED)
    elif not due.update(due_at=due_at) and not rows.filter(due_at=due_at).exclude(status=StepStatus.CANCELLED).exists():
        Step.objects.create(event=event, round=round_, kind=kind, due_at=due_at)
