"""What a prepared statement answers is what the ORM would have answered, to every value and in every thread."""

from typing import Any

import pytest
from django.db.models import Exists, OuterRef, QuerySet

from tests.factories import stories
from tests.races import race
from tournaments.models import Event, Registration, Round
from tournaments.prepared import prepared

pytestmark = pytest.mark.django_db


def entered(slug: str, position: int) -> QuerySet[Registration]:
    """Models with what belongs to them, and a value counted beside them."""
    later = Registration.objects.filter(event=OuterRef("event"), position__gt=position)
    rows = Registration.objects.select_related("event", "club").annotate(is_not_last=Exists(later))
    return rows.filter(event__slug=slug, position__gte=position, status="checked_in").order_by("position")


def test_models_come_out_as_from_the_orm(django_assert_num_queries):
    small, large = stories.an_event(players=3, clubs=1), stories.an_event(players=5)
    ask = prepared(entered)
    for slug, position in [(small.slug, 1), (large.slug, 1), (small.slug, 3), (small.slug, 4), ("nowhere", 1)]:
        with django_assert_num_queries(1):
            found = [(one, one.event.name, one.club, one.status_at, one.is_not_last) for one in ask(slug, position)]
        orm = entered(slug, position)
        assert found == [(one, one.event.name, one.club, one.status_at, one.is_not_last) for one in orm]


def test_values_come_out_as_from_the_orm():
    events = [stories.an_event(players=4, regulations={"survivors": 2}), stories.an_event(players=2)]

    def values(event: int) -> QuerySet[Registration, Any]:
        return Registration.objects.filter(event=event).values("status_at", "key", "event__regulations")[:3]

    def rows(event: int) -> QuerySet[Registration, Any]:
        return Registration.objects.filter(event=event).values_list("key", "classified")

    for build in (values, rows):
        ask = prepared(build)
        for event in events:
            assert ask(event.pk) == list(build(event.pk))


def test_a_statement_is_written_once():
    written = []

    @prepared
    def rounds(event: int) -> QuerySet[Round]:
        written.append(event)
        return Round.objects.filter(event=event)

    for event in (stories.an_event(players=2), stories.an_event(players=2)):
        assert rounds(event=event.pk) == []
    assert len(written) == 1


@pytest.mark.parametrize("number", [70_000, 2**31, 10**30, -1])
def test_a_number_too_large_for_a_column_finds_nothing(number):
    stories.a_planned_round(stories.an_event(players=2))

    @prepared
    def rounds(number: int) -> QuerySet[Round]:
        return Round.objects.filter(number=number)

    assert rounds(number) == []


def test_a_value_that_no_condition_has_is_no_statement():
    @prepared
    def events(slug: str, number: int) -> QuerySet[Event]:
        return Event.objects.filter(slug=slug)

    with pytest.raises(TypeError, match="number"):
        events("anything", 1)


@pytest.mark.django_db(transaction=True)
def test_every_thread_asks_by_a_connection_of_its_own():
    event = stories.an_event(players=3)
    ask = prepared(entered)
    assert len(ask(event.slug, 1)) == 3
    assert race(*(lambda position=position: len(ask(event.slug, position)) for position in (2, 3))) == [2, 1]
