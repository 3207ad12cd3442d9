"""Ruling on a renonc or another offence: facts, who judged, the decision, and its effect on the game.

competition.md 5.5 and 5.6, RULES C65; what may be decided is `games.rules.renonc`, what it does to the log
`games.rules.ruled`. The effect is one or two ordinary lines of the log, written in the transaction of the ruling: there
is no ruling without its effect, nor the other way round. Nobody rules on a game in which he plays. The log, which
everybody reads, holds the public text; the facts are for the judges, the union and the player. A ban for life is only
proposed; the union decides on it. How a ruling is overruled is `operations/rulings/overruling.py`.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import transaction

from games import queries as game_queries
from games.rules.entries import Deal, Entry, SmearDeal
from games.rules.payload import LONGEST_REASON, one_line
from games.rules.refusals import Refused
from games.rules.renonc import PROPOSES_BAN, WARNING, decisions_for
from games.rules.replay import GameState
from games.rules.ruled import deal_written, lines_of, occupant_at
from tournaments import access, projections
from tournaments.models import Account, Judge, Registration, Ruling, Table
from tournaments.operations.evening import recording
from tournaments.operations.journal import note
from tournaments.operations.rulings.questions import ask_about_ruling
from tournaments.operations.rulings.sanctions import propose_from
from tournaments.queries.consequences import Consequences, consequences, is_drawn_after, picture
from tournaments.queries.rulings import misdeals_at


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
    public_text: str = "",
    position: int | None = None,
    bench: tuple[str, ...] | None = None,
    expected_position: int | None = None,
    form: UUID | None = None,
) -> Ruling:
    """Record a ruling. `position`: the log line of the deal it concerns, None for the deal being played now.

    `bench`: who sits out that deal, if not those proposed. `form`: the same form again gives the ruling it gave.
    `expected_position`: the next line of the log as its writer knows it; what was recorded meanwhile may change it all.

    Raises Http404, PermissionDenied; Refused `ruling_not_allowed`, `not_repeated`, `facts_required`, `judge_plays`,
    `no_such_deal`, `stale_position`, `id_reused`, `correction_needs_referee`, or whatever the effect breaks.
    """
    held = access.table_for_recorder(by, slug, round_number, table_number, lock=True)
    table = held.table
    known = Ruling.objects.filter(form=form).first() if form else None
    if known is not None:
        return same_ruling(known, table, seat=seat, kind=kind, facts=facts, decision=decision)
    if expected_position not in (None, held.game.length + 1):
        raise Refused("stale_position", expected=expected_position, length=held.game.length)
    if held.game.finished and decision != WARNING and not held.is_referee:
        raise Refused("correction_needs_referee")
    state = game_queries.state_of(held.game)
    is_smear = table.round.event.is_smear
    if judged_by == Judge.UNION or decision not in decisions_for(kind, is_smear=is_smear):
        raise Refused("ruling_not_allowed")
    refuse_biased(table, by)
    if not facts.strip():
        raise Refused("facts_required")
    _check_deal(state, position)
    check_repeated(table, state, kind, decision, seat=seat, position=position)
    concerned = who_sat(table, state, seat, position)
    reason = one_line(public_text)[:LONGEST_REASON]
    effect = lines_of(state, seat=seat, decision=decision, deal=position, bench=bench, reason=reason)
    before = picture(table) if effect and is_drawn_after(table.round) else None
    written = write_lines(table, effect, by=by, now=now)
    ruling = Ruling.objects.create(
        table=table,
        seat=seat,
        concerned=concerned,
        kind=kind,
        facts=facts.strip(),
        public_text=public_text.strip(),
        judged_by=judged_by,
        decision=decision,
        ban_proposed=kind in PROPOSES_BAN,
        deal=position or deal_written(zip(written, effect, strict=True)),
        entries=written,
        form=form,
        by=by,
        at=now,
    )
    if before is not None:
        ask_about_ruling(ruling, consequences(table, before, picture(table)), now=now)
    note_ruling("ruling_given", ruling, by=by, now=now)
    propose_from(ruling, by=by, now=now)
    projections.bump(table.round.event)
    return ruling


def preview_ruling(**said: Any) -> Consequences:
    """What `rule` with the same words would change. Raises what it raises; nothing of it is kept."""
    place = (said["slug"], said["round_number"], said["table_number"])
    with transaction.atomic():
        table = access.table_for_recorder(said["by"], *place, lock=True).table
        before = picture(table)
        rule(**said)
        table = access.table_for_recorder(said["by"], *place).table
        found = consequences(table, before, picture(table))
        transaction.set_rollback(True)
    return found


def same_ruling(known: Ruling, table: Table, **said: str) -> Ruling:
    """The ruling that this form gave already, if it says the same."""
    said["facts"] = said["facts"].strip()
    if known.table_id != table.pk or any(getattr(known, name) != value for name, value in said.items()):
        raise Refused("id_reused")
    return known


def refuse_biased(table: Table, by: Account) -> None:
    """Nobody decides on a game in which he plays, or has played. Raises Refused `judge_plays`."""
    if table.occupants.filter(registration__player__account=by, active=True).exists():
        raise Refused("judge_plays")


def check_repeated(
    table: Table,
    state: GameState,
    kind: str,
    decision: str,
    *,
    seat: str,
    position: int | None,
    but: Ruling | None = None,
) -> None:
    """A wrong deal costs a letter only from the second one of this dealer in this game on. Raises `not_repeated`."""
    if decision not in decisions_for(kind, repeated=False, overruling=True) and kind == "c":
        before = misdeals_at(table, state, but=but)
        if not before[occupant_at(state, seat, position)]:
            raise Refused("not_repeated", seat=seat)


def who_sat(table: Table, state: GameState, seat: str, position: int | None) -> Registration | None:
    """The person whom a ruling concerns: who sat in the seat at the time."""
    label = occupant_at(state, seat, position)
    occupant = table.occupants.filter(label=label).select_related("registration__player").first()
    return occupant.registration if occupant else None


def write_lines(
    table: Table, lines: Sequence[Entry], *, by: Account, now: datetime, is_late: bool = False
) -> list[int]:
    """Append the lines one after the other; returns where they stand."""
    return [recording.write_line(table=table, entry=line, by=by, now=now, is_late=is_late).position for line in lines]


def note_ruling(act: str, ruling: Ruling, *, by: Account, now: datetime) -> None:
    """A line of the event's journal: codes and keys; the texts stay with the ruling."""
    said = {
        "table": f"{ruling.table.round.number}/{ruling.table.number}",
        "seat": ruling.seat,
        "kind": ruling.kind,
        "decision": ruling.decision,
        "judge": ruling.judged_by,
        "entry": ruling.concerned.key if ruling.concerned else "",
        "lines": [*ruling.undoing, *ruling.entries],
    }
    earlier = ruling.overrules
    old = {"ruling": earlier.pk, "kind": earlier.kind, "decision": earlier.decision} if earlier else {}
    note(act, by=by, now=now, event=ruling.table.round.event, subject=f"ruling:{ruling.pk}", old=old, new=said)


def _check_deal(state: GameState, position: int | None) -> None:
    """A first ruling is about a deal that counts."""
    if position is None:
        return
    counts = any(
        line.position == position and line.applied and isinstance(line.entry, Deal | SmearDeal) for line in state.lines
    )
    if not counts:
        raise Refused("no_such_deal", position=position)
