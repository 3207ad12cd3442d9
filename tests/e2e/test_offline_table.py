"""A table without a network, on an origin that the browser calls insecure, as a pub's own Wi-Fi is.

What the screen calls kept is kept: over a reload, for a whole game, for several lines in their order; and it is in the
log afterwards, once. Left out: the browser killed (tests/phone/killing.py), pages opened without a network.
"""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from games.arrivals import alike
from games.models import Entry
from games.rules.entries import Pause
from tests.conftest import PHONE
from tests.e2e.old_phone import make_old
from tests.e2e.test_table_page import (
    COUNT_TAPS,
    TIMEOUT,
    deals,
    expect_deal,
    expect_on_the_server,
    lose,
    row,
    sign_in,
    take_up,
)
from tests.factories import stories
from tests.factories.base import NOW
from tournaments.operations.evening import calls

Opened = Callable[..., Page]


@pytest.fixture
def table(site, evening):
    return stories.table_of(evening, 1)


@pytest.fixture
def open_table(new_page, hall, table) -> Opened:
    """A phone of its own, with the page of table 1 open."""

    def opened(account: Any, *, number: int = 1, prepare: Callable[[Page], None] | None = None, **options: Any) -> Page:
        page: Page = new_page(**{**PHONE, "base_url": hall, **options})
        sign_in(page.context, account, hall)
        page.add_init_script(COUNT_TAPS)
        if prepare:
            prepare(page)
        page.goto(f"/t/{table.round.event.slug}/1/{number}/")
        assert page.evaluate("isSecureContext") is False
        return page

    return opened


@pytest.fixture
def at(open_table, referee) -> Page:
    page: Page = open_table(referee)
    return page


def lose_in_any_way(page: Page, seat: str) -> None:
    """As `lose`, by what the page itself does with a tap: a whole game of them is quick so."""
    page.evaluate(
        """(seat) => {
            document.querySelector(`[data-seat=${seat}] input`).click();
            document.querySelector("#done").click();
        }""",
        seat,
    )


def waiting(page: Page):
    return page.locator("[data-waiting] li")


def reload_without_pages(page: Page) -> None:
    """The page is opened again: its files come, its questions to the site do not."""
    page.route("**/t/lines/", lambda route: route.abort())
    page.route("**/now/", lambda route: route.abort())
    page.context.set_offline(False)
    page.reload()


def back_in_the_network(page: Page) -> None:
    page.unroute("**/t/lines/")
    page.unroute("**/now/")
    page.context.set_offline(False)
    page.evaluate("window.dispatchEvent(new Event('online'))")


def test_two_deals_without_a_network_are_both_there_in_order_after_a_reload(at):
    at.context.set_offline(True)
    lose(at, "B")
    expect_deal(at, 2)
    lose(at, "D")
    expect_deal(at, 3)
    expect(waiting(at)).to_have_count(2)
    expect(waiting(at).first).to_contain_text("on this phone")
    reload_without_pages(at)
    expect_deal(at, 3)
    expect(waiting(at)).to_have_count(2)
    expect(row(at, "B")).to_contain_text("1 of 5 letters: K")
    assert Entry.objects.count() == 0
    back_in_the_network(at)
    expect_on_the_server(at, 2)
    assert [loser for loser, _ in deals()] == ["B", "D"]


def test_a_waiting_deal_is_undone_and_never_was(at):
    at.context.set_offline(True)
    lose(at, "B")
    expect_deal(at, 2)
    at.get_by_role("button", name="Undo").tap()
    expect_deal(at, 1)
    expect(row(at, "B")).to_contain_text("no letter yet")
    expect(waiting(at)).to_have_count(0)
    lose(at, "C")
    expect_deal(at, 2)
    at.context.set_offline(False)
    expect_on_the_server(at, 1)
    assert deals() == [("C", ["E"])]


def test_a_whole_game_goes_on_without_a_network(at, table):
    """Letters, dealer, bench, match balls, who leaves, how many are to go, and that it is over."""
    at.context.set_offline(True)
    number = 1
    while at.locator("#done").is_visible():
        expect_deal(at, number)
        seats = at.locator(".seat:not(.bench):not(.left)").evaluate_all("(rows) => rows.map((row) => row.dataset.seat)")
        lose_in_any_way(at, seats[0])
        number += 1
        expect(at.locator("legend").first).not_to_have_text(f"Deal {number - 1}: who lost?")
    expect(at.locator("legend").first).to_have_text("Game over")
    expect(at.locator(".seat.left")).to_have_count(2)
    assert Entry.objects.count() == 0
    at.context.set_offline(False)
    expect(at.get_by_role("heading", name="Game over")).to_be_visible(timeout=TIMEOUT)
    game = stories.table_of(table.round, 1).game
    assert (game.finished, game.length) == (True, number - 1)


def test_one_deal_of_several_is_taken_back_and_the_others_stand(at):
    at.context.set_offline(True)
    for number, loser in enumerate("BCD", start=2):
        lose(at, loser)
        expect_deal(at, number)
    waiting(at).nth(1).get_by_role("button", name="Take back").tap()
    expect_deal(at, 3)
    at.context.set_offline(False)
    expect_on_the_server(at, 2)
    assert [loser for loser, _ in deals()] == ["B", "D"]


def test_a_second_judge_on_the_same_phone_is_never_named_for_the_firsts_deals(at, referee, director, hall):
    at.context.set_offline(True)
    lose(at, "B")
    expect_deal(at, 2)
    reload_without_pages(at)
    at.context.clear_cookies()
    sign_in(at.context, director, hall)
    at.unroute("**/t/lines/")
    at.unroute("**/now/")
    at.reload()
    expect(waiting(at).first).to_contain_text("needs the referee", timeout=TIMEOUT)
    assert not Entry.objects.filter(by=director.key).exists()


def test_signed_out_the_deal_waits_and_goes_when_the_same_person_is_back(at, referee, hall):
    at.context.clear_cookies()
    lose(at, "B")
    expect_deal(at, 2)
    expect(at.locator("[data-outbox-signed-out]")).to_be_visible(timeout=TIMEOUT)
    assert Entry.objects.count() == 0
    sign_in(at.context, referee, hall)
    at.evaluate("window.dispatchEvent(new Event('online'))")
    expect_on_the_server(at, 1)
    assert Entry.objects.get().by == referee.key


def test_a_portals_page_is_no_answer(at):
    at.route("**/t/lines/", lambda route: route.fulfill(status=200, body="<h1>Welcome</h1>", content_type="text/html"))
    lose(at, "B")
    expect_deal(at, 2)
    expect(waiting(at).first).to_contain_text("on this phone", timeout=TIMEOUT)
    at.unroute("**/t/lines/")
    at.evaluate("window.dispatchEvent(new Event('online'))")
    expect_on_the_server(at, 1)
    assert deals() == [("B", ["E"])]


def test_a_second_phone_follows_and_neither_loses_a_deal(at, open_table, director):
    other = open_table(director)
    for number, loser in enumerate("AB", start=2):
        lose(at, loser)
        expect_deal(other, number)
        expect(row(other, loser)).to_contain_text("1 of 5 letters: K")
    at.context.set_offline(True)
    lose(at, "C")
    expect_deal(at, 4)
    at.context.set_offline(False)
    expect_deal(other, 4)
    expect_on_the_server(other, 3)
    assert [loser for loser, _ in deals()] == ["A", "B", "C"]


def test_who_does_not_record_here_is_told_asked_who_dealt_and_may_take_the_pen(at, open_table, director, monkeypatch):
    monkeypatch.setattr(alike, "SHORTEST_DEAL", timedelta())  # both are quicker here than anybody deals
    lose(at, "A")
    expect_on_the_server(at, 1)
    other = open_table(director)
    expect(other.get_by_text("records here.")).to_be_visible()
    expect(other.get_by_role("group", name="Who dealt?")).to_be_visible()
    other.get_by_role("button", name="I record here now").tap()
    expect(other.get_by_role("button", name="I record here now")).to_be_hidden(timeout=TIMEOUT)
    take_up(other, "B")
    expect_on_the_server(other, 2)
    assert Entry.objects.get(position=2).by == director.key
    expect(other.get_by_role("group", name="Who dealt?")).to_be_hidden()  # from here on it is its own last deal
    expect(at.get_by_role("button", name="I record here now")).to_be_visible(timeout=TIMEOUT)


def test_a_deal_by_keyboard_is_two_keys_and_the_focus_is_back_at_the_seats(at):
    at.keyboard.press("b")
    at.keyboard.press("Enter")
    expect_deal(at, 2)
    assert at.evaluate("Boolean(document.activeElement.closest('.seats'))")
    at.keyboard.press("C")
    at.keyboard.press("Enter")
    expect_deal(at, 3)
    expect_on_the_server(at, 2)
    assert [loser for loser, _ in deals()] == ["B", "C"]


def test_one_tap_records_a_deal_where_the_phone_is_set_so_and_stands_while_it_can_be_taken_back(at):
    at.get_by_text("This phone", exact=True).tap()
    at.get_by_label("One tap records a deal").check()
    row(at, "B").locator("label").tap()
    expect_deal(at, 2)
    expect(at.locator(".toast.standing")).to_contain_text("(B) takes K")
    at.get_by_role("button", name="Undo").tap()
    expect_deal(at, 1)
    row(at, "C").locator("label").tap()
    expect_deal(at, 2)
    assert Entry.objects.count() == 0
    expect_on_the_server(at, 1)
    assert deals() == [("C", ["E"])]


def test_a_pause_without_a_network_is_kept_and_shown_with_the_way_back(at):
    at.context.set_offline(True)
    at.locator("#pause summary").tap()
    at.get_by_role("button", name="food and drink").tap()
    expect(at.locator("#paused")).to_contain_text("The table has a pause. food and drink.")
    expect(at.locator("#pause")).to_be_hidden()
    expect(waiting(at)).to_contain_text("The table has a pause")
    reload_without_pages(at)
    expect(at.locator("#paused")).to_contain_text("food and drink.")
    at.get_by_role("button", name="We play on").tap()
    expect(at.locator("#paused")).to_be_hidden()
    expect(at.locator("#pause")).to_be_visible()
    back_in_the_network(at)
    expect_on_the_server(at, 2)
    assert [line.payload for line in Entry.objects.order_by("position")] == [
        {"kind": "pause", "reason": "food and drink"},
        {"kind": "resume"},
    ]


def test_a_deal_without_a_network_ends_a_pause_also_in_the_words_of_a_call(open_table, table, referee):
    stories.record_line(table, Pause("dinner"), by=referee)
    calls.call_referee(table=table, by=referee, now=NOW)
    page = open_table(referee)
    expect(page.locator("#call")).to_contain_text("The table has a pause.")
    page.context.set_offline(True)
    lose_in_any_way(page, "B")
    expect_deal(page, 2)
    expect(page.locator("#call")).not_to_contain_text("The table has a pause.", use_inner_text=True)
    expect(page.locator("#paused")).to_be_hidden()


def test_who_agrees_without_a_network_has_agreed_once_it_is_back(open_table, table, referee):
    event = table.round.event
    event.regulations = {**event.regulations, "acceptance": "asked"}
    event.save()
    stories.play_out(table)
    page = open_table(referee)
    page.context.set_offline(True)
    page.locator("#closing").get_by_role("button", name="(B) agrees").tap()
    expect(page.locator("#closing form")).to_be_hidden()
    expect(waiting(page)).to_contain_text("(B) agrees with the result")
    back_in_the_network(page)
    expect(page.locator("#closing")).to_contain_text("(B) has agreed with this result.", timeout=TIMEOUT)
    assert Entry.objects.order_by("position").last().payload == {"kind": "accept", "seat": "B"}


def test_over_plain_http_the_page_says_that_the_screen_may_go_dark(at):
    at.get_by_text("This phone", exact=True).tap()
    expect(at.locator("[data-awake]")).to_contain_text("over plain http")


def test_a_phone_of_ten_years_records_a_deal(open_table, referee):
    errors: list[str] = []

    def prepare(page: Page) -> None:
        make_old(page)
        page.on("pageerror", lambda error: errors.append(str(error)))

    page = open_table(referee, prepare=prepare)
    lose(page, "B")
    expect_deal(page, 2)
    expect_on_the_server(page, 1)
    assert errors == []
    assert deals() == [("B", ["E"])]


def test_where_the_browser_has_no_store_the_page_says_so_and_the_form_goes_the_ordinary_way(open_table, referee):
    gone = "Object.defineProperty(window, 'indexedDB', { value: undefined })"
    page = open_table(referee, prepare=lambda page: page.add_init_script(gone))
    expect(page.locator("[data-outbox-missing]")).to_be_visible(timeout=TIMEOUT)
    lose(page, "B")
    expect_deal(page, 2)
    expect(page.locator(".lines [data-line]")).to_have_count(1)
    assert deals() == [("B", ["E"])]
