"""The public draws of a round: which attempts there were, and what was promised, frozen and opened when.

A secret leaves this module only for an attempt that is opened or given up; acts read it from the rows themselves.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from itertools import groupby

from games.rules.cards import PACK
from games.rules.smear.cards import pack
from games.rules.smear.variants import VARIANTS
from tournaments.ceremony.beacon import Beacon
from tournaments.ceremony.frozen import draw_id_of, frozen_of
from tournaments.ceremony.hall import HallPromise
from tournaments.models import CeremonyStep, CeremonyStepKind, Event, Round
from tournaments.projections import regulations_of

ANNOUNCED, FROZEN = CeremonyStepKind.ANNOUNCED.value, CeremonyStepKind.FROZEN.value
OPENED, GIVEN_UP = CeremonyStepKind.OPENED.value, CeremonyStepKind.GIVEN_UP.value
ROOM, BEACON = CeremonyStepKind.ROOM.value, CeremonyStepKind.BEACON.value
HALL_OPENED, HALL_SILENT = CeremonyStepKind.HALL_OPENED.value, CeremonyStepKind.HALL_SILENT.value
TURNING = (FROZEN, HALL_SILENT)
"""The room turns cards: for the first time, or in place of a second secret."""
BEGUN = (FROZEN, ROOM, BEACON, HALL_OPENED, HALL_SILENT)
"""From the freezing to the opening."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """One attempt at the draw of a round; its steps come without their documents."""

    draw_id: str
    number: int
    steps: dict[str, CeremonyStep] = field(default_factory=dict)

    @property
    def state(self) -> str:
        """The last step that was taken."""
        return next(kind for kind in (OPENED, GIVEN_UP, *reversed(BEGUN), ANNOUNCED) if kind in self.steps)

    @property
    def is_over(self) -> bool:
        return self.state in (OPENED, GIVEN_UP)

    @property
    def is_public(self) -> bool:
        """Its transcript is out at once; that of a draw without a ceremony waits for the seating to be published."""
        return OPENED in self.steps and FROZEN in self.steps

    def before_opening(self) -> Attempt:
        """Return the attempt as it was before it was opened."""
        return Attempt(self.draw_id, self.number, {kind: step for kind, step in self.steps.items() if kind != OPENED})

    @property
    def commitment(self) -> str:
        return self.steps[ANNOUNCED].digest if ANNOUNCED in self.steps else ""

    @property
    def frozen_hash(self) -> str:
        return self.steps[FROZEN].digest if FROZEN in self.steps else ""

    @property
    def is_private(self) -> bool:
        """Drawn without a ceremony."""
        return OPENED in self.steps and FROZEN not in self.steps

    @property
    def is_silent(self) -> bool:
        """Who had promised the second secret did not open it."""
        return HALL_SILENT in self.steps

    @property
    def reason(self) -> str:
        """Why it was drawn again."""
        return next((self.steps[kind].reason for kind in (ANNOUNCED, OPENED) if kind in self.steps), "")

    @property
    def told_secret(self) -> str:
        """The secret of an attempt that is over."""
        return self.steps[ANNOUNCED].secret if self.is_over and ANNOUNCED in self.steps else ""


def draws_in_public(event: Event, round_number: int) -> list[Attempt]:
    """The attempts at the draw of a round, oldest first. One statement."""
    steps = CeremonyStep.objects.filter(event=event, round_number=round_number).defer("document")
    return _attempts(event, list(steps.order_by("attempt", "pk")))


def promised_draws(event: Event) -> list[tuple[int, Attempt]]:
    """Round number and attempt of every draw that was promised; how it went on is left out. One statement."""
    steps = CeremonyStep.objects.filter(event=event, kind=ANNOUNCED).defer("document", "secret")
    found = _attempts(event, list(steps.order_by("round_number", "attempt")))
    return [(attempt.steps[ANNOUNCED].round_number, attempt) for attempt in found]


def shown_draws(event: Event, round_number: int, *, seating_is_public: bool) -> list[Attempt]:
    """What anybody may see of them: of a draw that is still a draft only what was promised. One statement."""
    attempts = draws_in_public(event, round_number)
    shown = [attempt if seating_is_public or attempt.is_public else attempt.before_opening() for attempt in attempts]
    return [attempt for attempt in shown if attempt.steps]


def _attempts(event: Event, steps: Sequence[CeremonyStep]) -> list[Attempt]:
    grouped = groupby(steps, key=lambda step: (step.round_number, step.attempt))
    return [
        Attempt(draw_id_of(event.slug, round_number, number), number, {step.kind: step for step in taken})
        for (round_number, number), taken in grouped
    ]


@dataclass(frozen=True, slots=True)
class Secrets:
    """What a frozen attempt is made of besides the site's secret, and what it waits for.

    `waits_for`: "room", "beacon", "hall", "again" (ten more in place of the second secret), or nothing any more;
    `until`: when the time of the second secret is over; `room`: as it was turned, "" as long as that may change.
    """

    hall: HallPromise | None
    beacon: Beacon | None
    waits_for: str
    until: datetime | None
    room: str


def secrets_of_attempt(event: Event, round_number: int, attempt: Attempt) -> Secrets | None:
    """Return them for an attempt that was frozen. At most two statements."""
    if FROZEN not in attempt.steps:
        return None
    frozen = frozen_of(json.loads(document_of(event, round_number, attempt.number, FROZEN)))
    room = document_of(event, round_number, attempt.number, ROOM) if ROOM in attempt.steps else ""
    after_room = "beacon" if frozen.beacon else "hall"
    waits = {FROZEN: "room", ROOM: after_room, BEACON: "hall", HALL_SILENT: "again"}.get(attempt.state, "")
    since = attempt.steps[attempt.state].at
    until = since + timedelta(minutes=frozen.hall.minutes) if frozen.hall and waits == "hall" else None
    return Secrets(frozen.hall, frozen.beacon, waits, until, room)


def document_of(event: Event, round_number: int, attempt: int, kind: str) -> str:
    """The frozen document or the transcript as it is stored; "" if there is none. One statement."""
    steps = CeremonyStep.objects.filter(event=event, round_number=round_number, attempt=attempt, kind=kind)
    return steps.values_list("document", flat=True).first() or ""


def pack_of_room(round_: Round) -> tuple[str, ...]:
    """The cards that lie on the tables of this event."""
    regulations = regulations_of(round_.event)
    if regulations.game != "smear":
        return PACK
    variant = VARIANTS[regulations.smear_variant]
    return max((pack(variant, table.players) for table in variant.tables), key=len)
