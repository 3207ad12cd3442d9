"""Promising a draw: a secret is made, its digest is public from now on, the secret is not.

When registration opens, every basic round that will be drawn by lot is promised its draw; later rounds and further
attempts are promised by the director, at the latest before the players are frozen.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from datetime import datetime

from games.rules.refusals import Refused
from tournaments import lifecycle
from tournaments.ceremony.digests import commitment_to
from tournaments.ceremony.frozen import draw_id_of
from tournaments.facts.nicks import is_said
from tournaments.models import (
    Account,
    CeremonyStep,
    CeremonyStepKind,
    Event,
    EventStatus,
    Round,
    RoundKind,
    RoundStatus,
)
from tournaments.operations import journal
from tournaments.operations.acting import Act, act_on
from tournaments.operations.events.making import change_status
from tournaments.operations.seating.order import refuse_after_later, refuse_unseen_draw
from tournaments.operations.seating.transcripts import note_step
from tournaments.queries.ceremonies import Attempt, draws_in_public, is_by_lot

Mint = Callable[[], str]


def new_secret() -> str:
    """Mint 32 bytes that nobody can guess, in hex."""
    return secrets.token_hex(32)


def open_registration(*, event: Event, by: Account | None = None, now: datetime, mint: Mint = new_secret) -> Event:
    """Open the registration, and with it promise the draws. Raises Refused `event_step`."""
    with act_on(event, by=by, now=now) as act:
        announce_draws(act, mint=mint)
        return change_status(event=event, status=EventStatus.OPEN, by=by, now=now)


def announce_draws(act: Act, *, mint: Mint = new_secret) -> None:
    """Promise the draws of all basic rounds by lot that have none yet. Few statements; one more a round of a ladder."""
    event = act.event
    known = CeremonyStep.objects.filter(event=event).values("round_number")
    rounds = event.rounds.filter(kind=RoundKind.BASIC, status=RoundStatus.PLANNED)
    numbers = [one.number for one in rounds.exclude(number__in=known).order_by("number") if is_by_lot(one)]
    steps = CeremonyStep.objects.bulk_create(_promise(event, number, 1, mint(), act.now) for number in numbers)
    for step in steps:
        note_step(act, step)


def announce_draw(
    *, round_: Round, by: Account, now: datetime, reason: str = "", seen: int | None = None, mint: Mint = new_secret
) -> CeremonyStep:
    """Promise the next attempt of a round. A second one needs a reason, which the given-up attempt may have said; the
    first is not drawn again, so it has none.

    `seen`: the last attempt that was looked at, 0 if there was none, None where nobody looks. Raises what
    `refuse_promise` raises; Refused `ceremony_step` while another attempt is open, or where there was one since;
    `reason_required`.
    """
    with act_on(round_, by=by, now=now) as act:
        refuse_promise(round_)
        last = last_attempt(round_)
        if (last is not None and not last.is_over) or seen not in (None, last.number if last else 0):
            raise Refused("ceremony_step")
        reason = (journal.sealed(reason.strip(), round_.event) or last.given_up) if last is not None else ""
        if last is not None and not is_said(reason):
            raise Refused("reason_required")
        number = last.number + 1 if last is not None else 1
        step = _promise(round_.event, round_.number, number, mint(), now)
        step.reason, step.by = reason, by.key
        step.save()
        note_step(act, step)
        return step


def refuse_promise(round_: Round) -> None:
    """Refuse to promise a draw of this round as things stand. At most two statements.

    Raises Refused `round_step`, `not_by_lot`, `draw_in_draft`, `later_drawn`, `draw_under_way`.
    """
    lifecycle.check_round_step(round_.status, RoundStatus.DRAWN)
    refuse_unless_by_lot(round_)
    refuse_unseen_draw(round_.event)
    refuse_after_later(round_)


def refuse_unless_by_lot(round_: Round) -> None:
    """Refuse a ladder and a final: their seats follow the standings, and there is nothing to draw in public.

    Raises Refused `not_by_lot`.
    """
    if not is_by_lot(round_):
        raise Refused("not_by_lot")


def last_attempt(round_: Round) -> Attempt | None:
    """Return the newest attempt at the draw of a round; None if nothing was promised. One statement."""
    return next(reversed(draws_in_public(round_.event, round_.number)), None)


def _promise(event: Event, round_number: int, attempt: int, secret: str, now: datetime) -> CeremonyStep:
    return CeremonyStep(
        event=event,
        round_number=round_number,
        attempt=attempt,
        kind=CeremonyStepKind.ANNOUNCED,
        digest=commitment_to(draw_id_of(event.slug, round_number, attempt), secret),
        secret=secret,
        at=now,
    )
