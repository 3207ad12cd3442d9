"""Pictures of an event, a table, a player and a club, each with its numbers (public/pictures.py)."""

import base64
import hashlib
import itertools
import re
from datetime import date, timedelta
from xml.etree import ElementTree

import pytest
from django.urls import reverse

from tests.factories import stories
from tests.factories.base import NOW
from tests.factories.stories import a_running_round, play_out, play_round, record_deals, seats_of, table_of
from tests.factories.tournaments import ClubFactory, PlayerFactory
from tournaments import projections
from tournaments.models import Event, EventStatus, Score, Season
from tournaments.operations.results import publishing_standings as publishing
from tournaments.public.pictures import LEADERS, _followed, seasons_shown
from tournaments.queries.pictures import PlacesOf, evening_pictures

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


def test_who_sat_out_is_not_told_where_standings_are_hidden(client):
    """It adds up over tables, as own deals do. The pace of the hall says nothing of anybody."""
    event = stories.an_event(players=10, status="closed", regulations={"hidden_from_round": 1})
    play_round(a_running_round(event))
    address = reverse("public:pictures", args=[event.slug])
    for is_hidden in (True, False):
        page = client.get(address).content.decode()
        assert "Deals in a quarter of an hour" in page
        assert ("Who sat out most" in page) is not is_hidden
        file = client.get(reverse("public:event_picture", args=[event.slug, "bench"])).content.decode()
        assert ("<rect x=" in file) is not is_hidden
        Event.objects.filter(pk=event.pk).update(standings_shown_at=NOW)
        projections.bump(event)


def test_every_deal_is_in_some_slice_of_time(played):
    deals = sum(game.entries.filter(kind="deal").count() for game in (table.game for table in played.tables.all()))
    assert sum(evening_pictures(played.event).pace) == deals


def test_places_go_round_by_round(played):
    second = a_running_round(played.event, word="KOT")
    for table in second.tables.all():
        play_out(table)
    places = evening_pictures(played.event).places
    assert len(places) == 10
    assert all([number for number, _ in one.after] == [1, 2] for one in places)
    assert [place for _, place in (one.after[-1] for one in places)] == sorted(one.after[-1][1] for one in places)
    assert {one.result for one in places} == {0}, "nothing is published"


def test_a_picture_of_an_evening_ends_with_its_results(client):
    """One basic round and a final were no picture, and two led to a first place that the final took away."""
    played = play_round(a_running_round(stories.an_event(players=10)))
    address = reverse("public:pictures", args=[played.event.slug])
    assert "Who led when" not in client.get(address).content.decode()
    publishing.publish_standings(event=played.event, by=stories.director_of(played.event), now=NOW, final=True)
    page = client.get(address).content.decode()
    assert "Who led when" in page
    results = [one.result for one in evening_pictures(played.event).places]
    assert results == sorted(results)
    assert results[0] == 1
    head, row = re.search(r"<thead>(.*?)</thead>.*?<tr>(.*?)</tr>", page, re.DOTALL).groups()
    assert re.findall(r">([^<>\s]+)</th>", head) == ["Player", "1", "results"]
    assert len(re.findall("<td", row)) == 2
    assert "results" in drawing(client.get(f"/e/{played.event.slug}/pictures/places.svg"))
    Event.objects.filter(pk=played.event.pk).update(status=EventStatus.RUNNING)
    played.event.refresh_from_db()
    assert {one.result for one in evening_pictures(played.event).places} == {0}, "it runs again"


def test_who_came_later_stands_beneath_the_rounds_that_he_played(client, played):
    second = a_running_round(played.event, word="KOT")
    for table in second.tables.all():
        play_out(table)
    score = Score.objects.get(event=played.event, registration__key="p1")
    del score.rounds["1"]
    score.save()
    projections.bump(played.event)
    page = client.get(reverse("public:pictures", args=[played.event.slug])).content.decode()
    nick = score.registration.nick
    row = re.search(rf">{nick}</th>(.*?)</tr>", page, re.DOTALL).group(1)
    first, after = re.findall(r"<td[^>]*>(\d*)</td>", row)
    assert first == ""
    assert int(after) > 0


def test_everybody_has_his_places_not_only_who_is_drawn():
    event = stories.an_event(players=LEADERS + 2)
    play_round(a_running_round(event))
    assert len(evening_pictures(event).places) == LEADERS + 2


def test_who_led_once_is_drawn_even_if_he_ended_far_behind():
    behind = PlacesOf("LED", ((1, 1), (2, 40)), 0)
    places = [*(PlacesOf(f"p{number}", ((1, 2), (2, number)), 0) for number in range(1, 40)), behind]
    followed = _followed(places)
    assert len(followed) == LEADERS
    assert followed[-1] is behind
    assert [one.nick for one in followed[:-1]] == [f"p{number}" for number in range(1, LEADERS)]


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


# --- As files ---------------------------------------------------------------------------------------------------------


def drawing(answer):
    """What is drawn, read as strictly as any program reads a file."""
    assert answer.headers["Content-Type"] == "image/svg+xml; charset=utf-8"
    root = ElementTree.fromstring(answer.content)  # noqa: S314 - our own
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    return ["".join(one.itertext()).strip() for one in root.iter("{http://www.w3.org/2000/svg}text")]


def test_every_picture_of_an_event_is_a_file_that_its_page_links(client, played):
    play_round(a_running_round(played.event, word="KOT"))
    page = client.get(reverse("public:pictures", args=[played.event.slug])).content.decode()
    for name in ("places", "pace", "bench"):
        address = f"/e/{played.event.slug}/pictures/{name}.svg"
        assert f'href="{address}"' in page
        assert drawing(client.get(address))[0] == played.event.name
    nicks = {one.nick for one in evening_pictures(played.event).places}
    assert nicks <= set(drawing(client.get(f"/e/{played.event.slug}/pictures/places.svg")))


def test_the_race_of_a_table_is_a_file(client, played):
    played.event.registrations.filter(key="p1").update(nick="<Žluťoučký kůň> & přátelé z Příb. 12")
    projections.bump(played.event)
    table = next(table for table in (1, 2) if "p1" in {one.key for one in seats_of(table_of(played, table)).values()})
    address = f"/e/{played.event.slug}/round/1/table/{table}/race.svg"
    assert address in client.get(f"/e/{played.event.slug}/round/1/table/{table}/").content.decode()
    said = drawing(client.get(address))
    assert said[:2] == [played.event.name, f"Letters of each seat after each deal – Round 1, Table {table}"]
    assert {"<Žluťoučký kůň> &", "přátelé z Příb. 12"} <= set(said), "whole, in two rows"


@pytest.fixture
def two_seasons():
    """Two evenings of one season and one of the season before, of a player and his club."""
    one, club = PlayerFactory.create(nick="MŇOUK"), ClubFactory.create(name="Kocouři")
    for number, year in enumerate((2026, 2026, 2025), start=1):
        season, _ = Season.objects.get_or_create(year=year)
        event = stories.an_event(players=4, slug=f"evening{number}", season=season, date=date(year, 3, number))
        event.registrations.filter(key="p1").update(player=one, club=club)
        play_round(a_running_round(event, sizes=(4,)))
        publishing.publish_standings(event=event, by=stories.director_of(event), now=NOW, final=True)
    return one, club


def test_a_long_title_of_a_file_is_in_two_rows_and_whole_in_its_title(client, played):
    """In one row it ran beyond the edge from 42 signs on; no row has more than fit there."""
    for name, rows in (
        ("Sedmá pražská Classic", ["Sedmá pražská Classic"]),
        (
            "Jihomoravské mistrovství v Kouřící kočce 2026",
            ["Jihomoravské mistrovství v Kouřící kočce 2026"],
        ),
        (
            "Otevřené mistrovství Jihomoravského kraje v Kouřící kočce, ve Smearu a ve hrách příbuzných, 2026",
            ["Otevřené mistrovství Jihomoravského kraje v Kouřící kočce,", "ve Smearu a ve hrách příbuzných, 2026"],
        ),
        ("X" * 120, ["X" * 60, "X" * 60]),
    ):
        Event.objects.filter(pk=played.event.pk).update(name=name)
        projections.bump(played.event)
        found = client.get(f"/e/{played.event.slug}/pictures/bench.svg").content.decode()
        assert f"<title>{name} – Deals that each sat out</title>" in found
        assert re.findall(r'class="whose.*?>(.*?)</text>', found) == rows
        assert ('class="whose"' in found) == (len(name) <= 34)


def test_places_over_a_season_of_a_player_and_a_club_are_files(client, two_seasons):
    one, club = two_seasons
    for page, whose in ((f"/players/{one.pk}/", "MŇOUK"), (f"/clubs/{club.code}/", "Kocouři")):
        said = drawing(client.get(f"{page}places/2026.svg"))
        assert said[:2] == [whose, "Places over the season, the best at the top – 2026"]
        assert {"1 Mar", "2 Mar"} <= set(said)
        assert drawing(client.get(f"{page}places/2025.svg"))[2] == "No pictures yet", "one evening is no line"
        assert f"{page}places/2026.svg" in client.get(page).content.decode()


def test_each_season_is_told_apart_on_the_page_of_a_player_and_a_club(client, two_seasons):
    one, club = two_seasons
    for page in (f"/players/{one.pk}/", f"/clubs/{club.code}/"):
        said = client.get(page).content.decode().partition("Places in final results")[2]
        newest, _, older = said.partition("<summary>2025</summary>")
        assert "<h3>2026</h3>" in newest
        assert newest.count('class="plot"') == 1
        assert [f"evening{number}/" in newest for number in (1, 2, 3)] == [True, True, False]
        assert "evening3/" in older
        assert 'class="plot"' not in older


def test_days_beneath_a_long_season_do_not_lie_on_one_another():
    rows = [
        {"event__season__year": 2026, "event__date": date(2026, 1, 1) + timedelta(days=5 * number), "place": 3}
        for number in range(40)
    ]
    (season,) = seasons_shown(rows, "MŇOUK")
    spots = [tick.spot for tick in season.plot.x]
    assert min(after - before for before, after in itertools.pairwise(spots)) >= 45
    assert len(season.plot.lines[0].marks) == 40


def test_a_file_may_look_as_it_says_and_nothing_else(client, played):
    answer = client.get(f"/e/{played.event.slug}/pictures/bench.svg")
    style = re.findall(r"<style>(.*?)</style>", answer.content.decode(), re.DOTALL)
    digest = base64.b64encode(hashlib.sha256(style[0].encode()).digest()).decode()
    assert answer.headers["Content-Security-Policy"] == f"default-src 'none'; style-src 'sha256-{digest}'"
    assert len(style) == 1


def test_a_file_is_kept_by_the_version_of_its_event(client, played):
    address = f"/e/{played.event.slug}/pictures/pace.svg"
    first = client.get(address)
    tag = first.headers["ETag"]
    assert client.get(address, headers={"if-none-match": tag}).status_code == 304
    assert client.get(address).headers["Content-Security-Policy"] == first.headers["Content-Security-Policy"]
    projections.bump(played.event)
    assert client.get(address, headers={"if-none-match": tag}).status_code == 200


def test_a_file_of_which_nothing_can_be_drawn_yet_says_so(client):
    event = stories.an_event(players=8, slug="fresh")
    stories.a_drawn_round(event)
    for name in ("places", "pace", "bench"):
        assert drawing(client.get(f"/e/{event.slug}/pictures/{name}.svg"))[2:] == ["No pictures yet"]
    assert client.get(f"/e/{event.slug}/pictures/nothing.svg").status_code == 404
    assert client.get(f"/e/{event.slug}/round/1/table/1/race.svg").status_code == 404, "its seating is a draft"
