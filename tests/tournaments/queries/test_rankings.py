"""The ranking of a season from stored publications (queries/rankings.py, operations/results/ranked_results.py)."""

from __future__ import annotations

import datetime as dt
from functools import partial

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.factories import stories
from tests.factories.base import NOW
from tests.factories.seasons import a_season
from tests.factories.stories import registration
from tests.factories.tournaments import EventFactory, PlayerFactory
from tests.steps import growth, steps
from tournaments.models import (
    Event,
    Player,
    PointsTable,
    Publication,
    RankedResult,
    RankedTeam,
    RankingRules,
    Registration,
)
from tournaments.operations.events.registrations import classify
from tournaments.operations.results.publishing_standings import override_place, publish_standings
from tournaments.operations.union.seasons import season_of
from tournaments.operations.upkeep.rebuilding import rebuild_event
from tournaments.queries.rankings import ranking_of, why_club, why_player
from tournaments.standings.points_tables import points_text

pytestmark = pytest.mark.django_db


def finished(name="harbour-classic", **publication):
    """An example event with final results."""
    event = stories.example(name)
    publish_standings(event=event, by=None, now=NOW, final=True, **publication)
    return event


def points_of(event, key):
    player = registration(event, key).player_id
    return next((points_text(one.points) for one in ranking_of(event.season).players if one.player == player), "0")


def in_order(event):
    """Entry keys in the order of their official places, from the newest publication."""
    return [one["entry"] for one in Publication.objects.filter(event=event).latest("number").document["official"]]


def test_a_final_publication_gives_its_places_points():
    event = finished()
    first, second = in_order(event)[:2]
    assert (points_of(event, first), points_of(event, second)) == ("20", "17")


def test_results_that_are_not_final_earn_nothing(evening):
    publish_standings(event=evening.event, by=None, now=NOW)
    assert ranking_of(evening.event.season).players == ()


def test_a_correction_counts_from_its_publication_on():
    event = finished()
    ninth = in_order(event)[8]
    override_place(registration=registration(event, ninth), place=1, note="a seat mixed up", by=None, now=NOW)
    assert points_of(event, ninth) == "7"
    publish_standings(event=Event.objects.get(pk=event.pk), by=None, now=NOW, final=True)
    assert points_of(event, ninth) == "20"
    # A later publication that is not final changes nothing.
    override_place(registration=registration(event, ninth), place=3, note="looked at again", by=None, now=NOW)
    publish_standings(event=Event.objects.get(pk=event.pk), by=None, now=NOW)
    assert points_of(event, ninth) == "20"


def test_flags_changed_after_the_publication_wait_for_the_next_one():
    event = finished()
    first = in_order(event)[0]
    classify(registration=registration(event, first), classified=True, earns_points=False, now=NOW)
    assert rebuild_event(event=event).differences == ()  # the document says it, not the flag of today
    assert points_of(event, first) == "20"
    publish_standings(event=Event.objects.get(pk=event.pk), by=None, now=NOW, final=True)
    assert points_of(event, first) == "0"
    lines, total, _ = why_player(event.season, registration(event, first).player)
    assert ([one.award.state for one in lines], total) == (["no_claim"], 0)


def test_a_registration_that_changes_hands_takes_its_points_along():
    event = finished()
    one = registration(event, in_order(event)[0])
    assert ranking_of(event.season).players[0].player == one.player_id
    other = PlayerFactory.create()
    Registration.objects.filter(pk=one.pk).update(player=other)
    assert ranking_of(event.season).players[0].player == other.pk


@pytest.mark.parametrize("what", ["table", "rules", "cancelled", "club"])
def test_the_kept_ranking_is_counted_anew_when_anything_changes(what):
    event = finished()
    before = ranking_of(event.season)
    assert before.players
    if what == "table":
        PointsTable.objects.create(season=event.season, series=event.series, body="players", points=[3, 2, 1])
    elif what == "rules":
        RankingRules.objects.create(season=event.season, best_members=1)
    elif what == "cancelled":
        Event.objects.filter(pk=event.pk).update(status="cancelled")
    else:
        Registration.objects.filter(event=event).update(club=None)
    assert ranking_of(event.season) != before


def test_the_ranking_may_be_asked_for_up_to_a_day():
    event = finished()
    assert ranking_of(event.season, until=event.date).players
    assert ranking_of(event.season, until=event.date - dt.timedelta(days=1)).players == ()


def test_why_names_every_event_and_adds_up():
    event = finished()
    line = ranking_of(event.season).players[3]
    lines, total, _ = why_player(event.season, Player.objects.get(pk=line.player))
    (one,) = lines
    assert (one.event.slug, one.event.publication, one.award.place, total) == (event.slug, 1, 4, line.points)


def test_why_a_club_has_its_points_adds_up():
    event = finished()
    RankedTeam.objects.all().delete()
    for line in ranking_of(event.season).clubs:
        found = why_club(event.season, event.registrations.filter(club=line.club).first().club)
        assert found.points == line.points


def test_teams_of_a_championship_earn_points_for_their_clubs():
    event = finished()
    assert RankedTeam.objects.filter(event=event).count() > 1
    PointsTable.objects.create(season=event.season, series=event.series, body="clubs", points=[500])
    club = RankedTeam.objects.get(event=event, place=1).club_id
    line = ranking_of(event.season).clubs[0]
    assert (line.club, line.team_points) == (club, 500)


def test_rebuilding_mends_the_rows_of_the_ranking_and_names_what_differed():
    event = finished()
    first = in_order(event)[0]
    RankedResult.objects.filter(registration__key=first).update(place=9)
    found = rebuild_event(event=event)
    assert [(one.where, one.what, one.stored, one.rebuilt) for one in found.differences] == [
        ("ranking", first, [9, 1, True, True], [1, 1, True, True])
    ]
    assert rebuild_event(event=event).differences == ()


def statements(act):
    with CaptureQueriesContext(
        connection,
    ) as asked:
        act()
    return len(asked)


def test_the_statements_do_not_grow_with_the_season():
    one = a_season(1, 4)
    few = statements(lambda: ranking_of(one))
    kept = statements(lambda: ranking_of(one))
    Event.objects.all().update(season=season_of(dt.date(2019, 1, 1)))
    EventFactory.create()
    season = finished().season
    assert statements(lambda: ranking_of(season)) == few == 8
    assert kept == 5


@pytest.mark.parametrize("sizes", [((20, 8), (40, 8), (60, 8)), ((4, 30), (4, 60), (4, 90))])
def test_counting_a_season_grows_with_its_places_and_no_faster(sizes):
    """By more evenings as by more players. What it takes in seconds says `./run bench season`."""
    seasons = [a_season(*size, year=2019 + n) for n, size in enumerate(sizes)]
    ranking_of(a_season(2, 4, year=2015))  # what a process makes when it is first asked for is no growth
    assert 0.5 < growth([partial(ranking_of, season) for season in seasons]) < 1.5


def test_a_season_that_is_kept_costs_the_same_however_many_played_in_it():
    small, large = a_season(4, 8, year=2019), a_season(4, 64, year=2021)
    for season in (small, large):
        ranking_of(season)
    assert steps(lambda: ranking_of(large)) < 1.1 * steps(lambda: ranking_of(small))
