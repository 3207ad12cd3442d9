"""`manage.py director_link`: a way in for whoever holds the machine, once."""

from __future__ import annotations

import io
import os
from datetime import timedelta

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from games.rules.refusals import Refused
from scwu.settings import hosts
from tests.factories.tournaments import AccountFactory
from tournaments.models import Account, SignInLink
from tournaments.operations.accounts.sign_in_links import spend_link

pytestmark = pytest.mark.django_db


def printed(*arguments: str) -> list[str]:
    out = io.StringIO()
    call_command("director_link", *arguments, stdout=out)
    return out.getvalue().splitlines()


def test_the_first_director_is_the_unions_keeper():
    sentence, address = printed()
    account = Account.objects.get()
    assert account.email in sentence
    assert (account.may_direct, account.is_staff, account.is_superuser) == (True, True, True)
    assert not account.has_usable_password()
    assert address.startswith("http://localhost:8000/sign-in/")


def test_an_address_that_nobody_gave_is_that_of_the_site_that_runs(monkeypatch, tmp_path):
    """And while none runs, where it would be."""
    monkeypatch.setattr(hosts, "DATA_DIR", tmp_path)
    assert hosts.site_url(production=False) == "http://localhost:8000"
    (tmp_path / "serve.pid").write_text(f"process {os.getpid()} (./run --port 8123, at http://localhost:8123/)\n")
    assert hosts.site_url(production=False) == "http://localhost:8123"
    monkeypatch.setenv("SCWU_URL", "http://cats.example.org/")
    assert hosts.site_url(production=False) == "http://cats.example.org"


def test_the_second_one_is_not():
    printed()
    printed("Second@Example.org")
    account = Account.objects.get(email="second@example.org")
    assert (account.may_direct, account.is_staff, account.is_superuser) == (True, True, False)


def test_without_an_address_the_link_is_for_the_keeper():
    keeper = AccountFactory.create(is_superuser=True)
    assert keeper.email in printed()[0]
    assert Account.objects.count() == 1


def test_the_link_works_once_and_for_a_day():
    token = (
        printed("--base", "https://cats.example.org/")[1].removeprefix("https://cats.example.org/sign-in/").rstrip("/")
    )
    now = timezone.now()
    assert SignInLink.objects.get().expires_at - now > timedelta(hours=23)
    with pytest.raises(Refused, match="link_expired"):
        spend_link(token=token, now=now + timedelta(hours=25))
    assert spend_link(token=token, now=now).account.is_superuser
    with pytest.raises(Refused, match="link_used"):
        spend_link(token=token, now=now)


@pytest.mark.parametrize("email", ["nobody", "a@b", "x@example.org\n"])
def test_what_is_no_address_is_refused(email):
    with pytest.raises(CommandError, match="no e-mail address"):
        printed(email)
    assert not Account.objects.exists()


def test_an_account_that_is_switched_off_stays_off():
    AccountFactory.create(email="off@example.org", is_active=False)
    with pytest.raises(CommandError, match="switched off"):
        printed("off@example.org")
    assert not SignInLink.objects.exists()


def test_a_link_for_anybody_else_signs_in_and_changes_nothing():
    account, out = AccountFactory.create(email="board@example.org"), io.StringIO()
    before = Account.objects.filter(pk=account.pk).values().get()
    call_command("sign_in_link", "Board@Example.org", stdout=out)
    sentence, address = out.getvalue().splitlines()
    assert account.email in sentence
    token = address.rstrip("/").rpartition("/")[2]
    assert Account.objects.filter(pk=account.pk).values().get() == before
    with pytest.raises(Refused):
        spend_link(token=token, now=timezone.now() + timedelta(minutes=31))
    assert spend_link(token=token, now=timezone.now()).account == account


@pytest.mark.parametrize("email", ["nobody@example.org", "off@example.org", "x"])
def test_no_link_is_printed_for_nobody(email):
    AccountFactory.create(email="off@example.org", is_active=False)
    with pytest.raises(CommandError):
        call_command("sign_in_link", email)
    assert not SignInLink.objects.exists()
