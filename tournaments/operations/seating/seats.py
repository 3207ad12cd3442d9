"""Who sits where before the start: seated as drawn, two players swapped by hand."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime

from games.rules.refusals import Refused
from tournaments import lifecycle, projections
from tournaments.models import (
    Account,
    Occupant,
    Registration,
    Round,
    RoundStatus,
    SeatSwap,
    Table,
)
from tournaments.operations.acting import act_on
from tournaments.operations.seating.order import refuse_telling_draft
from tournaments.operations.seating.transcripts import refuse_other_seating, refuse_promised_since
from tournaments.queries.ceremonies import as_shown, draws_in_public
from tournaments.queries.draw_history import last_draw, seen_as
from tournaments.queries.seating import mark_of, occupants_of

SEATS = "ABCDEFGH"


def seat_all(round_: Round, drawn: Sequence[Sequence[str]]) -> None:
    """Seat everybody as drawn, in place of whoever sat there. A table without anybody only takes up its number."""
    by_key = dict(Registration.objects.filter(event=round_.event).values_list("key", "pk"))
    clear_tables(round_)
    made = Table.objects.bulk_create(
        Table(round=round_, number=number) for number, keys in enumerate(drawn, start=1) if keys
    )
    Occupant.objects.bulk_create(
        Occupant(table=table, round=round_, seat=seat, label=f"{seat}1", registration_id=by_key[key])
        for table, keys in zip(made, filter(None, drawn), strict=True)
        for seat, key in zip(SEATS, keys, strict=False)
    )
    _score_again(_seated_and_gone(round_))


def clear_tables(round_: Round) -> None:
    """Remove the tables of an earlier attempt; none has a game, because the round has not started."""
    gone = _seated_and_gone(round_)
    Occupant.objects.filter(round=round_).delete()
    Table.objects.filter(round=round_).delete()
    _score_again(gone)


def _seated_and_gone(round_: Round) -> list[Registration]:
    """Who holds a seat though he has withdrawn: a list that was frozen is drawn as it is. One statement."""
    seated = Registration.objects.filter(seats__round=round_).exclude(status__in=projections.TAKING_PART)
    return list(seated.select_related("event"))


def _score_again(gone: list[Registration]) -> None:
    """Whoever is seated stands in the standings, and who is neither seated nor in does not."""
    for registration in gone:
        projections.open_score(registration)


def swap_players(
    *, round_: Round, first: Registration, second: Registration, by: Account | None, now: datetime, reason: str = ""
) -> None:
    """Let two players change seats before the start; the draw stays as it was, the swap stands beside it.

    Raises Refused `round_step`, `not_seated`.
    """
    with act_on(round_, by=by, now=now) as act:
        if round_.status not in (RoundStatus.DRAWN, RoundStatus.PUBLISHED):
            raise Refused("round_step", before=round_.status, after="drawn")
        sitting = Occupant.objects.filter(round=round_, registration__in=(first, second)).select_related("table")
        seats = {occupant.registration_id: occupant for occupant in sitting}
        if len(seats) != 2:
            raise Refused("not_seated", nick=first.nick if first.pk not in seats else second.nick)
        one, other = seats[first.pk], seats[second.pk]
        # By way of "not active": one person may not hold two seats of a round even for a moment.
        Occupant.objects.filter(pk=one.pk).update(active=False)
        Occupant.objects.filter(pk=other.pk).update(registration=first)
        Occupant.objects.filter(pk=one.pk).update(registration=second, active=True)
        SeatSwap.objects.create(round=round_, first=first, second=second, reason=reason.strip(), by=by, at=now)
        act.note(
            "seats_swapped",
            subject=f"round:{round_.number}",
            old={first.key: _seat(one), second.key: _seat(other)},
            new={first.key: _seat(other), second.key: _seat(one)},
            reason=reason,
        )


def _seat(occupant: Occupant) -> str:
    return f"{occupant.table.number}{occupant.seat}"


def refuse_unseen(round_: Round, attempt: int | None) -> None:
    """Refuse to go on with another attempt at the draw than the one that was looked at: somebody has drawn meanwhile.

    `attempt`: its number, 0 for none; None where nobody looks, such as for the clock. For use with the event held.
    Raises Refused `attempt_unseen`; `attempt_gone` where the round was removed with its draws, and is planned anew.
    """
    made = last_draw(round_)
    if attempt is not None and attempt != made:
        raise Refused("attempt_unseen" if made else "attempt_gone", attempt=made)


def refuse_other_round(round_: Round | None, seen: str | None) -> None:
    """Refuse to go on where a round is not as a page has shown it: seated, published, planned otherwise or removed
    meanwhile, or its draw promised.

    `seen`: as the page has shown it (`seen_as`); None where nobody looks. For use with the event held. Raises Refused
    `round_otherwise`.
    """
    if seen is None:
        return
    is_by_lot = round_ is not None and round_.kind not in projections.TIERS
    promised = as_shown(draws_in_public(round_.event, round_.number) if round_ and is_by_lot else [])
    if seen != seen_as(round_, last_draw(round_) if round_ else 0, promised):
        raise Refused("round_otherwise")


def refuse_other_seats(round_: Round, mark: str | None) -> None:
    """Refuse to show or to play a seating in which somebody has moved, left or come since it was looked at.

    `mark`: of the seating that was (`mark_of`); None where none was. One statement. Raises Refused `seating_changed`.
    """
    if mark is not None and mark != mark_of(occupants_of(round_)):
        raise Refused("seating_changed")


def refuse_empty_chairs(round_: Round, empty: Collection[str]) -> list[str]:
    """Refuse to start a round in which somebody holds a seat who is not in any more, as where he withdrew from a frozen
    list.

    `empty`: the keys of those whose chairs may stay empty. Returns the keys of all whose do. One statement. Raises
    Refused `chair_empty`.
    """
    seated = Registration.objects.filter(seats__round=round_, seats__active=True).order_by("position")
    gone = {one.key: one.nick for one in seated if not one.is_playing}
    if not gone.keys() <= set(empty):
        raise Refused("chair_empty", nicks=", ".join(gone.values()))
    return list(gone)


def publish_seating(
    *,
    round_: Round,
    by: Account | None = None,
    now: datetime,
    attempt: int | None = None,
    promised: bool | None = None,
    mark: str | None = None,
) -> Round:
    """Show the seating to everyone. `attempt`: the one that was looked at; `promised`: whether a further one was
    shown as promised; `mark`: of the seats that were looked at.

    Raises Refused `round_step`, `attempt_unseen`, `attempt_gone`, `promised_since`, `seating_changed`,
    `earlier_unpublished`, `ceremony_begun`, `draw_known`.
    """
    with act_on(round_, by=by, now=now) as act:
        refuse_unseen(round_, attempt)
        refuse_promised_since(round_, seen=promised)
        refuse_other_seats(round_, mark)
        lifecycle.check_round_step(round_.status, RoundStatus.PUBLISHED)
        refuse_other_seating(round_)
        refuse_telling_draft(round_)
        round_.status, round_.published_at = RoundStatus.PUBLISHED, now
        round_.save(update_fields=["status", "published_at"])
        act.note("seating_published", subject=f"round:{round_.number}")
        return round_
