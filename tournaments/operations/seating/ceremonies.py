"""The public draw of a round: freeze what it reads, take what the room turned, open; or give it up with a reason.

Freezing rehearses the draw with a seed that means nothing, so that whatever makes a draw impossible is refused before
anybody turns a card. Opening draws, seats and publishes in one transaction: there is no moment in which the director
alone knows the tables. What was frozen is drawn, whoever has come or gone since; that is mended afterwards, in public.

Where a second secret or a round of drand was frozen, what the room turned is kept first, and the draw opens by itself
with the last of them (`second_secrets`).
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from django.db.models import Subquery

from games.rules.refusals import Refused
from tournaments import lifecycle
from tournaments.ceremony.beacon import named_round
from tournaments.ceremony.digests import canonical, digest_of, frozen_hash_of
from tournaments.ceremony.frozen import Frozen, frozen_of
from tournaments.ceremony.lots import draw_by_lots
from tournaments.ceremony.room import cards_of_room, dice_of_room
from tournaments.ceremony.transcript import open_draw
from tournaments.draws.apart import named
from tournaments.draws.seeding import VERSION
from tournaments.facts.nicks import is_said
from tournaments.models import (
    Account,
    CeremonyStep,
    CeremonyStepKind,
    Draw,
    Event,
    HallOffer,
    HallScreen,
    JournalLine,
    Round,
    RoundStatus,
)
from tournaments.operations import journal
from tournaments.operations.acting import Act, act_on
from tournaments.operations.bans.doors import refuse_seating
from tournaments.operations.events.making import freeze_regulations
from tournaments.operations.seating.draw_inputs import inputs_of, judged
from tournaments.operations.seating.drawing import store_draw
from tournaments.operations.seating.hall_names import hall_promise
from tournaments.operations.seating.order import refuse_other_order, refuse_telling_draft, refuse_unseen_draw
from tournaments.operations.seating.promises import refuse_unless_by_lot
from tournaments.operations.seating.seats import publish_seating
from tournaments.operations.seating.transcripts import (
    frozen_draw,
    inputs_of_frozen,
    note_step,
    refuse_lost,
    store_transcript,
    with_keys,
)
from tournaments.queries.ceremonies import (
    ANNOUNCED,
    BEACON,
    BEGUN,
    FROZEN,
    HALL_SILENT,
    ROOM,
    TURNING,
    Attempt,
    document_of,
    draws_in_public,
    pack_of_room,
)
from tournaments.queries.documents import nicks_at
from tournaments.queries.draw_history import list_as_seen, players_to_seat, start_numbers

REHEARSAL = "00" * 32

ROOMS: Mapping[str, Callable[[Round, str], str]] = {
    "cards": lambda round_, typed: cards_of_room(typed, pack_of_room(round_)),
    "dice": lambda _, typed: dice_of_room(typed),
}


def freeze_draw(
    *,
    round_: Round,
    by: Account,
    now: datetime,
    sizes: Sequence[int] | None = None,
    hall: tuple[str, str] | None = None,
    beacon: tuple[str, int | None] | None = None,
    seen: str | None = None,
) -> CeremonyStep:
    """Freeze everything that the announced draw will read. From here on only a new attempt can change anything.

    `hall`: label and digest of a second secret; `beacon`: a chain of drand and the number of its round, None for the
    first in five minutes; `seen`: who was on the page (`list_as_seen`), None where nobody looks. Raises Refused
    `round_step`, `not_by_lot`, `ceremony_step`, `list_otherwise`, `hall_label`, `hall_label_typed`, `hall_digest_form`,
    `hall_digest_spent`, `hall_digest_offered`, `beacon_unknown`, `beacon_past`, `beacon_far`, `draw_in_draft`,
    `earlier_not_drawn`, `later_drawn`, `earlier_unpublished`, or what would refuse the draw itself.
    """
    with act_on(round_, by=by, now=now) as act:
        attempts = attempts_at(round_)
        last = in_state(attempts, ANNOUNCED)
        offers = HallOffer.objects.filter(event=act.event, round_number=round_.number, attempt=last.number)
        if seen is not None and seen != list_as_seen(last.number, players_to_seat(act.event), offers):
            raise Refused("list_otherwise")
        refuse_unless_by_lot(round_)
        refuse_unseen_draw(round_.event)
        refuse_other_order(round_)
        refuse_telling_draft(round_)
        reason = last.steps[ANNOUNCED].reason
        inputs, numbers = inputs_of(round_, now=now, sizes=sizes), start_numbers(round_.event)
        refuse_seating(round_.event, [player["key"] for player in inputs["players"]], now=now)
        frozen = frozen_draw(round_, inputs, numbers, attempts, number=last.number, announced=True, reason=reason)
        frozen = replace(
            frozen,
            hall=hall_promise(hall, round_, last.number, by) if hall else None,
            beacon=named_round(*beacon, int(now.timestamp())) if beacon else None,
        )
        nicks = nicks_at(round_.event)
        with named({str(number): nicks[key] for key, number in numbers.items()}):
            draw_by_lots(frozen.players, frozen.rounds_by_key, frozen.options, REHEARSAL, frozen.plan)
        freeze_regulations(round_.event, now=now)
        document = frozen.document()
        step = step_of(act, round_, last, CeremonyStepKind.FROZEN)
        step.digest, step.document = frozen_hash_of(document), canonical(document)
        step.save()
        note_step(act, step)
        offers.delete()
        return step


def show_turned(
    *,
    round_: Round,
    by: Account,
    now: datetime,
    turned: str,
    shown: str,
    seen: int | None = None,
    state: str | None = None,
) -> HallScreen:
    """Show everybody what the room has turned so far: "cards Ol 7h". Nothing is drawn from it; the director may err.

    `shown`: what the hall was shown as far as whoever taps knew. More is added to that, or its last one is taken back;
    so nothing is lost that somebody else has tapped. Tapped twice, it is one tap. `seen`, `state`: the attempt that was
    looked at and how far it had come, None where nobody looks. Raises Refused `round_step`, `ceremony_step`,
    `attempt_otherwise`, `room_not_shown` where the hall is shown others.
    """
    with act_on(round_, by=by, now=now) as act:
        last = in_state(attempts_at(round_), *TURNING, seen=seen, state=state)
        at_hand = shown_in(act.event, last)
        is_twice = any_turned(turned) == at_hand
        if not is_twice and (any_turned(shown) != at_hand or not is_next(turned, at_hand)):
            raise Refused("room_not_shown")
        screen = on_screen(act, last.steps[last.state], turned)
        if not is_twice:
            act.note("room_turned", subject=f"round:{round_.number}", new={"turned": turned})
        return screen


def open_ceremony(
    *,
    round_: Round,
    by: Account,
    now: datetime,
    kind: str,
    typed: str,
    shown: str | None = None,
    seen: int | None = None,
    state: str | None = None,
) -> Draw | None:
    """Draw from what was frozen, the secret and what the room turned, and publish all of it at once.

    If drand or a second secret is still to come, what the room turned is kept for everybody to see, and nothing is
    drawn yet. `kind`: cards or dice; `shown`, `seen`, `state`: as in `show_turned`, None where nobody looks. Raises
    Refused `round_step`, `ceremony_step`, `attempt_otherwise`, `engine_changed`, `room_needs_ten`, `room_not_shown`
    where the hall is shown others, or another `room_…`.
    """
    with act_on(round_, by=by, now=now) as act:
        last = in_state(attempts_at(round_), *TURNING, seen=seen, state=state)
        if kind not in ROOMS:
            raise Refused("room_needs_ten", number=0)
        room, frozen = ROOMS[kind](round_, typed), frozen_at(round_, last)
        at_hand = shown_in(act.event, last)
        if at_hand not in ("", room) or shown not in (None, at_hand):
            raise Refused("room_not_shown")
        if last.state == HALL_SILENT:
            if room == last.steps[ROOM].document:
                raise Refused("room_again")
            return open_frozen(act, round_, last, frozen, {"room": room})
        if frozen.hall is None and frozen.beacon is None:
            return open_frozen(act, round_, last, frozen, room=room)
        step = step_of(act, round_, last, CeremonyStepKind.ROOM)
        step.digest, step.document = digest_of("room", room), room
        step.save()
        note_step(act, step)
        on_screen(act, step, room)
        return None


def open_frozen(
    act: Act, round_: Round, last: Attempt, frozen: Frozen, hall: Mapping[str, str] | None = None, *, room: str = ""
) -> Draw:
    """Open the site's own secret, last of all; seat everybody and publish all of it.

    `room`: what was turned, if it is not kept as a step. Raises Refused as the engine does.
    """
    beacon = json.loads(last.steps[BEACON].document) if BEACON in last.steps else None
    turned = room or last.steps[ROOM].document
    opened = open_draw(frozen, last.steps[ANNOUNCED].secret, turned, hall=hall, beacon=beacon)
    keys = {number: key for key, number in start_numbers(round_.event).items()}
    inputs, found = inputs_of_frozen(frozen, keys), with_keys(opened.by_lots, keys)
    store_transcript(act, round_, opened, last.number, reason=frozen.reason)
    drawing = judged(inputs, found.tables, version=found.version, seed=found.seed)
    record = store_draw(act, round_, inputs, drawing, last.number, reason=frozen.reason)
    publish_seating(round_=round_, by=act.by, now=act.now)
    return record


def give_up_draw(
    *,
    round_: Round,
    by: Account,
    now: datetime,
    reason: str,
    shown: str | None = None,
    seen: int | None = None,
    state: str | None = None,
) -> CeremonyStep:
    """End an attempt before it is opened, for a reason that everybody can read; its secret is told.

    What the hall was shown is kept with it. If that is anything, no earlier seating of the round counts any more.
    So who has seen that nothing was turned does not do it when something was, even if it was taken back: `shown` is
    all that the page has told of it; `seen`, `state` as in `open_ceremony`.

    Raises Refused `round_step`, `ceremony_step`, `attempt_otherwise`, `room_not_shown`, `reason_required`.
    """
    with act_on(round_, by=by, now=now) as act:
        last = in_state(attempts_at(round_), ANNOUNCED, *BEGUN, even_lost=True, seen=seen, state=state)
        turned = turned_until_now(round_, last)
        if shown is not None and any_turned(shown) != (turned or shown_in(act.event, last)):
            raise Refused("room_not_shown")
        if not is_said(reason):
            raise Refused("reason_required")
        step = step_of(act, round_, last, CeremonyStepKind.GIVEN_UP)
        step.reason = journal.sealed(reason.strip(), round_.event)
        step.document = turned
        step.digest = digest_of("room", step.document) if step.document else ""
        step.save()
        note_step(act, step)
        return step


def turned_until_now(round_: Round, last: Attempt) -> str:
    """What the hall was shown since the room has begun to turn, "cards Ol 7h"; "" where nothing, or it is a step.

    It is the most that was shown, whatever was taken back since: who had seen it could count with it.
    """
    if last.state not in TURNING:
        return ""
    lines = JournalLine.objects.filter(chain__event=round_.event, subject=f"round:{round_.number}", refused="")
    begun = lines.filter(act=f"draw_{last.state}", new__attempt=last.number).order_by("-number").values("number")[:1]
    told = lines.filter(act="room_turned", number__gt=Subquery(begun)).order_by("number").values_list("new", flat=True)
    shown = max((new["turned"] for new in reversed(told)), key=lambda turned: len(turned.split()), default="")
    return any_turned(shown)


def attempts_at(round_: Round) -> list[Attempt]:
    """The attempts at a round that may still be drawn. Raises Refused `round_step`."""
    lifecycle.check_round_step(round_.status, RoundStatus.DRAWN)
    return draws_in_public(round_.event, round_.number)


def in_state(
    attempts: list[Attempt],
    *states: str,
    even_lost: bool = False,
    seen: int | None = None,
    state: str | None = None,
) -> Attempt:
    """The last attempt, if it is where the act needs it and, if anybody looked, the one that was `seen`, in that
    `state`.

    Raises Refused `attempt_otherwise`; `ceremony_step`; `draw_lost`, unless `even_lost`, of one that cannot be opened
    any more.
    """
    if attempts and seen not in (None, attempts[-1].number):
        raise Refused("attempt_otherwise", seen=seen, attempt=attempts[-1].number)
    if not attempts or attempts[-1].state not in states or state not in (None, attempts[-1].state):
        raise Refused("ceremony_step")
    if not even_lost:
        refuse_lost(attempts[-1])
    return attempts[-1]


def frozen_at(round_: Round, attempt: Attempt) -> Frozen:
    """What was frozen. Raises Refused `engine_changed` if the site was brought up to date since."""
    frozen = frozen_of(json.loads(document_of(round_.event, round_.number, attempt.number, FROZEN)))
    if frozen.algorithm != VERSION:
        raise Refused("engine_changed")
    return frozen


def shown_in(event: Event, attempt: Attempt) -> str:
    """What the hall is shown of what the room turns now, or has turned, "cards Ol 7h"; "" if nothing. At most one
    statement.
    """
    since = turned_since(attempt)
    screen = HallScreen.objects.filter(event=event, frozen=since).first() if since else None
    return any_turned(screen.turned) if screen is not None else ""


def turned_since(attempt: Attempt) -> CeremonyStep | None:
    """The step since which the hall is shown what the room turns, or with which it was kept; None before."""
    return attempt.steps.get(attempt.state if attempt.state in TURNING else ROOM)


def any_turned(told: str) -> str:
    """The same where something is turned, else ""; cards of which none lies there are nothing yet."""
    return told if " " in told else ""


def is_next(turned: str, at_hand: str) -> bool:
    """Whether it is what lies there with more added to it, or without its last one."""
    wanted, known = turned.split(), at_hand.split()
    return wanted[: len(known)] == known or wanted == known[:-1]


def on_screen(act: Act, since: CeremonyStep, turned: str) -> HallScreen:
    """Show what was turned since this step."""
    screen, _ = HallScreen.objects.get_or_create(event=act.event)
    screen.turned, screen.frozen = turned, since
    screen.save(update_fields=["turned", "frozen"])
    return screen


def step_of(act: Act, round_: Round, attempt: Attempt, kind: CeremonyStepKind) -> CeremonyStep:
    """The next step of an attempt, to be filled in and saved."""
    return CeremonyStep(
        event=act.event,
        round_number=round_.number,
        attempt=attempt.number,
        kind=kind,
        by=act.by.key if act.by else "",
        at=act.now,
    )
