"""What the tests of the API share: clients that send a token, and addresses."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.utils import timezone
from rest_framework.test import APIClient

from tournaments.models import Account, Round
from tournaments.operations.accounts.tokens import create_token


@pytest.fixture
def api() -> Callable[[Account | None], APIClient]:
    """`api(account)`: a client with a fresh token of the account; `api(None)` is anonymous."""

    def client(account: Account | None) -> APIClient:
        made = APIClient(enforce_csrf_checks=True)
        if account is not None:
            _, secret = create_token(account=account, label="test", now=timezone.now())
            made.credentials(HTTP_AUTHORIZATION=f"Bearer {secret}")
        return made

    return client


@pytest.fixture
def entries() -> Callable[..., str]:
    """`entries(round, 2)`: the address of the log of its table 2; without a number of table 1."""

    def address(round_: Round, table: int = 1) -> str:
        return f"/api/v1/events/{round_.event.slug}/rounds/{round_.number}/tables/{table}/entries/"

    return address


@pytest.fixture
def line() -> Callable[..., dict[str, Any]]:
    """`line(1, loser="B")`: a request to record a deal at position 1 of a table of five."""

    def request(position: int, number: int = 0, *, loser: str = "A", bench: tuple[str, ...] = ("E",)) -> dict[str, Any]:
        return {
            "id": f"00000000-0000-4000-8000-{number or position:012}",
            "expected_position": position,
            "entry": {"kind": "deal", "loser": loser, "bench": list(bench)},
        }

    return request
