"""Pictures of an event, a table, a player and a club, each with its numbers (public/pictures.py)."""

import base64
import hashlib
import re
from xml.etree import ElementTree

import pytest
from django.urls import reverse

from tests.factories import stories
from tests.factories.base import NOW
from tests.factories.stories import a_running_round, play_out, play_round, record_deals, seats_of, table_of
from tests.factories.tournaments import ClubFactory, PlayerFactory
from tournaments import projections
from tournaments.operations.results import publishing_standings as publishing
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
    nicks = {nick for nick, _ in evening_pictures(played.event).places}
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


def test_places_of_a_player_and_a_club_are_files(client):
    one, club = PlayerFactory.create(nick="MŇOUK"), ClubFactory.create(name="Kocouři")
    for number in (1, 2):
        event = stories.an_event(players=4, slug=f"evening{number}")
        event.registrations.filter(key="p1").update(player=one, club=club)
        play_round(a_running_round(event, sizes=(4,)))
        publishing.publish_standings(event=event, by=stories.director_of(event), now=NOW, final=True)
    assert drawing(client.get(f"/players/{one.pk}/places.svg"))[0] == "MŇOUK"
    assert f"/players/{one.pk}/places.svg" in client.get(f"/players/{one.pk}/").content.decode()
    assert drawing(client.get(f"/clubs/{club.code}/places.svg"))[0] == "Kocouři"
    assert f"/clubs/{club.code}/places.svg" in client.get(f"/clubs/{club.code}/").content.decode()


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
