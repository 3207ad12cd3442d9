"""The code on a player's phone: who may check in sees him and one button, anybody else nothing; it is of one entry."""

from __future__ import annotations

import html
import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories import stories
from tests.factories.base import NOW
from tests.factories.tournaments import AccountFactory
from tests.tournaments.console.conftest import signed_in_as, words_of
from tournaments.facts.nicks import nick_key
from tournaments.models import Account, Event, JournalLine, Registration
from tournaments.operations.events import making
from tournaments.operations.events.check_in_codes import check_in_code

pytestmark = pytest.mark.django_db


@pytest.fixture
def arriving(event: Event) -> Registration:
    """Somebody confirmed who has an account, and is not here yet."""
    one = stories.registration(event, "p7")
    Registration.objects.filter(pk=one.pk).update(status="confirmed", nick="ŽOFIE")
    one.player.account = AccountFactory.create()
    one.player.save()
    one.refresh_from_db()
    return one


@pytest.fixture
def owner(arriving: Registration) -> Client:
    assert arriving.player.account is not None
    return signed_in_as(arriving.player.account)


def address_on(client: Client, event: Event) -> str:
    """Where the code on a player's own page leads."""
    page = html.unescape(client.get(f"/e/{event.slug}/enter/").content.decode())
    found = re.search(r'<code class="seed">\s*https?://[^/]+(/desk/\S+?)\s*</code>', page)
    assert found, "no code on the page"
    return found[1]


def status(one: Registration) -> str:
    one.refresh_from_db()
    return one.status


def everything(answer: Any) -> str:
    return words_of(answer) + str(answer.headers)


# --- At the door ------------------------------------------------------------------------------------------------------


def test_the_code_leads_to_the_person_and_one_tap_checks_in(event, arriving, owner, director):
    address = address_on(owner, event)
    page = words_of(director.get(address))
    assert "ŽOFIE" in page
    assert "checked in 14 of 15" in page
    after = director.post(address, follow=True)
    assert status(arriving) == "checked_in"
    assert "ŽOFIE is checked in." in words_of(after)
    assert "checked in 15 of 15" in words_of(after)


def test_a_wrong_tap_is_taken_back(event, arriving, owner, director):
    address = address_on(owner, event)
    assert 'name="undo"' not in words_of(director.get(address))
    director.post(address)
    assert 'name="undo"' in words_of(director.get(address))
    director.post(address, {"undo": "1", "seen": "checked_in"})
    assert status(arriving) == "confirmed"


def test_who_has_gone_since_the_code_was_read_is_not_brought_back_unseen(event, arriving, owner, director):
    address = address_on(owner, event)
    assert '<input type="hidden" name="seen" value="confirmed">' in words_of(director.get(address))
    Registration.objects.filter(pk=arriving.pk).update(status="withdrawn")
    answer = director.post(address, {"seen": "confirmed"})
    assert (answer.status_code, status(arriving)) == (409, "withdrawn")
    assert "somebody else has changed the registration" in words_of(answer)


@pytest.mark.parametrize("before", ["applied", "waiting", "withdrawn"])
def test_undo_takes_back_a_check_in_and_confirms_nobody(event, arriving, owner, director, before):
    address = address_on(owner, event)
    Registration.objects.filter(pk=arriving.pk).update(status=before)
    director.post(address, {"undo": "1"})
    assert status(arriving) == before


def test_to_look_changes_nothing(event, arriving, owner, director):
    address, lines = address_on(owner, event), JournalLine.objects.count()
    for method in (director.get, director.head):
        assert method(address).status_code == 200
    assert status(arriving) == "confirmed"
    assert JournalLine.objects.count() == lines


def test_two_who_tap_at_once_check_in_once(event, arriving, owner, director):
    address = address_on(owner, event)
    for _ in range(2):
        assert director.post(address).status_code == 302
    assert JournalLine.objects.filter(chain__event=event, act="entry_status").count() == 1


def test_at_an_event_that_is_over_there_is_no_button(event, arriving, owner, director):
    address = address_on(owner, event)
    Event.objects.update(status="finished")
    assert "Check in<" not in words_of(director.get(address))
    assert director.post(address).status_code == 409
    assert status(arriving) == "confirmed"


def test_a_full_event_says_so(event, arriving, owner, director):
    address = address_on(owner, event)
    Registration.objects.filter(pk=arriving.pk).update(status="waiting")
    Event.objects.update(capacity=14)
    answer = director.post(address)
    assert answer.status_code == 409
    assert 'id="refusal"' in words_of(answer)
    assert status(arriving) == "waiting"


# --- Anybody else -----------------------------------------------------------------------------------------------------


def of_another_event(event: Event) -> Account:
    other = stories.an_event(players=0, slug="moor")
    return stories.director_of(other)


@pytest.mark.parametrize("who", ["owner", "stranger", "referee", "director of another event"])
def test_whoever_may_not_check_in_learns_nothing_of_the_person(event, arriving, owner, stranger, referee, who):
    others = {"owner": owner, "stranger": stranger, "referee": referee}
    client = others[who] if who in others else signed_in_as(of_another_event(event))
    address = address_on(owner, event)
    right, wrong = client.get(address), client.get(address[:-5] + "00000/")
    for answer in (right, wrong, client.post(address)):
        assert answer.status_code == 403
    said = everything(right)
    assert "code for the check-in" in said
    assert arriving.player.nick not in said
    assert "ŽOFIE" not in said
    assert status(arriving) == "confirmed"


def test_whoever_is_not_signed_in_is_asked_to_and_it_signs_nobody_in(event, arriving, owner):
    client = Client()
    for answer in (client.get(address_on(owner, event)), client.post(address_on(owner, event))):
        assert answer.status_code == 302
        assert answer["Location"].startswith("/sign-in/")
        said = everything(client.get(answer["Location"]))
        assert "This is a code for the check-in of an event." in said
        assert not {nick for nick in (arriving.player.nick, "ŽOFIE") if nick in said}
        assert "ŽOFIE" not in everything(answer)
    assert "_auth_user_id" not in client.session
    assert "a code for the check-in" not in everything(client.get("/sign-in/?next=/desk/"))


# --- The code ---------------------------------------------------------------------------------------------------------


def test_a_code_is_of_one_entry_of_one_event(event, arriving, director):
    other = stories.registration(event, "p8")
    crossed = reverse("desk:arrival", args=[event.slug, other.pk, check_in_code(arriving)])
    assert director.get(crossed).status_code == 404
    elsewhere = stories.an_event(players=4, slug="moor")
    making.appoint(event=elsewhere, account=stories.director_of(event), role="director", now=NOW)
    strange = stories.registration(elsewhere, "p1")
    for slug in (event.slug, elsewhere.slug):
        for one in (arriving, strange):
            expected = 200 if one.event.slug == slug else 404
            assert (
                director.get(reverse("desk:arrival", args=[slug, one.pk, check_in_code(one)])).status_code == expected
            )


def test_an_address_that_is_no_code_finds_nobody(event, director):
    for entry in (0, 10**30):
        assert director.get(f"/desk/{event.slug}/in/{entry}/č/").status_code == 404


def test_a_code_says_nothing_that_could_be_guessed(event, arriving):
    codes = {check_in_code(one) for one in event.registrations.all()}
    assert len(codes) == 15
    assert all(re.fullmatch("[0-9a-f]{20}", code) for code in codes)


@pytest.mark.parametrize("by", ["owner", "director"])
def test_a_new_code_ends_the_former(event, arriving, owner, director, by):
    former = address_on(owner, event)
    if by == "owner":
        owner.post(f"/e/{event.slug}/check-in-code/")
    else:
        director.post(f"/desk/{event.slug}/person-check-in-codes/p7/", follow=True)
    assert address_on(owner, event) != former
    answer = director.get(former)
    assert answer.status_code == 404
    assert "This code finds nobody" in words_of(answer)
    assert "ŽOFIE" not in words_of(answer)
    assert director.post(former).status_code in (404, 409)
    assert status(arriving) == "confirmed"
    assert director.get(address_on(owner, event)).status_code == 200
    assert JournalLine.objects.filter(chain__event=event, act="check_in_code_renewed").exists()


def test_my_page_leads_to_the_code_while_the_event_is_ahead(event, arriving, owner):
    assert f"/e/{event.slug}/enter/#check-in" in words_of(owner.get("/me/"))
    Registration.objects.filter(pk=arriving.pk).update(status="withdrawn")
    assert "#check-in" not in words_of(owner.get("/me/"))
    assert '<code class="seed">' not in words_of(owner.get(f"/e/{event.slug}/enter/"))


def test_the_code_is_drawn_here_and_asks_nothing_of_the_internet(event, arriving, owner):
    assert 'src="data:image/svg+xml' in owner.get(f"/e/{event.slug}/enter/").content.decode()


# --- The list at the door ---------------------------------------------------------------------------------------------


def test_the_counter_of_the_list_follows_who_is_checked_in_elsewhere(event, arriving, director):
    page = words_of(director.get(f"/desk/{event.slug}/people/?mode=check-in"))
    assert f'data-live="/desk/{event.slug}/people/now/?mode=check-in"' in page
    before = director.get(f"/desk/{event.slug}/people/now/?mode=check-in")
    assert "checked in 14 of 15" in words_of(before)
    asked = {"If-None-Match": before["ETag"]}
    assert director.get(f"/desk/{event.slug}/people/now/?mode=check-in", headers=asked).status_code == 304
    director.post(f"/desk/{event.slug}/statuses/p7/", {"status": "checked_in"})
    assert "checked in 15 of 15" in words_of(
        director.get(f"/desk/{event.slug}/people/now/?mode=check-in", headers=asked)
    )


def test_a_part_of_a_nick_without_accents_finds_him(event, arriving, director):
    arriving.player.nick, arriving.player.nick_key = "ŽOFIE", nick_key("ŽOFIE")
    arriving.player.save()
    page = words_of(director.get(f"/desk/{event.slug}/people/?mode=check-in&q=zof"))
    assert page.count('id="row-') == 1
    assert f'id="row-{arriving.pk}"' in page
