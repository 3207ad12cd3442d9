"""An office counts during its term, for its own body, and for nothing that its role does not name."""

from datetime import timedelta

import pytest
from allauth.mfa.models import Authenticator
from django.core.exceptions import PermissionDenied
from django.db import IntegrityError, transaction
from django.test import Client
from django.utils import timezone

from tests.factories.tournaments import AccountFactory, ClubFactory
from tests.refusals import refusal
from tournaments import access
from tournaments.models import JournalLine, Office
from tournaments.operations.accounts.sign_in_links import find_link, hand_out_link, link_token
from tournaments.operations.accounts.tokens import account_behind, create_token
from tournaments.operations.journal import TERMINAL
from tournaments.operations.union.offices import end_office, give_office

pytestmark = pytest.mark.django_db


def given(account, role, *, since=-1, until=None, **fields):
    """An office whose term begins and ends so many days from now."""
    now = timezone.now()
    ends_at = None if until is None else now + timedelta(days=until)
    return Office.objects.create(
        account=account, role=role, starts_at=now + timedelta(days=since), ends_at=ends_at, **fields
    )


@pytest.mark.parametrize(
    ("since", "until", "holds"), [(-1, None, True), (-2, 1, True), (1, None, False), (-3, -1, False)]
)
def test_an_office_counts_during_its_term(since, until, holds):
    account = AccountFactory.create()
    given(account, "commission", since=since, until=until)
    assert access.may(account, "words.read") is holds
    assert not access.may(account, "words.rules")


def test_what_was_taken_back_counts_no_longer_and_may_be_given_again():
    account = AccountFactory.create()
    office = given(account, "union")
    office.ended_at = timezone.now()
    office.save()
    with pytest.raises(PermissionDenied):
        access.prove(account, "office.manage")
    given(account, "union")
    access.prove(account, "office.manage")


def test_a_captain_is_captain_of_his_own_club_only():
    account, club, other = AccountFactory.create(), ClubFactory.create(), ClubFactory.create()
    given(account, "captain", club=club)
    assert access.may(account, "club.run", club=club)
    assert not access.may(account, "club.run", club=other)
    assert not access.may(account, "club.run")


def test_the_keeper_acts_for_the_union_but_is_not_of_the_commission():
    keeper = AccountFactory.create(is_superuser=True)
    assert access.may(keeper, "office.manage")
    assert not access.may(keeper, "words.read")


@pytest.mark.parametrize("fields", [{"role": "captain"}, {"role": "officer"}])
def test_an_office_of_a_body_names_it(fields):
    with pytest.raises(IntegrityError), transaction.atomic():
        given(AccountFactory.create(), **fields)


def test_nobody_holds_the_same_office_twice():
    account = AccountFactory.create()
    given(account, "press")
    with pytest.raises(IntegrityError), transaction.atomic():
        given(account, "press")


# --- What somebody else may have kept of an account -------------------------------------------------------------------


def held_by_another(account, by):
    """`by` was handed a link for `account`, came in by another like it, and left himself every way back."""
    now = timezone.now()
    account.set_password("a long walk by the pond")
    account.save()
    browser = Client()
    browser.force_login(account)
    Authenticator.objects.create(user=account, type="totp", data={"secret": "none"})
    token = link_token(hand_out_link(account=account, by=by, now=now))
    return browser, create_token(account=account, label="phone", now=now)[1], token


def test_nobody_keeps_a_way_into_an_account_that_gets_an_office():
    account, director, union, now = *(AccountFactory.create() for _ in range(3)), timezone.now()
    browser, secret, token = held_by_another(account, director)
    give_office(role="press", account=account, by=union, now=now)
    assert account_behind(secret) == account, "the press needs no second factor"
    assert browser.get("/me/").status_code == 200
    office = give_office(role="commission", account=account, by=union, now=now)
    account.refresh_from_db()
    assert browser.get("/me/").status_code == 302
    assert account_behind(secret) is None
    assert refusal(find_link, token=token, now=now).code == "link_used"
    assert not account.has_usable_password()
    assert not Authenticator.objects.exists()
    create_token(account=account, label="his own", now=now)
    end_office(office=office, by=union, now=now)
    give_office(role="commission", account=account, by=union, now=now)
    assert account.api_tokens.filter(revoked_at=None).count() == 1, "once is enough"
    assert JournalLine.objects.filter(act="handed_keys_taken_back", subject=account.key).count() == 1


@pytest.mark.parametrize("by", ["himself", TERMINAL])
def test_links_of_ones_own_and_of_the_server_are_nobody_elses(by):
    account = AccountFactory.create()
    browser, secret, _ = held_by_another(account, account if by == "himself" else by)
    give_office(role="union", account=account, by=account, now=timezone.now())
    assert browser.get("/me/").status_code == 200
    assert account_behind(secret) == account


def test_the_keeper_hands_no_link_to_the_commission(keeper):
    account = AccountFactory.create()
    given(account, "union")
    assert access.may_hand_link(keeper, account)
    given(account, "commission")
    assert not access.may_hand_link(keeper, account)
