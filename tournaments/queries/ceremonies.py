"""The public draws of a round: which attempts there were, and what was promised, frozen and opened when.

A secret leaves this module only for an attempt that is opened or given up; acts read it from the rows themselves.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from typing import TYPE_CHECKING

from django.db.models import Exists, OuterRef, Q, QuerySet

from games.rules.cards import PACK
from games.rules.smear.cards import pack
from games.rules.smear.variants import VARIANTS
from tournaments.ceremony.frozen import draw_id_of, frozen_of
from tournaments.models import (
    CeremonyStep,
    CeremonyStepKind,
    Draw,
    Event,
    JournalLine,
    Registration,
    Round,
    RoundKind,
    RoundStatus,
)
from tournaments.projections import TIERS, regulations_of
from tournaments.queries.draw_history import start_numbers
from tournaments.queries.hand_edits import HandEdit

if TYPE_CHECKING:
    from tournaments.queries.draw_secrets import Secrets

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
    """One attempt at the draw of a round; its steps come without their documents.

    `secrets`: what it is made of besides, where that was asked for (`queries/draw_secrets.py`).
    `is_hidden_draw`: a draft has used its promise up; nothing else of that is told yet (`shown_among`).
    `takes_offers`: a second secret may still be added to it (`queries/draw_secrets.py`).
    `edits`: of one that does not count any more, what was changed by hand in its seating, where that was asked for;
    `line_up`: of a play-off that left the plan, who played it (queries/line_ups.py).
    """

    draw_id: str
    number: int
    steps: dict[str, CeremonyStep] = field(default_factory=dict)
    secrets: Secrets | None = None
    is_hidden_draw: bool = False
    takes_offers: bool = False
    edits: Sequence[HandEdit] = ()
    line_up: Sequence[str] = ()

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
        """Return the attempt as it was before it was opened; that it was is kept."""
        steps = {kind: step for kind, step in self.steps.items() if kind != OPENED}
        return replace(self, steps=steps, is_hidden_draw=OPENED in self.steps)

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
        """Why it was drawn again; what was promised and is drawn without a ceremony has a reason of its own."""
        if self.is_hidden_draw:
            return ""
        return self.steps[OPENED].reason if self.is_private else self._promised_for

    @property
    def promised_for(self) -> str:
        """Why it was promised, where that does not say why it was drawn."""
        return self._promised_for if (self.is_private or self.is_hidden_draw) else ""

    @property
    def _promised_for(self) -> str:
        return self.steps[ANNOUNCED].reason if ANNOUNCED in self.steps else ""

    @property
    def given_up(self) -> str:
        """Why it was given up; "" if it was not."""
        return self.steps[GIVEN_UP].reason if GIVEN_UP in self.steps else ""

    @property
    def is_lost(self) -> bool:
        """It was promised, and its secret is gone: the site came back from a backup without the key that seals it."""
        return ANNOUNCED in self.steps and not self.steps[ANNOUNCED].secret

    @property
    def told_secret(self) -> str:
        """The secret of an attempt that is over."""
        return self.steps[ANNOUNCED].secret if self.is_over and ANNOUNCED in self.steps else ""


def draws_in_public(event: Event, round_number: int) -> list[Attempt]:
    """The attempts at the draw of a round, oldest first. One statement."""
    steps = CeremonyStep.objects.filter(event=event, round_number=round_number).defer("document")
    return _attempts(event, list(steps.order_by("attempt", "pk")))


def promised_draws(event: Event) -> list[tuple[int, Attempt]]:
    """Round number and attempt of every draw that was promised, without what came between freezing and end. One
    statement.
    """
    told = (ANNOUNCED, FROZEN, OPENED, GIVEN_UP)
    steps = CeremonyStep.objects.filter(event=event, kind__in=told).defer("document")
    found = _attempts(event, list(steps.order_by("round_number", "attempt")))
    return [(attempt.steps[ANNOUNCED].round_number, attempt) for attempt in found if ANNOUNCED in attempt.steps]


def shown_draws(event: Event, round_number: int, *, seating_is_public: bool) -> list[Attempt]:
    """What anybody may see of them: of what is still a draft only what was promised. At most three statements."""
    attempts = draws_in_public(event, round_number)
    return shown_among(event, round_number, attempts, seating_is_public=seating_is_public)


def shown_among(
    event: Event, round_number: int, attempts: Sequence[Attempt], *, seating_is_public: bool
) -> list[Attempt]:
    """The same of attempts that are at hand. `seating_is_public`: that of the round as it stands now."""
    if not seating_is_public and any(attempt.is_private for attempt in attempts):
        told = _told_drafts(event, round_number)
        shown = [one if one.is_public or one.number in told else one.before_opening() for one in attempts]
        return [attempt for attempt in shown if attempt.steps]
    return list(attempts)


def _told_drafts(event: Event, round_number: int) -> set[int]:
    """The attempts without a ceremony that came out: by the seating, or with the round when it left the plan.

    In the second way nothing comes out while the tables of an earlier round, which it tells, are a draft. Two
    statements.
    """
    ends = ["seating_published"] if first_draft_before(event, round_number) else ["seating_published", "round_removed"]
    lines = JournalLine.objects.filter(chain__event=event, subject=f"round:{round_number}", refused="")
    lines = lines.filter(act__in=[*ends, "draw_opened"]).order_by("number")
    drawn: set[int] = set()
    told: set[int] = set()
    for act, new in lines.values_list("act", "new"):
        if act in ends:
            told |= drawn
        else:
            drawn.add(new["attempt"])
    return told


def first_draft_before(event: Event, round_number: int) -> int | None:
    """The first basic round before this one whose tables only the director sees. One statement."""
    drafts = Round.objects.filter(event=event, kind=RoundKind.BASIC, status=RoundStatus.DRAWN)
    return drafts.filter(number__lt=round_number).order_by("number").values_list("number", flat=True).first()


def _attempts(event: Event, steps: Sequence[CeremonyStep]) -> list[Attempt]:
    grouped = groupby(steps, key=lambda step: (step.round_number, step.attempt))
    return [
        Attempt(draw_id_of(event.slug, round_number, number), number, {step.kind: step for step in taken})
        for (round_number, number), taken in grouped
    ]


@dataclass(frozen=True, slots=True)
class Redraws:
    """How often a round was drawn: `drawn` in all, `private` without a ceremony, `again` so after an earlier draw;
    `most`: what was stated, that it is drawn again so often at most without a ceremony.
    """

    drawn: int
    private: int
    again: int
    most: int

    @property
    def is_spent(self) -> bool:
        """Whether it can be drawn in public only."""
        return self.drawn > 0 and self.again >= self.most


def as_shown(attempts: Sequence[Attempt]) -> str:
    """As what a page has shown the attempts at a draw: the last and how far it had come, `2-announced`, else `0`."""
    return f"{attempts[-1].number}-{attempts[-1].state}" if attempts else "0"


def drawn_at_desk(round_: Round) -> Redraws:
    """Count the draws of a round; those of a round that was taken out of the plan count on."""
    return redraws_among(round_, draws_in_public(round_.event, round_.number))


def redraws_among(round_: Round, attempts: Sequence[Attempt], draws: int | None = None) -> Redraws:
    """The same from its attempts; what has none, such as a ladder, is counted by its draws.

    `draws`: how many those are; without it one statement, and one for a ladder. A final or a small final has no lots,
    whatever was drawn when another round had its number; there one statement counts them with those of removed ones.
    """
    opened = [attempt for attempt in attempts if OPENED in attempt.steps and round_.kind not in TIERS]
    regulations = regulations_of(round_.event)
    if round_.kind in TIERS:
        draws = draws_in_its_place(round_).count() if draws is None else draws
    elif not opened:
        draws = round_.draws.count() if draws is None else draws
        draws = max(draws, _by_ladder(round_)) if regulations.seating == "ladder" else draws
    private = [attempt.is_private for attempt in opened] if opened else [True] * (draws or 0)
    return Redraws(len(private), sum(private), sum(private[1:]), regulations.private_redraws)


def _by_ladder(round_: Round) -> int:
    """How often it was drawn by a ladder; the journal knows of the draws that went with a round out of the plan."""
    acts = ("draw_made", "draw_made_again")
    lines = JournalLine.objects.filter(chain__event=round_.event, act__in=acts, subject=f"round:{round_.number}")
    return lines.filter(refused="", new__seating="ladder").count()


def draws_in_its_place(round_: Round) -> QuerySet[Draw]:
    """The draws of a round of the finals, and of those of its kind that were taken out of the plan when everybody had
    seen their seating.
    """
    removed = Q(round__event=round_.event_id, round__kind=round_.kind, round__removed_at__isnull=False)
    return Draw.objects.filter(Q(round=round_.pk) | removed)


def known_and_given_up(event: Event, round_number: int, attempts: Sequence[Attempt]) -> Attempt | None:
    """The attempt, the last of such, that was given up when the room had turned, where the round was not drawn since.

    Who knew the site's secret could tell what it would have given, and what lies there is seen before it is tapped. A
    statement for each that was given up after its list was frozen, and whose room is not kept as a step.
    """
    for attempt in reversed(attempts):
        if OPENED in attempt.steps:
            return None
        if GIVEN_UP not in attempt.steps or FROZEN not in attempt.steps:
            continue
        if ROOM in attempt.steps or document_of(event, round_number, attempt.number, GIVEN_UP):
            return attempt
    return None


def is_by_lot(round_: Round) -> bool:
    """Whether its seats are drawn by lot; else they follow the standings, and there is nothing to draw in public."""
    return round_.kind not in TIERS and not is_ladder(round_)


def is_ladder(round_: Round) -> bool:
    """Whether neighbours in the standings share a table. The first round of a ladder is drawn by lot: nobody stands
    anywhere yet (competition.md 3.2). At most one statement.
    """
    if round_.kind != RoundKind.BASIC or regulations_of(round_.event).seating != "ladder":
        return False
    return Round.objects.filter(event=round_.event_id, kind=RoundKind.BASIC, number__lt=round_.number).exists()


def is_spent_ladder(round_: Round) -> bool:
    """Whether it follows the standings and was seated as often as was stated, so that nobody can seat it again."""
    return is_ladder(round_) and drawn_at_desk(round_).is_spent


def keeps_clubs_apart(round_: Round) -> bool:
    """Whether clubs and countries have a say in its draw, if they have at the event: in basic rounds by lot. Neighbours
    in the standings share a table whatever their club, and a place in a final is won. At most one statement.
    """
    return round_.kind == RoundKind.BASIC and not is_ladder(round_)


def was_drawn(event: Event) -> bool:
    """Whether a draw of it was promised or made: what the hall was told once stays to be read. One statement."""
    return CeremonyStep.objects.filter(event=event).exists()


def rounds_begun(event: Event) -> QuerySet[CeremonyStep, int]:
    """The numbers of the rounds of which a draw in public is between its freezing and its opening. One statement."""
    return _begun(event).values_list("round_number", flat=True)


def is_in_frozen_list(registration: Registration) -> bool:
    """Whether a draw in public that is not open yet will seat him, even if he goes. At most two statements."""
    return registration.key in in_frozen_lists(registration.event)


def in_frozen_lists(event: Event) -> set[str]:
    """The entry keys of all whom such a draw will seat. At most two statements."""
    lists = [frozen_of(json.loads(text)).clubs for text in _begun(event).values_list("document", flat=True)]
    if not lists:
        return set()
    return {key for key, number in start_numbers(event).items() if any(number in clubs for clubs in lists)}


def _begun(event: Event) -> QuerySet[CeremonyStep]:
    """The freezing of each draw in public that is neither open nor given up, by round."""
    over = (CeremonyStepKind.OPENED, CeremonyStepKind.GIVEN_UP)
    same = CeremonyStep.objects.filter(event=OuterRef("event"), round_number=OuterRef("round_number"))
    ended = same.filter(attempt=OuterRef("attempt"), kind__in=over)
    frozen = CeremonyStep.objects.filter(event=event, kind=CeremonyStepKind.FROZEN)
    return frozen.filter(~Exists(ended)).order_by("round_number")


def document_of(event: Event, round_number: int, attempt: int, kind: str) -> str:
    """The frozen document or the transcript as it is stored; "" if there is none. One statement."""
    steps = CeremonyStep.objects.filter(event=event, round_number=round_number, attempt=attempt, kind=kind)
    return steps.values_list("document", flat=True).first() or ""


def documents_before(event: Event, round_number: int) -> list[str]:
    """The last transcript of each round before this one, as they are stored. One statement."""
    steps = CeremonyStep.objects.filter(event=event, round_number__lt=round_number, kind=OPENED)
    last = dict(steps.order_by("round_number", "attempt").values_list("round_number", "document"))
    return list(last.values())


def pack_of_room(round_: Round) -> tuple[str, ...]:
    """The cards that lie on the tables of this event."""
    regulations = regulations_of(round_.event)
    if regulations.game != "smear":
        return PACK
    variant = VARIANTS[regulations.smear_variant]
    return max((pack(variant, table.players) for table in variant.tables), key=len)
