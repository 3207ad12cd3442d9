"""The union sets what places are worth, and sees first what would change."""

from __future__ import annotations

import pytest

from tests.factories import stories
from tests.factories.base import NOW
from tests.factories.tournaments import AccountFactory
from tests.refusals import refusal
from tournaments.models import JournalLine, Office, PointsTable, RankedBody, RankingRules, Season, Series
from tournaments.operations.results.publishing_standings import publish_standings
from tournaments.operations.results.rankings import set_points_table
from tournaments.queries.ranking_rules import rules_of, tables_of
from tournaments.queries.rankings import ranking_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def event():
    event = stories.example("harbour-classic")
    publish_standings(event=event, by=None, now=NOW, final=True)
    return event


@pytest.fixture
def office(client):
    """Somebody of the union, signed in."""
    account = AccountFactory.create()
    Office.objects.create(account=account, role="union", starts_at=NOW.replace(year=2020))
    client.force_login(account)
    return account


POINTS = "/union/ranking/2026/classic/players/"
BASE = "20, 17, 14, 12, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 1"


@pytest.mark.parametrize("page", ["", "2026/", "2026/rules/", "2026/classic/players/", "2026/classic/clubs/"])
def test_only_the_union_may(client, event, page):
    client.force_login(AccountFactory.create())
    assert client.get(f"/union/ranking/{page}").status_code == 403
    assert client.post("/union/ranking/2026/rules/", {"save": "1"}).status_code == 403


def test_a_season_that_is_none_makes_nothing(client, event, office):
    before = Series.objects.count()
    assert client.get("/union/ranking/0/").status_code == 404
    assert Series.objects.count() == before


def test_the_overview_shows_every_series(client, event, office):
    shown = client.get("/union/ranking/2026/").content.decode()
    assert "World Series" in shown
    assert BASE in shown


def test_a_preview_changes_nothing_and_names_who_would_have_what(client, event, office):
    shown = client.post(POINTS, {"points": "30, 17, 14", "base": BASE}).content.decode()
    assert "20 → 30" in shown
    assert 'name="save"' in shown
    assert not PointsTable.objects.exists()


def test_saving_counts_the_ranking_anew_and_is_noted(client, event, office):
    answer = client.post(POINTS, {"points": "30 17 14", "base": BASE, "save": "1"})
    assert answer.headers["Location"] == "/union/ranking/2026/"
    assert [int(one.points) for one in ranking_of(event.season).players] == [30, 17, 14]
    line = JournalLine.objects.get(act="points_table_set")
    assert (line.subject, line.new, line.by) == (
        "points:2026:classic:players", {"points": [30, 17, 14]}, office.key,
    )  # fmt: skip


def test_a_table_that_cannot_be_is_said_beside_the_field(client, event, office):
    answer = client.post(POINTS, {"points": "1 2", "base": BASE, "save": "1"})
    assert answer.status_code == 422
    assert "Place 2 would earn more" in answer.content.decode()


def test_who_was_slower_overwrites_nothing_unseen(client, event, office):
    client.post(POINTS, {"points": "30", "base": BASE, "save": "1"})
    answer = client.post(POINTS, {"points": "40", "base": BASE, "save": "1"})
    assert answer.status_code == 409
    assert PointsTable.objects.get().points == [30]
    assert 'name="base" value="30"' in answer.content.decode()
    refused = refusal(
        set_points_table, season=event.season, series=event.series, body=RankedBody.PLAYERS, points=[1], base=[2],
        by=office, now=NOW,
    )  # fmt: skip
    assert refused.code == "points_changed"


def test_the_rules_of_a_season(client, event, office):
    address = "/union/ranking/2026/rules/"
    data = {"best_of": "3", "best_members": "1", "close_up": "on", "base": "0-0-0"}
    shown = client.post(address, data).content.decode()
    assert "For 0 players" in shown
    assert not RankingRules.objects.exists()
    client.post(address, {**data, "save": "1"})
    rules = rules_of(event.season)
    assert (rules.best_of, rules.best_members, rules.close_up) == (3, 1, True)
    assert JournalLine.objects.get(act="ranking_rules_set").old["best_of"] is None
    assert client.post(address, {**data, "best_of": "2", "save": "1"}).status_code == 409


def test_what_is_not_set_anew_carries_over_and_the_pages_say_so(client, event, office):
    """2026 sets a table and rules; 2027 takes them over until it sets its own, and 2025 never sees them."""
    series, players = event.series, RankedBody.PLAYERS
    last, this, before = event.season, season_with_year(2027), season_with_year(2025)
    PointsTable.objects.create(season=last, series=series, body=players, points=[9, 4])
    RankingRules.objects.create(season=last, best_of=5)
    assert (tables_of(this)[series.pk, players], rules_of(this).best_of) == ((9, 4), 5)
    assert (tables_of(before)[series.pk, players][0], rules_of(before).best_of) == (20, None)
    union, public = (client.get(f"/{face}ranking/2027/").content.decode() for face in ("union/", ""))
    assert "as in 2026" in union
    assert "Taken over from 2026" in union
    assert "taken over from before: 2026." in public
    PointsTable.objects.create(season=this, series=series, body=players, points=[3])
    RankingRules.objects.create(season=this, best_of=None)
    assert (tables_of(this)[series.pk, players], rules_of(this).best_of) == ((3,), None)
    assert (tables_of(last)[series.pk, players], rules_of(last).best_of) == ((9, 4), 5)
    assert "2026" not in client.get("/ranking/2027/").content.decode().split("How the points are counted")[1]


def season_with_year(year):
    return Season.objects.get_or_create(year=year)[0]
