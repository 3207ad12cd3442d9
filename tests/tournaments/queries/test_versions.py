"""One look at an event's version answers everybody who was waiting when it began, and nobody who came later."""

from __future__ import annotations

import time

import pytest
from django.test import Client

from tests.factories.tournaments import EventFactory
from tournaments import projections
from tournaments.models import Event
from tournaments.public.hub import Hub
from tournaments.public.stream import HUB
from tournaments.queries.versions import ARRIVED

pytestmark = pytest.mark.django_db


def version_at_the_door(client: Client, event: Event, arrived: float | None) -> int:
    meta = {HUB: Hub()} | ({} if arrived is None else {ARRIVED: arrived})
    return int(client.get(f"/e/{event.slug}/stream/", **meta)["X-Held"].split()[1])


def test_who_was_waiting_hears_what_was_seen_and_who_comes_later_looks_again(client: Client, django_assert_num_queries):
    event, before = EventFactory.create(version=7), time.monotonic()
    with django_assert_num_queries(1):
        assert version_at_the_door(client, event, before) == 7
    projections.bump(event)
    with django_assert_num_queries(0):
        assert version_at_the_door(client, event, before) == 7
    with django_assert_num_queries(1):
        assert version_at_the_door(client, event, time.monotonic()) == 8
    with django_assert_num_queries(0):
        assert version_at_the_door(client, event, before) == 8


def test_unchanged_pages_share_the_look_of_the_door(client: Client, django_assert_num_queries):
    event, before = EventFactory.create(), time.monotonic()
    address = f"/e/{event.slug}/"
    etag = client.get(address, **{ARRIVED: before})["ETag"]
    with django_assert_num_queries(0):
        version_at_the_door(client, event, before)
        for _ in range(3):
            assert client.get(address, headers={"if-none-match": etag}, **{ARRIVED: before}).status_code == 304
    projections.bump(event)
    assert client.get(address, headers={"if-none-match": etag}, **{ARRIVED: time.monotonic()}).status_code == 200


def test_an_event_that_is_a_draft_again_is_seen_by_nobody_who_comes_later(client: Client):
    event, before = EventFactory.create(), time.monotonic()
    version_at_the_door(client, event, before)
    Event.objects.filter(pk=event.pk).update(status="draft")
    meta = {HUB: Hub(), ARRIVED: time.monotonic()}
    assert client.get(f"/e/{event.slug}/stream/", **meta).status_code == 404
    assert client.get(f"/e/{event.slug}/", **{ARRIVED: time.monotonic()}).status_code == 404


def test_where_nobody_says_when_a_request_arrived_everybody_looks(client: Client, django_assert_num_queries):
    event = EventFactory.create()
    for _ in range(2):
        with django_assert_num_queries(1):
            version_at_the_door(client, event, None)
