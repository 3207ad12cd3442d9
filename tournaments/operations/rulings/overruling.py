"""Overruling: a further ruling by a higher instance, which takes the earlier one back and puts its own in place.

competition.md 5.5: table → line judge → referee → union. Nothing is erased: the lines of the earlier ruling are struck
by lines of their own (`Ruling.undoing`), then those of the new one follow. What that changes is worked out by doing
it; a preview does the same and takes it back. What is drawn already is never drawn anew here: the director is asked.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from types import MappingProxyType
from typing import Any
from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.http import Http404

from games import queries as game_queries
from games.rules.payload import LONGEST_REASON, one_line
from games.rules.refusals import Refused
from games.rules.renonc import LIFTED, PROPOSES_BAN, decisions_for
from games.rules.ruled import deal_written, lines_of, taking_back
from tournaments import access, projections
from tournaments.models import Account, Judge, Ruling, Table
from tournaments.operations.holding import hold_event
from tournaments.operations.results import scoring
from tournaments.operations.rulings.judging import (
    check_repeated,
    note_ruling,
    refuse_biased,
    same_ruling,
    who_sat,
    write_lines,
)
from tournaments.operations.rulings.questions import ask_about_ruling
from tournaments.operations.rulings.sanctions import drop_proposal_of, propose_from
from tournaments.queries.consequences import Consequences, consequences, picture

INSTANCES: Mapping[str, int] = MappingProxyType({Judge.TABLE: 0, Judge.LINE_JUDGE: 1, Judge.REFEREE: 2, Judge.UNION: 3})


@dataclass(frozen=True, slots=True)
class Overruled:
    """The further ruling and what it changed."""

    ruling: Ruling
    consequences: Consequences


@transaction.atomic
def overrule(
    *,
    by: Account,
    ruling: Ruling,
    judged_by: str,
    decision: str,
    facts: str,
    now: datetime,
    kind: str | None = None,
    seat: str | None = None,
    public_text: str = "",
    position: int | None = None,
    expected_position: int | None = None,
    form: UUID | None = None,
) -> Overruled:
    """Rule anew. `kind`, `seat`, `position`: what the earlier ruling said, if not given. `decision` may be `lifted`.

    Raises Http404, PermissionDenied; Refused `already_overruled`, `not_higher`, `ruling_not_allowed`, `not_repeated`,
    `facts_required`, `judge_plays`, `stale_position`, `id_reused`, or whatever the effect breaks.
    """
    table = _held(by, ruling, judged_by)
    kind, seat = kind or ruling.kind, seat or ruling.seat
    known = Ruling.objects.filter(form=form).first() if form else None
    if known is not None:
        return Overruled(
            same_ruling(known, table, seat=seat, kind=kind, facts=facts, decision=decision), Consequences()
        )
    game = table.game
    assert game is not None  # noqa: S101 – a ruling has a game; tells the type checker
    if Ruling.objects.filter(overrules=ruling).exists():
        raise Refused("already_overruled")
    if INSTANCES[judged_by] <= INSTANCES[ruling.judged_by]:
        raise Refused("not_higher")
    if expected_position not in (None, game.length + 1):
        raise Refused("stale_position", expected=expected_position, length=game.length)
    if decision not in decisions_for(kind, is_smear=table.round.event.is_smear, overruling=True):
        raise Refused("ruling_not_allowed")
    refuse_biased(table, by)
    if not facts.strip():
        raise Refused("facts_required")
    before = picture(table)
    state = game_queries.state_of(game)
    deal = position or ruling.deal
    check_repeated(table, state, kind, decision, seat=seat, position=deal, but=ruling)
    reason = one_line(public_text)[:LONGEST_REASON]
    undoing = write_lines(table, taking_back(state, ruling.entries, reason), by=by, now=now, is_late=True)
    state = game_queries.state_of(table.game or game)
    effect = lines_of(state, seat=seat, decision=decision, deal=deal, bench=None, reason=reason)
    written = write_lines(table, effect, by=by, now=now, is_late=True)
    further = Ruling.objects.create(
        table=table,
        seat=seat,
        concerned=who_sat(table, state, seat, deal) if seat != ruling.seat else ruling.concerned,
        kind=kind,
        facts=facts.strip(),
        public_text=public_text.strip(),
        judged_by=judged_by,
        decision=decision,
        ban_proposed=kind in PROPOSES_BAN and decision != LIFTED,
        deal=deal or deal_written(zip(written, effect, strict=True)),
        entries=written,
        undoing=undoing,
        overrules=ruling,
        form=form,
        by=by,
        at=now,
    )
    scoring.order_anew(table.round.event)
    found = consequences(table, before, picture(table))
    ask_about_ruling(further, found, now=now)
    note_ruling("ruling_overruled", further, by=by, now=now)
    drop_proposal_of(ruling, by=by, now=now)
    propose_from(further, by=by, now=now)
    projections.bump(table.round.event)
    return Overruled(further, found)


def preview(**said: Any) -> Consequences:
    """What `overrule` with the same words would change. Raises what it raises; nothing of it is kept."""
    with transaction.atomic():
        found = overrule(**said).consequences
        transaction.set_rollback(True)
    return found


def may_judge_as(by: Account, ruling: Ruling) -> tuple[str, ...]:
    """The instances as which `by` may overrule `ruling`, the lowest first. Two statements."""
    table = ruling.table
    held = [Judge.UNION.value] if access.may(by, "union.rule") else []
    try:
        recorder = access.table_for_recorder(by, table.round.event.slug, table.round.number, table.number)
    except (PermissionDenied, Http404):
        pass
    else:
        held.append(Judge.REFEREE.value if recorder.is_referee else Judge.LINE_JUDGE.value)
    higher = [instance for instance in held if INSTANCES[instance] > INSTANCES[ruling.judged_by]]
    return tuple(sorted(higher, key=lambda instance: INSTANCES[instance]))


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
    held = access.table_for_recorder(by, round_.event.slug, round_.number, table.number, lock=True)
    if judged_by == Judge.REFEREE and not held.is_referee:
        raise Refused("needs_referee")
    return held.table
