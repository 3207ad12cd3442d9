"""Somebody at a table: posts what the page's forms would post, and looks at what is stored."""

from __future__ import annotations

import re
import uuid
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from games.models import Entry
from tests.factories import stories
from tournaments.models import Account, Table


class Hand:
    """One person at one table. Forms know the log as it is when they are posted, unless a test says otherwise."""

    def __init__(self, account: Account | None, table: Table) -> None:
        self.client, self.table = Client(), table
        self.base = f"/t/{table.round.event.slug}/{table.round.number}/{table.number}/"
        if account is not None:
            self.client.force_login(account)

    def form(self) -> dict[str, Any]:
        """The hidden part of a fresh form."""
        length = len(self.kinds())
        return {"entry_id": str(uuid.uuid4()), "expected_position": length + 1, "base": length}

    def post(self, act: str, *, resend: bool = False, **said: Any) -> Any:
        headers = {"X-Resend": "1"} if resend else {}
        return self.client.post(f"{self.base}{act}/", {**self.form(), **said}, headers=headers)

    def deal(self, loser: str, **said: Any) -> Any:
        """A deal with the proposed bench."""
        return self.post("deals", **{"loser": loser, "bench": "".join(stories.deal(self.table, loser).bench), **said})

    def page(self, tail: str = "") -> str:
        answer = self.client.get(f"{self.base}{tail}")
        assert answer.status_code == 200
        return text_of(answer)

    def kinds(self) -> list[str]:
        """The kinds of the lines that are stored."""
        game = stories.table_of(self.table.round, self.table.number).game
        return [line.kind for line in Entry.objects.filter(game=game).order_by("position")] if game else []

    def payloads(self) -> list[dict[str, Any]]:
        game = stories.table_of(self.table.round, self.table.number).game
        return [line.payload for line in Entry.objects.filter(game=game).order_by("position")] if game else []

    def letters(self) -> dict[str, int]:
        game = stories.table_of(self.table.round, self.table.number).game
        return {seat: state["letters"] for seat, state in game.state["seats"].items()} if game else {}


def text_of(answer: Any) -> str:
    """A page as a person reads it, in one line."""
    words_of_the_phone = r'<script id="game".*?</script>'
    return re.sub(r"\s+", " ", re.sub(words_of_the_phone, "", answer.content.decode(), flags=re.DOTALL))


@pytest.fixture
def hand(evening: Any) -> Callable[..., Hand]:
    """`hand(account, 2)`: somebody at table 2 of the evening's first round."""
    return lambda account, number=1: Hand(account, stories.table_of(evening, number))
