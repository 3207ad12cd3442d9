"""A nick waits for its owner's proof: held for a day, nobody's until then, and tied to no account but his."""

from datetime import timedelta
from functools import partial

import pytest

from tests.factories.base import NOW
from tests.factories.tournaments import AccountFactory, ClubFactory, PlayerFactory
from tests.races import race
from tests.refusals import refusal
from tournaments.models import Account, Claim, JoinRequest, Membership, Message, Player
from tournaments.operations.people import claims
from tournaments.operations.people.claims import HELD_FOR, claims_of, open_account, register_player, settle
from tournaments.operations.people.players import create_player, find_player
from tournaments.tasks import sweep

pytestmark = pytest.mark.django_db

LATER = NOW + timedelta(minutes=5)


def register(nick="Kočka", email="cat@example.org", club=None, now=NOW):
    register_player(nick=nick, club=club, email=email, language="cs", now=now)
    return Claim.objects.filter(nick=nick).first()


def test_nobody_and_nothing_is_there_before_the_proof():
    register()
    assert not Player.everyone.exists()
    assert not Account.objects.exists()
    assert Message.objects.get().kind == "claim"


def test_with_the_proof_there_are_a_player_an_account_and_a_request():
    club = ClubFactory.create()
    claim = register(email=" Cat@Example.org ", club=club)
    player = settle(claim=claim, by=open_account(claim), now=LATER)
    assert (player.nick, player.account.email, player.account.language) == ("Kočka", "cat@example.org", "cs")
    assert not player.account.has_usable_password()
    assert JoinRequest.objects.get(player=player).club == club
    assert not Membership.objects.exists()
    assert refusal(settle, claim=claim, by=player.account, now=LATER).code == "claim_settled"


@pytest.mark.parametrize("nick", ["KOCKA", " kočka ", "Kočka"])
def test_a_held_nick_is_taken_in_every_spelling_for_a_day(nick):
    register()
    assert refusal(register, nick, "other@example.org").code == "nick_taken"
    register(nick, "other@example.org", now=NOW + HELD_FOR)


def test_whoever_stands_for_a_person_is_held_up_by_nobody():
    claim = register()
    create_player(nick="KOČKA", club=None, now=NOW)
    assert refusal(settle, claim=claim, by=AccountFactory.create(email="cat@example.org"), now=NOW).code == "nick_taken"


@pytest.mark.parametrize("nick", ["", " ", "x" * 41, "a\x00b", "a\nb\u202e"])
def test_a_nick_that_cannot_be_read_is_refused(nick):
    assert refusal(register, nick).code == "nick_malformed"
    assert not Claim.objects.exists()


def test_a_known_address_gets_a_link_and_nothing_else_happens():
    known = PlayerFactory.create(account=AccountFactory.create(email="cat@example.org"))
    register("Somebody Else")
    assert not Claim.objects.exists()
    assert Message.objects.get().account == known.account


def test_whose_address_has_an_account_is_asked_when_he_has_signed_in():
    account = AccountFactory.create(email="cat@example.org")
    claim = register()
    assert Message.objects.get().kind == "sign_in"
    assert not Player.objects.exists()
    assert refusal(open_account, claim).code == "claim_settled"
    assert claims_of(account, now=NOW) == [claim]
    assert settle(claim=claim, by=account, now=NOW).account == account


def test_what_is_said_to_be_nobodys_is_gone():
    account = AccountFactory.create(email="cat@example.org")
    claim = register()
    assert refusal(claims.decline, claim=claim, by=AccountFactory.create(), now=NOW).code == "claim_not_yours"
    claims.decline(claim=claim, by=account, now=NOW)
    assert claims_of(account, now=NOW) == []
    register(email="other@example.org")


def test_its_address_leads_nowhere_when_its_time_is_over_or_it_was_answered():
    """And its page offers nobody a button that would be refused."""
    account, claim = AccountFactory.create(email="cat@example.org"), register()
    found = partial(claims.find_claim, token=claims.claim_token(claim))
    assert found(now=LATER) == claim
    assert refusal(found, now=NOW + HELD_FOR).code == "claim_over"
    assert refusal(claims.find_claim, token=str(claim.pk), now=NOW).code == "claim_wrong"
    settle(claim=claim, by=account, now=LATER)
    assert refusal(found, now=LATER).code == "claim_settled"
    other = register("Kocour", email="other@example.org")
    claims.decline(claim=other, by=AccountFactory.create(email="other@example.org"), now=NOW)
    assert refusal(claims.find_claim, token=claims.claim_token(other), now=NOW).code == "claim_over"
    claim.delete()
    assert refusal(found, now=LATER).code == "claim_over"


def test_of_the_codes_on_a_directors_screen_the_last_one_opens_something():
    """Who has photographed the one before has nothing; what the record is offered by to its owner stays."""
    record, by = PlayerFactory.create(), AccountFactory.create()
    wanted = claims.offer(record, email="cat@example.org", by=by, now=NOW)
    shown = [claims.offer(record, by=by, now=NOW) for _ in range(2)]
    assert refusal(claims.find_claim, token=claims.claim_token(shown[0]), now=NOW).code == "claim_over"
    for claim in (shown[1], wanted):
        assert claims.find_claim(token=claims.claim_token(claim), now=NOW) == claim


def test_what_somebody_is_asked_by_name_opens_no_second_account():
    """Whoever finds the address of the question is not its owner; he signs in, or he does not."""
    asked = AccountFactory.create()
    claim = claims.offer(PlayerFactory.create(), account=asked, by=AccountFactory.create(), now=NOW)
    accounts = Account.objects.count()
    assert refusal(open_account, claim).code == "claim_settled"
    assert Account.objects.count() == accounts


def test_nobody_else_settles_it():
    claim, other = register(), AccountFactory.create()
    assert refusal(settle, claim=claim, by=other, now=NOW).code == "claim_not_yours"
    offered = claims.offer(PlayerFactory.create(), account=AccountFactory.create(), by=other, now=NOW)
    assert refusal(settle, claim=offered, by=other, now=NOW).code == "claim_not_yours"


def test_the_clock_lets_it_go_after_a_day(monkeypatch):
    register()
    monkeypatch.setattr("django.utils.timezone.now", lambda: NOW + HELD_FOR - timedelta(seconds=1))
    sweep()
    assert Claim.objects.exists()
    monkeypatch.setattr("django.utils.timezone.now", lambda: NOW + HELD_FOR)
    sweep()
    assert not Claim.objects.exists()
    assert find_player("Kočka") is None


def test_one_account_is_one_player():
    account = AccountFactory.create(email="cat@example.org")
    one, other = register(), register("Kocour")
    settle(claim=one, by=account, now=NOW)
    assert refusal(settle, claim=other, by=account, now=NOW).code == "account_is_player"


@pytest.mark.django_db(transaction=True)
def test_of_two_who_ask_for_a_nick_at_once_one_has_it():
    answers = race(*[lambda email=email: register(email=email).nick for email in ("a@example.org", "b@example.org")])
    assert sorted(answers) == ["Kočka", "nick_taken"]


def test_who_got_the_nick_between_two_looks_has_it_and_does_not_merely_look_like_it(monkeypatch):
    create_player(nick="Kočka", club=None, now=NOW)
    monkeypatch.setattr("tournaments.operations.people.players.find_player", lambda nick: None)
    assert refusal(register).code == "nick_taken"


@pytest.mark.django_db(transaction=True)
def test_a_claim_is_settled_once():
    account, claim = AccountFactory.create(email="cat@example.org"), register()
    answers = race(*[lambda: settle(claim=Claim.objects.get(pk=claim.pk), by=account, now=NOW).nick] * 2)
    assert sorted(answers) == ["Kočka", "claim_settled"]
