"""Rounds that are drawn by lot go one after the other, and a draw in public goes where everybody sees it.

Who could draw round 3 before round 1 would have the draws of three rounds to choose the first seating from; and who
could draw round 1 again after round 2 would have a later round that read earlier tables at which nobody sits.
"""

from __future__ import annotations

from django.db.models import Exists, OuterRef, QuerySet

from games.rules.refusals import Refused
from tournaments.models import CeremonyStep, CeremonyStepKind, Event, EventStatus, Round, RoundStatus
from tournaments.projections import TIERS


def refuse_other_order(round_: Round) -> None:
    """Refuse to draw a round before an earlier one of its kind, or after a later one. At most two statements.

    Raises Refused `earlier_not_drawn`, `later_drawn`.
    """
    others = {} if round_.kind in TIERS else _others(round_)
    begun = set(rounds_begun(round_.event)) if others else set()
    for number, status in others.items():
        is_drawn = status != RoundStatus.PLANNED
        if number < round_.number and (number in begun or not is_drawn):
            raise Refused("earlier_not_drawn", other=number)
        if number > round_.number and (number in begun or is_drawn):
            raise Refused("later_drawn", other=number)


def refuse_early_start(round_: Round) -> None:
    """Refuse to start a round while an earlier one of its kind has not started. At most one statement.

    Raises Refused `earlier_not_started`.
    """
    waiting = (RoundStatus.PLANNED, RoundStatus.DRAWN, RoundStatus.PUBLISHED)
    for number, status in ({} if round_.kind in TIERS else _others(round_)).items():
        if number < round_.number and status in waiting:
            raise Refused("earlier_not_started", other=number)


def refuse_unseen_draw(event: Event) -> None:
    """Refuse a draw in public where nobody could look on. Raises Refused `draw_in_draft`."""
    if event.status == EventStatus.DRAFT:
        raise Refused("draw_in_draft")


def refuse_draw_begun(event: Event) -> None:
    """Refuse to put an event away between the freezing and the opening of a draw: a second secret could not be opened.

    One statement. Raises Refused `draw_under_way`.
    """
    number = rounds_begun(event).first()
    if number is not None:
        raise Refused("draw_under_way", other=number)


def rounds_begun(event: Event) -> QuerySet[CeremonyStep, int]:
    """The numbers of the rounds of which a draw in public is between its freezing and its opening."""
    over = (CeremonyStepKind.OPENED, CeremonyStepKind.GIVEN_UP)
    same = CeremonyStep.objects.filter(event=OuterRef("event"), round_number=OuterRef("round_number"))
    ended = same.filter(attempt=OuterRef("attempt"), kind__in=over)
    frozen = CeremonyStep.objects.filter(event=event, kind=CeremonyStepKind.FROZEN)
    return frozen.filter(~Exists(ended)).order_by("round_number").values_list("round_number", flat=True)


def _others(round_: Round) -> dict[int, str]:
    """Number and state of the other rounds of this kind, in their order."""
    rounds = Round.objects.filter(event=round_.event_id, kind=round_.kind).exclude(pk=round_.pk)
    return dict(rounds.order_by("number").values_list("number", "status"))
