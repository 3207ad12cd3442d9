"""What a frozen draw is made of besides the site's secret, and what it waits for: the room, drand, a second secret."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta

from tournaments import lifecycle
from tournaments.ceremony.beacon import Beacon
from tournaments.ceremony.frozen import Frozen, frozen_of
from tournaments.ceremony.hall import HallPromise
from tournaments.draws.seeding import VERSION
from tournaments.models import Event, Registration, Round, RoundStatus, Sanction
from tournaments.queries.ceremonies import (
    ANNOUNCED,
    BEACON,
    FROZEN,
    GIVEN_UP,
    HALL_SILENT,
    OPENED,
    ROOM,
    Attempt,
    document_of,
    is_by_lot,
)
from tournaments.queries.draw_history import start_numbers
from tournaments.queries.second_secrets import PlayerHere, signed_in_as


@dataclass(frozen=True, slots=True)
class Secrets:
    """What a frozen attempt is made of besides the site's secret, and what it waits for.

    `waits_for`: "room", "beacon", "hall", "again" (ten more in place of the second secret), or nothing any more, as of
    one whose secret is lost;
    `until`: when the time of the second secret is over; `room`: as it was turned, "" as long as that may change;
    `is_stopped`: the site would refuse to open it, so nobody is asked for anything; `turned`: of one that was given
    up, what the hall was shown besides `room`, "cards Ol 7h"; `is_cut_short`: that was before the time of the second
    secret was over, so he who did not open it has not refused.
    `signer`: as which player he was signed in who has handed the second secret in, if as one; `apart`: the start
    numbers of each pair that is kept off one table.
    """

    hall: HallPromise | None
    beacon: Beacon | None
    waits_for: str
    until: datetime | None
    room: str
    is_stopped: bool = False
    turned: str = ""
    is_cut_short: bool = False
    signer: PlayerHere | None = None
    apart: Sequence[tuple[int, int]] = ()

    @property
    def beacon_at(self) -> datetime | None:
        """When the named round of drand comes."""
        return datetime.fromtimestamp(self.beacon.comes_at, UTC) if self.beacon else None

    @property
    def turned_kind(self) -> str:
        return self.turned.partition(" ")[0]

    @property
    def turned_text(self) -> str:
        return self.turned.partition(" ")[2]

    @property
    def was_known(self) -> bool:
        """The room had begun to turn: what lies there is seen before it is tapped."""
        return bool(self.room or self.turned)


def secrets_of_attempt(event: Event, round_number: int, attempt: Attempt) -> Secrets | None:
    """Return them for an attempt that was frozen. At most three statements, two more where a second secret is."""
    if FROZEN not in attempt.steps:
        return None
    frozen = frozen_of(json.loads(document_of(event, round_number, attempt.number, FROZEN)))
    room = document_of(event, round_number, attempt.number, ROOM) if ROOM in attempt.steps else ""
    after_room = "beacon" if frozen.beacon else "hall"
    waits = {FROZEN: "room", ROOM: after_room, BEACON: "hall", HALL_SILENT: "again"}.get(attempt.state, "")
    waits = "" if attempt.is_lost else waits
    since = attempt.steps[attempt.state].at
    until = since + timedelta(minutes=frozen.hall.minutes) if frozen.hall and waits == "hall" else None
    hall = frozen.hall
    signer = signed_in_as(event, round_number, attempt.number, hall.commitment) if hall else None
    apart = [(int(one), int(other)) for one, other in frozen.options.apart]
    found = Secrets(hall, frozen.beacon, waits, until, room, signer=signer, apart=apart)
    if GIVEN_UP not in attempt.steps:
        return found
    turned = document_of(event, round_number, attempt.number, GIVEN_UP)
    return replace(found, turned=turned, is_cut_short=_is_cut_short(attempt, frozen))


def _is_cut_short(given_up: Attempt, frozen: Frozen) -> bool:
    """Whether who had promised a second secret was not called before the end, or his time was not over by then."""
    called = given_up.steps.get(BEACON if frozen.beacon else ROOM)
    if frozen.hall is None:
        return False
    return called is None or given_up.steps[GIVEN_UP].at < called.at + timedelta(minutes=frozen.hall.minutes)


def with_secrets(event: Event, round_number: int, attempts: Sequence[Attempt], *, now: datetime) -> list[Attempt]:
    """Return them with what each is made of besides; one that was opened with nothing else stays as it is.

    At most five statements for each of the others, three more for one that waits, one if the last is only promised.
    """
    plain = [one.state == OPENED and ROOM not in one.steps for one in attempts]
    found = [
        one if is_plain else replace(one, secrets=_asked(event, round_number, one, now))
        for one, is_plain in zip(attempts, plain, strict=True)
    ]
    return [*found[:-1], *(replace(one, takes_offers=_takes_offers(event, round_number, one)) for one in found[-1:])]


def _takes_offers(event: Event, round_number: int, last: Attempt) -> bool:
    """Whether the last attempt is promised, and the round may still be drawn by lot. One statement where it is."""
    if last.state != ANNOUNCED or last.is_lost or last.is_hidden_draw or event.is_over:
        return False
    may_be_drawn = [before for before, after in lifecycle.ROUND_STEPS.items() if RoundStatus.DRAWN in after]
    round_ = Round.objects.filter(event=event, number=round_number, status__in=may_be_drawn).first()
    if round_ is None:
        return False
    round_.event = event
    return is_by_lot(round_)


def _asked(event: Event, round_number: int, attempt: Attempt, now: datetime) -> Secrets | None:
    secrets = secrets_of_attempt(event, round_number, attempt)
    if secrets is None or not secrets.waits_for or not _is_stopped(event, round_number, attempt, now=now):
        return secrets
    return replace(secrets, waits_for="", until=None, is_stopped=True)


def _is_stopped(event: Event, round_number: int, attempt: Attempt, *, now: datetime) -> bool:
    """Whether a frozen attempt cannot be opened, because somebody of its list is banned by now, or by this program.

    Who opened a second secret for it would have told it for nothing. Three statements.
    """
    frozen = frozen_of(json.loads(document_of(event, round_number, attempt.number, FROZEN)))
    keys = [key for key, number in start_numbers(event).items() if number in frozen.clubs]
    banned = Sanction.objects.bans_at(now).values("player")
    listed = Registration.objects.filter(event=event, key__in=keys, player__in=banned)
    return frozen.algorithm != VERSION or listed.exists()
