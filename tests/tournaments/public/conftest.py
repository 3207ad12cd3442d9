"""Evenings that the public pages show: finished ones from the examples, one that is being played."""

from collections.abc import Callable

import pytest

from tests.factories import stories
from tournaments.models import Event, Round

CANARY = "ZIMOLEZ"  # a word that must stand nowhere before its round starts


@pytest.fixture
def running(db: None) -> Event:
    """Fifteen players at three tables, some deals in; a second round is drawn with a secret word, unpublished."""
    event = stories.an_event(players=15, clubs=2, status="closed")
    round_ = stories.a_running_round(event, word="KAMIL")
    stories.record_deals(stories.table_of(round_, 1), "A B C A B")
    stories.record_deals(stories.table_of(round_, 2), "D")
    event.refresh_from_db()
    return event


@pytest.fixture
def first_round(running: Event) -> Round:
    return running.rounds.get(number=1)


@pytest.fixture
def secret(running: Event) -> Round:
    """A planned round with a word that nobody may know yet."""
    return stories.a_planned_round(running, word=CANARY)


@pytest.fixture
def addresses() -> Callable[[Event], list[str]]:
    """Every public address of an event, fragments and files among them."""

    def all_of(event: Event) -> list[str]:
        home = f"/e/{event.slug}/"
        found = [home, f"{home}players/", f"{home}standings/", f"{home}fragment/", f"{home}standings/fragment/"]
        found.append(f"{home}draws/")
        for round_ in event.rounds.order_by("number"):
            here = f"{home}round/{round_.number}/"
            found += [here, f"{here}fragment/", f"{here}draw/"]
            if round_.status in ("published", "running", "closed"):
                for table in round_.tables.order_by("number"):
                    found += [f"{here}table/{table.number}/", f"{here}table/{table.number}/fragment/"]
        for publication in event.publications.order_by("number"):
            here = f"{home}results/{publication.number}/"
            found += [here, f"{here}scwu-results.json"]
        return found

    return all_of
