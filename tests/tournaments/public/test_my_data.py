"""My data in one file, and being forgotten in two steps; nobody else gets at either."""

import json

import pytest
from django.test import Client

from tests.factories import stories
from tests.factories.base import NOW
from tests.factories.tournaments import AccountFactory, PlayerFactory
from tournaments.models import Account, Event, JournalLine, Membership, Player, Ruling, Sanction
from tournaments.operations.accounts.tokens import create_token
from tournaments.operations.events import making
from tournaments.operations.people.players import respell_nick
from tournaments.operations.results import publishing_standings
from tournaments.operations.union.seasons import club_named, season_of

pytestmark = pytest.mark.django_db


def signed_in_as(account: Account) -> Client:
    client = Client()
    client.force_login(account)
    return client


@pytest.fixture
def somebody(evening) -> Account:
    """p1 of a played and published evening, with a club, a former nick, a token, a ruling and a sanction."""
    player = stories.registration(evening.event, "p1").player
    respell_nick(player=player, nick="MAGPIE")
    player.account = account = AccountFactory.create(email="magpie@example.org", name="Mag Pie", password="a secret")
    player.save()
    Membership.objects.create(
        player=player, club=club_named(code="MAG", name="Magpies", country="CZ"), season=season_of(NOW.date())
    )
    create_token(account=account, label="my phone", now=NOW)
    seat = stories.registration(evening.event, "p1").seats.get()
    Ruling.objects.create(
        table=seat.table, seat=seat.seat, kind="a", facts="looked too early", judged_by="referee", decision="warning",
        concerned=seat.registration, at=NOW,
    )  # fmt: skip
    Sanction.objects.create(
        player=player, kind="warning", grounds="for the union", reasons="be careful", proposed_at=NOW, confirmed_at=NOW
    )
    stories.play_round(evening)
    publishing_standings.publish_standings(event=evening.event, by=None, now=NOW, final=True)
    return account


def test_everything_about_oneself_is_in_one_file(somebody):
    answer = signed_in_as(somebody).post("/me/data/file/")
    assert answer["Content-Disposition"].startswith("attachment")
    found = json.loads(answer.content)
    assert (found["format"], found["account"]["email"], found["sessions"]) == ("scwu-person/1", "magpie@example.org", 1)
    assert (found["player"]["nick"], len(found["player"]["former_nicks"])) == ("MAGPIE", 1)
    [entry] = found["registrations"]
    assert (entry["entry"], entry["seats"][0]["round__number"], entry["published"][0]["number"]) == ("p1", 1, 1)
    assert entry["score"]["deals"] > 0
    assert [one["facts"] for one in found["rulings"]] == ["looked too early"]
    assert [one["reasons"] for one in found["sanctions"]] == ["be careful"]
    assert found["rows"]["tournaments.apitoken (account)"][0]["label"] == "my phone"
    assert "tournaments.membership (player)" in found["rows"]
    assert JournalLine.objects.get(act="data_exported").subject == somebody.key


def test_of_hidden_standings_nothing_is_in_it_either_not_even_a_place_that_a_referee_has_set():
    event = stories.an_event(players=8, status="closed", regulations={"hidden_from_round": 1})
    stories.play_round(stories.a_running_round(event))
    mine = stories.registration(event, "p1")
    mine.player.account = account = AccountFactory.create()
    mine.player.save()
    publishing_standings.override_place(registration=mine, place=1, note="seen", by=stories.director_of(event), now=NOW)

    def told() -> tuple[bool, int]:
        (entry,) = json.loads(signed_in_as(account).post("/me/data/file/").content)["registrations"]
        return entry["score"] is not None, len(entry["places_set"])

    assert told() == (False, 0)
    Event.objects.filter(pk=event.pk).update(standings_shown_at=NOW)
    assert told() == (True, 1)


def test_the_file_holds_no_secret_and_nothing_of_others(somebody, evening):
    text = signed_in_as(somebody).post("/me/data/file/").content.decode()
    token, other = somebody.api_tokens.get(), stories.registration(evening.event, "p2").nick
    for secret in (token.secret_hash, somebody.password, "for the union", other):
        assert secret not in text


def test_a_stranger_is_led_to_the_door_and_looking_gives_no_file(somebody):
    assert Client().post("/me/data/file/").status_code == 302
    assert signed_in_as(somebody).get("/me/data/file/").status_code == 405
    assert b"keyed hashes" in signed_in_as(somebody).get("/me/data/").content


def test_being_forgotten_takes_two_steps_and_the_right_word(somebody):
    client, label = signed_in_as(somebody), f"Player {somebody.player.pk}"
    assert label in client.get("/me/erase/").content.decode()
    assert b'name="word"' not in client.get("/me/erase/").content
    assert b'name="word"' in client.post("/me/erase/").content
    assert client.post("/me/erase/", {"word": "yes"}).status_code == 422
    assert Account.objects.get(pk=somebody.pk).email == "magpie@example.org"
    answer = client.post("/me/erase/", {"word": f" {label} "}, follow=True)
    assert answer.redirect_chain == [("/erased/", 302)]
    assert Player.objects.get(nick=label).account is None
    assert client.get("/me/").status_code == 302


@pytest.mark.parametrize("sent", ["abc", "1 2", "-1", "9" * 30, "1\x00", "\u0663"])
def test_the_union_is_asked_again_whom_it_means(keeper, sent):
    assert signed_in_as(keeper).post("/union/erase/", {"player": sent}).status_code == 200


def test_who_plays_today_is_told_when_it_can_be_done(event):
    player = stories.registration(event, "p3").player
    player.account = AccountFactory.create()
    player.save()
    client = signed_in_as(player.account)
    page = client.post("/me/erase/").content.decode()
    assert f"Registered for {event.name}" in page
    assert 'name="word"' not in page
    assert client.post("/me/erase/", {"word": f"Player {player.pk}"}).status_code == 422
    assert JournalLine.objects.get(act="public:erase_me").refused == "erase_entered"
    making.change_status(event=event, status="cancelled", now=NOW)
    assert client.post("/me/erase/", {"word": f"Player {player.pk}"}).status_code == 302


def test_the_union_forgets_who_has_asked_and_nobody_else_can():
    player = PlayerFactory.create(nick="HERON")
    assert signed_in_as(AccountFactory.create()).get("/union/erase/?nick=heron").status_code == 403
    client = signed_in_as(AccountFactory.create(is_superuser=True))
    assert f"Player {player.pk}" in client.get("/union/erase/?nick=heron").content.decode()
    form = {"player": player.pk, "word": f"Player {player.pk}", "reason": "by letter"}
    assert client.post("/union/erase/", {**form, "word": "x"}).status_code == 409
    client.post("/union/erase/", form)
    assert Player.objects.get(pk=player.pk).nick == f"Player {player.pk}"
