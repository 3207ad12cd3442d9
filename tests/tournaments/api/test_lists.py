"""Lists: one page after the other, and as many statements for three rows as for one."""

from __future__ import annotations

import datetime as dt

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.factories import stories
from tests.factories.base import NOW
from tests.factories.tournaments import ClubFactory
from tournaments.models import Ruling, Table

pytestmark = pytest.mark.django_db


def statements(client, address: str) -> int:
    with CaptureQueriesContext(connection) as taken:
        assert client.get(address).status_code == 200
    return len(taken)


@pytest.fixture(params=["visitor", "referee"])
def client(request, api, event, referee):
    return api(None if request.param == "visitor" else referee)


def test_events(client, event):
    address = reverse("api:events")
    one = statements(client, address)
    for _ in range(2):
        stories.an_event(players=0)
    assert statements(client, address) == one <= 4


def test_registrations(client, event):
    address = reverse("api:registrations", args=[event.slug])
    one = statements(client, address)
    stories.add_players(event, 2, clubs=2)
    assert statements(client, address) == one <= 6


def test_rounds(client, event):
    address = reverse("api:rounds", args=[event.slug])
    stories.a_planned_round(event)
    one = statements(client, address)
    for _ in range(2):
        stories.a_planned_round(event)
    assert statements(client, address) == one <= 6


def test_tables(client, event):
    """One table of five against three of five."""
    event.registrations.update(club=ClubFactory.create())
    keys = list(event.registrations.order_by("position").values_list("key", flat=True))
    stories.a_running_round(event, sizes=(5,), chosen=keys[:5])
    one = statements(client, reverse("api:tables", args=[event.slug, 1]))
    stories.a_running_round(event, sizes=(5, 5, 5))
    assert Table.objects.filter(round__number=2).count() == 3
    assert statements(client, reverse("api:tables", args=[event.slug, 2])) == one <= 8


def test_entries(client, event):
    round_ = stories.a_running_round(event)
    address = reverse("api:entries", args=[event.slug, 1, 1])
    stories.record_deals(stories.table_of(round_), "A")
    one = statements(client, address)
    stories.record_deals(stories.table_of(round_), "B A")
    assert statements(client, address) == one <= 9


def test_a_list_comes_in_pages(api, event):
    stories.add_players(event, 1)
    client, address = api(None), reverse("api:registrations", args=[event.slug])
    page = client.get(address, {"page_size": 10}).json()
    assert (page["count"], len(page["results"]), page["previous"]) == (16, 10, None)
    rest = client.get(page["next"]).json()
    assert (len(rest["results"]), rest["next"]) == (6, None)
    assert [one["key"] for one in page["results"] + rest["results"]] == [f"p{number}" for number in range(1, 17)]


def test_the_newest_event_comes_first(api, event):
    later = stories.an_event(players=0, date=dt.date(2026, 5, 1))
    assert [one["slug"] for one in api(None).get(reverse("api:events")).json()["results"]] == [later.slug, event.slug]


def test_rulings_in_their_public_part(client, evening):
    table = stories.table_of(evening)
    seats = stories.seats_of(table)

    def rule(seat):
        return Ruling.objects.create(
            table=table,
            seat=seat,
            concerned=seats[seat],
            kind="a",
            facts="private",
            public_text="Looked.",
            decision="warning",
            judged_by="table",
            at=NOW,
        )

    address = reverse("api:rulings", args=[evening.event.slug])
    first = rule("A")
    one = statements(client, address)
    rule("B")
    rule("C")
    assert statements(client, address) == one <= 5
    told = client.get(address).json()["results"][0]
    assert (told["id"], told["entry"], told["public_text"], told["appeal"]) == (
        first.pk,
        seats["A"].key,
        "Looked.",
        None,
    )
    assert "private" not in client.get(address).content.decode()
