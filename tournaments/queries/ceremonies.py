"""The public draws of a round: which attempts there were, and what was promised, frozen and opened when.

A secret leaves this module only for an attempt that is opened or given up; acts read it from the rows themselves.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import groupby

from games.rules.cards import PACK
from games.rules.smear.cards import pack
from games.rules.smear.variants import VARIANTS
from tournaments.ceremony.frozen import draw_id_of
from tournaments.models import CeremonyStep, CeremonyStepKind, Event, Round
from tournaments.projections import regulations_of

ANNOUNCED, FROZEN = CeremonyStepKind.ANNOUNCED.value, CeremonyStepKind.FROZEN.value
OPENED, GIVEN_UP = CeremonyStepKind.OPENED.value, CeremonyStepKind.GIVEN_UP.value


@dataclass(frozen=True, slots=True)
class Attempt:
    """One attempt at the draw of a round; its steps come without their documents."""

    draw_id: str
    number: int
    steps: dict[str, CeremonyStep] = field(default_factory=dict)

    @property
    def state(self) -> str:
        """The last step that was taken."""
        return next(kind for kind in (OPENED, GIVEN_UP, FROZEN, ANNOUNCED) if kind in self.steps)

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
