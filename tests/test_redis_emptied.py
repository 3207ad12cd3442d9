"""What lies in Redis may vanish at any moment (G8): nobody is logged out, no step is lost, the results are the same.

Everything of this site is taken away there, as FLUSHALL would; other sites on the same server keep theirs. Without a
Redis it is the cache that is emptied.
"""

from __future__ import annotations

import pytest
import redis
from django.conf import settings
from django.core.cache import cache

from tests.factories import stories
from tests.factories.base import NOW
from tournaments import tasks
from tournaments.models import Round, Step
from tournaments.operations.seating import seats
from tournaments.queries.documents import results_of

pytestmark = pytest.mark.django_db


def empty() -> None:
    cache.clear()
    if settings.REDIS_URL:
        with redis.Redis.from_url(settings.REDIS_URL) as server:
            for key in server.scan_iter(f"{settings.KEY_PREFIX}*"):
                server.delete(key)


def an_evening(client, slug: str, *, emptied: int | None) -> dict[str, object]:
    """A round that the clock starts and three tables play; Redis is emptied before the step of that number."""
    event = stories.an_event(players=15, status="closed", slug=slug)
    director = stories.director_of(event)
    round_ = seats.publish_seating(round_=stories.a_drawn_round(event, sizes=(5, 5, 5)), now=NOW)
    step = Step.objects.create(event=event, round=round_, kind="start_round", due_at=NOW)
    client.force_login(director)
    desk, page, table = f"/desk/{slug}/", f"/e/{slug}/", stories.table_of
    deeds = [
        tasks.sweep,
        lambda: stories.record_deals(table(Round.objects.get(pk=round_.pk)), "A B C"),
        lambda: stories.play_round(Round.objects.get(pk=round_.pk)),
    ]
    for number, deed in enumerate(deeds):
        if number == emptied:
            empty()
        deed()
        assert client.get(desk).status_code == 200, f"logged out after step {number}"
        assert client.get(page).status_code == 200
    step.refresh_from_db()
    assert step.status == "done"
    return dict(results_of(event))


def test_an_evening_ends_alike_whenever_redis_is_emptied(client):
    undisturbed = an_evening(client, "evening-whole", emptied=None)
    for number in range(3):
        assert an_evening(client, f"evening-emptied-{number}", emptied=number) == undisturbed
