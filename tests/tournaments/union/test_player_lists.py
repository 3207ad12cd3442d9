"""Lists of players and the Elite on the pages of the union; lists, conditions and invitations at the desk."""

from __future__ import annotations

import re

import pytest
from django.core import mail
from django.core.files.uploadedfile import SimpleUploadedFile

from tests.factories import stories
from tests.factories.base import NOW
from tests.factories.stories import director_of
from tests.factories.tournaments import AccountFactory, FederationFactory, PlayerFactory
from tournaments import tasks
from tournaments.models import EliteMember, EntryCondition, Message, Office, Player, Season

pytestmark = pytest.mark.django_db


@pytest.fixture
def union(client):
    account = AccountFactory.create()
    Office.objects.create(account=account, role="union", starts_at=NOW.replace(year=2020))
    client.force_login(account)
    return account


@pytest.fixture
def event(client):
    event = stories.an_event(players=0)
    client.force_login(director_of(event))
    return event


def value_in(answer, name):
    """What a hidden field of the page holds."""
    found = re.search(rf'name="{name}" value="([^"]+)"', answer.content.decode())
    assert found is not None
    return found[1]


def sealed_in(answer):
    return value_in(answer, "list")


def upload(client, address, text="nick\nAnna\n"):
    return client.post(address, {"file": SimpleUploadedFile("people.csv", text.encode())})


@pytest.mark.parametrize("how", ["file", "cells"])
def test_a_list_is_tried_and_then_taken_in(client, union, how):
    here = "/union/list/"
    tried = upload(client, here) if how == "file" else client.post(here, {"pasted": "nick\tclub\nAnna\t\n"})
    assert "1 row without faults. Nothing is done yet." in tried.content.decode()
    assert not Player.objects.exists()
    taken = client.post(here, {"list": sealed_in(tried)}, follow=True)
    assert "New players: 1." in taken.content.decode()
    assert Player.objects.get().nick == "Anna"


def test_faults_stand_beside_their_rows_and_nothing_can_be_taken_in(client, union):
    tried = upload(client, "/union/list/", "nick,club,note\nAnna,NOSUCH,x\n<b>,,\n")
    shown = tried.content.decode()
    assert tried.status_code == 422
    assert "There is no club “NOSUCH”. Check its code or name." in shown
    assert "&lt;b&gt;" in shown
    assert "left out:" in shown
    assert 'name="list"' not in shown


@pytest.mark.parametrize(("text", "said"), [("name\nA\n", "nick"), ("", "nobody in this list"), ("nick\n\x00", "Save")])
def test_a_file_that_cannot_be_a_list_is_said(client, union, text, said):
    answer = upload(client, "/union/list/", text)
    assert answer.status_code == 422
    assert said in answer.content.decode()


def test_what_was_tried_cannot_be_changed(client, union):
    assert client.post("/union/list/", {"list": "W10:forged:forged"}).status_code == 409


def test_an_officer_has_the_page_of_his_federation_alone(client):
    there = FederationFactory.create(country="SK", name="Slovakia")
    FederationFactory.create()
    account = AccountFactory.create()
    Office.objects.create(account=account, role="officer", federation=there, starts_at=NOW.replace(year=2020))
    client.force_login(account)
    assert client.get("/union/federations/SK/list/").status_code == 200
    assert client.get("/union/federations/CZ/list/").status_code in (403, 404)
    assert client.get("/union/list/").status_code == 403
    assert client.post("/union/list/", {"list": "x"}).status_code == 403


def test_the_elite_is_named_and_dropped(client, union):
    Season.objects.create(year=2026)
    player = PlayerFactory.create(nick="Žofka", nick_key="zofka")
    client.post("/union/elite/2026/", {"nicks": "zofka\n"})
    assert EliteMember.objects.get().player == player
    assert "Žofka" in client.get("/union/elite/2026/").content.decode()
    refused = client.post("/union/elite/2026/", {"nicks": "Nobody"})
    assert (refused.status_code, "Nobody is called Nobody" in refused.content.decode()) == (409, True)
    client.post(f"/union/elite/2026/{player.pk}/drop/")
    assert not EliteMember.objects.exists()


# --- At the desk ------------------------------------------------------------------------------------------------------


def test_a_list_into_an_event(client, event):
    here = f"/desk/{event.slug}/list/"
    tried = upload(client, here, "nick\nAnna\nBert\n")
    answer = client.post(here, {"list": sealed_in(tried)}, follow=True)
    assert "2 players of the list are in." in answer.content.decode()
    assert set(event.registrations.values_list("status", flat=True)) == {"confirmed"}


def test_a_full_event_says_so(client, event):
    event.capacity = 4
    event.save()
    here = f"/desk/{event.slug}/list/"
    tried = upload(client, here, "nick\n" + "".join(f"N{n}\n" for n in range(5)))
    answer = client.post(here, {"list": sealed_in(tried)})
    assert (answer.status_code, event.registrations.count()) == (409, 0)


def test_conditions_are_set_and_told_to_players(client, event):
    here = f"/desk/{event.slug}/conditions/"
    answer = client.post(f"{here}set/", {"ranking": "10"})
    assert (answer.status_code, "Say of which season" in answer.content.decode()) == (422, True)
    client.post(
        f"{here}set/", {"ranking": "10", "ranking_season": "2026", "club_quota": "2", "newcomers": "on", "squad": "on"}
    )
    assert set(EntryCondition.objects.values_list("kind", flat=True)) == {"ranking", "club_quota", "newcomers", "squad"}
    shown = client.get(here).content.decode()
    assert "Only for the best 10 of the ranking 2026." in shown
    assert 'name="ranking" value="10"' in shown
    event.refresh_from_db()
    assert "Only for the best 10 of the ranking 2026." in client.get(f"/e/{event.slug}/").content.decode()
    player = PlayerFactory.create(account=AccountFactory.create())
    client.force_login(player.account)
    told = client.get(f"/e/{event.slug}/enter/").content.decode()
    assert "You have no points in it yet." in told
    assert client.post(f"/e/{event.slug}/enter/").status_code == 409
    client.force_login(director_of(event))
    client.post(f"{here}set/", {})
    assert not EntryCondition.objects.exists()


def test_the_list_of_the_invited(client, event):
    player = PlayerFactory.create(nick="Žofka", nick_key="zofka")
    client.post(f"/desk/{event.slug}/invited/", {"nicks": "ZOFKA"})
    assert "Žofka" in client.get(f"/desk/{event.slug}/conditions/").content.decode()
    refused = client.post(f"/desk/{event.slug}/invited/", {"nicks": "Nobody"})
    assert (refused.status_code, "Nobody is called Nobody" in refused.content.decode()) == (409, True)
    client.post(f"/desk/{event.slug}/invited/{player.pk}/remove/")
    assert not event.invitations.exists()


def test_who_was_not_invited_here_is_not_named_by_taking_him_off(client, event):
    hidden = PlayerFactory.create(nick="Skrytý", nick_key="skryty")
    stories.an_event(slug="elsewhere").invitations.create(player=hidden, at=NOW)
    told = [client.post(f"/desk/{event.slug}/invited/{pk}/remove/", follow=True) for pk in (hidden.pk, 999_999)]
    assert [answer.status_code for answer in told] == [409, 409]
    assert ["This player is not on the list." in answer.content.decode() for answer in told] == [True, True]
    assert all("Skrytý" not in answer.content.decode() for answer in told)
    assert hidden.invitations.count() == 1


def test_the_letter_is_shown_before_it_is_sent_once(client, event):
    PlayerFactory.create(account=AccountFactory.create())
    here = f"/desk/{event.slug}/invitations/"
    assert "1 player may enter" in client.get(here).content.decode()
    preview = client.post(here, {"note": "Bring <cards>."})
    shown = preview.content.decode()
    assert "Bring &lt;cards&gt;." in shown
    assert "Send to 1 player" in shown
    assert not Message.objects.exists()
    form = value_in(preview, "form")
    for _ in range(2):
        client.post(here, {"note": "Bring <cards>.", "form": form, "send": "1"})
    tasks.sweep()
    tasks.sweep()
    assert len(mail.outbox) == 1
    assert "Bring <cards>." in mail.outbox[0].body
    assert "1 letter" in client.get(here).content.decode()


@pytest.mark.parametrize("page", ["conditions", "invitations", "list"])
def test_only_the_director_may(client, event, page):
    client.force_login(AccountFactory.create())
    assert client.get(f"/desk/{event.slug}/{page}/").status_code == 403
