"""Signing in by one-time links, and registering with the union (operations/accounts/sign_in_links.py, players.py)."""

import datetime as dt

import pytest
from django.core.signing import Signer

from tests.factories.base import NOW
from tests.factories.tournaments import AccountFactory, PlayerFactory
from tests.races import race
from tests.refusals import refusal
from tournaments.models import Message, NickAlias, Player, SignInLink
from tournaments.operations.accounts.sign_in_links import (
    LINK_LIFETIME,
    find_link,
    link_token,
    make_link,
    send_link,
    spend_link,
)
from tournaments.operations.people.players import create_player, find_player, respell_nick

pytestmark = pytest.mark.django_db


def a_token(**fields):
    return link_token(make_link(account=AccountFactory(), now=NOW, **fields))


def test_a_link_signs_in_once():
    token = a_token()
    assert spend_link(token=token, now=NOW).account.email
    assert refusal(spend_link, token=token, now=NOW).code == "link_used"


def test_looking_at_a_link_does_not_spend_it():
    token = a_token()
    assert find_link(token=token, now=NOW) == find_link(token=token, now=NOW)
    assert spend_link(token=token, now=NOW)


def test_a_link_expires():
    token = a_token()
    assert find_link(token=token, now=NOW + LINK_LIFETIME - dt.timedelta(seconds=1))
    assert refusal(spend_link, token=token, now=NOW + LINK_LIFETIME).code == "link_expired"


def test_a_link_of_somebody_who_was_shut_out_is_worth_nothing():
    link = make_link(account=AccountFactory(is_active=False), now=NOW)
    assert refusal(spend_link, token=link_token(link), now=NOW).code == "link_wrong"


@pytest.mark.parametrize("token", ["", "abc", "abc:def", Signer(salt="scwu.sign-in-link").sign("no uuid")])
def test_a_link_that_is_none_is_refused(token):
    assert refusal(find_link, token=token, now=NOW).code == "link_wrong"


def test_a_bare_id_is_no_token():
    link = make_link(account=AccountFactory(), now=NOW)
    assert refusal(find_link, token=str(link.pk), now=NOW).code == "link_wrong"
    assert refusal(find_link, token=link_token(link)[:-1] + "x", now=NOW).code == "link_wrong"


@pytest.mark.parametrize("changed", ["account", "end"])
def test_a_link_whose_row_was_changed_by_hand_opens_nothing(changed):
    """Who writes in the database turns his own link into nobody else's, and none that was sent into one for ever."""
    link = make_link(account=AccountFactory(), now=NOW)
    token, other = link_token(link), AccountFactory(is_superuser=True)
    by_hand = {"account": {"account": other}, "end": {"expires_at": link.expires_at + dt.timedelta(days=9)}}
    SignInLink.objects.filter(pk=link.pk).update(**by_hand[changed])
    assert refusal(spend_link, token=token, now=NOW).code == "link_wrong"


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("/desk/", "/desk/"),
        ("//evil.example", ""),
        ("/\\evil.example", ""),
        ("https://evil.example", ""),
        ("javascript:alert(1)", ""),
        ("desk", ""),
        ("/" + "x" * 200, ""),
    ],
)
def test_a_link_leads_nowhere_but_into_this_site(given, kept):
    assert make_link(account=AccountFactory(), now=NOW, next_path=given).next_path == kept


def test_a_link_is_mailed_to_who_is_known_and_nobody_else():
    AccountFactory(email="somebody@example.org")
    AccountFactory(email="out@example.org", is_active=False)
    for email in (" Somebody@Example.org ", "out@example.org", "stranger@example.org"):
        send_link(email=email, now=NOW)
    assert [message.account.email for message in Message.objects.select_related("account")] == ["somebody@example.org"]


@pytest.mark.django_db(transaction=True)
def test_of_two_who_click_at_once_one_gets_in():
    token = a_token()
    answers = race(*[lambda: spend_link(token=token, now=NOW).pk] * 2)
    assert sorted(map(str, answers)) == sorted([str(SignInLink.objects.get().pk), "link_used"])


# --- Players ----------------------------------------------------------------------------------------------------------


def test_a_former_nick_stays_taken_and_finds_its_player():
    player = create_player(nick="Kočka", club=None, now=NOW)
    respell_nick(player=player, nick="KOČIČKA")
    respell_nick(player=player, nick="Kočička")
    assert find_player("kocka") == find_player("KOCICKA") == player
    assert refusal(create_player, nick="KOČKA", club=None, now=NOW).code == "nick_taken"
    assert refusal(respell_nick, player=PlayerFactory(), nick="kočka").code == "nick_taken"
    assert sorted(NickAlias.objects.values_list("nick", flat=True)) == ["KOČIČKA", "Kočka"]
    respell_nick(player=player, nick="Kočka")
    assert Player.objects.get(pk=player.pk).nick == "Kočka"


@pytest.mark.django_db(transaction=True)
def test_a_nick_goes_to_one_of_two():
    answers = race(*[lambda: create_player(nick="Kočka", club=None, now=NOW).nick] * 2)
    assert sorted(answers) == ["Kočka", "nick_taken"]
