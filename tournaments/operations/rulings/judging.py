"""Ruling on a renonc or another offence: facts, who judged, the decision, and its effect on the game.

competition.md 5.5 and 5.6, RULES C65; what may be decided is `games.rules.renonc`, what it does to the log
`games.rules.ruled`. The effect is one or two ordinary lines of the log, written in the transaction of the ruling: there
is no ruling without its effect, nor the other way round. Nobody rules on a game in which he plays, nor as an instance
above his own. The log, which everybody reads, holds the public text; the facts are for the judges, the union and the
player. A ban for life is only proposed; the union decides on it. How a ruling is overruled is
`operations/rulings/overruling.py`.

Something may be found after the round was closed. Then a referee rules on a deal of the game as it ended, without
opening the round again; what is drawn already stays, and the director is asked.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from django.db import transaction

from games import queries as game_queries
from games.rules.entries import Deal, Entry, SmearDeal
from games.rules.refusals import Refused
from games.rules.renonc import LOST_DEAL, LOST_DEAL_AND_LETTER, VOID_DEAL, WARNING, decisions_for
from games.rules.replay import GameState
from games.rules.ruled import deal_written, lines_of, occupant_at
from tournaments import access, instances, lifecycle, projections
from tournaments.models import Account, Judge, Registration, RoundStatus, Ruling, Table
from tournaments.operations.evening import recording
from tournaments.operations.holding import hold_table
from tournaments.operations.journal import note
from tournaments.operations.rulings.draft import RulingDraft
from tournaments.operations.rulings.questions import ask_about
from tournaments.operations.rulings.sanctions import propose_from, tell
from tournaments.queries.consequences import Consequences, consequences, is_drawn_after, picture
from tournaments.queries.ruled_lines import ruled_above, ruled_lines, rulings_on
from tournaments.queries.rulings import misdeals_at

OF_A_DEAL = (LOST_DEAL, LOST_DEAL_AND_LETTER, VOID_DEAL)


@transaction.atomic
def rule(*, by: Account, slug: str, round_number: int, table_number: int, draft: RulingDraft, now: datetime) -> Ruling:
    """Record a ruling and write its effect into the log; the same form again returns the ruling that it gave.

    Raises Http404, PermissionDenied; Refused `id_reused` (the form said something else before), `deal_required` (no
    deal is being played), `stale_position` (the log has grown), `correction_needs_referee` (the game is over, and it is
    more than a warning), `above_own_instance` (than whoever files it), `ruled_above` (a higher instance has ruled on
    it), `line_of_ruling` (another one speaks of that deal), `ruling_stands`, `ruling_not_allowed` (no such decision for
    this offence), `judge_plays`, `facts_required`, `no_such_deal`, `unknown_seat`, `not_repeated`, `leaves_no_more` (a
    letter completes the word after the last deal), or what `recording.write_line` raises.
    """
    held = hold_table(by, slug, round_number, table_number, even=lifecycle.OVER)
    table = held.table
    known = given_already(draft, table)
    if known is not None:
        return known
    state = _allowed_at(held, draft, by)
    ruling = row_of(draft, table, by=by, now=now)
    ruling.concerned = who_sat(table, state, draft)
    effect = effect_of(draft, state)
    is_late = table.round.status == RoundStatus.CLOSED
    before = picture(table) if effect and (is_late or is_drawn_after(table.round)) else None
    carry_out(ruling, effect, by=by, is_late=is_late)
    if before is not None:
        ask_about(table, consequences(table, before, picture(table)), now=now, ruling=ruling)
    note_ruling("ruling_given", ruling, by=by)
    propose_from(ruling, by=by, now=now)
    projections.bump(table.round.event)
    return ruling


def preview_ruling(
    *, by: Account, slug: str, round_number: int, table_number: int, draft: RulingDraft, now: datetime
) -> Consequences:
    """What `rule` with the same draft would change; nothing of it is kept.

    Raises what `rule` raises, but never `id_reused`: a preview does not use the form up.
    """
    place = (slug, round_number, table_number)
    with transaction.atomic():
        table = hold_table(by, *place, even=lifecycle.OVER).table
        before = picture(table)
        rule(
            by=by,
            slug=slug,
            round_number=round_number,
            table_number=table_number,
            draft=replace(draft, form=None),  # what is only looked at is not yet the deed of its form
            now=now,
        )
        table = access.table_for_recorder(by, *place).table
        found = consequences(table, before, picture(table))
        transaction.set_rollback(True)
    return found


def _allowed_at(held: access.RecordedTable, draft: RulingDraft, by: Account) -> GameState:
    """The game as it stands, if this may be ruled on it. Raises what `rule` names but for the effect."""
    table = held.table
    draft.check_length(held.game.length)
    is_over = held.game.finished or table.round.status == RoundStatus.CLOSED
    if is_over and draft.decision != WARNING and not held.is_referee:
        raise Refused("correction_needs_referee")
    if table.round.status == RoundStatus.CLOSED and draft.position is None and draft.decision in OF_A_DEAL:
        raise Refused("deal_required")
    if refused := instances.why_not_judge(held.instance, draft.judged_by):
        raise Refused(refused)
    state = game_queries.state_of(held.game)
    is_smear = table.round.event.is_smear
    if draft.judged_by == Judge.UNION or draft.decision not in decisions_for(draft.kind, is_smear=is_smear):
        raise Refused("ruling_not_allowed")
    refuse_biased(table, by)
    draft.check_facts()
    _check_deal(state, draft.position)
    check_repeated(table, state, draft)
    _check_ruled_above(table, state, draft)
    return state


def _check_ruled_above(table: Table, state: GameState, draft: RulingDraft) -> None:
    """What a higher instance has decided nobody below it decides once more, whatever that would write.

    Raises Refused `ruled_above`, `unknown_seat`.
    """
    above = ruled_above(rulings_on(table), state, height=instances.height(draft.judged_by))
    if (draft.kind, draft.position, who_sat(table, state, draft)) in above:
        raise Refused("ruled_above")


def _check_deal(state: GameState, position: int | None) -> None:
    """A first ruling is about a deal that counts. Raises Refused `no_such_deal`."""
    if position is None:
        return
    counts = any(
        line.position == position and line.applied and isinstance(line.entry, Deal | SmearDeal) for line in state.lines
    )
    if not counts:
        raise Refused("no_such_deal", position=position)


# --- What a first ruling and an overruling have in common -------------------------------------------------------------


def given_already(draft: RulingDraft, table: Table) -> Ruling | None:
    """The ruling that the same form gave before. Raises Refused `id_reused` if it says something else."""
    known = Ruling.objects.filter(form=draft.form).first() if draft.form else None
    if known is not None and not (known.table_id == table.pk and draft.is_said_by(known)):
        raise Refused("id_reused")
    return known


def refuse_biased(table: Table, by: Account) -> None:
    """Nobody decides on a game in which he plays, or has played. Raises Refused `judge_plays`."""
    if table.occupants.filter(registration__in=Registration.objects.of_person(by), active=True).exists():
        raise Refused("judge_plays")


def check_repeated(table: Table, state: GameState, draft: RulingDraft, *, but: Ruling | None = None) -> None:
    """A wrong deal costs a letter only from the second one of this dealer in this game on.

    `but`: the ruling that is being overruled, which does not count. Raises Refused `not_repeated`, `unknown_seat`.
    """
    if draft.kind == "c" and draft.decision not in decisions_for("c", repeated=False, overruling=True):
        before = misdeals_at(table, state, but=but)
        if not before[occupant_at(state, draft.seat, draft.position)]:
            raise Refused("not_repeated", seat=draft.seat)


def who_sat(table: Table, state: GameState, draft: RulingDraft) -> Registration | None:
    """The person whom a ruling concerns: who sat in the seat at the time; None if the table does not know him.

    Raises Refused `unknown_seat`.
    """
    label = occupant_at(state, draft.seat, draft.position)
    occupant = table.occupants.filter(label=label).select_related("registration__player").first()
    return occupant.registration if occupant else None


def effect_of(draft: RulingDraft, state: GameState, *, due: int | None = None) -> list[Entry]:
    """The lines that carry the decision out; `due`: after which line a letter that is about no deal was, if not after
    the last one.

    Raises Refused `unknown_seat`, `no_such_deal`, `deal_required`, `leaves_no_more`.
    """
    return lines_of(
        state,
        seat=draft.seat,
        decision=draft.decision,
        deal=draft.position,
        bench=draft.bench,
        reason=draft.reason,
        due=due,
    )


def row_of(draft: RulingDraft, table: Table, *, by: Account, now: datetime) -> Ruling:
    """The ruling as a row that is not stored yet; `carry_out` stores it."""
    return Ruling(
        table=table,
        seat=draft.seat,
        kind=draft.kind,
        facts=draft.facts.strip(),
        public_text=draft.public_text.strip(),
        judged_by=draft.judged_by,
        decision=draft.decision,
        ban_proposed=draft.proposes_ban,
        deal=draft.position,
        form=draft.form,
        by=by,
        at=now,
    )


def carry_out(ruling: Ruling, effect: Sequence[Entry], *, by: Account, is_late: bool = False) -> None:
    """Write the lines of a ruling into the log, and store the ruling with their positions; from now on they are held.

    `is_late`: also after the round was closed. Raises what `recording.write_line` raises.
    """
    ruling.entries = write_lines(ruling, effect, by=by, is_late=is_late)
    ruling.deal = ruling.deal or deal_written(zip(ruling.entries, effect, strict=True))
    ruling.save()
    hold_lines(ruling.table)


def hold_lines(table: Table, *, but: Ruling | None = None) -> None:
    """Keep with the game which lines the rulings at its table hold. `but`: one that is being taken back.

    Three statements. For use in the transaction of what was ruled.
    """
    assert table.game is not None  # noqa: S101 – a ruling has a game; tells the type checker
    log = [game_queries.parsed(line) for line in game_queries.log_of(table.game)]
    table.game.ruled = ruled_lines(log, rulings_on(table), but=but)
    table.game.save(update_fields=["ruled"])


def write_lines(ruling: Ruling, lines: Sequence[Entry], *, by: Account, is_late: bool = False) -> list[int]:
    """Append the lines one after the other; returns their positions in the log.

    `is_late`: also after the round was closed. Raises what `recording.write_line` raises.
    """
    table, now, instance = ruling.table, ruling.at, ruling.judged_by
    written = [
        recording.write_line(table=table, entry=line, by=by, now=now, is_late=is_late, instance=instance)
        for line in lines
    ]
    return [line.position for line in written]


def note_ruling(act: str, ruling: Ruling, *, by: Account) -> None:
    """A line of the event's journal, of codes and keys; the texts stay with the ruling. Whom it names gets a letter."""
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
    event, subject = ruling.table.round.event, f"ruling:{ruling.pk}"
    if ruling.concerned is not None:
        tell(ruling.concerned.player, f"ruling:{ruling.pk}", "ruling", now=ruling.at, ruling=ruling.pk)
    note(act, by=by, now=ruling.at, event=event, subject=subject, old=old, new=said)
