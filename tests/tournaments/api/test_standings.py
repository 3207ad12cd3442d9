"""Standings: word for word the results document, and 304 while nothing has changed."""

from __future__ import annotations

import json

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.factories import stories
from tournaments.models import Event
from tournaments.queries.documents import results_of

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("name", ["fen-evening", "harbour-classic", "moor-final"])
def test_the_examples_give_exactly_their_results(name, api):
    event = stories.example(name)
    served = api(None).get(reverse("api:standings", args=[event.slug])).json()
    for standing in served["standings"]:
        assert standing.pop("why")
    for finding in served["findings"]:
        assert finding.pop("text").endswith(".")
    assert served == json.loads((stories.EXAMPLES / f"{name}-2026.results.json").read_text())


def test_sentences_do_not_depend_on_the_language(api, evening):
    stories.play_round(evening)
    address = reverse("api:standings", args=[evening.event.slug])
    czech = api(None).get(address, headers={"Accept-Language": "cs"}).json()
    assert czech == results_of(evening.event)
    assert any("cumulative" in why or "basic" in why for one in czech["standings"] for why in one["why"])


def test_who_has_the_version_that_stands_gets_304_for_one_statement(api, evening):
    client, address = api(None), reverse("api:standings", args=[evening.event.slug])
    first = client.get(address)
    with CaptureQueriesContext(connection) as taken:
        again = client.get(address, headers={"If-None-Match": first["ETag"]})
    assert (again.status_code, again.content, len(taken)) == (304, b"", 1)
    assert again["ETag"] == first["ETag"]
    assert "no-cache" in again["Cache-Control"]


def test_a_deal_makes_a_new_version_with_new_standings(api, evening):
    client, address = api(None), reverse("api:standings", args=[evening.event.slug])
    first = client.get(address)
    stories.record_deals(stories.table_of(evening), "A")
    fresh = client.get(address, headers={"If-None-Match": first["ETag"]})
    assert fresh.status_code == 200
    assert fresh["ETag"] != first["ETag"]
    assert fresh.json() == results_of(Event.objects.get(pk=evening.event.pk)) != first.json()


def test_the_document_of_a_version_is_worked_out_once(api, evening):
    client, address = api(None), reverse("api:standings", args=[evening.event.slug])
    first = client.get(address)
    with CaptureQueriesContext(connection) as taken:
        assert client.get(address).json() == first.json()
    assert len(taken) == 1
