"""An office counts during its term, for its own body, and for nothing that its role does not name."""

from datetime import timedelta

import pytest
from django.core.exceptions import PermissionDenied
from django.db import IntegrityError, transaction
from django.utils import timezone

from tests.factories.tournaments import AccountFactory, ClubFactory, FederationFactory
from tournaments import access
from tournaments.models import Office

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


def test_an_officer_acts_for_his_own_federation_and_its_clubs_only():
    account, club, other = AccountFactory.create(), ClubFactory.create(), ClubFactory.create()
    other.federation = FederationFactory.create(country="PL")
    given(account, "officer", federation=club.federation)
    for act, its, foreign in (
        ("club.run", {"club": club}, {"club": other}),
        ("federation.run", {"federation": club.federation}, {"federation": other.federation}),
    ):
        assert access.may(account, act, **its)
        assert not access.may(account, act, **foreign)
        assert not access.may(account, act)


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


def test_the_keeper_hands_no_link_to_the_commission(keeper):
    account = AccountFactory.create()
    given(account, "union")
    assert access.may_hand_link(keeper, account)
    given(account, "commission")
    assert not access.may_hand_link(keeper, account)
