"""The pages of the ranking: players, clubs, why; the table for spreadsheets."""

from __future__ import annotations

import csv
import io

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.factories import stories
from tests.factories.base import NOW
from tests.factories.tournaments import PlayerFactory
from tournaments.exchange.spreadsheet import csv_text, safe
from tournaments.models import Player, RankedResult, RankingRules, Registration, Season
from tournaments.operations.results.publishing_standings import publish_standings
from tournaments.queries.rankings import ranking_of

pytestmark = pytest.mark.django_db
YEAR = 2026


@pytest.fixture
def event():
    event = stories.example("harbour-classic")
    publish_standings(event=event, by=None, now=NOW, final=True)
    return event


def body(client, address, status=200):
    answer = client.get(address)
    assert answer.status_code == status, answer.content[:300]
    return answer.content.decode()


def test_without_any_season_the_page_says_so(client):
    assert "No season yet" in body(client, "/ranking/")


def test_the_door_leads_to_the_newest_season_with_points(client, event):
    Season.objects.create(year=YEAR + 1)
    assert client.get("/ranking/").headers["Location"] == f"/ranking/{YEAR}/"
    assert "Nobody has points yet" in body(client, f"/ranking/{YEAR + 1}/")
    body(client, "/ranking/1999/", status=404)


def test_the_page_shows_the_first_with_a_way_to_why(client, event):
    first = ranking_of(event.season).players[0]
    shown = body(client, f"/ranking/{YEAR}/")
    assert Player.objects.get(pk=first.player).nick in shown
    assert f'href="/ranking/{YEAR}/player/{first.player}/"' in shown


def test_a_search_keeps_the_rank(client, event):
    lines = ranking_of(event.season).players
    fifth = Player.objects.get(pk=lines[4].player)
    shown = body(client, f"/ranking/{YEAR}/?q={fifth.nick.lower()}")
    assert f'<td class="place">{lines[4].rank}</td>' in shown
    assert shown.count('<td class="place">') == 1
    assert "No player with “zzzz”" in body(client, f"/ranking/{YEAR}/?q=zzzz")


def test_why_names_the_event_the_place_and_the_points(client, event):
    first = ranking_of(event.season).players[0]
    shown = body(client, f"/ranking/{YEAR}/player/{first.player}/")
    assert event.name in shown
    assert f'href="/e/{event.slug}/results/1/"' in shown
    assert "<strong>20</strong>" in shown
    assert "No final results in this season" in body(client, f"/ranking/{YEAR}/player/{PlayerFactory.create().pk}/")


def test_the_page_of_a_player_with_points_leads_to_why_so_many(client, event):
    first = ranking_of(event.season).players[0]
    assert f'href="/ranking/{YEAR}/player/{first.player}/"' in body(client, f"/players/{first.player}/")
    assert "Why so many points" not in body(client, f"/players/{PlayerFactory.create().pk}/")


def test_why_says_what_was_dropped_and_who_has_no_claim(client, event):
    RankingRules.objects.create(season=event.season, best_of=1)
    one = Registration.objects.filter(event=event, ranked_result__place=1).get()
    second = stories.an_event(players=0, status="finished")
    registered = stories.add_players(second, 2)
    Registration.objects.filter(pk=registered[0].pk).update(player=one.player)
    from_hand(second, registered, [2, 1], claims=[True, False])
    assert "dropped: not among the 1 best" in body(client, f"/ranking/{YEAR}/player/{one.player_id}/")
    stand_in = body(client, f"/ranking/{YEAR}/player/{registered[1].player_id}/")
    assert "stand-in without claim to points" in stand_in


def from_hand(event, registrations, places, *, claims):
    publication = event.publications.create(number=1, final=True, document={}, head="", at=NOW)
    for one, place, claim in zip(registrations, places, claims, strict=True):
        event.ranked_results.create(registration=one, publication=publication, place=place, claims=claim)


def test_clubs_and_why_a_club(client, event):
    first = ranking_of(event.season).clubs[0]
    club = Registration.objects.filter(event=event, club=first.club).first().club
    assert f'href="/ranking/{YEAR}/club/{club.code}/"' in body(client, f"/ranking/{YEAR}/clubs/")
    assert "Players under its colours" in body(client, f"/ranking/{YEAR}/club/{club.code}/")
    body(client, f"/ranking/{YEAR}/club/NOSUCH/", status=404)


def statements(client, address):
    with CaptureQueriesContext(connection) as asked:
        client.get(address)
    return len(asked)


@pytest.mark.parametrize("page", ["", "clubs/", "ranking.csv"])
def test_the_statements_do_not_grow_with_the_rows(client, event, page):
    address = f"/ranking/{YEAR}/{page}"
    client.get(address)
    many = statements(client, address)
    RankedResult.objects.filter(event=event, place__gt=2).delete()
    client.get(address)
    assert statements(client, address) == many <= 15  # one of them says from which year the tables are


# --- Tables for spreadsheets ------------------------------------------------------------------------------------------

FORMULAS = [
    "=1+1", "+1", "-1+2", "@SUM(A1)", "\t=1", "\r=1", "\n=1", " =1", "\u00a0=1", '"=1', "'=1", "|calc", "%0A=1",
    "\uff1d1", "\uff0b1", "\uff0d1", "\uff20A", "=HYPERLINK(\"http://evil.example\")", "=cmd|' /C calc'!A0",
    "\u200b=1", "\u22121",
]  # fmt: skip


@pytest.mark.parametrize("text", FORMULAS)
def test_no_text_leaves_as_a_formula(text):
    assert safe(text).startswith("'")
    (_, (cell, _)) = csv.reader(io.StringIO(csv_text(["nick", "n"], [[text, 5]]).removeprefix("\ufeff")))
    assert cell.startswith("'")


@pytest.mark.parametrize("text", ["Kočka", "", "5", "A=B", "Žluťoučký kůň", "O'Neil"])
def test_a_plain_text_stays_as_it_is(text):
    assert safe(text) == text


def test_the_table_of_the_ranking_holds_no_formula(client, event):
    first = ranking_of(event.season).players[0]
    Player.objects.filter(pk=first.player).update(nick="=2+5")
    answer = client.get(f"/ranking/{YEAR}/ranking.csv")
    rows = list(csv.reader(io.StringIO(answer.content.decode("utf-8-sig"))))
    assert rows[1][:2] == ["1", "'=2+5"]
    assert rows[1][4] == "20"
    assert answer["Content-Disposition"] == 'attachment; filename="ranking-2026.csv"'


def test_a_merged_record_and_a_former_code_lead_on(client, event):
    stays = PlayerFactory.create()
    gone = PlayerFactory.create(merged_into=stays)
    answer = client.get(f"/ranking/{YEAR}/player/{gone.pk}/")
    assert (answer.status_code, answer.headers["Location"]) == (301, f"/ranking/{YEAR}/player/{stays.pk}/")
