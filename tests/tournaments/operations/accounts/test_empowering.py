"""Whoever has held a link to an account has no way into it once it holds anything, and its owner is told of it."""

from __future__ import annotations

import ast
from datetime import timedelta
from pathlib import Path

import pytest
from allauth.mfa.models import Authenticator
from django.db.models import BooleanField
from django.test import Client
from django.utils import timezone

from tests.factories.base import NOW
from tests.factories.tournaments import AccountFactory, ClubFactory, EventFactory, FederationFactory, PlayerFactory
from tests.refusals import refusal
from tournaments.letters.sending import written
from tournaments.models import Account, JournalLine, Message, Office, OfficeRole, Session, StaffRole
from tournaments.operations.accounts import addresses
from tournaments.operations.accounts.empowering import FLAGS
from tournaments.operations.accounts.sign_in_links import ensure_director, find_link, hand_out_link, link_token
from tournaments.operations.accounts.tokens import create_token, token_behind
from tournaments.operations.events.making import appoint, dismiss
from tournaments.operations.journal import TERMINAL
from tournaments.operations.people.claims import new_account
from tournaments.operations.union.offices import end_office, give_office

pytestmark = pytest.mark.django_db
ROOT = Path(__file__).resolve().parents[4] / "tournaments"
RIGHTS = [field.name for field in Account._meta.fields if isinstance(field, BooleanField) and field.name != "is_active"]


def held_by_another(account: Account, by: Account | str) -> tuple[Client, str, str]:
    """`by` handed a link for `account` over, came in by another like it, and left himself every way back."""
    now = timezone.now()
    account.set_password("a long walk by the pond")
    account.save()
    browser = Client()
    browser.force_login(account)
    Authenticator.objects.create(user=account, type="totp", data={"secret": "none"})
    token = link_token(hand_out_link(account=account, by=by, now=now))
    return browser, create_token(account=account, label="phone", now=now)[1], token


def give(what: str, account: Account, by: Account) -> None:
    """An office, a role at an event or a right, each in the way in which the site gives it."""
    now = timezone.now()
    if what in OfficeRole.values:
        body = {"captain": {"club": ClubFactory.create()}, "officer": {"federation": FederationFactory.create()}}
        give_office(role=what, account=account, by=by, now=now, **body.get(what, {}))
    elif what in StaffRole.values:
        appoint(event=EventFactory.create(), account=account, role=what, by=by, now=now)
    else:
        keeper = Client()
        keeper.force_login(AccountFactory.create(is_staff=True, is_superuser=True))
        sent = {"email": account.email, "is_active": "on", what: "on"}
        assert keeper.post(f"/admin/tournaments/account/{account.pk}/change/", sent).status_code == 302
    account.refresh_from_db()


@pytest.mark.parametrize("what", [*OfficeRole.values, *StaffRole.values, *RIGHTS])
def test_nobody_keeps_a_way_into_an_account_that_gets_an_office_a_role_or_a_right(what):
    account, director, union = (AccountFactory.create() for _ in range(3))
    browser, secret, token = held_by_another(account, director)
    assert browser.get("/me/").status_code == 200
    give(what, account, union)
    assert not Session.objects.filter(account=account).exists()  # nor is a device listed that is out
    assert browser.get("/me/").status_code == 302
    assert token_behind(secret, now=timezone.now()) is None
    assert refusal(find_link, token=token, now=timezone.now()).code == "link_used"
    assert not account.has_usable_password()
    assert not Authenticator.objects.exists()
    assert JournalLine.objects.filter(act="handed_keys_taken_back", subject=account.key).count() == 1


@pytest.mark.parametrize("handed", ["before", "after", "never"])
def test_an_address_added_where_another_could_be_signed_in_goes_with_what_he_left_there(settings, handed):
    settings.MAIL_IS_SENT = True
    account, director, union, now = new_account(name="Swift"), AccountFactory.create(), AccountFactory.create(), NOW
    if handed == "before":
        hand_out_link(account=account, by=director, now=now)
    asked = Message.objects.create(
        key="asked", account=account, kind="new_address", values={"email": "director@example.org"}, created_at=now
    )
    addresses.take_address(token=addresses.address_token(asked), account=account, now=now)
    if handed == "after":
        hand_out_link(account=account, by=director, now=now)
    give_office(role="press", account=account, by=union, now=now)
    account.refresh_from_db()
    assert account.has_mailbox == (handed != "before")
    letter = written(Message.objects.get(account=account, kind="appointed"))
    assert letter.to == ["director@example.org"]
    assert ("was taken off your account" in letter.body) == (handed == "before")


def test_an_address_that_was_there_before_the_link_stays():
    account, director, union = (AccountFactory.create() for _ in range(3))
    held_by_another(account, director)
    give("press", account, union)
    assert account.has_mailbox


def test_the_flags_of_an_account_are_all_named():
    assert sorted(FLAGS) == sorted(RIGHTS)


def test_a_right_given_at_the_terminal_takes_back_too():
    account = AccountFactory.create()
    browser, _, _ = held_by_another(account, AccountFactory.create())
    ensure_director(email=account.email, now=timezone.now())
    assert browser.get("/me/").status_code == 302


def test_a_role_that_was_ended_and_is_given_again_takes_back_again():
    account, director, now = AccountFactory.create(), AccountFactory.create(), timezone.now()
    event = EventFactory.create()
    appoint(event=event, account=account, role="director", by=director, now=now)
    staff = appoint(event=event, account=account, role="referee", by=director, now=now)
    dismiss(staff=staff, by=director, now=now)
    browser, _, _ = held_by_another(account, director)
    appoint(event=event, account=account, role="director", by=director, now=now)
    assert browser.get("/me/").status_code == 200, "what he holds already is no new role"
    appoint(event=event, account=account, role="referee", by=director, now=now)
    assert browser.get("/me/").status_code == 302


def test_once_is_enough():
    account, director, union, now = *(AccountFactory.create() for _ in range(3)), timezone.now()
    held_by_another(account, director)
    office = give_office(role="press", account=account, by=union, now=now)
    create_token(account=account, label="his own", now=now)
    end_office(office=office, by=union, now=now)
    give_office(role="press", account=account, by=union, now=now)
    assert account.api_tokens.filter(revoked_at=None).count() == 1


@pytest.mark.parametrize("by", ["himself", TERMINAL])
def test_links_of_ones_own_and_of_the_server_are_nobody_elses(by):
    account = AccountFactory.create()
    browser, secret, _ = held_by_another(account, account if by == "himself" else by)
    give_office(role="union", account=account, by=account, now=timezone.now())
    assert browser.get("/me/").status_code == 200
    assert token_behind(secret, now=timezone.now()) is not None


def test_who_founds_a_club_stays_signed_in_where_he_did_it_and_nowhere_else():
    player = PlayerFactory.create(account=AccountFactory.create())
    assert player.account is not None
    other, _, _ = held_by_another(player.account, AccountFactory.create())
    here = Client()
    player.account.refresh_from_db()
    here.force_login(player.account)
    assert here.post("/union/clubs/+new/", {"name": "Ducks", "code": "DUCK", "country": "CZ"}).status_code == 302
    assert Office.objects.filter(account=player.account, role="captain").exists()
    assert here.get("/me/").status_code == 200
    assert other.get("/me/").status_code == 302


def empowers(function: ast.FunctionDef) -> bool:
    return any(isinstance(node, ast.Name) and node.id == "empower" for node in ast.walk(function))


def gives(node: ast.AST) -> bool:
    """Whether it stores an office, a role or a flag: `Office.objects.create(…)`, `Staff(…)`, `is_staff = True`."""
    if isinstance(node, ast.Call):
        called = ast.unparse(node.func)
        makes = ("create", "get_or_create", "update_or_create", "bulk_create", "acreate")
        return called in {f"{model}.objects.{way}" for model in ("Office", "Staff") for way in makes} | {
            "Office",
            "Staff",
        }
    if isinstance(node, ast.Assign) and not (isinstance(node.value, ast.Constant) and node.value.value is False):
        return any(isinstance(name, ast.Attribute) and name.attr in FLAGS for name in node.targets)
    return isinstance(node, ast.Call) and any(word.arg in FLAGS for word in node.keywords)


def test_whatever_in_the_sources_gives_something_empowers():
    found = []
    for path in sorted(ROOT.rglob("*.py")):
        if "migrations" in path.parts:
            continue
        found += [
            (path.name, function.name, empowers(function))
            for function in ast.walk(ast.parse(path.read_text()))
            if isinstance(function, ast.FunctionDef) and any(map(gives, ast.walk(function)))
        ]
    assert {name for _, name, _ in found} >= {"give_office", "found_club", "appoint", "create_event", "import_event"}
    assert [(path, name) for path, name, is_done in found if not is_done] == []


# --- He is told -------------------------------------------------------------------------------------------------------


def letter_to(account: Account) -> str:
    [message] = Message.objects.filter(account=account, kind="appointed")
    mail = written(message)
    assert mail is not None
    return f"{mail.subject}\n{mail.body}"


@pytest.mark.parametrize("what", [*OfficeRole.values, *StaffRole.values, *RIGHTS])
@pytest.mark.parametrize("language", ["cs", "en"])
def test_whoever_gets_something_is_written_to_in_his_language(what, language):
    account, union = AccountFactory.create(language=language), AccountFactory.create()
    give(what, account, union)
    said = letter_to(account)
    assert ("Vaše stránka" in said) is (language == "cs")
    assert "http" in said
    assert "{" not in said


def test_the_letter_names_the_office_its_body_and_its_last_day():
    account, now = AccountFactory.create(language="en"), timezone.now()
    federation = FederationFactory.create(name="Czech Federation")
    ends_at = now.replace(hour=12) + timedelta(days=10)
    give_office(
        role="officer", account=account, by=AccountFactory.create(), now=now, federation=federation, ends_at=ends_at
    )
    said = letter_to(account)
    assert "officer of a federation" in said
    assert "Czech Federation" in said
    assert "Its last day is" in said
    assert "signed out everywhere" not in said


def test_the_letter_says_that_everything_was_taken_back():
    account = AccountFactory.create(language="en")
    held_by_another(account, AccountFactory.create())
    give_office(role="press", account=account, by=AccountFactory.create(), now=timezone.now())
    assert "signed out everywhere" in letter_to(account)


def test_who_takes_an_office_himself_gets_no_letter():
    player = PlayerFactory.create(account=AccountFactory.create())
    client = Client()
    client.force_login(player.account)
    client.post("/union/clubs/+new/", {"name": "Ducks", "code": "DUCK", "country": "CZ"})
    assert not Message.objects.exists()
