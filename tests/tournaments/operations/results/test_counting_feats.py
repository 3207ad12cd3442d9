"""Feats follow their logs: kept up to date is the same as counted anew (operations/results/counting_feats.py)."""

from datetime import timedelta

import pytest

from games.rules.entries import Amend, Deal, Pause, Resume, Strike
from tests.factories import stories
from tests.factories.base import NOW
from tests.factories.quarrels import quarrel
from tests.factories.stories import a_running_round, director_of, play_out, record_line, table_of
from tests.factories.tournaments import PlayerFactory
from tournaments.models import CountedTable, Event, Feat, Round, Ruling
from tournaments.operations.evening import rounds
from tournaments.operations.events.making import change_status
from tournaments.operations.people.erasing import erase_person
from tournaments.operations.people.merges import merge_players, plan_merge
from tournaments.operations.results.counting_feats import count_due, due
from tournaments.operations.rulings import judging
from tournaments.operations.rulings.draft import RulingDraft
from tournaments.operations.rulings.overruling import overrule
from tournaments.operations.upkeep.rebuilding import rebuild_event
from tournaments.queries.feats import records_of_event, records_of_player

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


def rows(event):
    """What is stored, and what is counted anew from nothing; `rebuild` finds no difference on the way."""
    count_due()
    kept, held = sorted(Feat.objects.filter(event=event).values_list(*KEPT), key=repr), records_of_event(event)
    assert rebuild_event(event=event, only_check=True).differences == ()
    CountedTable.objects.filter(table__round__event=event).delete()
    assert not Feat.objects.filter(event=event).exists()
    count_due()
    assert records_of_event(event) == held, "who shares a record is named in one order, whatever was counted first"
    return kept, sorted(Feat.objects.filter(event=event).values_list(*KEPT), key=repr)


KEPT = ("kind", "value", "worth", "position", "occupant", "other", "counted__table")


def test_kept_is_counted_anew_whatever_happens_to_the_evening():
    """A ruling, its overruling, two records that become one, somebody forgotten, the end and a cancelling."""
    played = a_running_round(stories.an_event(players=8))
    event, director, table = played.event, director_of(played.event), table_of(played)
    stories.record_deals(table, "A B C")
    said = {"slug": event.slug, "round_number": 1, "table_number": table.number, "by": director, "now": NOW}
    draft = RulingDraft(kind="a", seat="D", decision="penalty_letter", facts="seen by all", judged_by="table")
    ruling = judging.rule(**said, draft=draft)
    for one in played.tables.all():
        play_out(one, losers="ABCD")
    after_ruling, anew = rows(event)
    assert anew
    assert after_ruling == anew
    lifted = RulingDraft(decision="lifted", judged_by="referee", facts="on second thoughts")
    overrule(ruling=Ruling.objects.get(pk=ruling.pk), by=director, draft=lifted, now=NOW)
    after_overruling, anew = rows(event)
    assert after_overruling == anew

    one = stories.registration(event, "p1").player
    other = PlayerFactory.create()
    digest = plan_merge(survivor=other, duplicate=one).digest
    merge_players(survivor=other, duplicate=one, digest=digest, reason="one person", by=director, now=NOW)
    assert [*rows(event)] == [anew, anew], "a row names a seat's occupant, and the records follow him"
    assert any(other.pk in {one.player for one in held.holders} for held in records_of_player(other))

    rounds.close_round(round_=Round.objects.get(pk=played.pk), by=director, now=NOW)
    change_status(event=Event.objects.get(pk=event.pk), status="finished", by=director, now=NOW)
    erase_person(player=other, by=None, now=NOW)
    assert [*rows(event)] == [anew, anew]
    assert other.nick not in {one.nick for held in records_of_event(event) for one in held.holders}
    assert [*rows(Event.objects.get(pk=event.pk))] == [anew, anew]


@pytest.mark.parametrize("seed", ["cards", "soup", "rain"])
def test_so_it_is_after_any_quarrel_and_when_the_clock_came_in_the_middle(seed):
    played = a_running_round(stories.an_event(players=8), word="KOT")
    for part in range(4):
        quarrel(played, f"{seed} {part}", steps=15)
        kept, anew = rows(played.event)
        assert kept == anew
    for table in played.tables.all():
        if not table_of(played, table.number).game.finished:
            play_out(table)
    kept, anew = rows(played.event)
    assert kept == anew != []


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
