"""Pictures of an event, a table, a player and a club, each with its numbers (public/pictures.py)."""

import re

import pytest
from django.urls import reverse

from tests.factories import stories
from tests.factories.stories import a_running_round, play_out, record_deals, table_of
from tournaments.queries.pictures import evening_pictures

pytestmark = pytest.mark.django_db


@pytest.fixture
def played():
    round_ = a_running_round(stories.an_event(players=10))
    for table in round_.tables.all():
        play_out(table)
    return round_


def table_page(client, round_):
    return client.get(reverse("public:table", args=[round_.event.slug, 1, 1])).content.decode()


def test_the_letters_race_has_a_line_for_each_seat_and_its_numbers(client):
    round_ = a_running_round(stories.an_event(players=8))
    record_deals(table_of(round_), "A B")
    page = table_page(client, round_)
    assert len(re.findall(r"plot-line line-", page)) == 4
    assert "The letters race" in page
    assert "K\N{NO-BREAK SPACE}1" in page


def test_one_deal_is_no_race(client):
    round_ = a_running_round(stories.an_event(players=8))
    record_deals(table_of(round_), "A")
    assert "plot-line" not in table_page(client, round_)


def test_who_sat_out_is_counted_from_the_logs(played):
    sat_out = dict(evening_pictures(played.event).bench)
    games = [table.game for table in played.tables.all()]
    benched = sum(len(entry.payload.get("bench", "")) for game in games for entry in game.entries.filter(kind="deal"))
    assert sum(sat_out.values()) == benched > 0


def test_every_deal_is_in_some_slice_of_time(played):
    deals = sum(game.entries.filter(kind="deal").count() for game in (table.game for table in played.tables.all()))
    assert sum(evening_pictures(played.event).pace) == deals


def test_places_go_round_by_round(played):
    second = a_running_round(played.event, word="KOT")
    for table in second.tables.all():
        play_out(table)
    lines = dict(evening_pictures(played.event).places)
    assert all([number for number, _ in line] == [1, 2] for line in lines.values())
    assert min(place for _, place in (line[-1] for line in lines.values())) == 1


def test_the_page_draws_them_and_an_empty_one_says_so(client, played):
    page = client.get(reverse("public:pictures", args=[played.event.slug])).content.decode()
    assert "plot-bar" in page
    fresh = stories.an_event(players=8, slug="fresh")
    assert "No pictures yet" in client.get(reverse("public:pictures", args=[fresh.slug])).content.decode()


def test_numbers_of_a_drawing_are_the_same_in_every_language(client, played):
    """A decimal comma in an address of a path would draw nothing."""
    address = reverse("public:pictures", args=[played.event.slug])
    drawn = [
        re.findall(
            r'<rect[^>]*>|d="[^"]*"', client.get(address, headers={"accept-language": language}).content.decode()
        )
        for language in ("cs", "en")
    ]
    assert drawn[0] == drawn[1] != []
