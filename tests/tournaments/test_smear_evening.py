"""A small evening of Smear through the pages alone: made, drawn, played, ranked, published, taken out and in.

What a director and a referee tap is what is posted here; what they and the others read is looked for on the pages.
"""

import html
import json
import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from tests.factories import stories
from tests.factories.tournaments import AccountFactory
from tests.tournaments.tableside.conftest import Hand
from tests.walk import form_on
from tournaments.models import Account, Draw, Event, Round
from tournaments.operations.union.seasons import ensure_series

NICKS = ["IVA", "JAN", "EVA", "PETR", "OTA", "ANNA", "KAREL", "DANA"]
FORM = {
    "name": "Smear at the Mill",
    "date": "2026-12-05",
    "starts": "18:00",
    "place": "Mill",
    "time_zone": "Europe/Prague",
}
RULES = {
    "rules-smear_variant": "ten_point",
    "rules-smear_target": "12",
    "rules-final_size": "6",
    "rules-seating": "draw",
    "rules-clubs_apart": "off",
    "rules-countries_apart": "off",
    "rules-hidden_from_round": "0",
    "rules-private_redraws": "1",
    "rules-shared_points": "each",
    "rules-appeal_days": "7",
    "rules-acceptance": "asked",
}


@pytest.fixture
def director(db: None) -> Account:
    ensure_series()
    return AccountFactory.create(name="Director", may_direct=True)


@pytest.fixture
def desk(director: Account) -> Client:
    client = Client()
    client.force_login(director)
    return client


@pytest.fixture
def event(desk: Client) -> Event:
    """Made from the series, announced, with eight people who are here."""
    assert "as many players as fill the tables of the variant" in read(desk, "/desk/+new/")
    page = read(desk, "/desk/+new/smear/")
    assert "Points that win a game" in page
    assert "Hejma" not in page
    answer = desk.post("/desk/+new/smear/", {**FORM, **RULES})
    event = Event.objects.get()
    assert answer.headers["Location"] == f"/desk/{event.slug}/"
    assert event.regulations == {"game": "smear", "smear_target": 12}
    act(desk, event, "status", status="open")
    for nick in NICKS:
        act(desk, event, "walk-ins", line=nick)
    event.refresh_from_db()
    return event


def read(client: Client, address: str) -> str:
    """A page as a person reads it, in one line."""
    answer = client.get(address)
    assert answer.status_code == 200, address
    return re.sub(r"\s+", " ", html.unescape(answer.content.decode()))


def act(client: Client, event: Event, name: str, /, **said: object) -> None:
    if number := re.fullmatch(r"round/(\d)/(?:draw|publish|start)", name):  # as the pages say it
        said["attempt"] = Draw.objects.filter(round__event=event, round__number=int(number[1])).count()
    page, _, last = name.rpartition("/")
    if last in ("remove", "final"):
        said |= form_on(client.get(f"/desk/{event.slug}/{page}/"), f"/desk/{event.slug}/{name}/") | said
    answer = client.post(f"/desk/{event.slug}/{name}/", said)
    assert answer.status_code == 302, (name, html.unescape(answer.content.decode())[-3000:])


def start(desk: Client, event: Event, number: int) -> Round:
    """Draw a round and start it; no word is asked for on the way."""
    act(desk, event, f"round/{number}/draw", sizes="4-4")
    page = read(desk, f"/desk/{event.slug}/round/{number}/")
    assert "word" not in page.lower().replace("password", "")
    act(desk, event, f"round/{number}/publish")
    assert "Start when all sit." in read(desk, f"/desk/{event.slug}/")
    act(desk, event, f"round/{number}/start")
    return Round.objects.get(event=event, number=number)


def play(referee: Account, round_: Round, number: int, *deals: tuple[str, str, int, int]) -> Hand:
    """Deals as they are tapped: pitcher, bid, points of AC, points of BD."""
    at = Hand(referee, stories.table_of(round_, number))
    for pitcher, bid, ours, theirs in deals:
        answer = at.post("smear-deals", pitcher=pitcher, bid=bid, parties="AC BD", points_AC=ours, points_BD=theirs)
        assert answer.status_code == 303
    return at


def test_an_evening_of_smear_from_the_first_form_to_the_file(desk: Client, event: Event, director: Account):
    visitor, address = Client(), f"/e/{event.slug}/"
    assert "Places follow the games won, then the points" in read(visitor, address)
    referee = stories.staff_of(event, "referee")

    first = start(desk, event, 1)
    at = play(referee, first, 1, ("B", "4", 3, 7), ("C", "5", 4, 6))
    play(referee, first, 2, ("A", "4", 9, 1))

    # The table, the board, the public pages while it is played.
    seats = {seat: one.nick for seat, one in stories.seats_of(at.table).items()}
    public = read(visitor, f"{address}round/1/table/1/")
    assert f"{seats['C']} (C): bid 5, set back" in public
    assert "score: AC -2, BD 13" in public
    board = read(at.client, f"/t/{event.slug}/")
    assert f"{seats['A']} + {seats['C']}" in board
    assert "won the game" in board
    assert f"{stories.seats_of(stories.table_of(first, 2))['B'].nick} (B) deals" in board
    assert "Won" in read(visitor, address)

    # A correction changes the standings: the second deal was made after all, so the game goes on.
    at.post("lines/2/amendments", pitcher="C", bid="4", points_AC=4, points_BD=4, dealer="", reason="misread")
    assert "Deal 3: who pitched?" in at.page()
    play(referee, first, 1, ("D", "1", 0, 9))
    play(referee, first, 2, ("A", "3", 3, 1))
    standings = read(visitor, f"{address}standings/")
    assert "games won: 1 of 1, points: 20" in standings
    act(desk, event, "round/1/close")

    for number in (2, 3):
        later = start(desk, event, number)
        for table in (1, 2):
            play(referee, later, table, ("B", "4", 2, 8), ("D", "2", 1, 9))
        act(desk, event, f"round/{number}/close")
    assert "Everything is played" in read(desk, f"/desk/{event.slug}/")

    # Published, taken out, taken in again under another address: the same bytes, the same places.
    act(desk, event, "standings/publish", kind="final", final="1", note="")
    results = read(visitor, f"{address}results/1/")
    assert "games won: " in results
    file = desk.get(f"/desk/{event.slug}/files/event.json").content
    assert b'"word"' not in file
    assert json.loads(file)["rounds"][0]["tables"][0]["log"][0] == {
        "kind": "smear_deal",
        "pitcher": "B",
        "bid": 4,
        "points": {"AC": 3, "BD": 7},
    }
    other = file.replace(f'"{event.slug}"'.encode(), b'"another-mill"', 1)
    assert desk.post("/desk/+file/", {"file": SimpleUploadedFile("event.json", other)}).status_code == 302
    assert desk.get("/desk/another-mill/files/event.json").content == other
    ours, theirs = (
        json.loads(desk.get(f"/desk/{slug}/files/results.json").content) for slug in (event.slug, "another-mill")
    )
    assert ours == theirs
    player = event.registrations.get(nick="IVA").player_id
    assert "games won: " in read(visitor, f"/players/{player}/")


def test_every_page_of_the_desk_and_for_the_public_can_be_read(desk: Client, event: Event):
    """No page falls over an event of Smear, planned, drawn, running, and when a game has ended without a winner."""
    visitor = Client()

    def look() -> None:
        one = event.registrations.get(nick="IVA").key
        pages = "people rounds round/1 finals standings schedule settings details staff files print/standings"
        for name in ("", *pages.split(), "print/seating/1", "print/sheets/1", f"person/{one}"):
            page = read(desk, f"/desk/{event.slug}/{name}/".replace("//", "/"))
            assert "no word yet" not in page
        read(desk, f"/t/{event.slug}/")
        for name in ("", "standings/", "players/", "round/1/"):
            read(visitor, f"/e/{event.slug}/{name}")

    look()
    act(desk, event, "round/1/draw", sizes="4-4")
    look()
    act(desk, event, "round/1/start")
    look()
    read(desk, f"/t/{event.slug}/1/1/")
    act(desk, event, "round/1/close", reason="the mill closes")
    look()
    assert "The game ended without a winner" in read(desk, f"/t/{event.slug}/1/1/")
    sheet = read(desk, f"/desk/{event.slug}/print/sheets/1/")
    assert "Score BD" in sheet
    assert "Loser" not in sheet


def test_nine_are_told_what_to_do(desk: Client, event: Event):
    act(desk, event, "walk-ins", line="MILAN")
    assert "So many do not fill the tables of this variant" in read(desk, f"/desk/{event.slug}/")
    assert "9 players cannot be seated at tables of 4, 6" in read(desk, f"/desk/{event.slug}/round/1/draw/")


def test_the_details_can_be_changed_but_not_the_game(desk: Client, event: Event):
    page = read(desk, f"/desk/{event.slug}/details/")
    assert "Variant of Smear" in page
    act(desk, event, "details", **FORM, **RULES | {"rules-smear_target": "31", "rules-game": "smoking_cat"})
    event.refresh_from_db()
    assert event.regulations == {"game": "smear", "smear_target": 31}
    start(desk, event, 1)
    assert "cutthroat" not in read(desk, f"/desk/{event.slug}/details/")  # frozen: shown, not asked
    assert "31" in read(desk, f"/desk/{event.slug}/details/")


def test_a_final_can_be_seated_from_the_desk(desk: Client, event: Event):
    """Qualified by games won and points; four of them, as the table wants."""
    act(desk, event, "details", **FORM, **RULES | {"rules-final_size": "4"})
    first = start(desk, event, 1)
    referee = stories.staff_of(event, "referee")
    for table in (1, 2):
        play(referee, first, table, ("B", "4", 2, 8), ("D", "2", 1, 9))
    act(desk, event, "round/1/close")
    for number in (3, 2):
        act(desk, event, f"round/{number}/remove")
    page = read(desk, f"/desk/{event.slug}/finals/")
    assert "games won: 1 of 1, points: 17" in page
    won = [seat.key for number in (1, 2) for letter, seat in stories.seats_of(stories.table_of(first, number)).items()
           if letter in "BD"]  # fmt: skip
    act(desk, event, "finals/final", entry=won)
    act(desk, event, "round/2/start")
    play(referee, Round.objects.get(event=event, number=2), 1, ("A", "2", 10, 0))
    assert "final, games won: 0 of 1, points: 10" in read(Client(), f"/e/{event.slug}/standings/")
