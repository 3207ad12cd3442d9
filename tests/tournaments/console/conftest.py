"""A desk: an event, and the people who try to sit down at it."""

from __future__ import annotations

import html
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

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


def words_of(answer: Any) -> str:
    """What a person reads of a page, in one line, entities undone."""
    return " ".join(html.unescape(str(answer.content, "utf-8")).split())


def statements_of(client: Client, path: str) -> int:
    """How many statements a page needs, those for the session and the account left out."""
    with CaptureQueriesContext(connection) as captured:
        answer = client.get(path)
    assert answer.status_code == 200, path
    mine = [one["sql"] for one in captured if "django_session" not in one["sql"]]
    return len([sql for sql in mine if 'FROM "tournaments_account" WHERE "tournaments_account"."id"' not in sql])
