"""Who came without an address adds one; it counts when a letter has reached it, and says nothing about others."""

import re
from datetime import timedelta

import pytest
import time_machine
from django.core import mail
from django.test import Client
from django.utils import timezone

from tests.factories.tournaments import AccountFactory
from tests.refusals import refusal
from tournaments import tasks
from tournaments.models import PHONE_DOMAIN, Account, JournalLine, Message
from tournaments.operations.accounts import addresses
from tournaments.operations.accounts.sessions import DEVICE
from tournaments.operations.people.claims import new_account

pytestmark = pytest.mark.django_db


@pytest.fixture
def swift() -> Account:
    return new_account(name="Swift")


@pytest.fixture
def phone(swift) -> Client:
    client = Client()
    client.force_login(swift)
    return client


def link_after(phone: Client, email: str) -> str:
    """Where the letter leads after the address was asked for."""
    mail.outbox.clear()
    assert phone.post("/me/address/", {"email": email}).status_code == 200
    tasks.sweep()
    [letter] = mail.outbox
    assert letter.to == [email.lower()]
    return str(re.findall(r"/me/address/\S+", letter.body)[0])


def email_of(account: Account) -> str:
    return Account.objects.get(pk=account.pk).email


def test_an_address_counts_once_its_letter_was_followed(phone, swift):
    assert "Add an e-mail address" in phone.get("/me/").content.decode()
    before = swift.email
    link = link_after(phone, "Swift@Example.org")
    assert phone.get(link).status_code == 200
    assert email_of(swift) == before, "asked for, or looked at, it does not count yet"
    phone.post(link)
    assert email_of(swift) == "swift@example.org"
    assert JournalLine.objects.get(act="address_taken").by == swift.key
    assert "Add an e-mail address" not in phone.get("/me/").content.decode()
    assert phone.post("/me/address/", {"email": "other@example.org"}).status_code == 409
    assert phone.post(link).status_code == 409, "the link works once"


def test_an_address_of_somebody_else_is_answered_alike_and_gets_no_letter(phone, swift):
    somebody = AccountFactory.create(email="crow@example.org")
    pages = []
    for email in (somebody.email, "free@example.org"):
        page = phone.post("/me/address/", {"email": email})
        shown = re.sub(r'nonce="[^"]*"|value="[^"]*"', "", page.content.decode()).replace(email, "@")
        pages.append((page.status_code, shown))
    assert pages[0] == pages[1]
    tasks.sweep()
    assert [letter.to for letter in mail.outbox] == [["free@example.org"]]


def test_who_had_the_address_first_keeps_it(phone, swift):
    link = link_after(phone, "crow@example.org")
    AccountFactory.create(email="crow@example.org")
    assert phone.post(link).status_code == 409
    assert email_of(swift) == swift.email


def test_the_link_is_for_who_asked_and_for_half_an_hour(phone, swift):
    link = link_after(phone, "swift@example.org")
    other = Client()
    assert other.post(link).status_code == 302, "to the sign-in"
    other.force_login(new_account(name="Crow"))
    assert other.post(link).status_code == 409
    assert phone.post(f"{link[:-3]}x/").status_code == 409
    with time_machine.travel(timezone.now() + timedelta(minutes=31)):
        assert phone.post(link).status_code in (302, 409)
    assert email_of(swift) == swift.email
    assert not Account.objects.filter(email="swift@example.org").exists()


def test_that_an_address_was_asked_for_and_taken_stands_in_the_journal_without_the_address(phone, swift):
    phone.post(link_after(phone, "swift@example.org"))
    lines = JournalLine.objects.filter(act__startswith="address_").order_by("pk")
    assert [(line.act, line.by, line.subject) for line in lines] == [
        (act, swift.key, swift.key) for act in ("address_asked", "address_taken")
    ]
    assert "swift@" not in str(list(lines.values("old", "new", "reason")))


def test_of_two_letters_that_are_followed_at_once_one_counts(swift):
    """Two tabs, each with what it knew before the other was done."""
    now, tokens = timezone.now(), []
    for email in ("one@example.org", "two@example.org"):
        addresses.ask_for_address(account=swift, email=email, now=now)
        tokens.append(addresses.address_token(Message.objects.get(values__email=email)))
    tabs = [Account.objects.get(pk=swift.pk) for _ in tokens]
    addresses.take_address(token=tokens[0], account=tabs[0], now=now)
    assert refusal(addresses.take_address, token=tokens[1], account=tabs[1], now=now).code == "address_there"
    assert email_of(swift) == "one@example.org"


def test_an_address_is_asked_for_as_accounts_have_it(swift):
    addresses.ask_for_address(account=swift, email=" Swift@Example.ORG ", now=timezone.now())
    assert Message.objects.get().values == {"email": "swift@example.org"}


def test_neither_who_has_one_nor_a_phone_of_the_tables_asks_for_an_address():
    """A phone stays at its table; nobody takes its account home."""
    phone = Account.objects.create_user(f"table@{PHONE_DOMAIN}", name="Phone 1, 2")
    for account in (phone, AccountFactory.create()):
        asked = {"account": account, "email": "thief@example.org", "now": timezone.now()}
        assert refusal(addresses.ask_for_address, **asked).code == "address_there"
        browser = Client()
        browser.force_login(account)
        assert "Add an e-mail address" not in browser.get("/me/").content.decode()
        assert browser.get("/me/address/").status_code == 409
        assert browser.post("/me/address/", {"email": "thief@example.org"}).status_code == 409
    assert not Message.objects.exists()


def test_no_more_letters_than_a_mailbox_can_bear(phone):
    answers = [phone.post("/me/address/", {"email": f"somebody{n}@example.org"}).status_code for n in range(7)]
    assert answers == [200] * 5 + [429] * 2


def test_the_page_behind_the_letter_tells_its_address_to_no_other_site(phone):
    assert phone.get(link_after(phone, "swift@example.org"))["Referrer-Policy"] == "no-referrer"


def test_a_link_that_was_refused_stands_in_the_journal(phone):
    phone.post("/me/address/no-such-link/")
    assert JournalLine.objects.filter(refused="link_wrong").exists()


def test_it_asks_for_a_fresh_proof(phone, swift):
    session = phone.session
    session[DEVICE] = {"at": 0, "agent": ""}
    session.pop("account_authentication_methods", None)
    session.save()
    answer = phone.post("/me/address/", {"email": "swift@example.org"})
    assert (answer.status_code, answer["Location"].partition("?")[0]) == (302, "/me/proof/")
    tasks.sweep()
    assert mail.outbox == []


def test_where_no_mail_can_be_sent_the_page_does_not_offer_it(phone, settings):
    settings.MAIL_IS_SENT = False
    assert "Add an e-mail address" not in phone.get("/me/").content.decode()
    phone.post("/me/address/", {"email": "swift@example.org"})
    assert not Message.objects.exists()
