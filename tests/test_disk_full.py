"""A full disk (G25), SQLite's: what was acknowledged stays, pages are read, and recording goes on once there is room.

`max_page_count` is a disk that is full as the database sees it: the same error, at the same place.
"""

from __future__ import annotations

import uuid

import pytest
from django.db import connection
from django.test import Client
from django.utils import timezone

from games.models import Entry
from tests.factories import stories
from tournaments.operations.accounts.tokens import create_token


@pytest.fixture
def full(transactional_db: None):
    """`full(True)`: there is no room for one page more; `full(False)`: there is again."""

    def fill(is_full: bool) -> None:
        with connection.cursor() as cursor:
            if is_full:
                cursor.execute("VACUUM")  # tests before this one have left pages free
            cursor.execute("PRAGMA page_count")
            pages = cursor.fetchone()[0] if is_full else 2**30
            cursor.execute(f"PRAGMA max_page_count = {pages:d}")

    yield fill
    fill(False)


def test_what_was_acknowledged_stays_and_it_goes_on_when_there_is_room(full, evening, referee):
    secret = create_token(account=referee, label="phone", now=timezone.now())[1]
    client = Client(raise_request_exception=False, headers={"Authorization": f"Bearer {secret}"})
    address = f"/api/v1/events/{evening.event.slug}/rounds/1/tables/2/entries/"
    position = 1

    def record(reason: str = "") -> int:
        nonlocal position
        entry = {"kind": "void_deal", "bench": ["E"], **({"reason": reason} if reason else {})}
        line = {"id": str(uuid.UUID(int=position)), "expected_position": position, "entry": entry}
        status = client.post(address, line, content_type="application/json").status_code
        position += status == 201
        return status

    def there() -> int:
        return Entry.objects.filter(game=stories.table_of(evening, 2).game_id).count()

    assert record() == 201
    full(True)
    answers = [record("x" * 490) for _ in range(40)]
    assert answers[-1] == 507
    assert set(answers) <= {201, 507}, "neither a fault nor a lie"
    assert there() == position - 1, "what was acknowledged is there, and nothing else"
    for page in (f"/e/{evening.event.slug}/", f"/e/{evening.event.slug}/standings/", address):
        assert client.get(page).status_code == 200
    full(False)
    assert record() == 201
    assert there() == position - 1
