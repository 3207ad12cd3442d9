"""Dangerous acts ask for a fresh proof: what is tried here is every act that says so, found in the faces themselves."""

from __future__ import annotations

import io
import re
import time

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import generate_totp_secret, hotp_value
from django.core import mail
from django.core.management import call_command
from django.test import Client
from django.utils import timezone

from tests import rights_world
from tests.factories.tournaments import AccountFactory, PlayerFactory
from tests.rights_world import build
from tournaments import routes
from tournaments.letters.sending import written
from tournaments.models import Account, ApiToken, Message, Office, Player, Sanction
from tournaments.operations.accounts.sessions import DEVICE
from tournaments.operations.accounts.sign_in_links import hand_out_link, link_token
from tournaments.operations.accounts.tokens import create_token, is_in_scope
from tournaments.public.adapters import MFAAdapter

pytestmark = pytest.mark.django_db
PASSWORD = "a long walk by the pond"

# Written by hand: what the issue names as dangerous, by the names of the acts.
DANGEROUS = {
    "union:confirm_sanction",
    "union:lift_sanction",
    "union:decide_appeal",  # of a ban it is lifting it
    "union:merge_players",
    "union:undo_merge",
    "union:give_office_by_email",
    "union:end_office",
    "union:appoint_captain",
    "union:erase_person",
    "union:remove_second_factor",
    "public:erase_me",
    "public:my_address",
    "desk:change_status",
    "desk:end_rehearsal",  # the only event that goes for good
    "mfa_activate_totp",
    "mfa_deactivate_totp",
    "mfa_view_recovery_codes",
    "mfa_generate_recovery_codes",
    "mfa_download_recovery_codes",
    "mfa_add_webauthn",
    "mfa_edit_webauthn",
    "mfa_remove_webauthn",
    "admin:tournaments_account_add",
    "admin:tournaments_account_change",
}


def stale(client: Client) -> Client:
    """As if it had been signed in yesterday, and proved nothing since."""
    session = client.session
    session[DEVICE] = {"at": time.time() - 86_400, "agent": ""}
    session.pop("account_authentication_methods", None)
    session.save()
    return client


def signed_in(account: Account) -> Client:
    client = Client()
    client.force_login(account)
    return stale(client)


@pytest.fixture
def board() -> Account:
    account = AccountFactory.create()
    Office.objects.create(account=account, role="union", starts_at=timezone.now())
    return account


def give_office(client: Client):
    return client.post("/union/offices/", {"email": "new@example.org", "role": "press"})


def is_given() -> bool:
    return Office.objects.filter(role="press").exists()


def test_what_is_dangerous_is_agreed():
    assert {name for name, route in routes.all_routes().items() if route.is_dangerous} == DANGEROUS


def test_every_dangerous_act_leads_to_the_proof_and_does_nothing():
    world = build()
    counted = (Sanction, Office, Player, Account, Authenticator)

    def rows() -> list[object]:
        return [list(model._base_manager.order_by("pk").values()) for model in counted]

    for route in rights_world.routes():
        if route.name not in DANGEROUS:
            continue
        client = signed_in(world.accounts["keeper"])
        values = world.named(route, "keeper", "own") or world.named(route, "keeper", "other account")
        assert values is not None
        before = rows()
        address = world.address(route, values)
        is_read = "POST" not in routes.all_routes()[route.name].rights
        answer = client.get(address) if is_read else client.post(address, {"status": "cancelled"})
        assert (answer.status_code, answer["Location"].partition("?")[0]) == (302, "/me/second/confirm/"), route.name
        assert rows() == before, route.name


def test_what_is_not_dangerous_is_not_asked_for_it(board):
    client = signed_in(board)
    assert client.get("/union/offices/").status_code == 200
    assert client.post("/union/sanctions/propose/", {}).status_code == 422


def test_who_has_just_signed_in_is_not_asked(board):
    client = Client()
    client.force_login(board)
    assert give_office(client)["Location"] == "/union/offices/"
    assert is_given()


def test_a_password_proves_it_and_what_was_sent_is_done(board):
    board.set_password(PASSWORD)
    board.save()
    client = signed_in(board)
    led = give_office(client)
    assert led["Location"].startswith("/me/confirm/?next=")
    assert client.post(led["Location"], {"password": "wrong", "next": "/union/offices/"}).status_code == 200
    assert not is_given()
    done = client.post(led["Location"], {"password": PASSWORD, "next": "/union/offices/"})
    assert done["Location"] == "/union/offices/"
    assert is_given()


def test_the_code_of_an_app_proves_it(board):
    secret = generate_totp_secret()
    Authenticator.objects.create(user=board, type="totp", data={"secret": MFAAdapter().encrypt(secret)})
    client = signed_in(board)
    led = give_office(client)
    assert led["Location"].startswith("/me/second/confirm/?next=")
    code = f"{hotp_value(secret, int(time.time()) // 30):06}"
    client.post(led["Location"], {"code": code, "next": "/union/offices/"})
    assert is_given()


@pytest.mark.parametrize("by", ["the console", "another director"])
def test_who_came_by_link_alone_goes_on_with_a_new_link(board, by, settings):
    settings.MAIL_IS_SENT = False
    client = signed_in(board)
    led = give_office(client)["Location"]
    page = client.get(led).content.decode()
    assert f"./run manage sign_in_link {board.email}" in page
    assert "Send a link" not in page, "no mail, no promise of one"
    assert client.post("/me/proof/?next=/union/offices/", {"go": "1"})["Location"].startswith("/me/proof/"), "not yet"
    assert not is_given()
    if by == "the console":
        printed = io.StringIO()
        call_command("sign_in_link", board.email, stdout=printed)
        link = printed.getvalue().split()[-1].removeprefix(settings.SITE_URL)
    else:
        made = hand_out_link(account=board, by=AccountFactory.create(is_superuser=True), now=timezone.now())
        link = f"/sign-in/{link_token(made)}/"
    back = client.post(link)["Location"]
    assert back == led, "what he filled in waits there, whatever the link knows of it"
    board.refresh_from_db()
    assert not any((board.may_direct, board.is_staff, board.is_superuser)), "a proof gives no right"
    assert "Go on with what you were doing" in client.get(back).content.decode()
    done = client.post(back, {"go": "1"})
    assert done["Location"] == "/union/offices/"
    assert is_given()


def test_a_link_of_somebody_else_or_with_nothing_waiting_leads_where_it_leads(board):
    made = [hand_out_link(account=one, by="terminal", now=timezone.now()) for one in (board, AccountFactory.create())]
    assert signed_in(board).post(f"/sign-in/{link_token(made[0])}/")["Location"] == "/me/"
    client = signed_in(board)
    give_office(client)
    assert client.post(f"/sign-in/{link_token(made[1])}/")["Location"] == "/me/"


def test_where_mail_can_be_sent_the_link_comes_back_to_the_proof(board, settings, client):
    settings.MAIL_IS_SENT = True
    browser = signed_in(board)
    led = give_office(browser)["Location"]
    assert "Send a link" in browser.get(led).content.decode()
    assert "is on its way" in browser.post(led).content.decode()
    letter = written(Message.objects.get(kind="sign_in"))
    assert letter is not None
    [address] = re.findall(r"(/sign-in/\S+)", str(letter.body))
    assert browser.post(address)["Location"] == led
    assert mail.outbox == []


def test_setting_a_first_password_or_app_in_an_old_session_is_no_proof(board):
    client = signed_in(board)
    sent = {"new_password1": PASSWORD, "new_password2": PASSWORD}
    assert client.post("/me/password/", sent)["Location"].startswith("/me/proof/")
    board.refresh_from_db()
    assert not board.has_usable_password()
    assert client.get("/me/second/app/")["Location"].startswith("/me/proof/")


def test_who_owes_a_second_factor_and_came_by_an_old_link_is_not_sent_in_circles(board, settings):
    settings.SECOND_FACTOR_REQUIRED = True
    client = signed_in(board)
    assert client.get("/union/offices/")["Location"] == "/me/second/"
    led = client.get("/me/second/app/")["Location"]
    assert client.get(led).status_code == 200


def test_a_key_that_is_added_is_told_by_letter(board, django_capture_on_commit_callbacks):
    board.language = "cs"
    board.save()
    client = Client()
    client.force_login(board)
    page = client.get("/me/second/app/").content.decode()
    [secret] = re.findall(r"<code[^>]*>([A-Z2-7]{32,})</code>", page)
    code = f"{hotp_value(secret, int(time.time()) // 30):06}"
    with django_capture_on_commit_callbacks(execute=True):
        assert client.post("/me/second/app/", {"code": code}).status_code == 302
    [message] = Message.objects.filter(kind="key_added")
    letter = written(message)
    assert letter is not None
    assert "aplikace s kódy" in str(letter.body)


# --- Tokens -----------------------------------------------------------------------------------------------------------


def token_of(scope: str) -> ApiToken:
    account, event = PlayerFactory.create(account=AccountFactory.create()).account, None
    assert account is not None
    return create_token(account=account, label="x", now=timezone.now(), scope=scope, event=event)[0]


@pytest.mark.parametrize("name", sorted(DANGEROUS))
def test_no_token_does_a_dangerous_act_unless_its_scope_names_the_right(name, monkeypatch):
    route = routes.all_routes()[name]
    for scope in ("read", "all"):
        for method, right in route.rights.items():
            asked = {"right": right, "reads": method == "GET", "is_dangerous": True, "slug": "x"}
            assert not is_in_scope(token_of(scope), **asked)
            monkeypatch.setitem(__import__("tournaments.rights").rights.SCOPES, scope, frozenset({right}))
            assert is_in_scope(token_of(scope), **asked)
            monkeypatch.undo()


@pytest.mark.parametrize("name", ["union:give_office_by_email", "union:merge_players", "union:confirm_sanction"])
def test_no_token_opens_a_page(name, board):
    secret = create_token(account=board, label="x", now=timezone.now())[1]
    route = routes.all_routes()[name]
    address = {"union:confirm_sanction": "/union/sanctions/1/confirm/"}.get(name, "/union/offices/")
    answer = Client(headers={"authorization": f"Bearer {secret}"}).post(address, {"email": "a@example.org"})
    assert answer.status_code == 302
    assert answer["Location"].startswith("/sign-in/")
    assert route.is_dangerous
