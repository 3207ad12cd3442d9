"""An evening by lot at the tables of a round: deals, and every kind of going back on them.

Somebody records who often errs: lines are corrected and taken back, letters given and lifted, and rulings made and
overruled. What the site refuses is not written, and the evening goes on.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from games.rules.chance import Chance
from games.rules.entries import (
    Amend,
    Deal,
    Entry,
    Pause,
    PenaltyLetter,
    Resume,
    SmearDeal,
    Strike,
    VoidDeal,
)
from games.rules.refusals import Refused
from tests.factories import stories
from tests.factories.base import NOW
from tournaments.models import Account, Round, Ruling, Table
from tournaments.operations.rulings import judging
from tournaments.operations.rulings.draft import RulingDraft
from tournaments.operations.rulings.overruling import overrule

DECISIONS = ("penalty_letter", "lost_deal_and_letter", "void_deal", "warning")


def quarrel(round_: Round, seed: str, *, steps: int) -> None:
    """So many steps of such an evening, a minute apart."""
    chance, director = Chance(seed), stories.director_of(round_.event)
    for minute in range(steps):
        table = stories.table_of(round_, 1 + chance.below(round_.tables.count()))
        at = NOW + timedelta(minutes=minute)
        try:
            if chance.below(4):
                stories.record_line(table, _line(chance, table), by=director, now=at)
            else:
                _rule(chance, table, at=at, by=director)
        except Refused:
            continue


def _line(chance: Chance, table: Table) -> Entry:
    length = table.game.length if table.game else 0
    seat, line = "ABCD"[chance.below(4)], 1 + chance.below(length + 1)
    deal: Deal | SmearDeal = stories.deal(table, seat) if not table.round.event.is_smear else _smear(chance)
    others: tuple[Entry, ...] = (
        VoidDeal(reason="misdeal"),
        Amend(line, {"pitcher" if table.round.event.is_smear else "loser": seat}, "misread"),
        Strike(line, "never happened"),
        PenaltyLetter(seat, "spoke"),
        Pause("soup"),
        Resume(),
    )
    kind = chance.below(2 * len(others) + 4)
    return others[kind] if kind < len(others) else deal


def _smear(chance: Chance) -> SmearDeal:
    ours = chance.below(11)
    return SmearDeal("ABCD"[chance.below(4)], 2 + chance.below(6), {"AC": ours, "BD": 10 - ours})


def _rule(chance: Chance, table: Table, *, at: datetime, by: Account) -> None:
    given = list(Ruling.objects.filter(table=table))
    decision = DECISIONS[chance.below(len(DECISIONS))]
    kind = "revoke" if table.round.event.is_smear else "a"
    draft = RulingDraft(decision=decision, kind=kind, seat="ABCD"[chance.below(4)], facts="seen", judged_by="referee")
    if given and chance.below(2):
        lifted = RulingDraft(decision="lifted", facts="on second thoughts", judged_by="referee")
        overrule(ruling=given[chance.below(len(given))], by=by, draft=lifted, now=at)
    else:
        slug, number = table.round.event.slug, table.round.number
        judging.rule(slug=slug, round_number=number, table_number=table.number, by=by, now=at, draft=draft)
