"""An evening through the pages of a real browser, from the empty site to the published results.

Fifteen play a Classic: two rounds at three tables of five, a tie across the cut, a play-off, a final of six. Who loses
which deal is planned beforehand (plans.py) from the seats that the pages show, so that the tie comes about whatever is
drawn. What a stranger reads at the end must be what the downloaded event file gives without any database.
"""

from __future__ import annotations

import io
import json
import re
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from django.core.management import call_command
from django.utils import translation
from playwright.sync_api import Page, expect

from tests.conftest import LAPTOP, PHONE
from tests.e2e import pages, plans
from tests.e2e.pages import Line
from tests.factories import stories
from tests.factories.tournaments import ClubFactory
from tournaments.draws.seeding import Stream
from tournaments.exchange.event_file import parse
from tournaments.exchange.played import played_event
from tournaments.exchange.shapes import EventFile
from tournaments.standings.places import Standing
from tournaments.standings.results import Results, results
from tournaments.standings.success import display

SLUG = "cat-classic"
OWN = ["MICKA", "MOURA", "ŽOFKA"]  # they register on their own
WALK_INS = [
    "BARONESA",
    "TYGR",
    "RYSKA",
    "LVICE",
    "GEPARD",
    "OCELOT",
    "SERVAL",
    "KARAKAL",
    "MANUL",
    "PUMA",
    "IRBIS",
    "MARGAY",
]
INCIDENTS: dict[int, plans.Incidents] = {
    1: {2: plans.other_bench, 4: plans.plain_deal("A"), 5: plans.undo_of(4)},
    2: {1: plans.plain_deal("B"), 2: plans.misdeal, 4: plans.other_loser(1, "C")},
    3: {3: plans.penalty},
}


@pytest.fixture
def _known_lots(monkeypatch: pytest.MonkeyPatch) -> None:
    """The desk draws its seeds in a known order, so that the evening is the same every time."""
    seeds = (f"{number:064x}" for number in count(1))
    for module in ("console.drawing", "console.finals", "operations.seating.promises"):
        lots = SimpleNamespace(token_hex=lambda _bytes: next(seeds))
        monkeypatch.setattr(f"tournaments.{module}.secrets", lots)


@pytest.fixture
def open_page(new_page: Callable[..., Page]) -> Iterator[Callable[..., Page]]:
    """`new_page`; at the end no script of a page failed, the CSP refused nothing, and the server never broke down."""
    complaints: list[str] = []

    def watched(**options: Any) -> Page:
        page = new_page(**options)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("console", lambda said: complaints.append(said.text) if "Security" in said.text else None)
        page.on("response", lambda answer: complaints.append(answer.url) if answer.status == 500 else None)
        return page

    yield watched
    assert complaints == []


# --- The evening ------------------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.usefixtures("_known_lots")
def test_a_classic_from_the_first_registration_to_the_published_results(open_page, tmp_path):
    ClubFactory.create(code="HAR", name="Harbour Cats")
    desk, table = open_page(**LAPTOP), open_page(**PHONE)
    for page in (desk, table):
        pages.sign_in_as_director(page)
    make_event(desk)
    for nick in OWN:
        enter_on_ones_own(open_page(**PHONE), nick)
    gather(desk)

    first = plans.planned_round(first_seating(desk), "KOS", seed="c1a551c0", incidents=INCIDENTS)
    play_round(desk, table, 1, first)
    second = plans.planned_tie(first, second_seating(desk), "RAK")
    play_round(desk, table, 2, second)

    after_two = plans.results_of([first, second]).finalists
    assert after_two.play_off is not None
    winner, loser = settle_tie(desk, table, after_two.play_off.between)
    final = play_final(desk, table)
    publish(desk)

    file = downloaded(desk, tmp_path)
    found = results(played_event(file))
    nicks = {entry.id: entry.nick for entry in file.entries}
    for number, planned in {1: first, 2: second, 4: [final]}.items():
        assert recorded(file, number) == [tuple(plan.log) for plan in planned]
    number_of = {entry.id: number for number, entry in enumerate(file.entries)}  # equal ones sit by start number
    places = dict(zip(found.finalists.qualified, found.finalists.places, strict=True))
    qualified = [nicks[entry] for entry in sorted(places, key=lambda entry: (places[entry], number_of[entry]))]
    assert set(qualified) == set(after_two.qualified)
    assert [final.setup.occupants[seat] for seat in "FEDCBA"] == [*qualified, winner]
    assert ranks_of(found, nicks)[winner] <= 6
    assert ranks_of(found, nicks)[loser] == 7

    stranger = open_page(**PHONE, locale="cs-CZ")
    read_standings(stranger, found, nicks)
    read_permanent_results(stranger, found, nicks)
    same_documents(stranger, tmp_path)


def make_event(desk: Page) -> None:
    """From the preset of the series to an open registration."""
    pages.follow(desk, "Make a new event")
    pages.follow(desk, "Classic")
    desk.get_by_label("Name").fill("Cat Classic")
    desk.get_by_label("Day", exact=True).fill("2026-03-07")
    desk.get_by_label("Place (optional)").fill("Harbour Inn")
    desk.get_by_label("Theme (optional)").fill("small animals")
    expect(desk.get_by_label("Places (optional)")).to_have_value("15")
    pages.press(desk, "Make the event")
    pages.expect_done(desk, "Cat Classic is made")
    expect(desk).to_have_url(f"{desk.url.partition('/desk/')[0]}/desk/{SLUG}/")
    pages.press(desk, "Announce it")
    pages.press(desk, "Open registration", within=desk.locator("#next"))
    pages.expect_done(desk, "Registration is open")


def enter_on_ones_own(phone: Page, nick: str) -> None:
    """A new player finds the event and enters it with a nick; by e-mail he is registered with the union and entered."""
    address = f"player{OWN.index(nick)}@example.org"
    phone.goto("/")
    pages.follow(phone, "Cat Classic")
    pages.follow(phone, "Enter this event")
    phone.get_by_label("Nick").fill(nick)
    phone.get_by_label("Club").select_option(label="Harbour Cats")
    phone.get_by_label("E-mail", exact=True).fill(address)
    pages.press(phone, "Enter this event")
    expect(phone.get_by_role("heading", name="Look into your mail")).to_be_visible()
    pages.open_letter(phone, address)
    pages.press(phone, f"Yes, I am {nick}")
    expect(phone).to_have_url(re.compile(f"/e/{SLUG}/enter/$"))
    expect(phone.get_by_text("your registration:")).to_contain_text("applied")
    phone.context.close()


def gather(desk: Page) -> None:
    """Confirm who applied, check them in at the door, and add the walk-ins, one line each."""
    desk.goto(f"/desk/{SLUG}/")
    pages.follow(desk, "Look at them")
    pages.press_and_agree(desk, "Confirm all", "Confirm all")
    pages.expect_done(desk, f"{len(OWN)} confirmed.")
    desk.goto(f"/desk/{SLUG}/people/?mode=check-in")
    for nick in OWN:
        desk.get_by_role("row", name=nick).get_by_role("button", name="Check in").click()
        expect(desk.get_by_role("row", name=nick).get_by_role("button", name="is here")).to_be_visible()
    expect(desk.get_by_text(f"checked in {len(OWN)} of {len(OWN)}")).to_be_visible()
    desk.goto(f"/desk/{SLUG}/people/")
    for number, nick in enumerate(WALK_INS):
        pages.add_walk_in(desk, f"{nick}, HAR" if number < 2 else nick)
    expect(desk.get_by_role("link", name="checked in 15")).to_be_visible()


def first_seating(desk: Page) -> dict[int, dict[str, str]]:
    """Three tables of five, drawn twice, two players swapped; the round is started."""
    desk.goto(f"/desk/{SLUG}/round/1/")
    pages.give_word(desk, "KOS")
    pages.follow(desk, "Choose tables and draw")
    desk.get_by_role("radio", name="3 tables: 5 + 5 + 5").check()
    pages.press(desk, "Draw")
    pages.expect_done(desk, "Drawn: attempt 1")
    drawn = pages.seating_on(desk)
    pages.follow(desk, "Draw again")
    desk.get_by_label("Why is it drawn again?").fill("a latecomer was missing")
    pages.press(desk, "Draw again")
    pages.expect_done(desk, "Drawn: attempt 2")
    again = pages.seating_on(desk)
    assert again != drawn
    one, other = again[1]["A"], again[2]["C"]
    pages.follow(desk, "Swap seats")
    for seat in ("1A", "2C"):
        desk.locator(f"[data-seat='{seat}']").click()
    expect(desk.locator("[data-seat='1A'] .nick")).to_have_text(other)
    pages.press(desk, "Save")
    pages.expect_done(desk, "1 swap is saved")
    seating = pages.seating_on(desk)
    assert (seating[1]["A"], seating[2]["C"]) == (other, one)
    assert [len(seats) for seats in seating.values()] == [5, 5, 5]
    pages.publish_and_start(desk)
    return seating


def second_seating(desk: Page) -> dict[int, dict[str, str]]:
    desk.goto(f"/desk/{SLUG}/round/2/draw/")
    pages.press(desk, "Draw")
    pages.give_word(desk, "RAK")
    seating = pages.seating_on(desk)
    pages.publish_and_start(desk)
    return seating


def play_round(desk: Page, table: Page, number: int, planned: list[plans.TablePlan]) -> None:
    """All tables one after the other on the referee's phone, then the round is closed."""
    for plan in planned:
        table.goto(f"/t/{SLUG}/{number}/{plan.number}/")
        if plan is not planned[0]:
            table.get_by_role("button", name="Record here all the same").click()
        pages.play(table, plan)
        expect(table.get_by_role("heading", name="Game over")).to_be_visible()
    pages.close_round(desk, SLUG, number)


def settle_tie(desk: Page, table: Page, between: tuple[str, ...]) -> tuple[str, str]:
    """The tie across the cut is played off in one deal, with two others at the table. Returns winner and loser."""
    desk.goto(f"/e/{SLUG}/standings/")
    expect(desk.get_by_text("Tie across the cut:")).to_be_visible()
    tied = desk.locator("table.standings tbody tr").filter(has=desk.get_by_text("play-off", exact=True))
    assert set(tied.locator(".nick").all_text_contents()) == set(between)
    desk.goto(f"/desk/{SLUG}/")
    pages.follow(desk, "To the final")
    tie = desk.locator("#play_off")
    expect(tie.get_by_text("2 players are exactly equal and 1 place is left.")).to_be_visible()
    ticked = [box.get_attribute("value") for box in tie.get_by_role("checkbox", checked=True).all()]
    assert len(ticked) == 4
    pages.press(desk, "Add the play-off", within=tie)
    seats = {nick: seat for seat, nick in pages.seating_on(desk)[1].items()}
    assert set(between) < set(seats)
    pages.publish_and_start(desk)
    winner, loser = sorted(between, reverse=True)
    one_deal = {1: plans.plain_deal(seats[loser])}
    plan = plans.planned_table(1, {seat: nick for nick, seat in seats.items()}, "X", Stream("00"), one_deal)
    play_round(desk, table, 3, [plan])
    return winner, loser


def play_final(desk: Page, table: Page) -> plans.TablePlan:
    """Six sit down by rank, the best in F, and play to the end."""
    desk.goto(f"/desk/{SLUG}/finals/")
    ranked = desk.locator("table.standings .nick").all_text_contents()
    assert len(ranked) == 6
    pages.press(desk, "Seat the final")
    seats = pages.seating_on(desk)[1]
    assert [seats[seat] for seat in "FEDCBA"] == ranked
    pages.give_word(desk, "SÝC")
    pages.publish_and_start(desk)
    plan = plans.planned_table(1, seats, "SÝC", Stream("f1a1"), {3: plans.other_bench})
    play_round(desk, table, 4, [plan])
    return plan


def publish(desk: Page) -> None:
    desk.goto(f"/desk/{SLUG}/")
    pages.follow(desk, "To the standings")
    expect(desk.get_by_text("Not final yet:")).to_have_count(0)
    pages.press_and_agree(desk, "Publish final results", "Publish final results")
    pages.expect_done(desk, "These are the final results")


# --- What comes out of it ---------------------------------------------------------------------------------------------


def downloaded(desk: Page, folder: Path) -> EventFile:
    """The whole event, from the desk's page of files."""
    desk.goto(f"/desk/{SLUG}/files/")
    with desk.expect_download() as waited:
        desk.get_by_role("link", name="The whole event").click()
    assert waited.value.suggested_filename == f"{SLUG}.event.json"
    waited.value.save_as(folder / "event.json")
    return parse((folder / "event.json").read_bytes())


def recorded(file: EventFile, number: int) -> list[tuple[Any, ...]]:
    """The logs of a round, table by table."""
    return [table.log for round_ in file.rounds if round_.number == number for table in round_.tables]


def ranks_of(found: Results, nicks: dict[str, str]) -> dict[str, int]:
    return {nicks[standing.entry]: standing.place for standing in found.standings}


def read_standings(stranger: Page, found: Results, nicks: dict[str, str]) -> None:
    """A stranger with a phone, in Czech: every place, and why."""
    stranger.goto("/")
    pages.follow(stranger, "Cat Classic")
    assert pages.is_as_wide_as_its_screen(stranger)
    stranger.goto(f"/e/{SLUG}/standings/")
    expect(stranger.locator("html")).to_have_attribute("lang", "cs")
    assert pages.standings_on(stranger) == lines_of(found, nicks)
    with translation.override("cs"):
        stranger.get_by_text(translation.gettext("Why")).first.click()
    told = pages.reasons_on(stranger)
    for standing in found.standings:
        for figure in figures_of(standing):
            assert re.search(figure, told[nicks[standing.entry]])
    expect(stranger.locator("table.standings details p").first).to_be_visible()
    assert pages.is_as_wide_as_its_screen(stranger)


def figures_of(standing: Standing) -> list[str]:
    """What was counted for a place, as it is told in any language: deals without a letter, then own deals."""
    return [rf"\b{why.values['won']}\D+{why.values['deals']}\b" for why in standing.why if "won" in why.values]


def read_permanent_results(stranger: Page, found: Results, nicks: dict[str, str]) -> None:
    """The published results have their address for ever, with the same lines."""
    with stranger.expect_navigation():
        stranger.locator(f"main a[href='/e/{SLUG}/results/1/']").first.click()
    with translation.override("cs"):
        expect(stranger.get_by_role("heading", level=1)).to_have_text(translation.gettext("Final results"))
    assert pages.standings_on(stranger) == lines_of(found, nicks)
    assert pages.is_as_wide_as_its_screen(stranger)


def lines_of(found: Results, nicks: dict[str, str]) -> list[Line]:
    """The standings as a page has to show them; who shares a place is told by "7–8"."""
    places = [standing.place for standing in found.standings]
    return [
        Line(
            place=str(place) if places.count(place) == 1 else f"{place}–{place + places.count(place) - 1}",
            nick=nicks[standing.entry],
            deals=str(standing.total.deals),
            letters=str(standing.total.letters),
            success=display(standing.success) or "–",
        )
        for place, standing in zip(places, found.standings, strict=True)
    ]


def same_documents(stranger: Page, folder: Path) -> None:
    """The API, the published document and the command line say the same, word for word."""
    printed = io.StringIO()
    call_command("results", str(folder / "event.json"), stdout=printed)
    by_command = json.loads(printed.getvalue())
    assert stranger.request.get(f"/api/v1/events/{SLUG}/standings/").json() == by_command
    assert stranger.request.get(f"/e/{SLUG}/results/1/scwu-results.json").json() == by_command


# --- Live -------------------------------------------------------------------------------------------------------------


@pytest.fixture
def running(transactional_db: None) -> Any:
    """A round that runs at three tables of five."""
    event = stories.an_event(players=15, status="closed", slug="live", name="Live Classic")
    return stories.a_running_round(event, sizes=(5, 5, 5))


def spectator_of(page: Page, address: str) -> Page:
    """Somebody looks at a page; a mark tells whether it was loaded anew."""
    page.goto(address)
    page.evaluate("window.sameAsBefore = true")
    return page


def is_the_same_page(page: Page) -> bool:
    return page.evaluate("window.sameAsBefore") is True


@pytest.mark.slow
def test_spectators_follow_a_deal_without_reloading(open_page, running):
    """Through the stream: without it a page asks every half minute only."""
    table = spectator_of(open_page(**PHONE), "/e/live/round/1/table/1/")
    board = spectator_of(open_page(**LAPTOP), "/e/live/")
    referee = open_page(**PHONE)
    pages.sign_in_as_director(referee)
    referee.goto("/t/live/1/1/")
    log = table.locator("ol.log")
    expect(log).to_have_count(0)
    pages.lose(referee, "B")
    expect(log.locator("li")).to_have_count(1, timeout=15_000)
    loser = referee.locator("[data-seat=B] .nick").text_content()
    expect(log).to_contain_text(str(loser), timeout=15_000)
    expect(board.locator(".board .card").first).to_contain_text("1 deal played", timeout=15_000)
    assert is_the_same_page(table)
    assert is_the_same_page(board)


def test_a_page_without_a_stream_asks_by_itself(open_page, running):
    spectator = open_page(**PHONE)
    spectator.route("**/stream/", lambda route: route.fulfill(status=503))
    spectator.clock.install(time=0)
    spectator.clock.pause_at(1000)
    spectator_of(spectator, "/e/live/round/1/table/1/")
    expect(spectator.locator("[data-age-text]")).to_have_text("updated just now")
    stories.record_deals(stories.table_of(running), "B C")
    spectator.clock.fast_forward(40_000)
    expect(spectator.locator("ol.log li")).to_have_count(2)
    assert is_the_same_page(spectator)


# --- The example events -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["moor-final-2026", "harbour-classic-2026", "fen-evening-2026"])
def test_an_event_file_taken_in_gives_its_results(open_page, name):
    desk = open_page(**LAPTOP)
    pages.sign_in_as_director(desk)
    pages.follow(desk, "Import an event file")
    desk.get_by_label("Event file").set_input_files(stories.EXAMPLES / f"{name}.event.json")
    pages.press(desk, "Import")
    pages.expect_done(desk, "is imported")
    slug = json.loads((stories.EXAMPLES / f"{name}.event.json").read_text())["slug"]
    served = desk.request.get(f"/api/v1/events/{slug}/standings/").json()
    for standing in served["standings"]:
        assert standing.pop("why")
    for finding in served["findings"]:
        assert finding.pop("text")
    assert served == json.loads((stories.EXAMPLES / f"{name}.results.json").read_text())
