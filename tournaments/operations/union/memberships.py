"""Who belongs to which club: asking, being accepted, leaving, renewing, the squad of six.

competition.md 4: a player belongs to one club per season, and joining one asks its captain. A club without a captain is
spoken for by an officer of its federation, or by the union. During a season only the union moves a player to another
club. What was played stays with the club of its day; registrations for events that are still to be drawn follow.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.db import IntegrityError, connection, transaction
from django.db.models import F, QuerySet
from django.utils import timezone

from games.rules.refusals import Refused
from tournaments import projections
from tournaments.facts.nicks import is_said
from tournaments.models import (
    SQUAD,
    Account,
    CeremonyStepKind,
    Club,
    Event,
    EventStatus,
    JoinRequest,
    Membership,
    Office,
    OfficeRole,
    Player,
    Registration,
    RequestStatus,
    Round,
    Season,
    SquadPlace,
)
from tournaments.operations.holding import hold_event
from tournaments.operations.journal import note
from tournaments.operations.union.clubs import hold_club

PRESENT_FIRST = F("left_at").asc(nulls_first=True)
STILL_TO_BE_DRAWN = (EventStatus.DRAFT, EventStatus.ANNOUNCED, EventStatus.OPEN, EventStatus.CLOSED)


def year_of(now: datetime) -> int:
    """Return the year of the season at `now`, where the site stands: a season is a calendar year."""
    return timezone.localdate(now).year


@transaction.atomic
def ask_to_join(*, player: Player, club: Club, year: int, by: Account | str | None, now: datetime) -> JoinRequest:
    """Ask a club for a season; `by` as the journal takes it: a visitor names his club while he registers.

    Raises Refused `season_not_offered`, `member_already`, `one_club_a_season`, `leave_first` or `request_open`.
    """
    if year not in (year_of(now), year_of(now) + 1):
        raise Refused("season_not_offered")
    season = Season.objects.get_or_create(year=year)[0]
    _check_one_club(player, club, season, now)
    for asked in JoinRequest.objects.filter(player=player, season=season, status=RequestStatus.OPEN):
        raise Refused("request_open", club=asked.club.name, year=year)
    try:
        with transaction.atomic():
            request = JoinRequest.objects.create(player=player, club=club, season=season, made_at=now)
    except IntegrityError:  # asked in another window a moment ago
        raise Refused("request_open", club=club.name, year=year) from None
    note("join_asked", by=by, now=now, subject=f"player:{player.pk}", new=_said(club, season))
    return request


@transaction.atomic
def accept_request(*, request: JoinRequest, by: Account, now: datetime) -> Membership:
    """Accept a request to join: the player is a member from now on.

    Raises Refused `captain_decides`, `request_step`, `season_over`, `leave_first`, `member_already`,
    `one_club_a_season`.
    """
    _answer(request, RequestStatus.ACCEPTED, by=by, now=now)
    if request.season.year < year_of(now):
        raise Refused("season_over", year=request.season.year)
    _check_one_club(request.player, request.club, request.season, now)
    return join(player=request.player, club=request.club, season=request.season, act="join_accepted", by=by, now=now)


@transaction.atomic
def decline_request(*, request: JoinRequest, by: Account, now: datetime) -> None:
    """Decline a request to join. Raises Refused `captain_decides` or `request_step`."""
    _answer(request, RequestStatus.DECLINED, by=by, now=now)
    subject = f"player:{request.player_id}"
    note("join_declined", by=by, now=now, subject=subject, new=_said(request.club, request.season))


@transaction.atomic
def withdraw_request(*, request: JoinRequest, by: Account, now: datetime) -> None:
    """Take one's own request to join back. Raises Refused `request_step`."""
    _close(request, RequestStatus.WITHDRAWN, by=by, now=now)
    subject = f"player:{request.player_id}"
    note("join_withdrawn", by=by, now=now, subject=subject, new=_said(request.club, request.season))


def join(
    *, player: Player, club: Club, season: Season, act: str, by: Account, now: datetime, reason: str = ""
) -> Membership:
    """Make the player a member, new or come back; his registrations follow. The right was proven by the caller.

    Raises Refused `one_club_a_season`.
    """
    try:
        with transaction.atomic():
            former = Membership.objects.filter(player=player, club=club, season=season).order_by(PRESENT_FIRST).first()
            membership = former or Membership(player=player, club=club, season=season)
            membership.left_at = None
            membership.save()
    except IntegrityError:
        raise Refused("one_club_a_season", club=club.name, year=season.year) from None
    JoinRequest.objects.filter(player=player, season=season, status=RequestStatus.OPEN).update(
        status=RequestStatus.WITHDRAWN, decided_at=now
    )
    let_registrations_follow(player, season, club, by=by, now=now)
    note(act, by=by, now=now, subject=f"player:{player.pk}", new=_said(club, season), reason=reason)
    return membership


@transaction.atomic
def leave_club(*, membership: Membership, by: Account, now: datetime) -> None:
    """Leave a club; who has not begun a season in it leaves without a trace. Raises Refused `left_already`."""
    club, season = membership.club, membership.season
    hold_club(club)
    hold_players(membership.player_id)
    here = Membership.objects.present().filter(pk=membership.pk)
    SquadPlace.objects.filter(membership=membership).delete()
    if season.year > year_of(now):
        gone, _ = here.delete()
    else:
        gone = here.update(left_at=now)
    if not gone:
        raise Refused("left_already", nick=membership.player.nick)
    let_registrations_follow(membership.player, season, None, by=by, now=now)
    account = membership.player.account_id
    captained = Office.objects.filter(account=account, role=OfficeRole.CAPTAIN, club=club, ended_at=None)
    is_captain_no_more = bool(account) and season.year <= year_of(now) and captained.update(ended_at=now) > 0
    new = _said(club, season) | ({"office_ended": "captain"} if is_captain_no_more else {})
    note("member_left", by=by, now=now, subject=f"player:{membership.player_id}", new=new)


@transaction.atomic
def renew_members(*, club: Club, by: Account, now: datetime) -> int:
    """Take this season's members over into the next one. Returns how many.

    Who has a club for the next season already, or has asked another one, is left alone.
    """
    hold_club(club)
    year = year_of(now)
    following = Season.objects.get_or_create(year=year + 1)[0]
    members = Membership.objects.present().filter(club=club, season__year=year, player__merged_into=None)
    members = members.exclude(player__memberships__season=following)
    asking = JoinRequest.objects.filter(season=following, status=RequestStatus.OPEN).values("player")
    staying = members.exclude(player__in=asking).order_by("pk").values_list("player", flat=True)
    hold_players(*staying)
    players = list(staying.all())  # looked up again: somebody may have answered elsewhere before they were held
    Membership.objects.bulk_create(Membership(player_id=pk, club=club, season=following) for pk in players)
    if players:
        new = {"season": following.year, "players": players}
        note("members_renewed", by=by, now=now, subject=f"club:{club.pk}", new=new)
    return len(players)


@transaction.atomic
def move_player(*, player: Player, club: Club, reason: str, by: Account, now: datetime) -> Membership:
    """Move a player to another club during the season, as the union decides.

    Raises Refused `why_required`, `member_already` or `one_club_a_season`.
    """
    if not is_said(reason):
        raise Refused("why_required")
    hold_players(player.pk)
    season = Season.objects.get_or_create(year=year_of(now))[0]
    for present in Membership.objects.present().filter(player=player, season=season).select_related("club"):
        if present.club_id == club.pk:
            raise Refused("member_already", nick=player.nick, year=season.year)
        SquadPlace.objects.filter(membership=present).delete()
        Membership.objects.filter(pk=present.pk).update(left_at=now)
    return join(player=player, club=club, season=season, act="member_moved", by=by, now=now, reason=reason)


@transaction.atomic
def name_squad(*, club: Club, year: int, members: Sequence[int], by: Account, now: datetime) -> None:
    """Name the squad of a season, in the order of `members` (keys of memberships): up to six; none takes it back.

    Raises Refused `squad_full`, `not_a_member` or `season_over`.
    """
    hold_club(club)
    chosen = list(dict.fromkeys(members))
    if year < year_of(now):
        raise Refused("season_over", year=year)
    if len(chosen) > SQUAD:
        raise Refused("squad_full", most=SQUAD, chosen=len(chosen))
    found = Membership.objects.present().filter(club=club, season__year=year, pk__in=chosen).in_bulk()
    if len(found) != len(chosen):
        raise Refused("not_a_member", year=year)
    SquadPlace.objects.filter(club=club, season__year=year).delete()
    SquadPlace.objects.bulk_create(
        SquadPlace(club=club, season_id=found[pk].season_id, number=number, membership_id=pk)
        for number, pk in enumerate(chosen, start=1)
    )
    new = {"season": year, "players": [found[pk].player_id for pk in chosen]}
    note("squad_named", by=by, now=now, subject=f"club:{club.pk}", new=new)


def hold_players(*players: int) -> None:
    """Lock the players until the end of the transaction, after their club and before their events: one act at a time.

    Without it an act that closes a request before it writes the membership and one that does so after it would wait
    for each other. On SQLite the transaction itself is the lock.
    """
    if connection.features.has_select_for_update:
        held = Player.everyone.filter(pk__in=players).order_by("pk").select_for_update(no_key=True)
        list(held.values_list("pk"))


def let_registrations_follow(
    player: Player, season: Season, club: Club | None, *, by: Account | None, now: datetime
) -> None:
    """Give the club to his registrations for events of the season that nothing was drawn for; others keep theirs."""
    key = f"player:{player.pk}"
    for event in events_to_be_drawn(player).filter(season=season):
        hold_event(event)
        if event.status not in STILL_TO_BE_DRAWN:
            continue
        changed = Registration.objects.filter(event=event, player=player).exclude(club=club)
        if changed.update(club=club):
            projections.bump(event)
            new = {"club": club.code if club else None}
            note("registration_club_changed", by=by, now=now, event=event, subject=key, new=new)


def events_to_be_drawn(player: Player) -> QuerySet[Event]:
    """Return the events that he has entered and that nothing was drawn or frozen for, in the order of holding them."""
    events = Event.objects.filter(registrations__player=player, status__in=STILL_TO_BE_DRAWN)
    events = events.exclude(ceremony_steps__kind=CeremonyStepKind.FROZEN)
    events = events.exclude(rounds__in=Round.objects.filter(draws__isnull=False))
    return events.order_by("pk").distinct()


def _check_one_club(player: Player, club: Club, season: Season, now: datetime) -> None:
    memberships = Membership.objects.filter(player=player, season=season).select_related("club")
    for membership in memberships.order_by(PRESENT_FIRST):
        if membership.club_id == club.pk and membership.left_at is None:
            raise Refused("member_already", nick=player.nick, year=season.year)
        if membership.club_id != club.pk and season.year > year_of(now):
            raise Refused("leave_first", club=membership.club.name, year=season.year)
        if membership.club_id != club.pk:
            raise Refused("one_club_a_season", club=membership.club.name, year=season.year)


def _answer(request: JoinRequest, status: RequestStatus, *, by: Account, now: datetime) -> None:
    """Close the request for the club. Whoever speaks for a club without a captain was let in by the caller."""
    hold_club(request.club)
    hold_players(request.player_id)
    captains = Office.objects.in_force().filter(role=OfficeRole.CAPTAIN, club=request.club)
    decides = list(captains.values_list("account", flat=True))
    if decides and by.pk not in decides:
        raise Refused("captain_decides")
    _close(request, status, by=by, now=now)


def _close(request: JoinRequest, status: RequestStatus, *, by: Account, now: datetime) -> None:
    is_open = JoinRequest.objects.filter(pk=request.pk, status=RequestStatus.OPEN)
    if not is_open.update(status=status, decided_at=now, decided_by=by):
        raise Refused("request_step")


def _said(club: Club, season: Season) -> dict[str, object]:
    return {"club": club.pk, "season": season.year}
