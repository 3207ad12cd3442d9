"""The forecast on pages: of what they have loaded, the same everywhere, from the last line on."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest
from django.test import Client

from games.models import Game
from games.rules.entries import Deal, Pause
from games.simulation.forecast import Ahead, Hall, Pace, Table, forecast, forecast_of_round
from tests.factories import stories
from tests.factories.base import NOW
from tournaments.models import Account, Event, Round, RoundKind
from tournaments.models import Table as TableRow
from tournaments.queries.boards import board
from tournaments.queries.forecasts import forecast_at, forecast_of
from tournaments.queries.tables_public import board_of, table_now, tables_at_hand, tables_of
from tournaments.texts.about_forecasts import end_text, minutes_text

pytestmark = pytest.mark.django_db


def record(round_: Round, number: int, losers: str, *minutes: float) -> None:
    """Deals at a table, so many minutes after the start."""
    table = stories.table_of(round_, number)
    for loser, minute in zip(losers, minutes, strict=True):
        stories.record_line(table, stories.deal(table, loser), now=NOW + timedelta(minutes=minute))


@pytest.fixture
def under_way(evening: Round) -> Round:
    """Three tables of five: one quick, one slow, one of which nothing is known."""
    record(evening, 1, "AB", 4, 9)
    record(evening, 2, "ABD", 8, 15, 24)
    return evening


HALL = Hall(2, 5, 33 * 60, squares=(9 * 60) ** 2 / 2 + (24 * 60) ** 2 / 3)
AHEAD = {  # KAMIL; the first bench is E, then A …
    1: Table(Ahead((4, 4, 5, 5, 5), (1,), 3), Pace(2, 9 * 60), seed="1"),
    2: Table(Ahead((4, 4, 5, 4, 5), (2,), 3), Pace(3, 24 * 60), seed="2"),
    3: Table(Ahead((5, 5, 5, 5, 5), (4,), 3), seed="3"),
}


def test_every_page_reads_the_same_of_a_table(under_way: Round):
    rows = [stories.table_of(under_way, number) for number in (1, 2, 3)]
    for read in (
        board_of(under_way.event),
        tables_of(under_way),
        tables_at_hand(rows),
        [table_now(row) for row in rows],
    ):
        assert [forecast_at(table) for table in read] == [forecast(AHEAD[table.number], HALL) for table in read]


def test_a_round_counts_from_the_last_line_of_all_and_knows_who_is_late(under_way: Round):
    waited = {1: 15 * 60, 2: 0, 3: 24 * 60}
    tables = [AHEAD[number]._replace(waited=waited[number]) for number in (1, 2, 3)]
    found = forecast_of(tables_of(under_way))
    assert found == (forecast_of_round(tables, HALL), NOW + timedelta(minutes=24))


def test_a_table_that_has_a_pause_waits_for_nobody(under_way: Round):
    stories.record_line(stories.table_of(under_way, 1), Pause("dinner"), now=NOW + timedelta(minutes=9))
    waited = {1: 0, 2: 0, 3: 24 * 60}
    tables = [AHEAD[number]._replace(waited=waited[number]) for number in (1, 2, 3)]
    found = forecast_of(tables_of(under_way))
    assert found
    assert found.minutes == forecast_of_round(tables, HALL)


def test_of_two_who_sit_out_the_bench_moves_on_from_the_later(event: Event):
    """After D and E, whom the referee chose, F and A sit out: then B and C."""
    round_ = stories.a_running_round(event, sizes=(6, 5, 4))
    stories.record_line(stories.table_of(round_, 1), Deal("A", bench=("D", "E")), now=NOW + timedelta(minutes=5))
    six = tables_of(round_)[0]
    ahead, pace = Ahead((4, 5, 5, 5, 5, 5), (5, 0), 3), Pace(1, 300)
    assert forecast_at(six) == forecast(Table(ahead, pace, seed="1"), Hall(1, *pace))


def test_what_is_over_stopped_or_not_started_has_no_forecast(evening: Round):
    stories.play_out(stories.table_of(evening, 1))
    over, plays, _ = tables_of(evening)
    assert (forecast_at(over), bool(forecast_at(plays))) == (None, True)
    found = forecast_of([over, plays])
    assert found
    assert found.minutes == forecast_at(plays)
    assert forecast_of([over]) is None
    assert forecast_at(replace(plays, kind=RoundKind.PLAY_OFF)) is None
    assert forecast_at(replace(plays, status="closed")) is None


def test_the_next_round_begins_with_the_pace_of_the_round_before_and_counts_no_deal_of_it(under_way: Round):
    Round.objects.filter(pk=under_way.pk).update(status="closed")
    following = stories.a_running_round(under_way.event)
    for read in (board_of(under_way.event), tables_of(following), tables_at_hand([stories.table_of(following, 1)])):
        assert read[0].hall == Hall(before=33 * 60 / 5)
    record(following, 1, "A", 10)
    assert tables_of(following)[0].hall == Hall(1, 1, 600, 33 * 60 / 5, squares=600**2)
    Round.objects.filter(pk=following.pk).update(status="closed")
    assert tables_of(stories.a_running_round(under_way.event))[0].hall == Hall(before=600)
    Round.objects.filter(pk=following.pk).update(kind=RoundKind.PLAY_OFF)
    assert tables_of(stories.a_running_round(under_way.event))[0].hall.before == 33 * 60 / 5


def test_a_table_that_is_over_still_tells_the_pace_of_its_hall(under_way: Round):
    table = stories.table_of(under_way, 3)
    stories.play_out(table)
    game = Game.objects.get(table=table)
    assert game.timed_deals == game.state["deals"] > 0
    Game.objects.filter(pk=game.pk).update(timed_seconds=game.timed_deals * 300)  # they were told in one moment
    assert tables_of(under_way)[0].hall.deals == HALL.deals + game.timed_deals


def test_smear_has_none():
    event = stories.a_smear_event()
    round_ = stories.a_running_round(event, word="")
    assert [forecast_at(table) for table in tables_of(round_)] == [None] * len(tables_of(round_))


def test_it_is_said_on_the_pages_of_event_round_table_board_and_desk(
    under_way: Round, client: Client, director: Account
):
    event, tables = under_way.event, tables_of(under_way)
    found = forecast_of(tables)
    assert found
    whole = end_text("Round 1", found.minutes, at=found.at, zone=event.time_zone)
    told = [minutes_text(forecast(AHEAD[number], HALL)) for number in (1, 2, 3)]
    public = {page: client.get(page).content.decode() for page in (f"/e/{event.slug}/", f"/e/{event.slug}/round/1/")}
    for page in public.values():
        assert whole in page
        assert all(minutes in page for minutes in told)
    for number in (1, 2, 3):
        page = client.get(f"/e/{event.slug}/round/1/table/{number}/").content.decode()
        table = tables[number - 1]
        at = table.last_entry_at or table.opened_at
        assert at
        assert end_text(f"Table {number}", forecast(AHEAD[number], HALL), at=at, zone=event.time_zone) in page
    client.force_login(director)
    assert all(minutes in client.get(f"/t/{event.slug}/").content.decode() for minutes in told)
    assert whole in client.get(f"/desk/{event.slug}/").content.decode()


def test_the_board_of_somebody_who_sees_some_tables_says_the_same_of_them(under_way: Round):
    one = board(under_way.event, TableRow.objects.filter(number=2), now=NOW).rounds[0].tables
    assert [table.minutes for table in one] == [forecast(AHEAD[2], HALL)]
