"""Labels and rooms of tables: said once by the director, they stand wherever somebody looks for a table."""

from __future__ import annotations

import pytest
from django.test import Client

from tests.factories import stories
from tests.factories.base import NOW
from tests.refusals import refusal
from tests.tournaments.console.conftest import signed_in_as, words_of
from tournaments.exchange.event_file import dump, parse
from tournaments.models import Event, JournalLine, Round, Staff
from tournaments.operations.evening import calls
from tournaments.operations.events import making, places
from tournaments.operations.files.event_files import export_event, import_event

pytestmark = pytest.mark.django_db
STOVE, ROOM = "By the stove", "Salonek 2"


def name(client: Client, **said: str) -> int:
    return client.post("/desk/harbour/places/", said).status_code


@pytest.fixture
def named(event: Event, evening: Round, director: Client) -> Event:
    """Table 2 has a label, tables 2 and 3 a room."""
    assert name(director, tables="2, 3", room=ROOM) == 302
    assert name(director, tables="2", label=STOVE, room=ROOM) == 302
    event.refresh_from_db()
    return event


def referee_of(event: Event, room: str, who: str = "JITKA") -> Staff:
    account = stories.staff_of(event, "referee")
    account.name = who
    account.save()
    staff = Staff.objects.get(event=event, account=account)
    staff.event = event
    places.give_room(staff=staff, room=room, by=stories.director_of(event), now=NOW)
    return staff


# --- Saying it --------------------------------------------------------------------------------------------------------


def test_a_label_and_a_room_are_stored_and_in_the_journal(named):
    assert named.places == {"2": {"label": STOVE, "room": ROOM}, "3": {"room": ROOM}}
    assert JournalLine.objects.filter(chain__event=named, act="tables_named").count() == 2


def test_several_tables_put_into_a_room_keep_their_labels(named, director):
    assert name(director, tables="2, 4", room="Hall") == 302
    named.refresh_from_db()
    assert named.places["2"] == {"label": STOVE, "room": "Hall"}
    assert named.places["4"] == {"room": "Hall"}


def test_what_is_left_empty_is_taken_away(named, director):
    assert name(director, tables="2") == 302
    named.refresh_from_db()
    assert "2" not in named.places


def test_a_label_is_for_one_table_and_of_one(named, director):
    assert name(director, tables="4, 5", label="Here") == 409
    assert name(director, tables="4", label="by the STOVE") == 409
    assert name(director, tables="0", label="Here") == 422
    assert name(director, tables="4", label="x\u200by") == 422
    assert name(director, tables=", ;", label="Here") == 422
    assert name(director, tables="2, 2", label="Here") == 302


def test_two_directors_who_name_tables_at_once_lose_nothing(event, director):
    """Each holds the event as he read it before the other's act."""
    first, second = (Event.objects.get(pk=event.pk) for _ in range(2))
    by = stories.director_of(event)
    places.name_tables(event=first, numbers=[1], label="One", by=by, now=NOW)
    places.name_tables(event=second, numbers=[2], label="Two", by=by, now=NOW)
    event.refresh_from_db()
    assert set(event.places) == {"1", "2"}


def test_the_page_offers_what_is_there_to_be_changed(named, director):
    page = words_of(director.get("/desk/harbour/places/?table=2"))
    assert f'value="{STOVE}"' in page
    for odd in ("x", "99999999", "²"):
        assert director.get("/desk/harbour/places/", {"table": odd}).status_code == 200


# --- Where it stands --------------------------------------------------------------------------------------------------

PAGES = {
    "the event": "/e/harbour/",
    "seating by table and by name": "/e/harbour/round/1/",
    "screen": "/e/harbour/screen/",
    "screen, seating": "/e/harbour/screen/?show=seating",
    "the public table": "/e/harbour/round/1/table/2/",
    "the desk": "/desk/harbour/",
    "the round at the desk": "/desk/harbour/round/1/",
    "board": "/t/harbour/",
    "the table": "/t/harbour/1/2/",
    "who plays there": "/t/harbour/1/2/here/",
    "printed seating": "/desk/harbour/print/seating/1/",
    "printed sheets": "/desk/harbour/print/sheets/1/",
    "seat cards": "/desk/harbour/print/seats/1/",
    "API": "/api/v1/events/harbour/rounds/1/tables/2/",
}


@pytest.mark.parametrize("path", PAGES.values(), ids=PAGES)
def test_label_and_room_stand_wherever_somebody_looks_for_a_table(named, director, path):
    page = words_of(director.get(path))
    assert STOVE in page
    assert ROOM in page


def test_its_label_stands_in_place_of_its_number_where_it_is_spoken_of(named, evening, director):
    """After the game: where a badge was won, its replay, its race as a file, what a referee does there."""
    stories.play_out(stories.table_of(evening, 2))
    for path in (
        "/desk/harbour/print/badges/1/",
        "/e/harbour/round/1/table/2/replay/1/",
        "/e/harbour/round/1/table/2/race.svg",
        "/t/harbour/1/2/lines/1/",
        "/t/harbour/1/2/grid/",
    ):
        assert STOVE in director.get(path).content.decode(), path


def test_a_table_without_a_label_has_its_number(named, director):
    assert "Table 1" in words_of(director.get("/e/harbour/round/1/"))
    assert "Table 2<" not in words_of(director.get("/e/harbour/round/1/"))


def test_a_label_holds_in_the_next_round_too(named, director):
    stories.play_round(named.rounds.get())
    stories.a_running_round(named, sizes=(5, 5, 5))
    assert STOVE in words_of(director.get("/e/harbour/round/2/"))


def test_an_open_page_hears_of_a_label(event, evening, director):
    before = event.version
    name(director, tables="1", label="Here")
    event.refresh_from_db()
    assert event.version > before


def test_the_event_file_takes_them_along(named):
    text = dump(export_event(named))
    file = parse(text.replace('"slug": "harbour"', '"slug": "harbour-again"'))
    again = import_event(file=file, by=stories.director_of(named), now=NOW)
    assert again.places == named.places
    assert dump(export_event(again)).replace("harbour-again", "harbour") == text


# --- The referee of a room --------------------------------------------------------------------------------------------


def test_the_referee_of_a_room_is_shown_at_the_desk_and_at_its_tables(named, director):
    referee_of(named, ROOM)
    for path in ("/desk/harbour/", "/t/harbour/1/2/", "/t/harbour/1/2/here/"):
        assert "JITKA" in words_of(director.get(path))
    assert "JITKA" not in words_of(director.get("/t/harbour/1/1/"))
    assert "JITKA" not in words_of(Client().get("/e/harbour/round/1/table/2/"))


def rings(client: Client) -> list[int]:
    """The tables whose calls ring on a device, and all of them that it shows, those that ring with a minus."""
    page = words_of(client.get("/t/harbour/calls/"))
    found = [(one, one.partition("/t/harbour/1/")[2].partition("/")[0]) for one in page.split('<div class="notice')[1:]]
    return [-int(table) if "data-call=" in one else int(table) for one, table in found]


def call_from(round_: Round, *tables: int) -> None:
    for minute, number in enumerate(tables):
        by = stories.director_of(round_.event)
        calls.call_referee(table=stories.table_of(round_, number), by=by, now=NOW.replace(minute=minute))


def test_a_call_rings_for_the_referee_of_its_room_and_is_seen_by_all(named, evening, director):
    own = referee_of(named, ROOM)
    name(director, tables="1", room="Hall")
    named.refresh_from_db()
    other = referee_of(named, "Hall", "BOREK")
    call_from(evening, 1, 3)
    assert rings(signed_in_as(own.account)) == [-3, 1], "his own first"
    assert rings(signed_in_as(other.account)) == [-1, 3]
    assert rings(director) == [-1, -3], "who has no room hears all"


def test_a_referee_at_another_table_sees_where_the_call_comes_from(named, evening, referee):
    call_from(evening, 2)
    page = words_of(referee.get("/t/harbour/1/1/"))
    assert f"{STOVE} · {ROOM}" in page.partition('id="bell"')[2]


def test_a_call_from_where_nobody_looks_after_rings_everywhere(named, evening, director):
    own = referee_of(named, ROOM)
    call_from(evening, 1)
    assert rings(signed_in_as(own.account)) == [-1]


def test_a_referee_who_is_dismissed_leaves_his_room_to_all(named, evening, director):
    gone = referee_of(named, ROOM)
    name(director, tables="1", room="Hall")
    named.refresh_from_db()
    stays = referee_of(named, "Hall", "BOREK")
    making.dismiss(staff=gone, by=stories.director_of(named), now=NOW)
    call_from(evening, 2)
    assert rings(signed_in_as(stays.account)) == [-2]
    again = making.appoint(event=named, account=gone.account, role="referee", by=stories.director_of(named), now=NOW)
    assert again.room == "", "who comes back is asked again which room is his"


def test_a_room_that_no_table_stands_in_is_given_to_nobody(named, director):
    staff, by = referee_of(named, ROOM), stories.director_of(named)
    assert refusal(places.give_room, staff=staff, room="Attic", by=by, now=NOW).code == "room_unknown"
    assert director.post(f"/desk/harbour/places/referees/{staff.pk}/", {"room": "Attic"}).status_code == 409
    assert director.post(f"/desk/harbour/places/referees/{staff.pk}/", {"room": ""}).status_code == 302
    staff.refresh_from_db()
    assert staff.room == ""


def test_of_another_event_no_referee_is_given_a_room(named, director):
    other = stories.an_event(players=0, slug="moor")
    stories.staff_of(other, "referee")
    foreign = Staff.objects.get(event=other, role="referee")
    assert director.post(f"/desk/harbour/places/referees/{foreign.pk}/", {"room": ROOM}).status_code == 404
