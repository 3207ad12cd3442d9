"""The ranking in the API: the same as the pages show, exact, in pages, as the schema says."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.factories import stories
from tests.factories.base import NOW
from tests.tournaments.api.test_shapes import conforms
from tournaments.models import Event, RankedResult
from tournaments.operations.results.publishing_standings import publish_standings
from tournaments.queries.rankings import ranking_of

pytestmark = pytest.mark.django_db
YEAR = "/api/v1/rankings/2026/"


@pytest.fixture
def event():
    """An evening that averages the points of shared places, with a place shared by two."""
    event = stories.example("harbour-classic")
    Event.objects.filter(pk=event.pk).update(regulations={**event.regulations, "shared_points": "average"})
    publish_standings(event=event, by=None, now=NOW, final=True)
    RankedResult.objects.filter(event=event, place__in=[1, 2]).update(place=1, sharing=2)
    return event


def test_players_are_those_of_the_ranking_with_exact_points(client, event):
    answer = client.get(f"{YEAR}players/").json()
    lines = ranking_of(event.season).players
    assert [(one["rank"], one["player"], one["points"]) for one in answer["results"]] == [
        (one.rank, one.player, str(one.points)) for one in lines
    ]
    assert [one["points"] for one in answer["results"][:2]] == ["37/2", "37/2"]
    assert answer["count"] == len(lines)


def test_clubs_and_their_sums(client, event):
    found = client.get(f"{YEAR}clubs/").json()["results"]
    assert [one["points"] for one in found] == [str(one.points) for one in ranking_of(event.season).clubs]


def test_why_adds_up(client, event):
    first = ranking_of(event.season).players[0]
    why = client.get(f"{YEAR}players/{first.player}/").json()
    assert (why["points"], why["best_of"]) == ("37/2", None)
    (one,) = why["events"]
    assert (one["event"], one["place"], one["sharing"], one["state"]) == (event.slug, 1, 2, "counted")


def test_the_answers_are_those_of_the_schema(client, event):
    player = ranking_of(event.season).players[0].player
    for operation, address in (
        ("rankings_list", "/api/v1/rankings/"),
        ("ranked_players_list", f"{YEAR}players/"),
        ("ranked_clubs_list", f"{YEAR}clubs/"),
        ("ranked_players_read", f"{YEAR}players/{player}/"),
        ("ranked_players_read", f"{YEAR}players/999999/"),
        ("ranked_players_list", "/api/v1/rankings/1999/players/"),
    ):
        conforms(operation, client.get(address))


@pytest.mark.parametrize("what", ["players/", "clubs/"])
def test_the_statements_do_not_grow(client, event, what):
    def cost():
        with CaptureQueriesContext(connection) as asked:
            assert client.get(YEAR + what).status_code == 200
        return len(asked)

    cost()
    many = cost()
    RankedResult.objects.filter(place__gt=3).delete()
    cost()
    assert cost() == many <= 9
