"""The pages of words: an event with a director, members of the commission, and who may see less."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from tests.factories.stories import an_event
from tournaments.models import Account, Event


@pytest.fixture
def event(db: None) -> Event:
    return an_event(players=6, status="closed", series="nationals", slug="moor", name="Moor Evening")


@pytest.fixture
def browser() -> Callable[[Account], Client]:
    """`browser(account)`: signed in as this account."""

    def signed_in(account: Account) -> Client:
        client = Client()
        client.force_login(account)
        return client

    return signed_in


def text(answer: Any) -> str:
    return str(answer.content, "utf-8")
