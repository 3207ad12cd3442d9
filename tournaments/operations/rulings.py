"""Ruling on a renonc or another offence: facts, who judged, the decision, and its effect on the game.

competition.md 5.5 and 5.6, RULES C65; what may be decided is `games.rules.renonc`. The effect is one or two ordinary
lines of the log, written in the transaction of the ruling: there is no ruling without its effect, nor the other way
round. Nobody rules on a game in which he plays. A ban for life is only noted as proposed; the union decides on it.
"""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from django.db import transaction

from games import queries as game_queries
from games.rules.bench import propose
from games.rules.entries import Amend, Deal, Entry, PenaltyLetter, Strike, VoidDeal
from games.rules.payload import LONGEST_REASON, one_line
from games.rules.refusals import Refused
from games.rules.renonc import (
    CATALOGUE,
    LOST_DEAL,
    LOST_DEAL_AND_LETTER,
    PENALTY_LETTER,
    PROPOSES_BAN,
    VOID_DEAL,
    WARNING,
)
from games.rules.replay import GameState
from tournaments import access, projections
from tournaments.models import Account, Ruling, Table
from tournaments.operations import tables


@transaction.atomic
def rule(
    *,
    by: Account,
    slug: str,
    round_number: int,
    table_number: int,
    seat: str,
    kind: str,
    facts: str,
    judged_by: str,
    decision: str,
    now: datetime,
    position: int | None = None,
    bench: tuple[str, ...] | None = None,
    expected_position: int | None = None,
    form: UUID | None = None,
) -> Ruling:
    """Record a ruling. `position`: the log line of the deal it concerns, None for the deal being played now.

    `bench`: who sits out that deal, if not those proposed. `form`: the same form again gives the ruling it gave.
    `expected_position`: the next line of the log as its writer knows it; what was recorded meanwhile may change it all.

    Raises Http404, PermissionDenied; Refused `ruling_not_allowed`, `facts_required`, `judge_plays`, `no_such_deal`,
    `stale_position`, `id_reused`, `correction_needs_referee`, or whatever the effect breaks.
    """
    held = access.table_for_recorder(by, slug, round_number, table_number, lock=True)
    table = held.table
    known = Ruling.objects.filter(form=form).first() if form else None
    if known is not None:
        return _same(known, table, seat=seat, kind=kind, facts=facts, decision=decision)
    if expected_position not in (None, held.game.length + 1):
        raise Refused("stale_position", expected=expected_position, length=held.game.length)
    if held.game.finished and decision != WARNING and not held.is_referee:
        raise Refused("correction_needs_referee")
    if decision not in CATALOGUE.get(kind, ()):
        raise Refused("ruling_not_allowed")
    if not facts.strip():
        raise Refused("facts_required")
    if table.occupants.filter(registration__player__account=by, active=True).exists():
        raise Refused("judge_plays")
    reason = one_line(facts)[:LONGEST_REASON]
    effect = _effect(game_queries.state_of(held.game), seat, decision, position, bench, reason)
    written = [tables.write_line(table=table, entry=entry, by=by, now=now).position for entry in effect]
    ruling = Ruling.objects.create(
        table=table,
        seat=seat,
        kind=kind,
        facts=facts.strip(),
        judged_by=judged_by,
        decision=decision,
        ban_proposed=kind in PROPOSES_BAN,
        entries=written,
        form=form,
        by=by,
        at=now,
    )
    if not written:
        projections.bump(table.round.event)
    return ruling


def _same(known: Ruling, table: Table, **said: str) -> Ruling:
    """The ruling that this form gave already, if it says the same."""
    said["facts"] = said["facts"].strip()
    if known.table_id != table.pk or any(getattr(known, name) != value for name, value in said.items()):
        raise Refused("id_reused")
    return known


def _effect(
    state: GameState, seat: str, decision: str, position: int | None, bench: tuple[str, ...] | None, reason: str
) -> list[Entry]:
    """The lines that carry the decision out."""
    deal = _deal_at(state, position) if position is not None else None
    if seat not in state.seats:
        raise Refused("unknown_seat", seat=seat)
    if decision == WARNING:
        return []
    if decision == PENALTY_LETTER:
        return [PenaltyLetter(seat=seat, reason=reason)]
    if deal is not None:
        bench = deal.bench
    elif bench is None:
        bench = _bench_now(state)
    if decision == VOID_DEAL:
        return _voided(state, position, bench, reason)
    lost: Entry = Deal(loser=seat, bench=bench)
    if position is not None:
        lost = Amend(position=position, changes={"loser": seat})
    if decision == LOST_DEAL_AND_LETTER:
        return [lost, PenaltyLetter(seat=seat, reason=reason)]
    if decision == LOST_DEAL:
        return [lost]
    raise AssertionError(f"a decision without an effect: {decision}")


def _voided(state: GameState, position: int | None, bench: tuple[str, ...], reason: str) -> list[Entry]:
    """The deal being played, or the last one, is played once more. An earlier one only ceases to count."""
    void = VoidDeal(bench=bench, reason=reason)
    if position is None:
        return [void]
    played = [line.position for line in state.lines if line.applied and isinstance(line.entry, Deal)]
    strike = Strike(position=position, reason=reason)
    return [strike, void] if position == played[-1] else [strike]


def _deal_at(state: GameState, position: int) -> Deal:
    for line in state.lines:
        if line.position == position and line.applied and isinstance(line.entry, Deal):
            return line.entry
    raise Refused("no_such_deal", position=position)


def _bench_now(state: GameState) -> tuple[str, ...]:
    proposal = propose(state)
    if proposal is None:
        raise Refused("game_over")
    return proposal.bench
