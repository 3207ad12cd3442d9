"""Overruling: a further ruling by a higher instance, which takes the earlier one back and puts its own in place.

competition.md 5.5: table → line judge → referee → union. Nothing is erased: the lines of the earlier ruling are struck
by lines of their own (`Ruling.undoing`), then those of the new one follow. What that changes is worked out by doing
it; a preview does the same and takes it back. What is drawn already is never drawn anew here: the director is asked.

Whoever gave a ruling at a table puts it right in the same way (a slip, a wrong seat), as a further ruling of the same
instance with the reason; until somebody has appealed against it or overruled it. What somebody has appealed against is
the union's to decide, by that appeal and by nothing else; so no appeal speaks of a ruling that is in force no more.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.http import Http404

from games import queries as game_queries
from games.models import Game
from games.rules.refusals import Refused
from games.rules.renonc import decisions_for
from games.rules.replay import GameState
from games.rules.ruled import since, taking_back
from tournaments import access, instances, lifecycle, projections
from tournaments.models import Account, Appeal, Judge, RoundStatus, Ruling, Table
from tournaments.operations.holding import hold_event, hold_table
from tournaments.operations.rulings.draft import RulingDraft
from tournaments.operations.rulings.judging import (
    carry_out,
    check_repeated,
    effect_of,
    given_already,
    hold_lines,
    note_ruling,
    refuse_biased,
    row_of,
    who_sat,
    write_lines,
)
from tournaments.operations.rulings.questions import ask_about
from tournaments.operations.rulings.sanctions import drop_proposal_of, propose_from
from tournaments.queries.consequences import Consequences, consequences, picture
from tournaments.queries.ruled_lines import instance_of


@dataclass(frozen=True, slots=True)
class Overruled:
    """The further ruling and what it changed."""

    ruling: Ruling
    consequences: Consequences


@transaction.atomic
def overrule(
    *, by: Account, ruling: Ruling, draft: RulingDraft, now: datetime, decides_appeal: bool = False
) -> Overruled:
    """Rule anew in place of `ruling`; the decision may be `lifted`. The same form again returns the ruling it gave.

    Raises Http404, PermissionDenied; Refused `above_own_instance` (a line judge rules as the referee), `id_reused` (the
    form said something else before), `already_overruled`, `appeal_waits` (unless this `decides_appeal`),
    `own_ruling` (he would be the union that decides on it), `not_higher` (than who judged before, or upheld it), and it
    is no own ruling that may be put right, `correction_needs_referee` (the game is over), `stale_position` (the log has
    grown), `line_of_ruling`, `ruling_stands` (of another ruling), `ruling_not_allowed` (no such decision
    for this offence), `judge_plays`, `facts_required`, `unknown_seat`, `not_repeated`, `no_such_deal`, `deal_required`
    (no deal is being played), `leaves_no_more`, or what `recording.write_line` raises.
    """
    table = _held(by, ruling, draft.judged_by)
    draft = draft.in_place_of(ruling)
    known = given_already(draft, table)
    if known is not None:
        return Overruled(known, Consequences())
    if is_appealed(ruling) and not decides_appeal:
        raise Refused("appeal_waits")
    state = _allowed(draft, ruling, table, by)
    before = picture(table)
    further = row_of(draft, table, by=by, now=now)
    further.overrules = ruling
    _put_in_place(further, draft, state, by=by)
    found = consequences(table, before, picture(table))
    ask_about(table, found, now=now, ruling=further)
    note_ruling("ruling_mended" if further.is_mending else "ruling_overruled", further, by=by)
    drop_proposal_of(ruling, by=by, now=now)
    propose_from(further, by=by, now=now)
    projections.bump(table.round.event)
    return Overruled(further, found)


def preview(
    *, by: Account, ruling: Ruling, draft: RulingDraft, now: datetime, decides_appeal: bool = False
) -> Consequences:
    """What `overrule` with the same draft would change; nothing of it is kept. Raises what `overrule` raises."""
    with transaction.atomic():
        said = overrule(by=by, ruling=ruling, draft=draft, now=now, decides_appeal=decides_appeal)
        found = said.consequences
        transaction.set_rollback(True)
    return found


def _allowed(draft: RulingDraft, ruling: Ruling, table: Table, by: Account) -> GameState:
    """The game as it stands, if this may be ruled in place of `ruling`. Raises what `overrule` names but the effect."""
    if Ruling.objects.filter(overrules=ruling).exists():
        raise Refused("already_overruled")
    if refused := _why_not(by, ruling, draft.judged_by):
        raise Refused(refused)
    draft.check_length(_game(table).length)
    if draft.decision not in decisions_for(draft.kind, is_smear=table.round.event.is_smear, overruling=True):
        raise Refused("ruling_not_allowed")
    refuse_biased(table, by)
    draft.check_facts()
    state = game_queries.state_of(_game(table))
    check_repeated(table, state, draft, but=ruling)
    return state


def _put_in_place(further: Ruling, draft: RulingDraft, state: GameState, *, by: Account) -> None:
    """Take the lines of the earlier ruling back, then write those of the further one, and store it."""
    earlier, table = further.overrules, further.table
    assert earlier is not None  # noqa: S101 – so it was made; tells the type checker
    hold_lines(table, but=earlier)
    undoing = taking_back(state, earlier.entries, draft.reason)
    further.undoing = write_lines(further, undoing, by=by, is_late=True)
    state = game_queries.state_of(_game(table))
    further.concerned = who_sat(table, state, draft) if draft.seat != earlier.seat else earlier.concerned
    carry_out(further, effect_of(draft, state, due=_due(earlier, state)), by=by, is_late=True)


def _due(ruling: Ruling | None, state: GameState) -> int | None:
    """After which line a letter was due that is about no deal: where `ruling`, or what it overrules, gave one first."""
    while ruling is not None and not ruling.entries:
        ruling = ruling.overrules
    return since(state.lines[ruling.entries[0] - 1]) if ruling is not None else None


def _game(table: Table) -> Game:
    """Its game as it is now: every line that is written puts it there anew."""
    assert table.game is not None  # noqa: S101 – a ruling has a game; tells the type checker
    return table.game


def may_judge_as(by: Account, ruling: Ruling) -> tuple[str, ...]:
    """The instances as which `by` may rule in place of `ruling`, the lowest first: higher ones, and that of a ruling
    which he gave himself and may still put right; none where an appeal waits. Five statements at most.
    """
    if is_appealed(ruling):
        return ()
    table = ruling.table
    held = {instances.UNION} if access.may(by, "union.rule") else set()
    try:
        recorder = access.table_for_recorder(by, table.round.event.slug, table.round.number, table.number)
    except (PermissionDenied, Http404):
        pass
    else:
        if recorder.is_referee or not _is_over(recorder.table):
            held |= {recorder.instance, ruling.judged_by}
    return tuple(one for one in instances.INSTANCES if one in held and not _why_not(by, ruling, one))


def is_appealed(ruling: Ruling) -> bool:
    """Whether an appeal against it waits to be decided."""
    return Appeal.objects.filter(ruling=ruling, outcome="").exists()


def _why_not(by: Account, ruling: Ruling, judged_by: str) -> str:
    """Why `by` may not rule in its place as that instance, as a code."""
    is_own = ruling.by_id == by.pk
    if is_own and judged_by == Judge.UNION:
        return "own_ruling"  # else nobody could appeal against it any more
    is_mending = is_own and not hasattr(ruling, "appeal")
    return instances.why_not_overrule(judged_by, instance_of(ruling), is_mending=is_mending)


def _is_over(table: Table) -> bool:
    return table.round.status == RoundStatus.CLOSED or bool(table.game and table.game.finished)


def _held(by: Account, ruling: Ruling, judged_by: str) -> Table:
    """The table of the ruling, with its event held, if `by` may judge as that instance."""
    table = ruling.table
    round_ = table.round
    if judged_by == Judge.UNION:
        access.prove(by, "union.rule")
        hold_event(round_.event)
        table = Table.objects.select_related("game", "round__event__series").get(pk=table.pk)
        table.round.event = round_.event
        return table
    held = hold_table(by, round_.event.slug, round_.number, table.number, even=lifecycle.OVER)
    if refused := instances.why_not_judge(held.instance, judged_by):
        raise Refused(refused)
    if _is_over(held.table) and not held.is_referee:
        raise Refused("correction_needs_referee")
    return held.table
