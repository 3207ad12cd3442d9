"""The page of teams: the computed team result, with its members and its reason, live, on the screen, in files."""

import csv
import io
import json

import pytest
from django.test import Client

from tests.factories import stories
from tests.factories.base import NOW
from tests.tournaments.public.test_standings_page import scored
from tournaments.models import Event
from tournaments.operations.results.publishing_standings import publish_standings
from tournaments.queries.documents import results_to_publish
from tournaments.queries.teams import teams_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def championship(db: None) -> Event:
    """Fifteen players of two clubs, a round of deals."""
    event = stories.an_event(players=15, clubs=2, status="closed", series="team_championship")
    stories.play_round(stories.a_running_round(event), losers="ABCDE", close=False)
    event.refresh_from_db()
    return event


def page(client: Client, event: Event, path: str = "teams/") -> str:
    return client.get(f"/e/{event.slug}/{path}").content.decode()


@pytest.mark.parametrize("settings", [{}, {"team_result": "mean"}, {"pooling": "mean", "team_result": "mean"}])
def test_the_page_says_what_the_published_document_says(championship: Event, settings):
    Event.objects.filter(pk=championship.pk).update(regulations=settings)
    championship.refresh_from_db()
    told = [{"place": team.place, "club": team.code} for team in teams_of(championship) if team.deals]
    assert told == results_to_publish(championship)["teams"]
    assert len(told) == 2


def test_a_team_shows_its_members_its_figures_and_its_reason(client: Client, championship: Event):
    shown = client.get(f"/e/{championship.slug}/teams/").context["teams"]
    for team, found in zip(shown, teams_of(championship), strict=True):
        members = championship.registrations.filter(club__code=team["code"])
        assert {one["nick"] for one in team["members"]} == set(members.values_list("nick", flat=True))
        assert sum(one["deals"] for one in team["members"]) == team["deals"] > 0
        won = found.deals - found.letters
        assert team["why"].startswith(f"{won} of {found.deals} own deals of its members without a letter")
    text = page(client, championship)
    assert f'href="/clubs/{shown[0]["code"]}/"' in text
    assert f'href="/players/{shown[0]["members"][0]["player"]}/"' in text
    assert "The result of a team is the success of all its deals as one heap." in text


def test_equal_teams_share_a_place_and_say_so_by_name(client: Client):
    event = stories.an_event(players=4, clubs=2)
    scored(event, "1/4", "1/4", "2/8", "2/8")
    first, second = client.get(f"/e/{event.slug}/teams/").context["teams"]
    assert (first["place"], second["place"]) == ("1–2", "1–2")
    assert f"equal to {second['name']}, and equal teams share their place" in first["why"]


def test_the_page_is_live_and_costs_nothing_while_nothing_happens(client: Client, championship: Event):
    fragment = client.get(f"/e/{championship.slug}/teams/fragment/")
    assert fragment["X-Version"] == str(championship.version)
    again = client.get(f"/e/{championship.slug}/teams/fragment/", headers={"If-None-Match": fragment["ETag"]})
    assert again.status_code == 304
    text = page(client, championship)
    assert f'data-live="/e/{championship.slug}/teams/fragment/"' in text
    assert f'data-live-events="/e/{championship.slug}/live/"' in text or "data-live-events" in text


def test_a_championship_has_a_tab_and_every_event_a_way_from_its_standings(client: Client, championship: Event):
    link = f'href="/e/{championship.slug}/teams/"'
    assert page(client, championship, "").count(link) == 1
    assert page(client, championship, "standings/").count(link) == 2
    other = stories.an_event(players=4, clubs=2, slug="other")
    assert "/teams/" not in page(client, other, "")
    assert page(client, other, "standings/").count('href="/e/other/teams/"') == 1


def test_smear_has_no_teams(client: Client):
    event = stories.a_smear_event()
    for path in ("teams/", "teams/fragment/", "teams/teams.csv"):
        assert client.get(f"/e/{event.slug}/{path}").status_code == 404
    assert client.get(f"/api/v1/events/{event.slug}/teams/").json() == {"teams": []}
    assert "/teams/" not in page(client, event, "standings/")


def test_the_hall_sees_the_teams_of_a_championship_before_the_players(client: Client, championship: Event):
    name = teams_of(championship)[0].name
    for scene in ("between", "end"):
        text = page(client, championship, f"screen/?show={scene}")
        assert text.index("<h2>Teams</h2>") < text.index("Podium" if scene == "end" else "Standings")
        assert name in text
    other = stories.an_event(players=4, clubs=2, slug="other")
    scored(other, "1/4", "1/4", "2/8", "2/8")
    assert "<h2>Teams</h2>" not in page(client, other, "screen/?show=between")


def test_the_table_has_a_line_for_each_member(client: Client, championship: Event):
    answer = client.get(f"/e/{championship.slug}/teams/teams.csv")
    assert answer["Content-Disposition"] == f'attachment; filename="{championship.slug}-teams.csv"'
    rows = list(csv.DictReader(io.StringIO(answer.content.decode("utf-8-sig"))))
    members = [(team, one) for team in teams_of(championship) for one in team.members]
    assert [(row["place"], row["code"], row["nick"], row["own_deals"]) for row in rows] == [
        (str(team.place), team.code, one.row.nick, str(one.deals)) for team, one in members
    ]


def test_the_api_says_the_same(client: Client, championship: Event):
    told = json.loads(client.get(f"/api/v1/events/{championship.slug}/teams/").content)["teams"]
    found = teams_of(championship)
    assert [(one["place"], one["club"], one["deals"], one["letters"]) for one in told] == [
        (team.place, team.code, team.deals, team.letters) for team in found
    ]
    assert [member["entry"] for member in told[0]["members"]] == [one.row.key for one in found[0].members]


def test_the_page_of_a_club_leads_to_its_line(client: Client):
    event = stories.example("harbour-classic")
    publish_standings(event=event, by=None, now=NOW, final=True)
    team = teams_of(event)[0]
    line = f'href="/e/{event.slug}/teams/#team-{team.code.lower()}"'
    assert line in client.get(f"/clubs/{team.code}/").content.decode()
    assert f'id="team-{team.code.lower()}"' in page(client, event)
