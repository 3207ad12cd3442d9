"""Stepping through a table and an event: each step is `replay` of that prefix of the log (public/replays.py)."""

import pytest
from django.urls import reverse

from games import queries as game_queries
from games.rules.entries import Amend, Strike
from games.rules.replay import replay
from tests.factories import stories
from tests.factories.stories import a_running_round, director_of, play_out, record_deals, record_line, table_of
from tournaments.models import Table
from tournaments.queries.replays import event_step, step_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def table():
    """A game with a correction and a line taken back."""
    round_ = a_running_round(stories.an_event(players=8))
    table = table_of(round_)
    record_deals(table, "A B C")
    director = director_of(round_.event)
    record_line(table, Amend(2, {"loser": "D"}, "misread"), by=director)
    record_line(table, Strike(3, "cards stuck"), by=director)
    return Table.objects.select_related("game", "round__event").get(pk=table.pk)


def page(client, table, position):
    names = {"slug": table.round.event.slug, "number": 1, "table": table.number, "position": position}
    return client.get(reverse("public:replay_at", kwargs=names))


def test_each_step_is_the_replay_of_that_prefix(table):
    log = [game_queries.parsed(line) for line in game_queries.log_of(table.game)]
    for position in range(len(log) + 1):
        expected = replay(game_queries.setup_of(table.game), log[:position])
        step = step_of(table, position)
        assert step.state == expected
        assert [seat.letters for seat in step.now.seats] == [seat.letters for seat in expected.seats.values()]


def test_what_was_corrected_later_stands_as_it_stood(client, table):
    before, after = page(client, table, 3).content.decode(), page(client, table, 4).content.decode()
    assert "Deal 3" in before
    assert "Line 2 corrected" in after
    assert [seat.letters for seat in step_of(table, 3).now.seats] == [1, 1, 1, 0]
    assert [seat.letters for seat in step_of(table, 5).now.seats] == [1, 0, 0, 1]


def test_a_step_that_is_not_there_is_no_page(client, table):
    assert page(client, table, 5).status_code == 200
    assert page(client, table, 6).status_code == 404


def test_a_table_begins_before_its_first_deal(client, table):
    address = reverse("public:replay", kwargs={"slug": table.round.event.slug, "number": 1, "table": 1})
    assert "Before the first deal" in client.get(address).content.decode()


def test_an_event_goes_line_by_line_through_all_its_tables(client):
    round_ = a_running_round(stories.an_event(players=8))
    first, second = table_of(round_, 1), table_of(round_, 2)
    record_deals(first, "A")
    record_deals(second, "B")
    record_deals(first, "C")
    seen = [event_step(round_.event, number) for number in (1, 2, 3)]
    assert [step.length for step in seen] == [3, 3, 3]
    assert [[table.deals for table in step.tables] for step in seen][-1] == [2, 1]
    assert sum(table.deals for table in seen[1].tables) == 2
    assert event_step(round_.event, 4) is None
    assert client.get(reverse("public:event_replay", args=[round_.event.slug])).status_code == 200


def test_an_event_without_a_deal_says_so(client):
    event = stories.an_event(players=8)
    assert (
        "Nothing has been played yet" in client.get(reverse("public:event_replay", args=[event.slug])).content.decode()
    )


def test_every_step_of_a_played_round_leads_to_the_same_as_its_tables(client):
    round_ = a_running_round(stories.an_event(players=8))
    for table in round_.tables.all():
        play_out(table, losers="ABCD")
    last = event_step(round_.event, event_step(round_.event, 1).length)
    assert [table.finished for table in last.tables] == [True, True]


def test_a_step_costs_the_same_whatever_its_position(table, client, django_assert_max_num_queries):
    for position in (0, 5):
        with django_assert_max_num_queries(6):
            assert page(client, table, position).status_code == 200
