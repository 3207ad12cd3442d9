"""Feats follow their logs: kept up to date is the same as counted anew (operations/results/counting_feats.py)."""

from datetime import timedelta

import pytest

from games.rules.entries import Amend, Deal, Pause, Resume, Strike
from tests.factories import stories
from tests.factories.base import NOW
from tests.factories.stories import a_running_round, director_of, play_out, record_line, table_of
from tournaments.models import CountedTable, Feat
from tournaments.operations.results.counting_feats import count_due, due
from tournaments.operations.upkeep.rebuilding import rebuild_event

pytestmark = pytest.mark.django_db


@pytest.fixture
def played():
    """A round with one table of four, played to the end."""
    round_ = a_running_round(stories.an_event(players=8))
    for table in round_.tables.all():
        play_out(table, losers="ABCD")
    return round_


def told(table, kind):
    rows = Feat.objects.filter(counted__table=table, kind=kind).order_by("-worth", "occupant__label")
    return [(row.occupant.label if row.occupant else "table", row.value) for row in rows]


def test_the_clock_counts_what_is_finished_and_only_once(played):
    assert count_due() == 2
    assert count_due() == 0
    assert told(table_of(played), "own_deals") == [("A1", 5), ("B1", 5), ("C1", 5), ("D1", 5)]
    assert told(table_of(played), "long_game") == [("table", 5)]


def test_the_minutes_of_a_game_are_those_of_its_lines_with_its_pause_taken_out():
    table = table_of(a_running_round(stories.an_event(players=4), sizes=(4,), word="KOT"))
    lines = [(5, Deal("A")), (10, Deal("B")), (12, Pause("soup")), (72, Resume()), (77, Deal("A")), (80, Deal("A"))]
    for minute, line in lines:
        record_line(table, line, now=NOW + timedelta(minutes=minute))
    assert count_due() == 1
    assert told(table, "fast_game") == told(table, "slow_game") == [("table", 20)]
    assert rebuild_event(event=table.round.event, only_check=True).differences == ()


def test_recording_a_deal_counts_nothing(played):
    assert not Feat.objects.exists()


def test_a_correction_is_followed(played):
    count_due()
    table = table_of(played)
    table.game.refresh_from_db()
    before = told(table, "left_early")
    record_line(table, Amend(table.game.length, {"loser": "D"}, "misread"), by=director_of(played.event))
    assert count_due() == 1
    assert told(table, "left_early") != before
    assert rebuild_event(event=played.event, only_check=True).differences == ()


def test_a_game_that_goes_on_again_has_none(played):
    count_due()
    table = table_of(played)
    table.game.refresh_from_db()
    record_line(table, Strike(table.game.length, "nobody lost it"), by=director_of(played.event))
    count_due()
    assert not Feat.objects.filter(counted__table=table).exists()
    assert not CountedTable.objects.filter(table=table).exists()


def test_open_pages_are_told(played):
    version = played.event.version
    count_due()
    played.event.refresh_from_db()
    assert played.event.version > version


def test_rebuild_names_a_row_that_was_changed_and_puts_it_right(played):
    count_due()
    Feat.objects.filter(kind="long_game").update(value=99)
    found = rebuild_event(event=played.event, only_check=True).differences
    assert {one.what for one in found} == {"feats"}
    rebuild_event(event=played.event)
    assert not Feat.objects.filter(value=99).exists()


def test_a_row_that_was_taken_away_is_named_too(played):
    count_due()
    Feat.objects.filter(kind="own_deals").first().delete()
    assert rebuild_event(event=played.event, only_check=True).differences


def test_what_the_clock_has_not_come_to_is_no_difference(played):
    assert due(played.event).count() == 2
    assert rebuild_event(event=played.event, only_check=True).differences == ()
