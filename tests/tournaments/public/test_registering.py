"""Registering as a player: once for the union, confirmed by a link, and no way to ask whose address is known here."""

import pytest
from django.test import Client

from tests.factories.tournaments import AccountFactory, ClubFactory, PlayerFactory
from tournaments.models import Account, Claim, JoinRequest, Membership, Message, Player, SignInLink
from tournaments.operations.people.claims import claim_path
from tournaments.operations.people.players import respell_nick

pytestmark = pytest.mark.django_db

GOOD = {"nick": "Žofie", "club": "", "email": "Zofie@Example.org", "language": "cs"}


def register(client: Client, **changes):
    return client.post("/register/", {**GOOD, **changes})


def test_the_form_is_there(client: Client):
    page = client.get("/register/").content.decode()
    assert "Register as a player" in page
    assert "no club" in page


def proof(client: Client):
    """The page behind the letter that was written last."""
    return claim_path(Claim.objects.get(pk=Message.objects.filter(kind="claim").latest("pk").values["claim"]))


def test_a_letter_comes_and_with_its_link_a_player_and_an_account(client: Client):
    club = ClubFactory.create()
    response = register(client, club=club.pk)
    assert (response.status_code, response["Location"]) == (302, "/register/sent/")
    assert "Look into your mail" in client.get("/register/sent/").content.decode()
    assert not Player.everyone.exists()
    assert not Account.objects.exists()
    assert "Yes, I am Žofie" in client.get(proof(client)).content.decode()
    assert not Player.everyone.exists()
    assert client.post(proof(client))["Location"] == "/me/"
    player = Player.objects.get(nick="Žofie")
    assert player.account.email == "zofie@example.org"
    assert player.account.language == "cs"
    assert not player.account.has_usable_password()
    assert JoinRequest.objects.get(player=player).club == club
    assert not Membership.objects.exists()
    assert client.session["_auth_user_id"] == str(player.account.pk)
    again = client.get(proof(client))
    assert again.status_code == 409
    assert 'class="button" href="/me/"' in again.content.decode()
    assert 'class="button" href="/register/"' not in again.content.decode()
    assert 'class="button" href="/sign-in/"' in Client().get(proof(client)).content.decode()


def test_the_letter_is_written_again_for_who_asks_for_a_link(client: Client):
    register(client)
    client.post("/sign-in/link/", {"email": "zofie@example.org"})
    assert Message.objects.filter(kind="claim").count() == 2


def test_nobody_sees_a_held_nick(client: Client):
    register(client)
    for address in ("/players/", "/players/?q=zofie", "/players/named/%C5%BDofie/", "/"):
        assert "Žofie" not in client.get(address).content.decode().replace('value="zofie"', "")


@pytest.mark.parametrize("nick", ["zofie", "ŽOFIE", "  Žo\u0301fie "])
def test_a_nick_is_taken_in_every_spelling(client: Client, nick):
    register(client)
    response = register(client, nick=nick, email="other@example.org")
    assert response.status_code == 422
    assert "is taken already" in response.content.decode()
    assert Claim.objects.count() == 1
    assert not Account.objects.exists()


def test_a_former_nick_is_taken_too(client: Client):
    respell_nick(player=PlayerFactory.create(nick="ANTONIN"), nick="TONDA")
    assert register(client, nick="Antonín").status_code == 422


@pytest.mark.parametrize(
    "wrong",
    [
        {"nick": ""},
        {"nick": "a" * 41},
        {"nick": "\u202eabc"},
        {"nick": "a\x00b"},
        {"email": "nobody"},
        {"email": ""},
        {"club": "999"},
        {"club": "x"},
        {"language": "xx"},
    ],
)
def test_wrong_input_is_said_beside_the_field_and_keeps_the_rest(client: Client, wrong):
    response = register(client, **wrong)
    assert response.status_code == 422
    assert not Player.objects.exists()
    assert not Message.objects.exists()
    page = response.content.decode()
    assert "Nothing was saved" in page
    if "email" not in wrong:
        assert 'value="zofie@example.org"' in page.lower()


def test_a_known_address_gets_the_same_answer_and_a_link_only(client: Client):
    known = PlayerFactory.create(account=AccountFactory.create(email="known@example.org"))
    response = register(client, nick="OTHER", email="known@example.org")
    assert (response.status_code, response["Location"]) == (302, "/register/sent/")
    assert list(Player.objects.all()) == [known]
    assert Message.objects.filter(account=known.account).count() == 1


def test_a_taken_nick_tells_nothing_about_the_address(client: Client):
    PlayerFactory.create(nick="TAKEN", account=AccountFactory.create(email="known@example.org"))
    answers = {register(client, nick="taken", email=email).status_code for email in ("known@example.org", "x@y.org")}
    assert answers == {422}


def test_an_account_without_a_player_is_asked_when_its_owner_has_signed_in(client: Client):
    account = AccountFactory.create(email="referee@example.org")
    register(client, email="referee@example.org")
    address = claim_path(Claim.objects.get())
    assert SignInLink.objects.get().next_path == address
    to_sign_in = client.post(address)["Location"]
    assert to_sign_in.startswith("/sign-in/?")
    assert "then you are asked whether it is you" in client.get(to_sign_in).content.decode()
    assert not Player.everyone.exists()
    client.force_login(account)
    assert address in client.get("/me/").content.decode()
    client.post(address)
    assert Player.objects.get(nick="Žofie").account == account
    assert Account.objects.count() == 1


def test_who_is_asked_may_say_no(client: Client):
    account = AccountFactory.create(email="referee@example.org")
    register(client, email="referee@example.org")
    client.force_login(account)
    client.post(claim_path(Claim.objects.get()), {"no": "1"})
    assert not Player.everyone.exists()
    assert "Look and answer" not in client.get("/me/").content.decode()


def test_somebody_else_can_say_nothing(client: Client):
    AccountFactory.create(email="referee@example.org")
    register(client, email="referee@example.org")
    client.force_login(AccountFactory.create())
    for form in ({}, {"no": "1"}):
        assert client.post(claim_path(Claim.objects.get()), form).status_code == 409
    assert Claim.objects.filter(settled_at=None, declined_at=None).exists()


def test_one_address_cannot_be_flooded(client: Client):
    PlayerFactory.create(account=AccountFactory.create(email="known@example.org"))
    answers = [register(client, nick=f"N{n}", email="known@example.org").status_code for n in range(7)]
    assert answers == [302] * 5 + [429] * 2
    assert Message.objects.count() == 5


@pytest.mark.parametrize(
    ("wanted", "remembered"),
    [("/e/harbour/enter/", "/e/harbour/enter/"), ("https://elsewhere.example/", "/me/"), ("", "/me/")],
)
def test_the_link_leads_back_to_where_one_wanted_to_go(client: Client, wanted: str, remembered: str):
    assert f'value="{remembered}"' in client.get("/register/", {"next": remembered}).content.decode()
    register(client, next=wanted)
    assert client.post(proof(client))["Location"] == remembered
