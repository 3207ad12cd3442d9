"""A desk: an event, and the people who try to sit down at it."""

from __future__ import annotations

import pytest
from django.test import Client

from tests.factories.stories import an_event, director_of, staff_of
from tests.factories.tournaments import AccountFactory
from tournaments.models import Account, Event


@pytest.fixture
def event(db: None) -> Event:
    """An evening of a Classic with fifteen people who are here and a director."""
    return an_event(players=15, slug="harbour", name="Harbour Classic")


def signed_in_as(account: Account) -> Client:
    client = Client()
    client.force_login(account)
    return client


@pytest.fixture
def director(event: Event) -> Client:
    return signed_in_as(director_of(event))


@pytest.fixture
def referee(event: Event) -> Client:
    return signed_in_as(staff_of(event, "referee"))


@pytest.fixture
def stranger(event: Event) -> Client:
    return signed_in_as(AccountFactory.create())
