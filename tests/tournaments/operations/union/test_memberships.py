"""One club per player and season: asking, answering, leaving, the squad, and what the union alone may do."""

from datetime import timedelta

import pytest
from django.db import DatabaseError, IntegrityError, transaction
from django.utils import timezone

from tests.factories import stories
from tests.factories.tournaments import AccountFactory, ClubFactory, FederationFactory, PlayerFactory
from tests.races import race
from tests.refusals import refusal
from tournaments.models import (
    Account,
    Club,
    ClubAlias,
    Event,
    JoinRequest,
    JournalLine,
    Membership,
    Office,
    Player,
    Registration,
    Season,
    SquadPlace,
)
from tournaments.operations.people.claims import open_account, settle
from tournaments.operations.people.enrolments import enrol_player
from tournaments.operations.union import memberships
from tournaments.operations.union.clubs import change_code, rename_club
from tournaments.operations.union.founding import found_club
from tournaments.operations.union.offices import end_office, give_office
from tournaments.operations.union.seasons import season_of

pytestmark = pytest.mark.django_db
NOW = timezone.now()
YEAR = timezone.localdate(NOW).year


@pytest.fixture
def player():
    return PlayerFactory.create(account=AccountFactory.create())


@pytest.fixture
def captain():
    return AccountFactory.create(name="Captain")


@pytest.fixture
def club(captain):
    club = ClubFactory.create(name="Moor Cats")
    give_office(role="captain", account=captain, club=club, by=captain, now=NOW)
    return club


def ask(player, club, year=YEAR):
    return memberships.ask_to_join(player=player, club=club, year=year, by=player.account, now=NOW)


def a_member(club, player=None, year=YEAR):
    season = Season.objects.get_or_create(year=year)[0]
    return Membership.objects.create(player=player or PlayerFactory.create(), club=club, season=season)


def journal():
    return list(JournalLine.objects.order_by("pk").values_list("act", flat=True))


# --- Founding ---------------------------------------------------------------------------------------------------------


def found(player, **fields):
    values = {"name": "Fen Cats", "code": "FEN", "country": "IS", **fields}
    return found_club(founder=player, by=player.account, now=NOW, **values)


def test_who_founds_a_club_anywhere_is_its_captain_and_a_member(player):
    club = found(player)
    assert (club.federation.country, club.federation.name) == ("IS", "Iceland")
    assert Office.objects.in_force().get(club=club).account == player.account
    assert Membership.objects.get(player=player).season.year == YEAR
    assert journal() == ["club_founded", "join_accepted"]
    assert refusal(found, player, name="Other", code="OTH").code == "captain_already"


def test_who_has_a_club_this_season_founds_one_for_the_next(player):
    a_member(ClubFactory.create(), player)
    club = found(player)
    assert Membership.objects.get(player=player, club=club).season.year == YEAR + 1


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"country": "ZZ"}, "country_unknown"),
        ({"country": ""}, "country_unknown"),
        ({"code": "fen"}, "club_code_malformed"),
        ({"code": "F"}, "club_code_malformed"),
        ({"code": "FÉN"}, "club_code_malformed"),
        ({"code": "OLD"}, "club_code_taken"),
        ({"code": "MOOR"}, "club_code_taken"),
        ({"name": "x"}, "club_name_malformed"),
        ({"name": "a\u202eb"}, "club_name_malformed"),
        ({"name": "móor  cats"}, "club_name_taken"),
    ],
)
def test_a_club_that_cannot_be_is_refused(player, fields, code):
    moor = ClubFactory.create(code="moor", name="Moor Cats", federation=FederationFactory.create(country="IS"))
    ClubAlias.objects.create(club=moor, code="OLD", at=NOW)
    assert refusal(found, player, **fields).code == code
    assert not Office.objects.exists()


def test_a_code_changes_and_the_former_one_stays_taken(club, captain):
    former = club.code
    change_code(club=club, code="MOOR", by=captain, now=NOW)
    assert ClubAlias.objects.get().code == former
    assert refusal(change_code, club=ClubFactory.create(), code=former, by=captain, now=NOW).code == "club_code_taken"
    change_code(club=club, code=former, by=captain, now=NOW)
    assert [one.code for one in ClubAlias.objects.all()] == ["MOOR"]
    rename_club(club=club, name="Moor and Fen", by=captain, now=NOW)
    assert Club.objects.get(pk=club.pk).name == "Moor and Fen"


def test_a_club_keeps_its_country_whoever_asks(club):
    """Results name the club of their day; so its flag is the flag of that day (migration fixed_flags)."""
    other = FederationFactory.create(country="SK", name="Slovakia")
    for change in (
        lambda: Club.objects.filter(pk=club.pk).update(federation=other),
        lambda: type(other).objects.filter(pk=other.pk).update(country="HU"),
    ):
        with pytest.raises((IntegrityError, DatabaseError)), transaction.atomic():
            change()
    Club.objects.filter(pk=club.pk).update(federation=club.federation_id, name="Same")


# --- Joining ----------------------------------------------------------------------------------------------------------


def test_the_captain_takes_him_in(player, club, captain):
    request = ask(player, club)
    assert not Membership.objects.exists()
    memberships.accept_request(request=request, by=captain, now=NOW)
    assert Membership.objects.present().get(player=player, season__year=YEAR).club == club
    assert journal()[-2:] == ["join_asked", "join_accepted"]
    assert refusal(memberships.accept_request, request=request, by=captain, now=NOW).code == "request_step"
    assert refusal(memberships.decline_request, request=request, by=captain, now=NOW).code == "request_step"


def test_a_captain_alone_decides_and_without_one_somebody_else(player, club, captain):
    officer, request = AccountFactory.create(), ask(player, club)
    assert refusal(memberships.accept_request, request=request, by=officer, now=NOW).code == "captain_decides"
    assert JoinRequest.objects.get().status == "open"
    end_office(office=Office.objects.get(club=club), by=captain, now=NOW)
    memberships.accept_request(request=request, by=officer, now=NOW)
    assert Membership.objects.filter(player=player, club=club).exists()


def test_declined_and_withdrawn_requests_leave_no_member(player, club, captain):
    memberships.decline_request(request=ask(player, club), by=captain, now=NOW)
    memberships.withdraw_request(request=ask(player, club), by=player.account, now=NOW)
    assert sorted(JoinRequest.objects.values_list("status", flat=True)) == ["declined", "withdrawn"]
    assert not Membership.objects.exists()


def test_one_club_a_season(player, club, captain):
    a_member(club, player)
    other = ClubFactory.create()
    assert refusal(ask, player, other).code == "one_club_a_season"
    assert refusal(ask, player, club).code == "member_already"
    assert ask(player, other, YEAR + 1).season.year == YEAR + 1
    assert refusal(ask, player, club, YEAR + 1).code == "request_open"
    for year in (YEAR - 1, YEAR + 2):
        assert refusal(ask, player, other, year).code == "season_not_offered"


def test_who_left_during_the_season_stays_without_another_club_but_may_come_back(player, club, captain):
    memberships.leave_club(membership=a_member(club, player), by=player.account, now=NOW)
    assert refusal(ask, player, ClubFactory.create()).code == "one_club_a_season"
    memberships.accept_request(request=ask(player, club), by=captain, now=NOW)
    assert Membership.objects.get(player=player).left_at is None


def test_a_season_that_has_not_begun_is_left_without_a_trace(player, club):
    membership = a_member(club, player, YEAR + 1)
    assert refusal(ask, player, ClubFactory.create(), YEAR + 1).code == "leave_first"
    memberships.leave_club(membership=membership, by=player.account, now=NOW)
    assert not Membership.objects.exists()
    ask(player, ClubFactory.create(), YEAR + 1)


def test_a_captain_who_leaves_is_captain_no_more(player, club):
    give_office(role="captain", account=player.account, club=club, by=player.account, now=NOW)
    membership = a_member(club, player)
    memberships.leave_club(membership=membership, by=player.account, now=NOW)
    assert not Office.objects.in_force().filter(club=club, account=player.account).exists()
    assert refusal(memberships.leave_club, membership=membership, by=player.account, now=NOW).code == "left_already"


def test_a_request_of_a_season_that_is_over_makes_no_member(player, club, captain):
    request = ask(player, club)
    late = NOW + timedelta(days=370)
    assert refusal(memberships.accept_request, request=request, by=captain, now=late).code == "season_over"
    assert JoinRequest.objects.get().status == "open"


def test_members_go_on_into_the_next_season_unless_they_go_elsewhere(player, club, captain):
    stays, asks, goes = (a_member(club).player for _ in range(3))
    ask(asks_with_account := give_account(asks), ClubFactory.create(), YEAR + 1)
    a_member(ClubFactory.create(), goes, YEAR + 1)
    memberships.leave_club(membership=a_member(club, player), by=player.account, now=NOW)
    assert memberships.renew_members(club=club, by=captain, now=NOW) == 1
    assert memberships.renew_members(club=club, by=captain, now=NOW) == 0
    assert Membership.objects.get(club=club, season__year=YEAR + 1).player == stays
    assert asks_with_account == asks


def give_account(player):
    player.account = AccountFactory.create()
    player.save()
    return player


def test_during_a_season_the_union_moves_a_player_and_says_why(player, club):
    union, other = AccountFactory.create(), ClubFactory.create()
    a_member(club, player)
    SquadPlace.objects.create(
        club=club, season=Season.objects.get(year=YEAR), number=1, membership=Membership.objects.get()
    )
    move = {"player": player, "club": other, "by": union, "now": NOW}
    assert refusal(memberships.move_player, reason=" ", **move).code == "why_required"
    memberships.move_player(reason="moved house", **move)
    assert Membership.objects.present().get(player=player).club == other
    assert Membership.objects.get(player=player, club=club).left_at == NOW
    assert not SquadPlace.objects.exists()
    assert JournalLine.objects.get(act="member_moved").reason == "moved house"
    assert refusal(memberships.move_player, reason="again", **move).code == "member_already"


# --- What was played keeps its club, what is to come follows ----------------------------------------------------------


def entered(player, **fields):
    season = season_of(timezone.localdate(NOW))
    event = stories.an_event(players=4, season=season, **fields)
    [one] = stories.add_players(event, 1)
    Registration.objects.filter(pk=one.pk).update(player=player)
    return Registration.objects.get(pk=one.pk)


def test_registrations_follow_until_something_is_drawn(player, club, captain):
    coming, drawn, played = (entered(player, status=status) for status in ("open", "closed", "finished"))
    stories.a_drawn_round(drawn.event)
    memberships.accept_request(request=ask(player, club), by=captain, now=NOW)
    clubs = [Registration.objects.get(pk=one.pk).club for one in (coming, drawn, played)]
    assert clubs == [club, None, None]
    assert Event.objects.get(pk=coming.event_id).version == 2
    assert JournalLine.objects.get(act="registration_club_changed").chain.event_id == coming.event_id


def test_results_keep_the_club_of_their_day(player, club):
    membership = a_member(club, player)
    played = entered(player, status="finished")
    Registration.objects.filter(pk=played.pk).update(club=club)
    memberships.leave_club(membership=membership, by=player.account, now=NOW)
    memberships.move_player(player=player, club=ClubFactory.create(), reason="x", by=player.account, now=NOW)
    assert Registration.objects.get(pk=played.pk).club == club


# --- The squad --------------------------------------------------------------------------------------------------------


def test_a_squad_is_six_members_and_no_seventh(club, captain):
    members = [a_member(club).pk for _ in range(7)]
    name = {"club": club, "year": YEAR, "by": captain, "now": NOW}
    assert refusal(memberships.name_squad, members=members, **name).code == "squad_full"
    memberships.name_squad(members=members[:6][::-1], **name)
    assert list(SquadPlace.objects.order_by("number").values_list("membership", flat=True)) == members[:6][::-1]
    season = Season.objects.get(year=YEAR)
    with pytest.raises(IntegrityError), transaction.atomic():
        SquadPlace.objects.create(club=club, season=season, number=7, membership_id=members[6])
    outsider = a_member(ClubFactory.create()).pk
    assert refusal(memberships.name_squad, members=[outsider], **name).code == "not_a_member"
    memberships.name_squad(members=[], **name)
    assert not SquadPlace.objects.exists()


def test_who_leaves_leaves_the_squad_too(player, club, captain):
    membership = a_member(club, player)
    memberships.name_squad(club=club, year=YEAR, members=[membership.pk], by=captain, now=NOW)
    memberships.leave_club(membership=membership, by=player.account, now=NOW)
    assert not SquadPlace.objects.exists()
    again = {"club": club, "year": YEAR, "members": [membership.pk], "by": captain, "now": NOW}
    assert refusal(memberships.name_squad, **again).code == "not_a_member"


# --- Offices ----------------------------------------------------------------------------------------------------------


def test_a_club_has_one_captain_at_a_time(club, captain):
    other = AccountFactory.create()
    give_office(role="captain", account=other, club=club, by=captain, now=NOW)
    assert [one.account for one in Office.objects.in_force().filter(club=club)] == [other]


def test_an_office_has_its_body_and_its_term(club):
    union, federation = AccountFactory.create(), club.federation
    give = {"account": union, "by": union, "now": NOW}
    assert refusal(give_office, role="officer", **give).code == "office_needs_body"
    assert refusal(give_office, role="press", federation=federation, **give).code == "office_needs_body"
    assert refusal(give_office, role="press", ends_at=NOW - timedelta(days=1), **give).code == "term_malformed"
    office = give_office(role="officer", federation=federation, ends_at=NOW + timedelta(days=9), **give)
    assert refusal(give_office, role="officer", federation=federation, **give).code == "office_held"
    later = NOW + timedelta(days=10)
    again = give_office(role="officer", federation=federation, account=union, by=union, now=later)
    office.refresh_from_db()
    assert office.ended_at == office.ends_at
    end_office(office=again, by=union, now=later, reason="moved")
    assert refusal(end_office, office=again, by=union, now=later).code == "office_ended"
    assert journal()[-3:] == ["office_given", "office_given", "office_ended"]


def test_an_officer_registers_a_player_and_the_captain_still_decides(club, captain):
    officer = AccountFactory.create()
    Office.objects.create(account=officer, role="officer", federation=club.federation, starts_at=NOW)
    one = enrol_player(nick="Žofie", email="z@example.org", club=club, by=officer, now=NOW)
    assert (one.account, one.claims.get().email) == (None, "z@example.org")
    assert JoinRequest.objects.get(player=one).status == "open"
    two = enrol_player(nick="Tonda", email="", club=club, by=captain, now=NOW)
    assert Membership.objects.get(player=two).club == club
    assert two.account is None
    PlayerFactory.create(account=AccountFactory.create(email="known@example.org"))
    taken = {"nick": "Jiný", "email": "Known@example.org", "club": None, "by": officer, "now": NOW}
    assert refusal(enrol_player, **taken).code == "account_is_player"


def test_whom_a_captain_names_by_an_address_is_there_when_he_says_so(club, captain):
    claim = enrol_player(nick="Žofie", email="z@example.org", club=club, by=captain, now=NOW)
    assert not Player.objects.filter(nick="Žofie").exists()
    assert not Account.objects.filter(email="z@example.org").exists()
    player = settle(claim=claim, by=open_account(claim), now=NOW)
    assert JoinRequest.objects.get(player=player).club == club


# --- At the same moment -----------------------------------------------------------------------------------------------


@pytest.mark.django_db(transaction=True)
def test_two_who_act_at_once_leave_one_member_and_one_squad(player, club, captain):
    """Accepted in two windows while the union moves him: one club, and nobody crashes. Two squads: one of them."""
    request, other = ask(player, club), ClubFactory.create()
    accept = {"request": request, "by": captain, "now": NOW}
    answers = race(
        lambda: memberships.accept_request(**accept).club.code,
        lambda: memberships.accept_request(**accept).club.code,
        lambda: memberships.move_player(player=player, club=other, reason="x", by=captain, now=NOW).club.code,
    )
    assert Membership.objects.present().filter(player=player).count() == 1, answers
    assert not JoinRequest.objects.filter(status="open").exists()
    members = [a_member(club).pk for _ in range(6)]
    name = {"club": club, "year": YEAR, "by": captain, "now": NOW}
    squads = (members[:4], members[2:])
    race(*(lambda chosen=chosen: memberships.name_squad(members=chosen, **name) for chosen in squads))
    assert list(SquadPlace.objects.order_by("number").values_list("membership", flat=True)) in squads


@pytest.mark.django_db(transaction=True)
def test_a_code_is_founded_once(player):
    others = [player, PlayerFactory.create(account=AccountFactory.create())]
    answers = race(*(lambda one=one: found(one, name=f"Cats {one.pk}").code for one in others))
    assert sorted(map(str, answers)) == ["FEN", "club_code_taken"]
