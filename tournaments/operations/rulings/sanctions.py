"""Sanctions: proposed by a referee or director, confirmed by the union with reasons, told to the player, lifted.

competition.md 5.5, reliability.md 2.2 row 26: it needs two people, who are not the player himself; it is dated, open
to appeal, and taken back by a further record. From its confirmation a ban closes every door (bans/doors.py), and
the directors of events for which the player is registered are asked what becomes of his games.
"""

from __future__ import annotations

from datetime import date, datetime
from uuid import UUID

from django.db import transaction

from games.rules.refusals import Refused
from tournaments import access
from tournaments.facts.nicks import is_said
from tournaments.models import (
    BANS,
    Account,
    Appeal,
    Event,
    EventStatus,
    Message,
    Outcome,
    Player,
    Question,
    QuestionKind,
    Ruling,
    Sanction,
    SanctionKind,
)
from tournaments.models.merge import records_of
from tournaments.operations.bans.asking import ask_about_ban
from tournaments.operations.journal import note
from tournaments.operations.rulings.draft import SanctionDraft

HARSHNESS = (SanctionKind.WARNING, SanctionKind.BAN_UNTIL, SanctionKind.BAN_FOR_LIFE)
PROPOSING, DECIDING = "event.rule", "union.rule"


@transaction.atomic
def propose_sanction(
    *,
    by: Account,
    player: Player,
    kind: str,
    grounds: str,
    now: datetime,
    event: Event | None = None,
    ends_on: date | None = None,
    form: UUID | None = None,
) -> Sanction:
    """Propose a sanction to the union; nothing happens until it confirms.

    `event`: where it was proposed; without one the proposal comes from the union itself. The same form again returns
    the proposal that it gave. Raises PermissionDenied; Refused `id_reused` (the form said something else before),
    `reasons_missing` (no grounds), `own_case`, `no_such_sanction` (no such kind), `ban_without_end` (no last day, or
    one that is past).
    """
    if event is None:
        access.prove(by, DECIDING)
    else:
        access.prove(by, PROPOSING, event=event)
    known = Sanction.objects.filter(form=form).first() if form else None
    if known is not None:
        if (known.player_id, known.kind, known.event_id) != (player.pk, kind, event.pk if event else None):
            raise Refused("id_reused")
        return known
    if not is_said(grounds):
        raise Refused("reasons_missing")
    if player.is_invented:
        raise Refused("rehearsal")
    _refuse_own_case(player, by)
    ends_on = _end_of(kind, ends_on, now)
    return _propose(player, kind, grounds, by=by, now=now, event=event, ends_on=ends_on, form=form)


def propose_from(ruling: Ruling, *, by: Account, now: datetime) -> Sanction | None:
    """Propose the ban that follows from a ruling (renonc B on purpose); None if none does, or in a rehearsal.

    For use in the transaction of the ruling.
    """
    if not ruling.ban_proposed or ruling.concerned is None:
        return None
    event = ruling.table.round.event
    if event.is_rehearsal:
        return None
    kind = SanctionKind.BAN_FOR_LIFE
    return _propose(ruling.concerned.player, kind, ruling.facts, by=by, now=now, event=event, ruling=ruling)


def drop_proposal_of(ruling: Ruling, *, by: Account, now: datetime) -> None:
    """Decline what an overruled ruling proposed. What the union has confirmed stays, until it lifts it."""
    for sanction in Sanction.objects.open().filter(ruling=ruling):
        _decline(sanction, by=by, now=now)


@transaction.atomic
def confirm_sanction(
    *,
    sanction: Sanction,
    by: Account,
    now: datetime,
    reasons: str,
    kind: str | None = None,
    ends_on: date | None = None,
) -> Sanction:
    """The union confirms what somebody else proposed, with reasons for the player; it may choose a milder kind.

    Raises PermissionDenied; Refused `sanction_decided`, `own_proposal`, `own_case`, `reasons_missing`,
    `no_such_sanction` (no such kind), `ban_without_end` (no last day, or one that is past), `sanction_harsher` (than
    was proposed).
    """
    access.prove(by, DECIDING)
    _hold(sanction)
    if sanction.state != "proposed":
        raise Refused("sanction_decided")
    if sanction.proposed_by_id == by.pk:
        raise Refused("own_proposal")
    _refuse_own_case(sanction.player, by)
    if not is_said(reasons):
        raise Refused("reasons_missing")
    proposed = sanction.kind
    end = _end_of(kind or sanction.kind, ends_on or sanction.ends_on, now)
    _refuse_harsher(sanction, kind or sanction.kind, end)
    sanction.kind, sanction.ends_on = kind or sanction.kind, end
    sanction.reasons, sanction.confirmed_by, sanction.confirmed_at = reasons.strip(), by, now
    sanction.save()
    _take_effect(sanction, "sanction_confirmed", by=by, now=now, old={"kind": proposed})
    return sanction


@transaction.atomic
def decline_sanction(*, sanction: Sanction, by: Account, now: datetime, reasons: str = "") -> Sanction:
    """The union declines a proposal; whoever proposed it may do so himself.

    Raises PermissionDenied; Refused `sanction_decided`, `own_case`.
    """
    access.prove(by, DECIDING)
    _hold(sanction)
    if sanction.state != "proposed":
        raise Refused("sanction_decided")
    _refuse_own_case(sanction.player, by)
    return _decline(sanction, by=by, now=now, reasons=reasons)


@transaction.atomic
def lift_sanction(*, sanction: Sanction, by: Account, now: datetime, reasons: str) -> Sanction:
    """Take a confirmed sanction back; its row stays, and the player is told.

    Raises PermissionDenied; Refused `sanction_not_in_force`, `own_case`, `reasons_missing`.
    """
    access.prove(by, DECIDING)
    _hold(sanction)
    if sanction.state != "confirmed":
        raise Refused("sanction_not_in_force")
    _refuse_own_case(sanction.player, by)
    if not is_said(reasons):
        raise Refused("reasons_missing")
    return _lift(sanction, by=by, now=now, reasons=reasons)


def replace_sanction(sanction: Sanction, draft: SanctionDraft, *, by: Account, now: datetime, reasons: str) -> Sanction:
    """Put another sanction in place of this one after an appeal: the old one is lifted, the new one is in force.

    For use in the transaction of the appeal. Raises Refused `no_such_sanction` (no such kind), `ban_without_end` (no
    last day, or one that is past), `sanction_harsher` (than the old one).
    """
    ends_on = _end_of(draft.kind, draft.ends_on, now)
    _refuse_harsher(sanction, draft.kind, ends_on)
    _lift(sanction, by=by, now=now, reasons=reasons, is_told=False)
    instead = Sanction.objects.create(
        player=sanction.player,
        kind=draft.kind,
        ends_on=ends_on,
        event=sanction.event,
        replaces=sanction,
        grounds=sanction.grounds,
        proposed_by=sanction.proposed_by,
        proposed_at=sanction.proposed_at,
        reasons=reasons.strip(),
        confirmed_by=by,
        confirmed_at=now,
    )
    _take_effect(instead, "sanction_changed", by=by, now=now, old={"kind": sanction.kind})
    return instead


def tell(player: Player, key: str, kind: str, *, now: datetime, **values: int) -> None:
    """Send the player an e-mail, once for each `key`; who has no account is told by the page alone.

    `kind`: which letter; `values`: what it names.
    """
    if player.account_id is not None:
        Message.objects.get_or_create(
            key=key, defaults={"account_id": player.account_id, "kind": kind, "values": values, "created_at": now}
        )


def _propose(
    player: Player,
    kind: str,
    grounds: str,
    *,
    by: Account,
    now: datetime,
    event: Event | None,
    ends_on: date | None = None,
    ruling: Ruling | None = None,
    form: UUID | None = None,
) -> Sanction:
    sanction = Sanction.objects.create(
        player=player,
        kind=kind,
        ends_on=ends_on,
        event=event,
        ruling=ruling,
        grounds=grounds.strip(),
        proposed_by=by,
        proposed_at=now,
        form=form,
    )
    _note(sanction, "sanction_proposed", by=by, now=now)
    return sanction


def _take_effect(sanction: Sanction, act: str, *, by: Account, now: datetime, old: dict[str, str]) -> None:
    if sanction.kind in BANS:
        ask_about_ban(sanction, now=now)
    tell(sanction.player, f"sanction:{sanction.pk}:confirmed", "sanction", now=now, sanction=sanction.pk)
    _note(sanction, act, by=by, now=now, old=old)


def _decline(sanction: Sanction, *, by: Account, now: datetime, reasons: str = "") -> Sanction:
    sanction.declined_by, sanction.declined_at, sanction.reasons = by, now, reasons.strip()
    sanction.save(update_fields=["declined_by", "declined_at", "reasons"])
    _note(sanction, "sanction_declined", by=by, now=now)
    return sanction


def _lift(sanction: Sanction, *, by: Account, now: datetime, reasons: str, is_told: bool = True) -> Sanction:
    """Questions to directors that nobody has answered fall away with it; so does an appeal that nobody has decided."""
    sanction.lifted_by, sanction.lifted_at, sanction.lift_reasons = by, now, reasons.strip()
    sanction.save(update_fields=["lifted_by", "lifted_at", "lift_reasons"])
    Question.objects.filter(sanction=sanction, kind=QuestionKind.BAN, answer="").delete()
    Appeal.objects.filter(sanction=sanction, outcome="").update(
        outcome=Outcome.LIFTED, decided_by=by, decided_at=now, reasons=reasons.strip()
    )
    if is_told:
        tell(sanction.player, f"sanction:{sanction.pk}:lifted", "sanction", now=now, sanction=sanction.pk)
    _note(sanction, "sanction_lifted", by=by, now=now)
    return sanction


def _end_of(kind: str, ends_on: date | None, now: datetime) -> date | None:
    """Only a ban until a date has an end, and it lies ahead. Raises Refused `ban_without_end`, `no_such_sanction`."""
    if kind not in SanctionKind.values:
        raise Refused("no_such_sanction")
    if kind != SanctionKind.BAN_UNTIL:
        return None
    if ends_on is None or ends_on < now.date():
        raise Refused("ban_without_end")
    return ends_on


def _refuse_harsher(sanction: Sanction, kind: str, ends_on: date | None) -> None:
    """A ban needs two people, so nobody makes it harsher by himself: neither than was proposed, nor on appeal.

    Raises Refused `sanction_harsher`.
    """
    longer = sanction.ends_on is not None and ends_on is not None and ends_on > sanction.ends_on
    if HARSHNESS.index(kind) > HARSHNESS.index(sanction.kind) or longer:
        raise Refused("sanction_harsher")


def _refuse_own_case(player: Player, by: Account) -> None:
    if player.pk in records_of([by.pk])[by.pk]:  # also where his own record was merged into it
        raise Refused("own_case")


def _hold(sanction: Sanction) -> None:
    """Hold the row until the end of the transaction, so that two people do not decide at once."""
    Sanction.objects.filter(pk=sanction.pk).update(kind=sanction.kind)  # the first writer holds the row
    sanction.refresh_from_db()


def _note(sanction: Sanction, act: str, *, by: Account, now: datetime, old: dict[str, str] | None = None) -> None:
    new = {"kind": sanction.kind, "player": sanction.player_id, "ends_on": str(sanction.ends_on or "")}
    if sanction.event is not None and sanction.event.status != EventStatus.DRAFT:
        new["event"] = sanction.event_id
    note(act, by=by, now=now, subject=f"sanction:{sanction.pk}", old=old, new=new)
