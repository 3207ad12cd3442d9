"""A story that is told again leaves what it left, row for row; where anything differs, it is told anew."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection, transaction
from django.utils import translation

from games import written
from tests.factories import retold, stories
from tournaments.models import Event, Round
from tournaments.operations.evening import rounds

EVENT, ROUND = ([one.attname for one in model._meta.concrete_fields] for model in (Event, Round))


@pytest.fixture
def started(monkeypatch) -> list[Event]:
    """Nothing was told yet in this process; and the events of which a round was started in truth."""
    found: list[Event] = []
    start = rounds.start_round

    def noting(*, round_: Round, **said: Any) -> Round:
        found.append(round_.event)
        return start(round_=round_, **said)

    monkeypatch.setattr(retold, "_told", {})
    monkeypatch.setattr(rounds, "start_round", noting)
    return found


def an_evening(**said: Any) -> tuple[Event, Round]:
    event = stories.an_event(players=15, status="closed")
    return event, stories.a_running_round(event, **said)


def taken_back(story: Callable[[], Any]) -> Any:
    with transaction.atomic():
        answer = story()
        transaction.set_rollback(True)
    return answer


def left() -> dict[str, Any]:
    """What an evening leaves: in the database, to the next line of the journal, and in the hands of the test."""
    event, round_ = an_evening()
    rows, players = retold._everything(), event.registrations.count()
    of_event, of_round = (
        {name: vars(one)[name] for name in columns} for one, columns in ((event, EVENT), (round_, ROUND))
    )
    return {
        "rows": rows,
        "untold": written.take(),
        "event": of_event,
        "round": of_round,
        "is its event": round_.event is event,
        "players": players,
    }


@pytest.mark.django_db
def test_told_again_it_leaves_what_it_left(started):
    first, again = taken_back(left), taken_back(left)
    assert len(started) == 1
    assert first == again
    assert first["is its event"]
    assert first["players"] == 15


@pytest.mark.django_db
def test_what_is_told_on_goes_on_from_there(started):
    def told_on() -> Any:
        _, round_ = an_evening()
        stories.record_deals(stories.table_of(round_, 1), "A B")
        return stories.play_round(round_).status

    assert [taken_back(told_on) for _ in range(2)] == ["closed", "closed"]
    assert len(started) == 1


@pytest.mark.django_db
@pytest.mark.parametrize("what", ["row", "word", "language", "setting", "model in hand"])
def test_where_anything_differs_it_is_told(started, settings, what: str):
    taken_back(lambda: an_evening(word="KAMIL"))

    def another() -> object:
        event = stories.an_event(players=15, status="closed")
        if what == "row":
            with connection.cursor() as cursor:  # past all that notes what is written
                cursor.execute("UPDATE tournaments_event SET name = 'Moor'")
        elif what == "setting":
            settings.TIME_ZONE = "UTC"
        elif what == "model in hand":
            event.name = "Moor"
        with translation.override("cs" if what == "language" else "en"):
            return stories.a_running_round(event, word="ZIMA" if what == "word" else "KAMIL")

    taken_back(another)
    assert len(started) == 2


@pytest.mark.django_db(transaction=True)
def test_what_is_committed_is_told(started):
    an_evening()
    an_evening()
    assert len(started) == 2
