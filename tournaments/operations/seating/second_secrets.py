"""The second secret by somebody of the hall, and drand's round: what is told between the cards and the opening.

Order is everything. Room and drand are public when he who made the second secret is called, and he does not know the
site's secret; so he cannot know what he decides by opening. The site's secret opens in the transaction that takes his:
nobody is asked between. If he lets his minutes pass, ten more cards are turned, and nobody knew before what they give.
"""

from __future__ import annotations

from datetime import datetime

from django.db.models import QuerySet

from games.rules.refusals import Refused
from tournaments.ceremony.beacon import told_round
from tournaments.ceremony.digests import canonical, digest_of
from tournaments.ceremony.frozen import Frozen, draw_id_of
from tournaments.ceremony.hall import hall_commitment, hall_secret_of
from tournaments.models import Account, CeremonyStep, CeremonyStepKind, Draw, Event, HallOffer, Round
from tournaments.operations import journal
from tournaments.operations.acting import act_on
from tournaments.operations.bans.doors import refuse_seating
from tournaments.operations.seating.ceremonies import (
    attempts_at,
    frozen_at,
    in_state,
    on_screen,
    open_frozen,
    step_of,
)
from tournaments.operations.seating.hall_names import hall_digest, hall_label, refuse_name_of_another
from tournaments.operations.seating.transcripts import note_step
from tournaments.queries.ceremonies import ANNOUNCED, BEACON, HALL_OPENED, ROOM, Attempt
from tournaments.queries.draw_history import start_numbers
from tournaments.queries.draw_secrets import secrets_of_attempt
from tournaments.queries.second_secrets import handed_in_by, players_with_accounts

MOST_OFFERS = 30
MOST_OF_ONE = 5


def offer_secret(
    *, round_: Round, now: datetime, label: str, digest: str, by: Account | None = None, seen: int | None = None
) -> HallOffer:
    """Hand in the digest of a second secret, before the list is frozen. Done twice, it is one offer.

    `seen`: the attempt for which it was made, if that is known: no secret fits the digest in another one. Raises
    Refused `round_step`, `ceremony_step`, `attempt_otherwise`, `hall_label`, `hall_label_other`, `hall_digest_form`,
    `hall_digest_spent`, `hall_offers`.
    """
    with act_on(round_, by=by, now=now, nobody=journal.HALL) as act:
        last = in_state(attempts_at(round_), ANNOUNCED, seen=seen)
        told = {"event": act.event, "round_number": round_.number, "attempt": last.number}
        digest, label = hall_digest(digest, round_, last.number), hall_label(label, act.event)
        refuse_name_of_another(label, act.event, by.key if by else journal.HALL)
        if (known := HallOffer.objects.filter(**told, digest=digest).first()) is not None:
            return known
        _refuse_many(round_, HallOffer.objects.filter(**told), last.number, by.key if by else journal.HALL)
        offer = HallOffer.objects.create(**told, digest=digest, label=label, at=now)
        new = {"attempt": last.number, "digest": digest}
        act.note("draw_secret_offered", subject=f"round:{round_.number}", new=new, bump=False)
        return offer


def tell_beacon(
    *, round_: Round, by: Account, now: datetime, randomness: str, signature: str, previous: str = ""
) -> Draw | None:
    """Type in what drand's round has told; opens the draw, if it does not wait for a second secret.

    Raises Refused `round_step`, `ceremony_step`, `engine_changed`, `beacon_early`, `beacon_…`.
    """
    with act_on(round_, by=by, now=now) as act:
        last = in_state(attempts_at(round_), ROOM)
        frozen = frozen_at(round_, last)
        if frozen.beacon is None:
            raise Refused("ceremony_step")
        if now.timestamp() < frozen.beacon.comes_at:
            raise Refused("beacon_early")
        typed = {"randomness": randomness, "signature": signature, "previous": previous}
        step = step_of(act, round_, last, CeremonyStepKind.BEACON)
        step.document = canonical(told_round(frozen.beacon, typed))
        step.digest = digest_of("beacon", step.document)
        step.save()
        note_step(act, step)
        on_screen(act, step, last.steps[ROOM].document)
        last.steps[BEACON] = step
        return None if frozen.hall else open_frozen(act, round_, last, frozen)


def open_hall_secret(*, round_: Round, now: datetime, typed: str, by: Account | None = None) -> Draw:
    """Open the second secret, and in the same moment the site's own, and with them the draw. Done twice, it is once.

    Raises Refused `round_step`, `ceremony_step` before he was called and after his time was closed, `engine_changed`,
    `hall_secret_form`, `hall_secret_other`, `hall_secret_elsewhere`.
    """
    with act_on(round_, by=by, now=now, nobody=journal.HALL) as act:
        secret = hall_secret_of(typed)
        if (drawn := _opened_with(round_, secret)) is not None:
            return drawn
        last = _called(round_)
        frozen = frozen_at(round_, last)
        if frozen.hall is None or hall_commitment(frozen.draw_id, secret) != frozen.hall.commitment:
            raise Refused(
                "hall_secret_elsewhere" if _fits_another(round_.event, secret, frozen) else "hall_secret_other"
            )
        step = step_of(act, round_, last, CeremonyStepKind.HALL_OPENED)
        step.digest, step.secret = frozen.hall.commitment, secret
        step.save()
        note_step(act, step)
        last.steps[HALL_OPENED] = step
        return open_frozen(act, round_, last, frozen, {"secret": secret})


def close_hall_secret(*, round_: Round, by: Account, now: datetime, seen: int | None = None) -> CeremonyStep:
    """Say that the second secret was not opened in its time; the room turns once more, and his name stays.

    Not where the site itself would have refused him. `seen`: the attempt that was looked at, None where nobody looks.
    Raises Refused `round_step`, `ceremony_step`, `attempt_otherwise`, `hall_has_time`, `engine_changed`, `banned`.
    """
    with act_on(round_, by=by, now=now) as act:
        last = _called(round_, seen)
        frozen = frozen_at(round_, last)
        keys = [key for key, number in start_numbers(act.event).items() if number in frozen.clubs]
        refuse_seating(act.event, keys, now=now)
        secrets = secrets_of_attempt(act.event, round_.number, last)
        if secrets is None or secrets.until is None:
            raise Refused("ceremony_step")
        if now < secrets.until:
            raise Refused("hall_has_time", minutes=-(-(secrets.until - now).seconds // 60))
        step = step_of(act, round_, last, CeremonyStepKind.HALL_SILENT)
        step.save()
        note_step(act, step)
        on_screen(act, step, "")
        return step


def _refuse_many(round_: Round, waiting: QuerySet[HallOffer], attempt: int, by: str) -> None:
    """Few of one player, and few of all who are not signed in as one: nobody else's fill the places of the players.

    Three statements. Raises Refused `hall_offers`.
    """
    whose, players = handed_in_by(round_.event, round_.number, attempt), players_with_accounts(round_.event)
    offered = [whose.get(digest, journal.HALL) for digest in waiting.values_list("digest", flat=True)]
    of_his = [one for one in offered if (one == by if by in players else one not in players)]
    most = MOST_OF_ONE if by in players else MOST_OFFERS
    if len(of_his) >= most:
        raise Refused("hall_offers", most=most)


def _opened_with(round_: Round, secret: str) -> Draw | None:
    """The draw that this second secret has opened, if it is the last one of the round. Raises Refused `round_step`."""
    last = next(reversed(attempts_at(round_)), None)
    opened = last.steps.get(HALL_OPENED) if last else None
    if last is None or opened is None or opened.secret != secret:
        return None
    return round_.draws.get(attempt=last.number)


def _fits_another(event: Event, secret: str, frozen: Frozen) -> bool:
    """Whether the digest that was frozen is that of this secret in another draw of the event: made for an attempt that
    was over, and read out from a phone that did not know it. One statement.
    """
    promised = CeremonyStep.objects.filter(event=event, kind=CeremonyStepKind.ANNOUNCED)
    draws = promised.values_list("round_number", "attempt")
    digests = {hall_commitment(draw_id_of(event.slug, number, attempt), secret) for number, attempt in draws}
    return frozen.hall is not None and frozen.hall.commitment in digests


def _called(round_: Round, seen: int | None = None) -> Attempt:
    """The attempt that waits for the second secret alone. Raises Refused `round_step`, `ceremony_step`,
    `attempt_otherwise`.
    """
    last = in_state(attempts_at(round_), ROOM, BEACON, seen=seen)
    secrets = secrets_of_attempt(round_.event, round_.number, last)
    if secrets is None or secrets.waits_for != "hall":
        raise Refused("ceremony_step")
    return last
