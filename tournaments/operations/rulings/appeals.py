"""Appeals to the union against rulings and sanctions (competition.md 5.5).

Whom it concerns may appeal once, until a deadline. The union upholds, changes or lifts; that is a further record
beside what was appealed against, and is told to him. Nobody decides on a game in which he plays, nor on what he has
ruled, proposed or confirmed himself.

The rules name no deadline. Chosen here: for a ruling as many days as the event's regulations say (seven by default),
counted from the ruling or from the day of the event, whichever is later; for a sanction thirty, from the notice.
"""

from __future__ import annotations

from datetime import date, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from django.conf import settings
from django.db import transaction

from games.rules.refusals import Refused
from tournaments import access, projections
from tournaments.facts.nicks import is_said
from tournaments.models import Account, Appeal, Judge, Outcome, Player, Ruling, Sanction
from tournaments.models.merge import records_of
from tournaments.operations.holding import hold_event
from tournaments.operations.journal import note
from tournaments.operations.rulings.draft import AppealDraft
from tournaments.operations.rulings.judging import hold_lines, refuse_biased
from tournaments.operations.rulings.overruling import overrule, preview
from tournaments.operations.rulings.sanctions import lift_sanction, replace_sanction, tell
from tournaments.queries.consequences import Consequences

DAYS_FOR_SANCTION = 30


def last_day_of(against: Ruling | Sanction) -> date:
    """The last day on which an appeal is possible, as people are told it: where the event is, or the site."""
    zone = _zone_of(against)
    if isinstance(against, Sanction):
        begins = against.confirmed_at or against.proposed_at
        return begins.astimezone(zone).date() + timedelta(days=DAYS_FOR_SANCTION)
    event = against.table.round.event
    day = max(against.at.astimezone(zone).date(), event.date)
    return day + timedelta(days=projections.regulations_of(event).appeal_days)


def deadline_of(against: Ruling | Sanction) -> datetime:
    """Until when an appeal is possible: the end of that day, there."""
    return datetime.combine(last_day_of(against), time.max, tzinfo=_zone_of(against))


def why_no_appeal(*, against: Ruling | Sanction, player: Player | None, now: datetime) -> Refused | None:
    """Why `player` may not appeal, None if he may.

    Returns, and does not raise, Refused `not_concerned`, `already_appealed`, `sanction_not_in_force`,
    `already_overruled`, `union_is_last` (the union ruled itself), `appeal_late`.
    """
    if player is None or player.pk != _player_of(against):
        return Refused("not_concerned")
    if Appeal.objects.filter(**_of(against)).exists():
        return Refused("already_appealed")
    if isinstance(against, Sanction) and against.state != "confirmed":
        return Refused("sanction_not_in_force")
    if isinstance(against, Ruling) and Ruling.objects.filter(overrules=against).exists():
        return Refused("already_overruled")
    if isinstance(against, Ruling) and against.judged_by == Judge.UNION:
        return Refused("union_is_last")
    return Refused("appeal_late") if deadline_of(against) < now else None


@transaction.atomic
def appeal(*, against: Ruling | Sanction, by: Account, grounds: str, now: datetime) -> Appeal:
    """Record the appeal of the player whom the ruling or sanction concerns.

    Raises Refused `not_concerned`, `already_appealed`, `sanction_not_in_force`, `already_overruled`, `union_is_last`
    (the union ruled itself), `appeal_late`, `reasons_missing` (no grounds).
    """
    if isinstance(against, Ruling):
        hold_event(against.table.round.event)  # nobody overrules it in the same moment
    no = why_no_appeal(against=against, player=access.player_of(by), now=now)
    if no is not None:
        raise no
    if not is_said(grounds):
        raise Refused("reasons_missing")
    made, is_new = Appeal.objects.get_or_create(
        **_of(against), defaults={"by": by, "grounds": grounds.strip(), "made_at": now}
    )
    if not is_new:
        raise Refused("already_appealed")
    _note(made, "appeal_made", by=by, now=now)
    if made.ruling is not None:
        projections.bump(made.ruling.table.round.event)
    return made


@transaction.atomic
def decide_appeal(*, made: Appeal, by: Account, draft: AppealDraft, now: datetime) -> Appeal:
    """Record the union's decision on an appeal, carry it out and tell the player.

    Raises PermissionDenied; Refused `appeal_decided`, `no_such_answer` (no such outcome, or a change that does not say
    what stands in place), `reasons_missing`, `own_case` (he appealed, or it concerns him), `judge_plays`, `own_ruling`
    (he ruled, proposed or confirmed it). Where the decision is not to uphold: what `overrule`, `lift_sanction` or
    `replace_sanction` raises.
    """
    access.prove(by, "union.rule")
    _hold(made)
    _check(made, draft, by)
    made.outcome, made.reasons, made.public_text = draft.outcome, draft.reasons.strip(), draft.public_text.strip()
    made.decided_by, made.decided_at = by, now
    made.save()
    if draft.outcome != Outcome.UPHELD:
        _carry_out(made, draft, by=by, now=now)
    elif made.ruling is not None:  # it is the union's own word from now on
        hold_event(made.ruling.table.round.event)
        hold_lines(made.ruling.table)
    tell(_person(made), f"appeal:{made.pk}:decided", "appeal", now=now, appeal=made.pk)
    _note(made, "appeal_decided", by=by, now=now)
    if made.ruling is not None:
        projections.bump(made.ruling.table.round.event)
    return made


def preview_decision(*, made: Appeal, by: Account, draft: AppealDraft, now: datetime) -> Consequences:
    """What deciding so would change at the event; nothing of it is kept. A sanction changes no results.

    Raises Refused `own_case`, `judge_plays`, `own_ruling`, `no_such_answer` (a change that does not say what stands in
    place), or what `overrule` raises; nothing where the ruling is upheld.
    """
    if made.ruling is None or draft.outcome == Outcome.UPHELD:
        return Consequences()
    _refuse_own(made, by)
    return preview(by=by, ruling=made.ruling, draft=draft.ruling(), now=now, decides_appeal=True)


def _hold(made: Appeal) -> None:
    """Hold the row until the end of the transaction, so that two people do not decide at once."""
    Appeal.objects.filter(pk=made.pk).update(made_at=made.made_at)  # the first writer holds the row
    made.refresh_from_db(fields=["outcome"])


def _check(made: Appeal, draft: AppealDraft, by: Account) -> None:
    if made.outcome:
        raise Refused("appeal_decided")
    if draft.outcome not in Outcome.values:
        raise Refused("no_such_answer")
    if not is_said(draft.reasons):
        raise Refused("reasons_missing")
    _refuse_own(made, by)


def _carry_out(made: Appeal, draft: AppealDraft, *, by: Account, now: datetime) -> None:
    if made.ruling is not None:
        said = overrule(by=by, ruling=made.ruling, draft=draft.ruling(), now=now, decides_appeal=True)
        made.ruling_after = said.ruling
        made.save(update_fields=["ruling_after"])
    elif made.sanction is not None and draft.outcome == Outcome.LIFTED:
        lift_sanction(sanction=made.sanction, by=by, now=now, reasons=draft.reasons)
    elif made.sanction is not None:
        replace_sanction(made.sanction, draft.sanction(), by=by, now=now, reasons=draft.reasons)


def why_not_decide(made: Appeal, by: Account) -> Refused | None:
    """Why `by` may not decide this appeal, whatever he writes; None if he may. So he is told before he writes.

    Returns, and does not raise, Refused `appeal_decided`, `judge_plays`, `own_case`, `own_ruling`.
    """
    try:
        _refuse_own(made, by)
    except Refused as refused:
        return refused
    return Refused("appeal_decided") if made.outcome else None


def _refuse_own(made: Appeal, by: Account) -> None:
    """Raises Refused `judge_plays`, `own_case`, `own_ruling`."""
    if made.by_id == by.pk or _person(made).pk in records_of([by.pk])[by.pk]:
        raise Refused("own_case")
    if made.ruling is not None:
        refuse_biased(made.ruling.table, by)
        if made.ruling.by_id == by.pk:
            raise Refused("own_ruling")
    elif made.sanction is not None and by.pk in (made.sanction.proposed_by_id, made.sanction.confirmed_by_id):
        raise Refused("own_ruling")


def _person(made: Appeal) -> Player:
    if made.sanction is not None:
        return made.sanction.player
    assert made.ruling is not None and made.ruling.concerned is not None  # noqa: S101, PT018 – who appealed was concerned
    return made.ruling.concerned.player


def _player_of(against: Ruling | Sanction) -> int | None:
    if isinstance(against, Sanction):
        return against.player_id
    return against.concerned.player_id if against.concerned else None


def _of(against: Ruling | Sanction) -> dict[str, Any]:
    return {"sanction" if isinstance(against, Sanction) else "ruling": against}


def _zone_of(against: Ruling | Sanction) -> ZoneInfo:
    return ZoneInfo(against.table.round.event.time_zone if isinstance(against, Ruling) else settings.TIME_ZONE)


def _note(made: Appeal, act: str, *, by: Account, now: datetime) -> None:
    against = f"ruling:{made.ruling_id}" if made.ruling_id else f"sanction:{made.sanction_id}"
    event = made.ruling.table.round.event if made.ruling else None
    new = {"against": against, "outcome": made.outcome, "ruling": made.ruling_after_id or ""}
    note(act, by=by, now=now, event=event, subject=f"appeal:{made.pk}", new=new)
