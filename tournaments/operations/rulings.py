"""Ruling on a renonc or another offence: facts, who judged, the decision, and its effect on the game.

competition.md 5.5 and 5.6; what may be decided is `games.rules.renonc`. The effect is one or two ordinary lines of the
log, written in the transaction of the ruling: there is no ruling without its effect, nor the other way round. Nobody
rules on a game in which he plays. A ban for life is only noted as proposed; the union decides on it.
"""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from games import queries as game_queries
from games.rules.bench import propose
from games.rules.entries import Amend, Deal, Entry, PenaltyLetter, Strike, VoidDeal
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
from tournaments.models import Account, Ruling
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
) -> Ruling:
    """Record a ruling. `position`: the log line of the deal it concerns, None for the deal being played now.

    Raises Http404, PermissionDenied; Refused `ruling_not_allowed`, `facts_required`, `judge_plays`, `no_such_deal`,
    or whatever the effect breaks.
    """
    held = access.table_for_recorder(by, slug, round_number, table_number, lock=True)
    table = held.table
    if decision not in CATALOGUE.get(kind, ()):
        raise Refused("ruling_not_allowed")
    if not facts.strip():
        raise Refused("facts_required")
    if table.occupants.filter(registration__player__account=by, active=True).exists():
        raise Refused("judge_plays")
    written = []
    for entry in _effect(game_queries.state_of(held.game), seat, decision, position, facts.strip()[:500]):
        recorded = tables.write_line(table=table, entry=entry, by=by, now=now)
        written.append(recorded.position)
    ruling = Ruling.objects.create(
        table=table,
        seat=seat,
        kind=kind,
        facts=facts.strip(),
        judged_by=judged_by,
        decision=decision,
        ban_proposed=kind in PROPOSES_BAN,
        entries=written,
        by=by,
        at=now,
    )
    if not written:
        projections.bump(table.round.event)
    return ruling


def _effect(state: GameState, seat: str, decision: str, position: int | None, facts: str) -> list[Entry]:
    """The lines that carry the decision out."""
    deal = _deal_at(state, position) if position is not None else None
    if seat not in state.seats:
        raise Refused("unknown_seat", seat=seat)
    if decision == WARNING:
        return []
    if decision == PENALTY_LETTER:
        return [PenaltyLetter(seat=seat, reason=facts)]
    if decision == VOID_DEAL:
        bench = deal.bench if deal else _bench_now(state)
        void = VoidDeal(bench=bench, reason=facts)
        return [Strike(position=position, reason=facts), void] if position is not None else [void]
    lost: Entry = Deal(loser=seat, bench=_bench_now(state))
    if position is not None:
        lost = Amend(position=position, changes={"loser": seat})
    if decision == LOST_DEAL_AND_LETTER:
        return [lost, PenaltyLetter(seat=seat, reason=facts)]
    if decision == LOST_DEAL:
        return [lost]
    raise AssertionError(f"a decision without an effect: {decision}")


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
