"""Drawing a round: a draft that only staff sees until it is published.

It may be drawn again before the start, with a reason, and every attempt is kept.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from games.rules.refusals import Refused
from tournaments import lifecycle
from tournaments.draws.apart import named
from tournaments.draws.model import Drawing
from tournaments.facts.nicks import is_said
from tournaments.models import Account, Draw, Round, RoundStatus
from tournaments.operations.acting import Act, act_on
from tournaments.operations.bans.doors import refuse_seating
from tournaments.operations.events.making import freeze_regulations
from tournaments.operations.seating import transcripts
from tournaments.operations.seating.draw_inputs import (
    BY_LOTS,
    drawing_of,
    hash_of,
    inputs_of,
    is_by_rank,
    judged,
    quality_json,
)
from tournaments.operations.seating.order import refuse_other_order, refuse_unseen_draw
from tournaments.operations.seating.seats import refuse_unseen, seat_all
from tournaments.queries.ceremonies import drawn_at_desk, is_by_lot
from tournaments.queries.documents import nicks_at
from tournaments.queries.draw_history import last_draw, list_as_seen, players_to_seat


def draw_round(
    *,
    round_: Round,
    seed: str,
    by: Account | None,
    now: datetime,
    sizes: Sequence[int] | None = None,
    chosen: Sequence[str] | None = None,
    reason: str = "",
    attempt: int | None = None,
    promised: str | None = None,
    listed: str | None = None,
) -> Draw:
    """Seat everybody for the round, as a draft. `chosen`: entry keys for a final or play-off, in any order.

    `attempt`: the last seating that was looked at, 0 for none; `promised`: the attempts in public (`as_shown`);
    `listed`: who was on the page (`list_as_seen`).

    What is drawn by lot is drawn without a ceremony: the secret that was promised for the round is its seed, or `seed`
    where none was; the transcript says which.

    Raises Refused: `round_step`, `reason_required` for another attempt, `line_up_reason_required` where others are
    chosen than the rank says, `nobody_to_seat`, `basic_rounds_open`, `play_off_open`, `not_here`, `ceremony_begun`,
    `attempt_unseen`, `attempt_gone`, `list_otherwise`, `promised_since`, `redraws_spent`, `ladder_spent`,
    `earlier_not_drawn`, `later_drawn`, `draw_in_draft`, `standings_open`, or what the draw refuses (seven players …).
    """
    with act_on(round_, by=by, now=now) as act:
        lifecycle.check_round_step(round_.status, RoundStatus.DRAWN)
        refuse_unseen(round_, attempt)
        if listed is not None and listed != list_as_seen(0, players_to_seat(round_.event), ()):
            raise Refused("list_otherwise")
        refuse_unseen_draw(round_.event)
        is_again = round_.draws.exists() or drawn_at_desk(round_).drawn > 0
        if is_again and not is_said(reason):
            raise Refused("reason_required")
        inputs = inputs_of(round_, now=now, sizes=sizes, chosen=chosen)
        if inputs["seating"] != "rank":
            refuse_redraw(round_)
        number = None
        with named(nicks_at(round_.event)):
            if inputs["seating"] == BY_LOTS:
                refuse_other_order(round_)
                why_again = "" if "proposed" in inputs and not is_again else reason.strip()
                number, found = transcripts.open_without_ceremony(
                    act, round_, inputs, seed, reason=why_again, seen=promised
                )
                drawing = judged(inputs, found.tables, version=found.version, seed=found.seed)
            else:
                drawing = drawing_of(inputs, seed)
        if not is_said(reason) and not is_by_rank(inputs):
            raise Refused("line_up_reason_required")
        return store_draw(act, round_, inputs, drawing, number, reason=reason)


def refuse_redraw(round_: Round) -> None:
    """Refuse to draw again without a ceremony, oftener than was stated before. Raises Refused `redraws_spent`, of a
    round that follows the standings `ladder_spent`.
    """
    done = drawn_at_desk(round_)
    if done.is_spent:
        if not is_by_lot(round_):
            raise Refused("ladder_spent", drawn=done.drawn)
        raise Refused("redraws_spent", drawn=done.drawn, private=done.private, again=done.most)


def store_draw(
    act: Act, round_: Round, inputs: dict[str, Any], drawing: Drawing, number: int | None, *, reason: str
) -> Draw:
    """Seat everybody as drawn and keep what was drawn; the round is a draft then.

    `number`: of the attempt, as its transcript has it; of what has none, the next after the last draw, also where that
    was taken out of the plan with its round.
    """
    refuse_seating(round_.event, [key for table in drawing.tables for key in table], now=act.now)
    freeze_regulations(round_.event, now=act.now)
    seat_all(round_, drawing.tables)
    last = last_draw(round_)
    record = Draw.objects.create(
        round=round_,
        attempt=number or max(last, drawn_at_desk(round_).drawn) + 1,
        seed=drawing.seed,
        algorithm=drawing.version,
        inputs=inputs,
        inputs_hash=hash_of(inputs),
        tables=[list(table) for table in drawing.tables],
        quality=quality_json(drawing),
        reason=reason.strip(),
        by=act.by,
        at=act.now,
    )
    round_.status = RoundStatus.DRAWN
    round_.published_at = None
    round_.save(update_fields=["status", "published_at"])
    act.note(
        "draw_made" if not last else "draw_made_again",
        subject=f"round:{round_.number}",
        new={"attempt": record.attempt, "tables": len(record.tables), "seating": inputs["seating"]},
        reason=reason,
    )
    return record
