"""Registrations for an event (operations/events/registrations.py)."""

import datetime as dt
import functools
import itertools

import pytest

from tests.factories import stories
from tests.factories.base import NOW
from tests.factories.stories import add_players, an_event, registration
from tests.factories.tournaments import ClubFactory, PlayerFactory
from tests.races import race
from tests.refusals import refusal
from tournaments.models import (
    Event,
    JoinRequest,
    JournalLine,
    Membership,
    Player,
    Registration,
    RegistrationStatus,
    Score,
)
from tournaments.operations.events import registrations
from tournaments.operations.events.registrations import (
    add_walk_in,
    apply_for,
    change_status,
    why_not,
    withdraw_application,
)
from tournaments.operations.results import scoring
from tournaments.operations.union.seasons import season_of
from tournaments.queries.desk import status_counts, who_moves_up

pytestmark = pytest.mark.django_db


@pytest.fixture
def open_event():
    return an_event(players=0, status="open")


def reasons(event, player, now=NOW):
    return [reason.code for reason in why_not(event=event, player=player, now=now)]


@pytest.mark.parametrize(
    ("status", "expected"),
    [
        ("draft", ["registration_not_open"]),
        ("announced", ["registration_not_open"]),
        ("open", []),
        ("closed", ["registration_closed"]),
        ("running", ["registration_closed"]),
        ("finished", ["registration_closed"]),
        ("cancelled", ["registration_closed"]),
    ],
)
def test_who_may_apply_depends_on_the_event(open_event, status, expected):
    open_event.status = status
    assert reasons(open_event, PlayerFactory()) == expected


def test_the_closing_time_holds_though_the_clock_has_not_struck_yet(open_event):
    open_event.registration_closes_at = NOW
    player = PlayerFactory()
    assert reasons(open_event, player, NOW - dt.timedelta(seconds=1)) == []
    assert reasons(open_event, player) == ["registration_closed"]


def test_a_player_applies_once_and_again_after_a_withdrawal(open_event):
    player = PlayerFactory()
    one = apply_for(event=open_event, player=player, now=NOW)
    assert (one.status, one.key, one.position, one.nick) == ("applied", "p1", 1, player.nick)
    assert refusal(apply_for, event=open_event, player=player, now=NOW).code == "already_registered"
    assert withdraw_application(registration=one, now=NOW).status == "withdrawn"
    assert apply_for(event=open_event, player=player, now=NOW).pk == one.pk


def test_the_page_says_no_when_it_is_late_by_a_second_look(open_event):
    """The page was opened while registration was open; it has closed since."""
    stale = Event.objects.get(pk=open_event.pk)
    Event.objects.filter(pk=open_event.pk).update(status="closed")
    assert refusal(apply_for, event=stale, player=PlayerFactory(), now=NOW).code == "registration_closed"


def test_the_club_and_the_nick_are_those_of_the_day(open_event):
    player, club = PlayerFactory(), ClubFactory()
    Membership.objects.create(player=player, club=club, season=season_of(NOW.date()))
    one = apply_for(event=open_event, player=player, now=NOW)
    assert (one.club, one.nick) == (club, player.nick)


def test_nobody_is_told_to_let_wait_who_waits_already():
    event = an_event(players=2, status="open", capacity=2)
    add_players(event, 1, registered="applied")
    add_players(event, 1, registered="waiting")
    for key, code in (("p3", "event_full"), ("p4", "still_full")):
        full = refusal(change_status, registration=registration(event, key), status="confirmed", now=NOW)
        assert (full.code, full.values) == (code, {"capacity": 2})


def test_capacity_counts_those_who_are_in_and_nobody_else():
    event = an_event(players=2, status="open", capacity=3)
    add_players(event, 3, registered="applied")
    add_players(event, 1, registered="waiting")
    add_players(event, 1, registered="withdrawn")
    third, fourth = registration(event, "p3"), registration(event, "p4")
    assert change_status(registration=third, status="confirmed", now=NOW).status == "confirmed"
    full = refusal(change_status, registration=fourth, status="confirmed", now=NOW)
    assert (full.code, full.values) == ("event_full", {"capacity": 3})
    assert change_status(registration=third, status="checked_in", now=NOW).status == "checked_in"
    assert change_status(registration=fourth, status="waiting", now=NOW).status == "waiting"
    assert refusal(add_walk_in, event=event, line="DOOR", now=NOW).code == "event_full"
    withdraw_application(registration=third, now=NOW)
    assert add_walk_in(event=event, line="DOOR", now=NOW).status == "checked_in"


def test_all_applications_are_confirmed_in_their_order_while_there_are_places():
    event = an_event(players=1, status="open", capacity=3)
    add_players(event, 4, registered="applied")
    assert registrations.confirm_all(event=event, now=NOW) == (2, 2)
    states = list(event.registrations.order_by("position").values_list("status", flat=True))
    assert states == ["checked_in", "confirmed", "confirmed", "waiting", "waiting"]


def test_who_applies_when_all_places_are_taken_waits_and_is_the_first_to_get_one():
    event = an_event(players=2, status="open", capacity=2)
    early = apply_for(event=event, player=PlayerFactory(), now=NOW)
    assert early.status == "waiting"
    second = apply_for(event=event, player=PlayerFactory(), now=NOW + dt.timedelta(minutes=1))
    withdraw_application(registration=early, now=NOW)
    later = apply_for(event=event, player=early.player, now=NOW + dt.timedelta(minutes=2))
    assert later.status == "waiting"
    withdraw_application(registration=registration(event, "p1"), now=NOW)
    assert who_moves_up(event, status_counts(event)) == second, "who came back waits behind those who stayed"
    assert apply_for(event=event, player=PlayerFactory(), now=NOW).status == "applied", "there is a place again"
    assert registrations.confirm_all(event=event, now=NOW) == (0, 1), "and it is for who waits"


def test_a_step_that_a_stale_page_offers_is_refused(open_event):
    [one] = add_players(open_event, 1, registered="applied")
    stale = registration(open_event, one.key)
    Registration.objects.filter(pk=one.pk).update(status="checked_in")
    assert refusal(change_status, registration=stale, status="waiting", now=NOW).code == "already_here"


AHEAD = {*itertools.product(["applied", "waiting"], ["confirmed", "checked_in"]), ("confirmed", "checked_in")}


@pytest.mark.parametrize("after", RegistrationStatus.values)
@pytest.mark.parametrize("seen", ["", *RegistrationStatus.values])
def test_a_tap_on_an_old_list_takes_nobody_back(open_event, seen, after):
    """Whatever the list has shown and somebody has done since: only a step ahead, of who meant one, is done."""
    [one] = add_players(open_event, 1, registered="applied")
    for before in {*RegistrationStatus.values} - {seen, after}:
        Registration.objects.filter(pk=one.pk).update(status=before)
        tapped = functools.partial(change_status, registration=one, status=after, seen=seen, now=NOW)
        if (before, after) in AHEAD and (not seen or (seen, after) in AHEAD):
            assert tapped().status == after
        else:
            told = "already_here" if before == "checked_in" else "registration_step"
            assert refusal(tapped).code == told, (seen, before, after)
            assert registration(open_event, one.key).status == before


def test_two_phones_at_a_door_check_the_same_person_in_at_once(open_event):
    [one] = add_players(open_event, 1, registered="confirmed")
    first, second = registration(open_event, one.key), registration(open_event, one.key)
    change_status(registration=first, status="checked_in", now=NOW)
    noted = JournalLine.objects.count()
    assert change_status(registration=second, status="checked_in", now=NOW).status == "checked_in"
    assert JournalLine.objects.count() == noted, "the second has changed nothing"


def test_who_has_a_seat_is_not_taken_out_here(event):
    round_ = stories.a_drawn_round(event)
    one = stories.seats_of(stories.table_of(round_))["A"]
    assert refusal(change_status, registration=one, status="withdrawn", now=NOW).code == "is_seated"
    assert refusal(withdraw_application, registration=one, now=NOW).code == "own_seat"


def test_only_who_is_in_stands_in_the_standings(open_event):
    [one] = add_players(open_event, 1, registered="applied")
    key = Score.objects.filter(registration=one).values_list("rank_key", flat=True)
    for status, stands in (("confirmed", True), ("waiting", False), ("checked_in", True), ("withdrawn", False)):
        change_status(registration=registration(open_event, one.key), status=status, now=NOW)
        assert bool(key[0]) is stands
        assert scoring.order_anew(open_event) == []


# --- Walk-ins ---------------------------------------------------------------------------------------------------------


def test_a_walk_in_is_one_line(open_event):
    ClubFactory(code="PRG", name="Prague Cats")
    one = add_walk_in(event=open_event, line="  Kočka   Bílá , prg", now=NOW)
    assert (one.nick, one.club.code, one.status, one.classified) == ("Kočka Bílá", "PRG", "checked_in", True)
    assert JoinRequest.objects.get(player=one.player).club.code == "PRG"


def test_a_walk_in_who_is_known_in_another_spelling_is_himself(open_event):
    player = PlayerFactory(nick="Kočka", nick_key="kocka")
    assert add_walk_in(event=open_event, line="KOCKA", now=NOW).player == player
    assert refusal(add_walk_in, event=open_event, line="kočka", now=NOW).code == "already_registered"


@pytest.mark.parametrize("before", ["confirmed", "checked_in", "waiting"])
def test_a_line_for_the_waiting_list_takes_nobody_back_who_is_further(open_event, before):
    [one] = add_players(open_event, 1, registered=before)
    told = refusal(add_walk_in, event=open_event, line=one.nick, now=NOW, waits=True)
    assert (told.code, registration(open_event, one.key).status) == ("already_registered", before)


def test_a_guest_takes_no_place_also_if_he_had_applied(open_event):
    [one] = add_players(open_event, 1, registered="applied")
    for line in (one.nick, "GUEST"):
        guest = add_walk_in(event=open_event, line=line, now=NOW, classified=False)
        stored = Registration.objects.get(pk=guest.pk)
        assert (stored.status, stored.classified, stored.earns_points) == ("checked_in", False, False)
        assert Score.objects.get(registration=guest).rank_key == ""


@pytest.mark.parametrize(
    ("line", "code"), [("", "nick_malformed"), ("x" * 41, "nick_malformed"), ("NICK, NOWHERE", "club_unknown")]
)
def test_a_line_that_cannot_be_read_registers_nobody(open_event, line, code):
    assert refusal(add_walk_in, event=open_event, line=line, now=NOW).code == code
    assert (Player.objects.count(), Registration.objects.count()) == (0, 0)


@pytest.mark.parametrize("status", ["finished", "cancelled"])
def test_nobody_walks_in_when_the_event_is_over(open_event, status):
    Event.objects.filter(pk=open_event.pk).update(status=status)
    assert refusal(add_walk_in, event=open_event, line="LATE", now=NOW).code == "event_over"


def test_places_close_up_when_somebody_is_no_longer_classified(evening):
    stories.play_round(evening)
    first = evening.event.scores.order_by("rank_key", "key").first()
    assert first is not None
    one = registration(evening.event, first.key)
    registrations.classify(registration=one, classified=False, earns_points=False, now=NOW)
    assert Score.objects.get(pk=first.pk).rank_key == ""
    registrations.classify(registration=one, classified=True, earns_points=False, now=NOW)
    assert Score.objects.get(pk=first.pk).rank_key == first.rank_key


@pytest.mark.django_db(transaction=True)
def test_the_last_place_goes_to_one_of_two():
    event = an_event(players=0, status="open", capacity=1)
    add_players(event, 2, registered="applied")
    rivals = [registration(Event.objects.get(pk=event.pk), key) for key in ("p1", "p2")]
    confirm = (lambda one=one: change_status(registration=one, status="confirmed", now=NOW).status for one in rivals)
    assert sorted(race(*confirm)) == ["confirmed", "event_full"]


@pytest.mark.django_db(transaction=True)
def test_two_walk_ins_at_two_doors_get_two_keys():
    event = an_event(players=0, status="open")
    doors = (
        lambda line=line: add_walk_in(event=Event.objects.get(pk=event.pk), line=line, now=NOW).key
        for line in ("LEFT", "RIGHT", "BACK")
    )
    assert sorted(race(*doors)) == ["p1", "p2", "p3"]
