"""The tabs of the desk, also on the tables that a director opens from it, and what is one tap away from each page."""

from __future__ import annotations

import pytest
from django.test import Client

from tests.factories import stories
from tests.factories.base import NOW
from tests.tournaments.console.conftest import words_of
from tournaments.models import Event
from tournaments.operations.events import making

pytestmark = pytest.mark.django_db
PAGES = [
    "",
    "people/",
    "people/?mode=check-in",
    "person/p1/",
    "rounds/",
    "round/1/",
    "finals/",
    "standings/",
    "settings/",
]
PAGES += ["details/", "staff/", "schedule/", "files/", "journal/", "door/", "questions/", "apart/", "invitations/"]
AWAY = ["/e/harbour/", "/desk/harbour/journal/", "/desk/harbour/files/", "/desk/harbour/door/poster/print/"]
TABLES = ["/t/harbour/", "/t/harbour/rulings/"]


def links(client: Client, path: str) -> list[str]:
    """Where the page leads to besides its top and its foot."""
    page = words_of(client.get(path)).partition("<main")[2].partition("</main>")[0]
    return [part.partition('"')[0] for part in page.split('href="')[1:]]


@pytest.mark.parametrize("path", [*(f"/desk/harbour/{page}" for page in PAGES), *TABLES])
def test_the_public_page_journal_files_and_poster_are_one_tap_away(event, evening, director, path):
    found = links(director, path)
    assert [address for address in AWAY if address not in found] == []


@pytest.mark.parametrize("path", TABLES)
def test_a_director_among_the_tables_keeps_the_tabs_of_his_desk(event, evening, director, path):
    found = links(director, path)
    assert "/desk/harbour/" in found
    assert "/desk/harbour/people/" in found
    assert 'href="/t/harbour/" aria-current="page">Tables<' in words_of(director.get(path))


@pytest.mark.parametrize("path", TABLES)
def test_who_has_no_desk_is_shown_no_tab_of_it(event, evening, referee, path):
    assert not [address for address in links(referee, path) if address.startswith("/desk/")]


def test_a_draft_has_no_public_page_to_lead_to(director, event):
    draft = stories.an_event(players=0, status="draft", slug="hidden")
    making.appoint(event=draft, account=stories.director_of(event), role="director", now=NOW)
    found = links(director, "/desk/hidden/")
    assert "/e/hidden/" not in found
    assert "/desk/hidden/journal/" in found


def test_finishing_and_cancelling_ask_first_and_stand_apart(event: Event, director):
    stories.play_round(stories.a_running_round(event, sizes=(5, 5, 5)))
    page = words_of(director.get("/desk/harbour/"))
    finish, cancel = page.index('value="finished"'), page.index('value="cancelled"')
    assert "data-confirm=" in page[finish:][:200]
    assert "data-confirm=" in page[cancel:][:200]
    assert "<details>" in page[finish:cancel], "cancelling is folded away"
