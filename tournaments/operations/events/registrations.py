"""Registrations for an event: apply, confirm, wait, check in, withdraw, and walk-ins in one line.

competition.md 3 and 4. Every change bumps the event's version, so that open pages follow. Who may not enter is
told why: `why_not` lists the reasons that the player's page shows, `apply_for` raises the first of them.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from django.db import IntegrityError, transaction
from django.db.models import Max

from games.rules.refusals import Refused
from tournaments import lifecycle, projections
from tournaments.models import (
    Account,
    Club,
    Event,
    EventStatus,
    Membership,
    Occupant,
    Player,
    Registration,
    RegistrationStatus,
)
from tournaments.models.round import RoundStatus
from tournaments.operations.acting import Act, act_on
from tournaments.operations.bans.doors import banned_players, refuse_banned
from tournaments.operations.events import entry_conditions, mailings
from tournaments.operations.journal import digest_of_document
from tournaments.operations.people.players import clean_nick, create_player, find_player
from tournaments.operations.results import scoring

TAKING_PART = projections.TAKING_PART
LIVE = (RoundStatus.DRAWN, RoundStatus.PUBLISHED, RoundStatus.RUNNING)
SeatSeen = tuple[int, str, int, str]  # the round and its state, the table, the seat


def why_not(*, event: Event, player: Player, now: datetime) -> list[Refused]:
    """Return why `player` may not apply for `event` now; empty if he may."""
    reasons = [Refused("banned", nick=player.nick)] if banned_players([player.pk], now=now) else []
    if event.status in (EventStatus.DRAFT, EventStatus.ANNOUNCED):
        reasons.append(Refused("registration_not_open"))
    elif event.status != EventStatus.OPEN or _is_past(event.registration_closes_at, now):
        reasons.append(Refused("registration_closed"))
    current = Registration.objects.filter(event=event, player=player).first()
    if current is not None and current.status != RegistrationStatus.WITHDRAWN:
        reasons.append(Refused("already_registered"))
    return reasons + entry_conditions.unmet(event=event, player=player)


def apply_for(*, event: Event, player: Player, by: Account | None = None, now: datetime) -> Registration:
    """Apply for an event, or apply again after a withdrawal. Who applies when all places are taken waits for one.

    Raises the first reason of `why_not`: Refused `banned`, `registration_not_open`, `registration_closed`,
    `already_registered`, or that of an entry condition.
    """
    with act_on(event, by=by, now=now) as act:
        for reason in why_not(event=event, player=player, now=now):
            raise reason
        status = RegistrationStatus.WAITING if is_full(event) else RegistrationStatus.APPLIED
        registration = Registration.objects.filter(event=event, player=player).first()
        if registration is not None:
            registration.applied_at = now  # behind those who have stayed
            registration.save(update_fields=["applied_at"])
            return _set_status(act, registration, status)
        return enter(act, player=player, status=status)


def change_status(
    *,
    registration: Registration,
    status: str,
    by: Account | None = None,
    now: datetime,
    reason: str = "",
    seen: str | None = None,
) -> Registration:
    """Confirm somebody, put him on the waiting list, check him in or take him out, before his seat is drawn.

    `seen`: the state in which he stood on the list that was tapped, empty if that said none; by default that of the
    row handed in. Nobody is taken back from a state that was not seen. Who is what was asked for already stays so: two
    phones at a door tap the same person at once. Raises Refused `already_here`, `registration_step`, `banned`,
    `event_full`, `still_full` for who waits already, or `is_seated` for somebody who sits at a table already.
    """
    seen = str(registration.status) if seen is None else seen
    with act_on(registration, by=by, now=now) as act:
        if registration.status == status:
            return registration
        lifecycle.check_registration_seen(registration.status, status, seen)
        lifecycle.check_registration_step(registration.status, status)
        if status != RegistrationStatus.WITHDRAWN:
            refuse_banned(registration.player, now=now)
        if status in TAKING_PART and registration.status not in TAKING_PART:
            _check_room(registration.event, waits=registration.status == RegistrationStatus.WAITING)
            entry_conditions.note_passed(act, registration)
        elif status not in TAKING_PART and is_seated(registration):
            raise Refused("is_seated", nick=registration.nick)
        before = registration.status
        _set_status(act, registration, status, reason=reason)
        mailings.tell_confirmed([registration], before=before, now=now)
        return registration


def confirm_all(*, event: Event, by: Account | None = None, now: datetime) -> tuple[int, int]:
    """Confirm all applications in their order while there are places; the others wait. Returns how many of each.

    A place that became free is for who waits already. Who is banned stays as he is: the director is asked about him.
    """
    with act_on(event, by=by, now=now) as act:
        applied = Registration.objects.filter(event=event, status=RegistrationStatus.APPLIED)
        applied = applied.order_by("applied_at", "pk")
        banned = banned_players(applied.values_list("player", flat=True), now=now)
        rows = [registration for registration in applied if registration.player_id not in banned]
        free = len(rows)
        if event.capacity is not None:
            before = (*TAKING_PART, RegistrationStatus.WAITING)
            free = max(event.capacity - Registration.objects.filter(event=event, status__in=before).count(), 0)
        for place, registration in enumerate(rows, start=1):
            registration.event = event
            registration.status = RegistrationStatus.CONFIRMED if place <= free else RegistrationStatus.WAITING
            registration.status_at = now
            registration.save(update_fields=["status", "status_at"])
            projections.open_score(registration)
        mailings.tell_confirmed(rows, before=RegistrationStatus.APPLIED, now=now)
        confirmed, waiting = min(free, len(rows)), max(len(rows) - free, 0)
        if rows:
            new = {"confirmed": confirmed, "waiting": waiting}
            act.note("registrations_confirmed", new=new)
        return confirmed, waiting


def classify(
    *,
    registration: Registration,
    classified: bool,
    earns_points: bool,
    by: Account | None = None,
    now: datetime,
    seen: str = "",
) -> Registration:
    """Say whether the player takes a place and earns ranking points (competition.md 3.7, 3.8); places close up.

    `seen`: as for `check_unchanged`. Raises Refused `entry_changed`.
    """
    with act_on(registration, by=by, now=now, even=lifecycle.FINISHED) as act:
        check_unchanged(registration, seen)
        old = {"classified": registration.classified, "earns_points": registration.earns_points}
        new = {"classified": classified, "earns_points": earns_points}
        registration.classified, registration.earns_points = classified, earns_points
        registration.save(update_fields=["classified", "earns_points"])
        projections.open_score(registration)
        if registration.event.rounds.filter(started_at__isnull=False).exists():
            scoring.order_anew(registration.event)
        subject = f"entry:{registration.key}"
        act.note("entry_classified", subject=subject, old=old, new=new)
        return registration


def withdraw_application(*, registration: Registration, by: Account | None = None, now: datetime) -> Registration:
    """Take one's own registration back, as long as one has no seat.

    Raises Refused `registration_step`, `own_seat`.
    """
    with act_on(registration, by=by, now=now):
        if registration.status == RegistrationStatus.WITHDRAWN:
            return registration
        if is_seated(registration):
            raise Refused("own_seat")
        return change_status(registration=registration, status=RegistrationStatus.WITHDRAWN, by=by, now=now)


def add_walk_in(
    *,
    event: Event,
    line: str,
    by: Account | None = None,
    now: datetime,
    classified: bool = True,
    takes_a_place: bool = True,
    waits: bool = False,
) -> Registration:
    """Register and check in somebody who stands in the door: `NICK` or `NICK, CLUB`, as a new player if need be.

    `takes_a_place`: False for a stand-in, who comes in for somebody and so may come though the event is full.
    `waits`: he is put on the waiting list instead.

    Raises Refused `nick_malformed`, `club_unknown`, `already_registered`, `event_full`, `event_over`, `banned`.
    """
    with act_on(event, by=by, now=now) as act:
        nick, _, code = line.partition(",")
        club = _club(code)
        player = find_player(clean_nick(nick)) or create_player(nick=nick, club=club, by=by, now=now)
        status = RegistrationStatus.WAITING if waits else RegistrationStatus.CHECKED_IN
        registration = let_in(act, player=player, club=club, status=status, takes_a_place=takes_a_place and not waits)
        if classified:
            return registration
        return classify(registration=registration, classified=False, earns_points=False, by=by, now=now)


def let_in(
    act: Act,
    *,
    player: Player,
    club: Club | None,
    status: RegistrationStatus = RegistrationStatus.CHECKED_IN,
    takes_a_place: bool = True,
    may_be_in: bool = False,
) -> Registration:
    """Take in who stands in the door, past the conditions of entry, whether he has applied before or not.

    `may_be_in`: who is in already stays as he is. Raises Refused `already_registered`, `event_full`, `banned`.
    """
    event = act.event
    registration = Registration.objects.filter(event=event, player=player).first()
    if takes_a_place and (registration is None or registration.status not in TAKING_PART):
        _check_room(event)
    if registration is None:
        registration = enter(act, player=player, status=status, club=club)
    elif registration.status == status or not _comes_further(registration, status):
        if may_be_in:
            return registration
        raise Refused("already_registered")
    else:
        refuse_banned(player, now=act.now)
        registration.event = event
        _set_status(act, registration, status)
    entry_conditions.note_passed(act, registration)
    return registration


def enter(act: Act, *, player: Player, status: RegistrationStatus, club: Club | None = None) -> Registration:
    """Make a row for `player` with the next free key; the nick and the club are those of the day.

    Invented people play in rehearsals, and nobody else does.

    Raises Refused `rehearsal`, `banned`, `already_registered`.
    """
    event = act.event
    if event.is_rehearsal != player.is_invented:
        raise Refused("rehearsal")
    refuse_banned(player, now=act.now)
    if club is None:
        members = Membership.objects.present().filter(player=player, season=event.season)
        membership = members.select_related("club").first()
        club = membership.club if membership else None
    last = Registration.objects.filter(event=event).aggregate(last=Max("position"))["last"] or 0
    try:
        with transaction.atomic():
            registration = Registration.objects.create(
                event=event,
                player=player,
                key=_free_key(event, last + 1),
                position=last + 1,
                nick=player.nick,
                club=club,
                status=status,
                applied_at=act.now,
                status_at=act.now,
            )
    except IntegrityError:
        raise Refused("already_registered") from None
    projections.open_score(registration)
    new = {"status": status.value, "player": player.pk, "club": club.code if club else None}
    act.note("entry_made", subject=f"entry:{registration.key}", new=new)
    return registration


def _comes_further(registration: Registration, status: str) -> bool:
    """Whether `status` would take somebody out of the list no step back, as a line at the door means it."""
    if registration.status == RegistrationStatus.CONFIRMED:
        return status == RegistrationStatus.CHECKED_IN
    return registration.status != RegistrationStatus.CHECKED_IN


def seal_of_entry(registration: Registration, seats: Iterable[SeatSeen]) -> str:
    """What tells what the page of a registration says from anything else: state, flags, fee, seats."""
    names = ("status", "classified", "earns_points", "paid_note")
    said = [str(getattr(registration, name)) for name in names]
    return digest_of_document([*said, registration.paid_at is not None, *map(list, seats)])[:16]


def check_unchanged(registration: Registration, seen: str) -> None:
    """Raise Refused `entry_changed` if a page was made of another state of a held registration. `seen`: what
    `seal_of_entry` said then; empty where nobody looked.
    """
    if not seen:
        return
    held = Occupant.objects.filter(registration=registration, active=True, round__status__in=LIVE)
    seats = held.order_by("round__number").values_list("round", "round__status", "table__number", "seat")
    if seen != seal_of_entry(registration, seats):
        raise Refused("entry_changed", nick=registration.nick)


def is_seated(registration: Registration) -> bool:
    """Whether the player sits at a table of a round that is drawn or running."""
    return Occupant.objects.filter(registration=registration, active=True, round__status__in=LIVE).exists()


def _is_past(moment: datetime | None, now: datetime) -> bool:
    return moment is not None and moment <= now


def _free_key(event: Event, number: int) -> str:
    taken = set(Registration.objects.filter(event=event).values_list("key", flat=True))
    while f"p{number}" in taken:
        number += 1
    return f"p{number}"


def _club(code: str) -> Club | None:
    if not code.strip():
        return None
    club = Club.objects.filter(code__iexact=code.strip()).first() or Club.objects.filter(name=code.strip()).first()
    if club is None:
        raise Refused("club_unknown", club=code.strip()[:80])
    return club


def is_full(event: Event) -> bool:
    """Whether all places are taken."""
    return event.capacity is not None and Registration.objects.filter(event=event).playing().count() >= event.capacity


def _check_room(event: Event, *, waits: bool = False) -> None:
    """`waits`: whoever is to come in stands on the waiting list, so nobody is told to put him there."""
    if is_full(event):
        raise Refused("still_full" if waits else "event_full", capacity=event.capacity)


def _set_status(act: Act, registration: Registration, status: str, *, reason: str = "") -> Registration:
    old, new = {"status": str(registration.status)}, {"status": str(status)}
    act.note("entry_status", subject=f"entry:{registration.key}", old=old, new=new, reason=reason)
    registration.status = status
    registration.status_at = act.now
    registration.reason = reason
    registration.save(update_fields=["status", "status_at", "reason"])
    projections.open_score(registration)
    return registration
