"""Rounds that are drawn by lot go one after the other, and a draw in public goes where everybody sees it.

Who could draw round 3 before round 1 would have the draws of three rounds to choose the first seating from; and who
could draw round 1 again after round 2 would have a later round that read earlier tables at which nobody sits.
"""

from __future__ import annotations

from collections.abc import Mapping, Set

from games.rules.refusals import Refused
from tournaments.models import Event, EventStatus, Question, QuestionKind, Round, RoundKind, RoundStatus
from tournaments.projections import TIERS
from tournaments.queries.ceremonies import first_draft_before, rounds_begun
from tournaments.queries.finals import FINALS, not_closed_before, play_off_unfinished, results_unfinished


def refuse_other_order(round_: Round) -> None:
    """Refuse to draw a round before an earlier one of its kind, or after a later one. At most two statements.

    Raises Refused `earlier_not_drawn`, `later_drawn`, `draw_under_way` of a later one.
    """
    others, begun = _others_and_begun(round_)
    for number, status in others.items():
        if number < round_.number and (number in begun or status == RoundStatus.PLANNED):
            raise Refused("earlier_not_drawn", other=number)
    _refuse_after(round_, others, begun)


def refuse_after_later(round_: Round) -> None:
    """Refuse to promise a draw that could not be frozen, because a later round is drawn or being drawn. At most two
    statements. Raises Refused `later_drawn`, `draw_under_way`.
    """
    _refuse_after(round_, *_others_and_begun(round_))


def _refuse_after(round_: Round, others: Mapping[int, str], begun: Set[int]) -> None:
    for number, status in others.items():
        if number > round_.number and number in begun:
            raise Refused("draw_under_way", other=number)
        if number > round_.number and status != RoundStatus.PLANNED:
            raise Refused("later_drawn", other=number)


def refuse_early_start(round_: Round) -> None:
    """Refuse to start a round while an earlier one of its kind has not started, and one that is seated by results while
    a round that they come from is not over or not closed, unless it was seated in spite of that, with a reason for
    everybody. A play-off that is seated is closed before a final starts, whatever the reason. At most five statements.

    Raises Refused `earlier_not_started`, `basic_unfinished`, `play_off_unfinished`, `earlier_not_closed`.
    """
    waiting = (RoundStatus.PLANNED, RoundStatus.DRAWN, RoundStatus.PUBLISHED)
    for number, status in ({} if round_.kind in TIERS else _others(round_)).items():
        if number < round_.number and status in waiting:
            raise Refused("earlier_not_started", other=number)
    is_early = _is_early(round_)
    if not is_early and (unfinished := results_unfinished(round_)):
        raise Refused("basic_unfinished", other=unfinished)
    if play_off := play_off_unfinished(round_):
        raise Refused("play_off_unfinished", other=play_off)
    if still_open := not_closed_before(round_, early=is_early):
        raise Refused("earlier_not_closed", other=still_open)


def _is_early(round_: Round) -> bool:
    """Whether it was seated before the basic rounds were over. At most one statement."""
    if round_.kind not in FINALS:
        return False
    proposed = round_.draws.order_by("-attempt").values_list("inputs__proposed", flat=True).first()
    return bool(proposed and proposed.get("early"))


def refuse_unanswered_draw(round_: Round) -> None:
    """Refuse to start a round while the director is asked whether it stays as it was drawn or is drawn again, because
    what it was drawn from has changed; once it has started only the first is left. One statement.

    Raises Refused `draw_unanswered`.
    """
    if Question.objects.filter(round=round_, kind=QuestionKind.DRAWN_ROUND, answer="").exists():
        raise Refused("draw_unanswered", round=round_.number)


def refuse_stale_history(round_: Round) -> None:
    """Refuse to change who sits where in a round that a later one has frozen as its history and not opened yet.

    At most one statement. Raises Refused `draw_under_way`.
    """
    if round_.kind != RoundKind.BASIC:
        return
    later = rounds_begun(round_.event).filter(round_number__gt=round_.number).first()
    if later is not None:
        raise Refused("draw_under_way", other=later)


def refuse_telling_draft(round_: Round) -> None:
    """Refuse to show everybody what a draw has read while the tables of an earlier round, which it tells, are a draft.

    At most one statement. Raises Refused `earlier_unpublished`.
    """
    if round_.kind in TIERS:
        return
    earlier = first_draft_before(round_.event, round_.number)
    if earlier is not None:
        raise Refused("earlier_unpublished", other=earlier)


def refuse_unseen_draw(event: Event) -> None:
    """Refuse a draw where nobody could look on, or count how often it was drawn. Raises Refused `draw_in_draft`."""
    if event.status == EventStatus.DRAFT:
        raise Refused("draw_in_draft")


def _others_and_begun(round_: Round) -> tuple[dict[int, str], set[int]]:
    """The others, and the numbers of the rounds that are being drawn in public. At most two statements."""
    others = {} if round_.kind in TIERS else _others(round_)
    return others, set(rounds_begun(round_.event)) if others else set()


def _others(round_: Round) -> dict[int, str]:
    """Number and state of the other rounds of this kind, in their order."""
    rounds = Round.objects.filter(event=round_.event_id, kind=round_.kind).exclude(pk=round_.pk)
    return dict(rounds.order_by("number").values_list("number", "status"))
