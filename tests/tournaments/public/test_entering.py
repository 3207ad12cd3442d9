"""A player and one event: enter, be told every reason why not, withdraw."""

import re

import pytest
from django.test import Client

from tests.factories import stories
from tests.factories.base import NOW
from tests.factories.tournaments import AccountFactory, EventFactory, PlayerFactory
from tests.tournaments.console.conftest import words_of
from tests.tournaments.operations.seating.test_ceremonies import announce, freeze, opened
from tournaments.models import Event, Player, Registration, RegistrationStatus
from tournaments.operations.seating import ceremonies, promises, seats

pytestmark = pytest.mark.django_db


@pytest.fixture
def player(client: Client) -> Player:
    account = AccountFactory.create()
    client.force_login(account)
    return PlayerFactory.create(nick="KAMIL", account=account)


def test_a_stranger_is_asked_to_sign_in_first(client: Client):
    event = EventFactory.create()
    for address in (f"/e/{event.slug}/enter/", f"/e/{event.slug}/withdraw/"):
        assert client.post(address)["Location"].startswith("/sign-in/?next=")
    assert not Registration.objects.exists()


def test_a_player_enters_and_sees_his_state(client: Client, player):
    event = EventFactory.create()
    address = f"/e/{event.slug}/enter/"
    assert "You enter as" in client.get(address).content.decode()
    page = client.post(address, follow=True)
    assert "You have applied" in page.content.decode()
    assert "applied" in page.content.decode()
    assert Registration.objects.get(event=event).player == player


def test_entering_twice_changes_nothing(client: Client, player):
    event = EventFactory.create()
    client.post(f"/e/{event.slug}/enter/")
    again = client.post(f"/e/{event.slug}/enter/")
    assert again.status_code == 409
    assert "registered already" in again.content.decode()
    assert Registration.objects.count() == 1


@pytest.mark.parametrize("act", ["withdraw", "check-in-code"])
def test_who_has_not_entered_is_told_so_when_he_acts_as_if_he_had(client: Client, player, act):
    answer = client.post(f"/e/{EventFactory.create().slug}/{act}/")
    assert (answer.status_code, "You are not registered for this event." in answer.content.decode()) == (409, True)


@pytest.mark.parametrize(
    ("status", "reason"),
    [
        ("announced", "Registration is not open yet."),
        ("closed", "Registration is closed."),
        ("running", "Registration is closed."),
        ("finished", "Registration is closed."),
    ],
)
def test_who_may_not_enter_is_told_why(client: Client, player, status, reason):
    event = EventFactory.create(status=status)
    page = client.get(f"/e/{event.slug}/enter/").content.decode()
    assert "You cannot enter now" in page
    assert reason in page
    refused = client.post(f"/e/{event.slug}/enter/")
    assert refused.status_code == 409
    assert reason in refused.content.decode()
    assert not Registration.objects.exists()


def test_a_draft_cannot_be_entered(client: Client, player):
    event = EventFactory.create(status="draft")
    assert client.get(f"/e/{event.slug}/enter/").status_code == 404
    assert client.post(f"/e/{event.slug}/enter/").status_code == 404


def test_somebody_who_is_no_player_is_told_to_register(client: Client):
    client.force_login(AccountFactory.create())
    event = EventFactory.create()
    assert "not registered as a player" in client.get(f"/e/{event.slug}/enter/").content.decode()
    assert client.post(f"/e/{event.slug}/enter/").status_code == 409
    assert client.post(f"/e/{event.slug}/withdraw/").status_code == 409


def test_a_player_withdraws_and_enters_again(client: Client, player):
    event = EventFactory.create()
    client.post(f"/e/{event.slug}/enter/")
    page = client.post(f"/e/{event.slug}/withdraw/", follow=True).content.decode()
    assert "You have withdrawn" in page
    registration = Registration.objects.get(event=event)
    assert registration.status == RegistrationStatus.WITHDRAWN
    client.post(f"/e/{event.slug}/enter/")
    registration.refresh_from_db()
    assert registration.status == RegistrationStatus.APPLIED


def test_who_stands_in_a_frozen_list_is_told_that_he_is_drawn_whether_he_goes_or_not(client: Client, player):
    event = stories.an_event(players=8, status="closed")
    Registration.objects.filter(event=event, key="p1").update(player=player)
    round_ = stories.a_planned_round(event)
    by = stories.director_of(event)

    def asked() -> tuple[bool, bool]:
        page = client.get(f"/e/{event.slug}/enter/").content.decode()
        return "Your place goes to somebody else" in page, "so you are drawn all the same" in page

    promises.announce_draw(round_=round_, by=by, now=NOW)
    assert asked() == (True, False)
    ceremonies.freeze_draw(round_=round_, by=by, now=NOW)
    assert asked() == (False, True)
    ceremonies.give_up_draw(round_=round_, by=by, now=NOW, reason="a wrong list")
    assert asked() == (True, False)


def test_who_has_a_seat_cannot_slip_away(client: Client, player):
    event = stories.an_event(players=5)
    Registration.objects.filter(event=event, key="p1").update(player=player)
    stories.a_drawn_round(event)
    page = client.get(f"/e/{event.slug}/enter/").content.decode()
    assert "tell the director" in page
    assert "Withdraw from this event" not in page
    response = client.post(f"/e/{event.slug}/withdraw/")
    assert response.status_code == 409
    assert "You have a seat at a table" in response.content.decode()


def test_who_is_drawn_from_a_frozen_list_has_no_seat_in_words_while_his_tables_do_not_count(client: Client, player):
    event = stories.an_event(players=8, status="closed")
    Registration.objects.filter(event=event, key="p1").update(player=player)
    round_ = stories.a_planned_round(event)
    opened(round_)

    def said() -> list[bool]:
        page = words_of(client.get(f"/e/{event.slug}/enter/"))
        return ["You have a seat at a table" in page, "list of a public draw, so you are drawn. If you have" in page]

    def way() -> list[bool]:
        page = words_of(client.get("/me/"))
        return ["Withdraw from this event" in page, "How to leave this event" in page]

    assert (said(), way()) == ([True, False], [False, True])
    announce(round_, reason="a latecomer")
    freeze(round_)
    assert (said(), way()) == ([False, True], [False, True])


def test_my_page_has_two_words_for_leaving_an_event_and_signing_out(client: Client, player):
    """In Czech one word had served for both."""
    Registration.objects.filter(event=stories.an_event(players=5), key="p1").update(player=player)
    page = client.get("/me/", headers={"accept-language": "cs"}).content.decode()
    links = {" ".join(text.split()) for text in re.findall(r"<(?:a|button)\b[^>]*>([^<]*)<", page)}
    assert {"Odhlásit se z turnaje", "Odhlásit se"} < links
    assert "Odhlásit" not in links


def test_my_page_shows_seat_and_time_once_they_are_published(client: Client, player):
    event = stories.an_event(players=5)
    Registration.objects.filter(event=event, key="p1").update(player=player)
    round_ = stories.a_drawn_round(event)
    assert "Round 1: table" not in client.get("/me/").content.decode()
    seats.publish_seating(round_=round_, now=NOW)
    seat = event.registrations.get(key="p1").seats.get().seat
    page = client.get("/me/").content.decode()
    assert f"Round 1: table 1, seat {seat}" in page
    assert f"/e/{event.slug}/round/1/table/1/" in page


def test_who_applies_when_all_places_are_taken_is_told_so(client: Client, player):
    event = stories.an_event(players=4, status="open")
    address = f"/e/{event.slug}/enter/"
    assert "places are taken" not in client.get(address).content.decode()
    Event.objects.update(capacity=4)
    assert "All 4 places are taken." in client.get(address).content.decode()
    page = client.post(address, follow=True).content.decode()
    assert "All places are taken now: you wait" in page
    assert "<strong>waiting list</strong>" in page
    assert "<strong>applied</strong>" not in page
    assert Registration.objects.get(event=event, player=player).status == "waiting"


@pytest.mark.parametrize(
    ("status", "said"),
    [
        ("announced", "Registration is not open yet."),
        ("open", "Enter this event"),
        ("closed", "Registration is closed."),
    ],
)
def test_the_page_of_an_event_offers_to_enter_it_while_one_can(client: Client, status, said):
    event = EventFactory.create(status=status, registration_opens_at=None)
    page = client.get(f"/e/{event.slug}/").content.decode()
    assert said in page
    assert ("Enter this event" in page) is (status == "open")
