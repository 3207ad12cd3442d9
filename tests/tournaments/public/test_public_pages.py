"""Every public page for anybody: it answers, sets no cookie, says the version it shows, keeps what is secret."""

import pytest
from django.conf import settings
from django.test import Client

from tests.factories import stories
from tests.factories.base import NOW
from tests.factories.tournaments import AccountFactory, ClubFactory, FederationFactory, PlayerFactory
from tests.tournaments.public.conftest import CANARY
from tournaments.models import Event
from tournaments.operations.evening import rounds
from tournaments.operations.results.publishing_standings import override_place, publish_standings
from tournaments.operations.seating import drawing, seats

pytestmark = pytest.mark.django_db

LISTS = ["/", "/players/", "/clubs/"]


@pytest.mark.parametrize("name", ["moor-final", "harbour-classic", "fen-evening"])
def test_every_page_of_an_example_answers_anybody(client: Client, addresses, name):
    event = stories.example(name)
    publish_standings(event=event, by=None, now=NOW, final=event.status == "finished")
    for address in [*LISTS, *addresses(event)]:
        response = client.get(address)
        assert response.status_code == 200, address
        assert not response.cookies, address


def test_every_page_of_a_running_event_answers_anybody_in_both_languages(client: Client, addresses, running, secret):
    for language in ("en", "cs"):
        for address in [*LISTS, *addresses(running)]:
            response = client.get(address, headers={"accept-language": language})
            assert response.status_code == 200, address
            assert not response.cookies, address
            is_zipped = response.has_header("ETag") or response["Content-Type"].startswith("text/html")
            vary = {"Accept-Language", "Cookie", *(["Accept-Encoding"] if is_zipped else [])}
            assert set(response["Vary"].split(", ")) == vary


def test_an_empty_site_says_so_kindly(client: Client):
    assert "No events yet" in client.get("/").content.decode()
    assert "No players yet" in client.get("/players/").content.decode()
    assert "No clubs yet" in client.get("/clubs/").content.decode()


def test_a_draft_is_not_there(client: Client, addresses):
    event = stories.an_event(players=8, status="closed")
    stories.a_running_round(event)
    publish_standings(event=event, by=None, now=NOW)
    Event.objects.filter(pk=event.pk).update(status="draft")
    for address in [*addresses(event), f"/e/{event.slug}/results/", f"/e/{event.slug}/stream/"]:
        assert client.get(address).status_code == 404, address
    assert event.name not in client.get("/").content.decode()


def test_a_word_stands_nowhere_before_its_round_starts(client: Client, addresses, running, secret):
    drawing.draw_round(round_=secret, seed="ab", by=stories.director_of(running), now=NOW)
    seats.publish_seating(round_=secret, now=NOW)
    publish_standings(event=running, by=None, now=NOW)
    for address in addresses(running):
        assert CANARY not in client.get(address).content.decode(), address
    rounds.close_round(
        round_=running.rounds.get(number=1), by=stories.director_of(running), now=NOW, force_reason="late"
    )
    rounds.start_round(round_=secret, now=NOW)
    assert CANARY in client.get(f"/e/{running.slug}/").content.decode()


def test_a_draw_stands_nowhere_before_it_is_published(client: Client, running, secret):
    draw = drawing.draw_round(round_=secret, seed="abcdef", by=stories.director_of(running), now=NOW)
    page = client.get(f"/e/{running.slug}/round/2/").content.decode()
    assert "The seating is not published yet" in page
    assert draw.seed not in page
    assert "drawn, not published" not in client.get(f"/e/{running.slug}/").content.decode()
    assert client.get(f"/e/{running.slug}/round/2/table/1/").status_code == 404
    seats.publish_seating(round_=secret, now=NOW)
    assert draw.seed in client.get(f"/e/{running.slug}/round/2/").content.decode()
    assert client.get(f"/e/{running.slug}/round/2/table/1/").status_code == 200


def test_in_a_large_hall_the_event_and_its_draw_lead_to_the_seating_by_name(client: Client):
    event = stories.an_event(players=36, status="closed")
    round_ = stories.a_drawn_round(event, sizes=(4,) * 9)
    pages = [f"/e/{event.slug}/", f"/e/{event.slug}/round/1/draw/"]

    def shown() -> list[bool]:
        return ['round/1/#by-name"' in client.get(page).content.decode() for page in pages]

    assert shown() == [False, False]
    seats.publish_seating(round_=round_, now=NOW)
    assert shown() == [True, True]
    assert 'id="by-name"' in client.get(f"/e/{event.slug}/round/1/").content.decode()
    rounds.start_round(round_=round_, now=NOW)
    assert shown() == [True, True]
    rounds.close_round(round_=round_, by=stories.director_of(event), now=NOW, force_reason="late")
    assert shown() == [False, False]


def test_pages_carry_the_content_security_policy(client: Client, addresses, running):
    for address in [*LISTS, *addresses(running)]:
        policy = client.get(address)["Content-Security-Policy"]
        assert "script-src 'self'" in policy
        assert "unsafe" not in policy


def test_a_hostile_nick_stays_text(client: Client):
    event = stories.an_event(players=7, status="closed")
    nick = "<script>1</script>"
    player = PlayerFactory.create(nick=nick)
    stories.add_players(event, 1)
    event.registrations.filter(key="p8").update(nick=nick, player=player)
    round_ = stories.a_running_round(event)
    stories.record_deals(stories.table_of(round_, 1), "A B")
    stories.record_deals(stories.table_of(round_, 2), "A B")
    publish_standings(event=event, by=None, now=NOW)
    home = f"/e/{event.slug}/"
    seat = round_.tables.get(occupants__registration__key="p8")
    for address in [
        home,
        f"{home}standings/",
        f"{home}round/1/",
        f"{home}round/1/table/{seat.number}/",
        f"{home}results/1/",
        f"{home}players/",
        f"/players/{player.pk}/",
        "/players/?q=<script>",
    ]:
        page = client.get(address).content.decode()
        assert "&lt;script&gt;1" in page, address
        assert nick not in page, address


def test_the_standings_written_by_hand_escape_every_text(client: Client):
    event = stories.an_event(players=5, status="closed")
    evil = '"><b>'
    club = ClubFactory.create(name=f"club{evil}", federation=FederationFactory.create(country="<>"))
    registration = stories.registration(event, "p1")
    registration.nick, registration.club, registration.key = f"nick{evil}", club, f"key{evil}"
    registration.save()
    registration.score.key = registration.key
    registration.score.save()
    stories.record_deals(stories.table_of(stories.a_running_round(event)), "A C")
    override_place(registration=registration, place=1, note=f"note{evil}", by=AccountFactory.create(), now=NOW)
    page = client.get(f"/e/{event.slug}/standings/").content.decode()
    for text in ("nick", "club", "key", "note"):
        assert f"{text}&quot;&gt;&lt;b&gt;" in page, text
    assert "&lt;&gt;" in page
    assert "<b>" not in page


def test_public_pages_do_not_look_at_who_asks(client: Client, django_assert_num_queries, running):
    client.force_login(AccountFactory.create())
    address = f"/e/{running.slug}/standings/"
    first = client.get(address)
    with django_assert_num_queries(1):
        again = client.get(address, headers={"if-none-match": first["ETag"]})
    assert again.status_code == 304


def test_an_unchanged_page_costs_one_look_at_the_version(client: Client, addresses, django_assert_num_queries, running):
    publish_standings(event=running, by=None, now=NOW)
    for address in addresses(running):
        first = client.get(address)
        assert first["ETag"] == f'W/"{running.version}-en-{settings.BUILD}"', address
        assert "no-cache" in first["Cache-Control"]
        with django_assert_num_queries(1):
            again = client.get(address, headers={"if-none-match": first["ETag"]})
        assert again.status_code == 304, address
        assert again.content == b""


def test_a_changed_page_and_another_language_are_sent_anew(client: Client, running, first_round):
    address = f"/e/{running.slug}/round/1/table/1/fragment/"
    before = client.get(address)
    czech = client.get(address, headers={"if-none-match": before["ETag"], "accept-language": "cs"})
    assert czech.status_code == 200
    stories.record_deals(stories.table_of(first_round, 1), "B")
    after = client.get(address, headers={"if-none-match": before["ETag"]})
    assert after.status_code == 200
    assert int(after["X-Version"]) > int(before["X-Version"])


@pytest.mark.parametrize(
    "address",
    [
        "/e/nothing-here/",
        "/e/nothing-here/standings/",
        "/e/nothing-here/round/1/",
        "/e/nothing-here/results/",
        "/players/999/",
        "/players/99999999999999999999/",
        "/clubs/NONE/",
        "/clubs/%00/",
    ],
)
def test_what_is_not_there_is_not_found(client: Client, address):
    assert client.get(address).status_code == 404


@pytest.mark.parametrize("query", ["page=0", "page=9999", "page=x", "q=%00", "q=" + "a" * 200, "after=x", "after=%00"])
def test_odd_questions_are_answered(client: Client, running, query):
    for address in [*LISTS, f"/e/{running.slug}/standings/", f"/e/{running.slug}/players/"]:
        assert client.get(f"{address}?{query}").status_code == 200


def test_pages_are_read_not_written(client: Client, running):
    for address in ["/", f"/e/{running.slug}/", f"/e/{running.slug}/standings/", "/players/"]:
        assert client.post(address).status_code == 405
