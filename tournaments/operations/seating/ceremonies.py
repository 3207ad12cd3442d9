"""The public draw of a round: freeze what it reads, take what the room turned, open; or give it up with a reason.

Freezing rehearses the draw with a seed that means nothing, so that whatever makes a draw impossible is refused before
anybody turns a card. Opening draws, seats and publishes in one transaction: there is no moment in which the director
alone knows the tables. What was frozen is drawn, whoever has come or gone since; that is mended afterwards, in public.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime

from games.rules.refusals import Refused
from tournaments import lifecycle
from tournaments.ceremony.digests import canonical, frozen_hash_of
from tournaments.ceremony.frozen import Frozen, frozen_of
from tournaments.ceremony.lots import draw_by_lots
from tournaments.ceremony.room import cards_of_room, dice_of_room
from tournaments.ceremony.transcript import open_draw
from tournaments.draws.apart import named
from tournaments.draws.seeding import VERSION
from tournaments.models import Account, CeremonyStep, CeremonyStepKind, Draw, HallScreen, Round, RoundStatus
from tournaments.operations import journal
from tournaments.operations.acting import Act, act_on
from tournaments.operations.bans.doors import refuse_seating
from tournaments.operations.events.making import freeze_regulations
from tournaments.operations.seating.draw_inputs import inputs_of, judged
from tournaments.operations.seating.drawing import store_draw
from tournaments.operations.seating.promises import refuse_unless_by_lot
from tournaments.operations.seating.seats import publish_seating
from tournaments.operations.seating.transcripts import (
    frozen_draw,
    inputs_of_frozen,
    note_step,
    store_transcript,
    with_keys,
)
from tournaments.queries.ceremonies import ANNOUNCED, FROZEN, Attempt, document_of, draws_in_public, pack_of_room
from tournaments.queries.documents import nicks_at
from tournaments.queries.draw_history import start_numbers

REHEARSAL = "00" * 32

ROOMS: Mapping[str, Callable[[Round, str], str]] = {
    "cards": lambda round_, typed: cards_of_room(typed, pack_of_room(round_)),
    "dice": lambda _, typed: dice_of_room(typed),
}


def freeze_draw(*, round_: Round, by: Account, now: datetime, sizes: Sequence[int] | None = None) -> CeremonyStep:
    """Freeze everything that the announced draw will read. From here on only a new attempt can change anything.

    Raises Refused `round_step`, `not_by_lot`, `ceremony_step`, or whatever would refuse the draw itself.
    """
    with act_on(round_, by=by, now=now) as act:
        attempts = _attempts(round_)
        last = _in_state(attempts, ANNOUNCED)
        refuse_unless_by_lot(round_)
        reason = last.steps[ANNOUNCED].reason
        inputs, numbers = inputs_of(round_, sizes=sizes), start_numbers(round_.event)
        refuse_seating(round_.event, [player["key"] for player in inputs["players"]], now=now)
        frozen = frozen_draw(round_, inputs, numbers, attempts, number=last.number, announced=True, reason=reason)
        nicks = nicks_at(round_.event)
        with named({str(number): nicks[key] for key, number in numbers.items()}):
            draw_by_lots(frozen.players, frozen.rounds_by_key, frozen.options, REHEARSAL, frozen.plan)
        freeze_regulations(round_.event, now=now)
        document = frozen.document()
        step = _step(act, round_, last, CeremonyStepKind.FROZEN)
        step.digest, step.document = frozen_hash_of(document), canonical(document)
        step.save()
        note_step(act, step)
        return step


def show_turned(*, round_: Round, by: Account, now: datetime, turned: str) -> HallScreen:
    """Show everybody what the room has turned so far: "cards Ol 7h". Nothing is drawn from it; the director may err.

    Raises Refused `round_step`, `ceremony_step`.
    """
    with act_on(round_, by=by, now=now) as act:
        last = _in_state(_attempts(round_), FROZEN)
        screen, _ = HallScreen.objects.get_or_create(event=act.event)
        screen.turned, screen.frozen = turned, last.steps[FROZEN]
        screen.save(update_fields=["turned", "frozen"])
        act.note("room_turned", subject=f"round:{round_.number}", new={"turned": turned})
        return screen


def open_ceremony(*, round_: Round, by: Account, now: datetime, kind: str, typed: str) -> Draw:
    """Draw from what was frozen, the secret and what the room turned, and publish all of it at once.

    `kind`: cards or dice. Raises Refused `round_step`, `ceremony_step`, `engine_changed`, `room_needs_ten` or another
    `room_…`.
    """
    with act_on(round_, by=by, now=now) as act:
        attempts = _attempts(round_)
        last = _in_state(attempts, FROZEN)
        if kind not in ROOMS:
            raise Refused("room_needs_ten", number=0)
        room = ROOMS[kind](round_, typed)
        frozen = _frozen(round_, last)
        opened = open_draw(frozen, last.steps[ANNOUNCED].secret, room)
        keys = {number: key for key, number in start_numbers(round_.event).items()}
        inputs, found = inputs_of_frozen(frozen, keys), with_keys(opened.by_lots, keys)
        store_transcript(act, round_, opened, last.number, reason=frozen.reason)
        drawing = judged(inputs, found.tables, version=found.version, seed=found.seed)
        record = store_draw(act, round_, inputs, drawing, reason=frozen.reason)
        publish_seating(round_=round_, by=by, now=now)
        return record


def give_up_draw(*, round_: Round, by: Account, now: datetime, reason: str) -> CeremonyStep:
    """End an attempt before it is opened, for a reason that everybody can read; its secret is told.

    Raises Refused `round_step`, `ceremony_step`, `reason_required`.
    """
    with act_on(round_, by=by, now=now) as act:
        last = _in_state(_attempts(round_), ANNOUNCED, FROZEN)
        if not reason.strip():
            raise Refused("reason_required")
        step = _step(act, round_, last, CeremonyStepKind.GIVEN_UP)
        step.reason = journal.sealed(reason.strip(), round_.event)
        step.save()
        note_step(act, step)
        return step


def _attempts(round_: Round) -> list[Attempt]:
    lifecycle.check_round_step(round_.status, RoundStatus.DRAWN)
    return draws_in_public(round_.event, round_.number)


def _in_state(attempts: list[Attempt], *states: str) -> Attempt:
    """The last attempt, if it is where the act needs it. Raises Refused `ceremony_step`."""
    if not attempts or attempts[-1].state not in states:
        raise Refused("ceremony_step")
    return attempts[-1]


def _frozen(round_: Round, attempt: Attempt) -> Frozen:
    """What was frozen. Raises Refused `engine_changed` if the site was brought up to date since."""
    frozen = frozen_of(json.loads(document_of(round_.event, round_.number, attempt.number, FROZEN)))
    if frozen.algorithm != VERSION:
        raise Refused("engine_changed")
    return frozen


def _step(act: Act, round_: Round, attempt: Attempt, kind: CeremonyStepKind) -> CeremonyStep:
    return CeremonyStep(
        event=act.event,
        round_number=round_.number,
        attempt=attempt.number,
        kind=kind,
        by=act.by.key if act.by else "",
        at=act.now,
    )
