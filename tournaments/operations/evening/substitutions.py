"""Somebody goes, somebody comes: withdrawal and substitution at any moment, each in one step.

competition.md 2.11, 3.7. Before the start the seat simply changes hands, or is closed up. In a running game it is a
line of the log: the stand-in takes the seat with its letters, deals and letters count for whoever sat there at the
time, and both halves of a mid-event replacement are unclassified unless the director says otherwise.
"""

from __future__ import annotations

from datetime import datetime

from games.rules.entries import Substitute, Withdraw
from games.rules.payload import one_line
from games.rules.refusals import Refused
from tournaments import projections
from tournaments.facts.nicks import is_said
from tournaments.models import (
    Account,
    Occupant,
    Registration,
    RegistrationStatus,
    Round,
    RoundStatus,
    SeatingChange,
    SeatingChangeKind,
    drawn_again,
)
from tournaments.operations.acting import act_on
from tournaments.operations.bans.doors import refuse_banned
from tournaments.operations.evening import recording
from tournaments.operations.events.registrations import check_unchanged
from tournaments.operations.holding import hold_registration
from tournaments.operations.results import scoring
from tournaments.operations.seating.arranging import refuse_fixed


def withdraw_player(
    *, registration: Registration, by: Account, now: datetime, reason: str = "", seen: str = ""
) -> Registration:
    """Take a player out of the event, wherever he sits (competition.md 2.11).

    In a running game his seat leaves with what it has; before the start his seat is closed up. Where the round is drawn
    again his seat does not count and stays as it is: if his list was frozen before, he is drawn all the same.
    `seen`: as for `check_unchanged`.

    Raises Refused `table_too_small`, in Smear `table_not_playable`, if his table could not play; `entry_changed`,
    `draw_under_way`.
    """
    with act_on(registration, by=by, now=now) as act:
        check_unchanged(registration, seen)
        void = set(drawn_again().filter(event=registration.event).values_list("pk", flat=True))
        seats = [occupant for occupant in _seats_ahead(registration) if occupant.round_id not in void]
        _refuse_fixed(seats)
        for occupant in seats:
            if occupant.round.status == RoundStatus.RUNNING:
                _leave_game(occupant, by=by, now=now, reason=reason)
            else:
                moved = _close_seat(occupant)
                _keep(occupant, SeatingChangeKind.LEFT, registration, moved, by=by, now=now)
        _set_status(registration, RegistrationStatus.WITHDRAWN, now=now, reason=reason)
        subject = f"entry:{registration.key}"
        act.note("player_withdrawn", subject=subject, reason=reason)
        projections.open_score(registration)
        return registration


def substitute_player(
    *,
    out: Registration,
    stand_in: Registration,
    by: Account,
    now: datetime,
    reason: str = "",
    keep_classified: bool = False,
    seen: str = "",
) -> None:
    """Put `stand_in` on the seats of `out`, now and in rounds drawn already; `out` is withdrawn.

    A seat in a final or play-off is won (competition.md 3.3): why somebody else takes it is told to everybody. `seen`:
    what was seen of `out`, as for `check_unchanged`.

    Raises Refused `same_player`, `banned`, `substitute_elsewhere` (he sits at another table of that round),
    `not_seated`, `entry_changed`, `stand_in_reason_required`, or as `refuse_fixed` where he has a seat in a round that
    has not begun.
    """
    if out.pk == stand_in.pk:
        raise Refused("same_player", nick=out.nick)
    with act_on(out, by=by, now=now) as act:
        check_unchanged(out, seen)
        hold_registration(stand_in)
        refuse_banned(stand_in.player, now=now)
        seats = _seats_ahead(out)
        if not seats:
            raise Refused("not_seated", nick=out.nick)
        _refuse_fixed(seats)
        if not is_said(reason) and any(recording.is_won(occupant.round) for occupant in seats):
            raise Refused("stand_in_reason_required")
        if not keep_classified and out.seats.filter(round__started_at__isnull=False).exists():
            for registration in (out, stand_in):
                registration.classified = registration.earns_points = False
        # Statuses first: the game's scores are kept for those who are in.
        _set_status(out, RegistrationStatus.WITHDRAWN, now=now, reason=reason)
        _set_status(stand_in, RegistrationStatus.CHECKED_IN, now=now)
        for occupant in seats:
            _check_free(stand_in, occupant)
            if occupant.round.status == RoundStatus.RUNNING:
                _take_over(occupant, stand_in, by=by, now=now, reason=reason)
            else:
                occupant.registration = stand_in
                occupant.save(update_fields=["registration"])
            told = reason if recording.is_won(occupant.round) else ""
            _keep(occupant, SeatingChangeKind.LEFT, out, 0, by=by, now=now)
            _keep(occupant, SeatingChangeKind.STOOD_IN, stand_in, 0, reason=told, by=by, now=now)
        act.note(
            "player_substituted",
            subject=f"entry:{out.key}",
            new={"stand_in": stand_in.key, "classified": out.classified, "seats": len(seats)},
            reason=reason,
        )
        for registration in (out, stand_in):
            projections.open_score(registration)
        if Round.objects.filter(event=out.event, kind__in=projections.TIERS, started_at__isnull=False).exists():
            scoring.order_anew(out.event)


def _set_status(registration: Registration, status: RegistrationStatus, *, now: datetime, reason: str = "") -> None:
    registration.status, registration.status_at, registration.reason = status, now, reason
    registration.save(update_fields=["status", "status_at", "reason", "classified", "earns_points"])


def _check_free(stand_in: Registration, occupant: Occupant) -> None:
    """Nobody sits in two seats of a round; coming back to the seat that was one's own is no second one."""
    held = Occupant.objects.filter(round=occupant.round_id, registration=stand_in, active=True)
    if held.exclude(table=occupant.table_id, seat=occupant.seat).exists():
        raise Refused("substitute_elsewhere", nick=stand_in.nick, round=occupant.round.number)


def _seats_ahead(registration: Registration) -> list[Occupant]:
    """The seats that he holds in rounds drawn, published or running; finished games are past."""
    rounds = (RoundStatus.DRAWN, RoundStatus.PUBLISHED, RoundStatus.RUNNING)
    held = Occupant.objects.filter(registration=registration, active=True, round__status__in=rounds)
    seats = held.select_related("round__event", "table__game", "table__round__event").order_by("round__number")
    return [occupant for occupant in seats if occupant.round.status != RoundStatus.RUNNING or _still_in(occupant)]


def _refuse_fixed(seats: list[Occupant]) -> None:
    """Refuse to change a seat that nobody changes now. What happens in a running game changes none. Raises Refused as
    `refuse_fixed`.
    """
    for occupant in seats:
        if occupant.round.status != RoundStatus.RUNNING:
            refuse_fixed(occupant.round)


def _still_in(occupant: Occupant) -> bool:
    game = occupant.table.game
    if game is None or game.finished:
        return False
    seat = game.state["seats"][occupant.seat]
    return bool(seat["left"] is None and seat["occupant"] == occupant.label)


def _leave_game(occupant: Occupant, *, by: Account, now: datetime, reason: str) -> None:
    recording.write_line(
        table=occupant.table, entry=Withdraw(seat=occupant.seat, reason=one_line(reason)), by=by, now=now
    )


def _take_over(occupant: Occupant, stand_in: Registration, *, by: Account, now: datetime, reason: str) -> None:
    """The label goes into the log; who it is stands in the occupant row. Who comes back has the label he had."""
    here = Occupant.objects.filter(table=occupant.table)
    label = here.filter(seat=occupant.seat, registration=stand_in).values_list("label", flat=True).first()
    if label is None:
        label = f"{occupant.seat}{here.filter(label__startswith=occupant.seat).count() + 1}"
        Occupant.objects.create(
            table=occupant.table, round=occupant.round, seat=occupant.seat, label=label, registration=stand_in
        )
    line = Substitute(seat=occupant.seat, occupant=label, reason=one_line(reason))
    recording.write_line(table=occupant.table, entry=line, by=by, now=now)


def _keep(
    occupant: Occupant,
    kind: SeatingChangeKind,
    who: Registration,
    moved: int,
    *,
    by: Account,
    now: datetime,
    reason: str = "",
) -> None:
    """It stands beside the draw for all to see; why he goes does not, which may be his own affair."""
    SeatingChange.objects.create(
        round=occupant.round, kind=kind, registration=who, moved=moved, reason=reason.strip(), by=by, at=now
    )


def _close_seat(occupant: Occupant) -> int:
    """Close a seat of a table that has not begun; those behind it move up one letter. Returns how many they are."""
    table = occupant.table
    behind = list(Occupant.objects.filter(table=table, seat__gt=occupant.seat).order_by("seat"))
    left = Occupant.objects.filter(table=table).count() - 1
    event = occupant.round.event
    if left not in projections.regulations_of(event).game_options().table_sizes:
        raise Refused(
            "table_not_playable" if event.is_smear else "table_too_small",
            table=table.number,
            nick=occupant.registration.nick,
        )
    occupant.delete()
    for neighbour in behind:
        neighbour.seat = chr(ord(neighbour.seat) - 1)
        neighbour.label = f"{neighbour.seat}1"
        neighbour.save(update_fields=["seat", "label"])
    return len(behind)
