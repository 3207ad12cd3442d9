"""A second phone at a table follows: whatever the first one does, or somebody above, it shows what is so, and its log
reads as the site's. Nobody touches it meanwhile.
"""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from games.rules.entries import Amend, Close
from tests.e2e.test_offline_table import open_table as open_table
from tests.e2e.test_offline_table import table as table
from tests.e2e.test_table_page import TIMEOUT, expect_deal, expect_on_the_server, lose, row
from tests.factories import stories
from tests.factories.base import NOW
from tests.tournaments.operations.rulings.test_overruling import rule
from tournaments.operations.evening import rounds


@pytest.fixture
def first(open_table: Callable[..., Page], referee) -> Page:
    page = open_table(referee)
    lose(page, "B")
    expect_on_the_server(page, 1)
    return page


@pytest.fixture
def second(first: Page, open_table: Callable[..., Page], director) -> Page:
    page = open_table(director)
    expect_deal(page, 2)
    expect(page.get_by_role("button", name="I record here now")).to_be_visible()
    return page


def log(page: Page) -> list[str]:
    return page.locator(".lines [data-line] .line-text").all_inner_texts()


def shows_what_a_reload_shows(page: Page) -> None:
    """The log, the letters, the question: as they are, and as they are when the page is opened anew."""

    def told() -> tuple[object, ...]:
        return log(page), page.locator(".seat-info .hush").all_inner_texts(), page.locator("legend").first.inner_text()

    before = told()
    page.reload()
    expect(page.locator("[data-waiting]")).to_be_hidden()
    assert told() == before


def test_a_deal_that_the_first_takes_back_is_gone_and_struck_in_the_log(first: Page, second: Page):
    expect(row(second, "B")).to_contain_text("1 of 5 letters: K")
    first.get_by_role("button", name="Undo").tap()
    expect_deal(second, 1)
    expect(row(second, "B")).to_contain_text("no letter yet")
    expect(second.locator(".lines [data-line='1'] del")).to_be_visible(timeout=TIMEOUT)
    expect(second.locator(".toast")).to_contain_text("Line 1 taken back")
    shows_what_a_reload_shows(second)


def test_a_line_that_is_corrected_changes_the_letters_and_reads_anew(first: Page, second: Page, table):
    stories.record_line(table, Amend(1, {"loser": "C"}, "misheard"))
    expect(row(second, "C")).to_contain_text("1 of 5 letters: K", timeout=TIMEOUT)
    expect(row(second, "B")).to_contain_text("no letter yet")
    expect(second.locator(".lines [data-line='1']")).to_contain_text("corrected")
    shows_what_a_reload_shows(second)


def test_a_ruling_brings_its_letter(first: Page, second: Page, table):
    rule(table, "a", "penalty_letter")
    expect(row(second, "D")).to_contain_text("1 of 5 letters: K", timeout=TIMEOUT)
    expect(second.locator(".lines [data-line='2']")).to_contain_text("Penalty letter")
    expect_deal(second, 2)
    shows_what_a_reload_shows(second)


def test_a_pause_is_shown_and_its_end_too(first: Page, second: Page):
    first.locator("#pause summary").tap()
    first.get_by_role("button", name="food and drink").tap()
    expect(second.locator("#paused")).to_contain_text("The table has a pause. food and drink.", timeout=TIMEOUT)
    expect(second.locator("#pause")).to_be_hidden()
    first.get_by_role("button", name="We play on").tap()
    expect(second.locator("#paused")).to_be_hidden(timeout=TIMEOUT)
    expect(second.locator(".toast")).to_contain_text("The table goes on")
    shows_what_a_reload_shows(second)


def test_a_game_that_is_closed_takes_no_deal_any_more(first: Page, second: Page, table):
    stories.record_line(table, Close("the venue closes"))
    expect(second.get_by_role("heading", name="The game was closed")).to_be_visible(timeout=TIMEOUT)
    expect(second.locator("#done")).to_have_count(0)
    expect(second.locator(".lines [data-line='2']")).to_contain_text("The game was closed")


def test_a_round_that_is_closed_says_so(first: Page, second: Page, evening, director):
    rounds.close_round(round_=evening, by=director, now=NOW, force_reason="fire alarm")
    expect(second.locator("#deal")).to_have_count(0, timeout=TIMEOUT)
    expect(second.locator("#table")).to_contain_text("The game was closed")


TOPS = "all => all.map(one => one.getBoundingClientRect().top)"


@pytest.mark.parametrize("locale", ["cs-CZ", "en-GB"])
@pytest.mark.parametrize("width", [320, 390])
def test_news_that_come_under_a_hand_move_nothing_and_cover_no_button(first, open_table, director, width, locale):
    page = open_table(director, viewport={"width": width, "height": 664}, locale=locale)
    expect(page.locator("[data-pen]")).to_be_visible()
    row(page, "D").locator("label").tap()
    what = page.locator("[data-pen] p, [data-pen] button, .seat")
    before = what.evaluate_all(TOPS)
    lose(first, "C")
    expect(page.locator("[data-live-show]")).to_be_visible(timeout=TIMEOUT)
    page.evaluate("window.dispatchEvent(new Event('online'))")  # the phone asks the site, too
    expect(page.locator("[data-show-news]")).not_to_have_attribute("hidden", "", timeout=TIMEOUT)
    assert what.evaluate_all(TOPS) == before
    offers = page.locator("[data-live-show], [data-show-news]").filter(visible=True)
    expect(offers).to_have_count(1)
    offer = offers.bounding_box()
    assert offer is not None
    assert min(offer["width"], offer["height"]) >= 44
    for button in page.locator(".table-head a, h1 > b, [data-pen] button").all():
        box = button.bounding_box()
        assert box is not None
        is_beside = box["x"] + box["width"] <= offer["x"] or offer["x"] + offer["width"] <= box["x"]
        assert is_beside or offer["y"] + offer["height"] <= box["y"], button.inner_text()
    clipped = "all => all.filter(one => one.scrollWidth > one.clientWidth).map(one => one.textContent)"
    assert page.locator(".seat > button:visible").evaluate_all(clipped) == []
