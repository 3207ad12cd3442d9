"""The whole table on one screen: seats, letters, who deals and leads, the bench, the last line with Undo, and Done.

Nobody scrolls between two taps. Tried at the worst: six nicks of the greatest length, a word of ten letters, a match
ball, large text.
"""

from typing import Any

import pytest
from django.test import Client
from playwright.sync_api import Page, expect

from tests.e2e.pages import is_as_wide_as_its_screen
from tests.e2e.test_table_page import lose, row, sign_in
from tests.factories import stories
from tests.factories.phones import a_flag
from tournaments.facts.nicks import LONGEST_NICK
from tournaments.models import Table

LONG_NICKS = (
    "MAXIMILIÁN ŽLUŤOUČKÝ KŮŇ Z PŘÍBRAMI ÚPĚL",
    "BOHUMILA WENZLOVÁ-HOHENWARTOVÁ NA MORAVĚ",
    "NEJNEOBHOSPODAŘOVÁVATELNĚJŠÍHOKOCOURAXYZ",
    "ŠTĚPÁNKA OD SVATÉHO JÁCHYMA V KRKONOŠÍCH",
    "ĎÁBELSKÁ KOČKA KTERÁ KOUŘÍ DOUTNÍKY RÁDA",
    "ČTYŘICET ZNAKŮ MÁ PŘESNĚ TATO PŘEZDÍVKA!",
)
SCREENS = {6: (390, 664), 4: (320, 568)}

# What a person needs between two taps is whole inside the window; nothing lies over a seat, no text leaves its box.
LOOK = """() => {
    const wrong = [];
    const bar = document.querySelector(".deal .bar").getBoundingClientRect();
    const shown = (element) => element.getClientRects().length && getComputedStyle(element).visibility !== "hidden";
    const whole = (what) => {
        for (const element of document.querySelectorAll(what)) {
            if (!shown(element)) continue;
            const box = element.getBoundingClientRect();
            const floor = element.closest(".bar") ? innerHeight : bar.top;
            if (box.top < 0 || box.bottom > floor + .5) wrong.push(`${what} ${box.top}-${box.bottom} of ${floor}`);
            if (box.left < 0 || box.right > innerWidth) wrong.push(`${what} is wider than the screen`);
            const { scrollWidth, clientWidth } = element;
            if (clientWidth && scrollWidth > clientWidth + 1) wrong.push(`${what} is clipped: ${element.textContent}`);
        }
    };
    [".table-head h1 > b", ".deal [data-part=question]", ".deal .seat", ".deal .nick", ".deal .word", ".deal .tag",
     ".deal .ball", ".deal .chosen", ".deal .bar", ".deal .toast p", ".strip > *", "#table > .notice",
     "#table > .notice p"].forEach(whole);
    for (const button of document.querySelectorAll(
        ".deal .seat > *, .deal .bar button, .strip button, #table > .notice button")) {
        if (!shown(button)) continue;
        const box = button.getBoundingClientRect();
        if (box.height < 44 || box.width < 44) wrong.push(`${button.textContent.trim()}: ${box.width}×${box.height}`);
    }
    for (const face of document.querySelectorAll(".deal .seat")) {
        const parts = [...face.querySelectorAll(".nick, .word, .tag, .ball, .chosen")].filter(shown);
        for (const part of parts) {
            const seat = face.getBoundingClientRect(), box = part.getBoundingClientRect();
            if (box.bottom > seat.bottom || box.right > seat.right) wrong.push(`${part.className} leaves its seat`);
            for (const button of [...face.querySelectorAll(":scope > button [data-when]")].filter(shown)) {
                const over = button.getBoundingClientRect();
                if (box.right > over.left && box.bottom > over.top) wrong.push(`${part.className} under a button`);
            }
        }
    }
    return wrong;
}"""


def a_worst_table(size: int) -> Table:
    """`size` of the longest nicks, a word of ten letters; A has a match ball."""
    event = stories.an_event(players=size, status="closed")
    for one, nick in zip(event.registrations.order_by("position"), LONG_NICKS, strict=False):
        assert len(nick) == LONGEST_NICK
        one.nick = nick
        one.save()
    table = stories.table_of(stories.a_running_round(event, sizes=(size,), word="KOČIČÁKYXŽ"))
    stories.record_deals(table, "A A A A A A A A A B")
    return table


def phone_at(new_page: Any, site: Any, table: Table, *, large: bool = False, **options: Any) -> Page:
    page: Page = new_page(has_touch=True, is_mobile=True, **options)
    event = table.round.event
    sign_in(page.context, stories.director_of(event), site.url)
    page.goto(f"/t/{event.slug}/1/{table.number}/")
    if large:
        page.evaluate("document.documentElement.style.fontSize = '130%'")
    return page


@pytest.mark.parametrize("large", [False, True], ids=["usual text", "text at 130 %"])
@pytest.mark.parametrize("locale", ["en-GB", "cs-CZ"])
@pytest.mark.parametrize("size", SCREENS)
def test_a_deal_at_the_worst_table_is_recorded_without_scrolling(new_page, site, size, locale, large):
    width, height = SCREENS[size]
    viewport = {"width": width, "height": height}
    page = phone_at(new_page, site, a_worst_table(size), large=large, viewport=viewport, locale=locale)
    row(page, "A").locator("label").tap()
    expect(row(page, "A").locator(".chosen")).to_be_visible()
    assert page.locator(".deal .seat").count() == size
    assert page.evaluate(LOOK) == []
    assert page.evaluate("[scrollY, document.documentElement.scrollWidth]") == [0, width]


@pytest.mark.parametrize("locale", ["en-GB", "cs-CZ"])
def test_three_waiting_lines_the_banner_a_flag_and_an_open_call_leave_the_seats_in_the_window(new_page, site, locale):
    table = a_worst_table(6)
    a_flag(table)
    hand = Client()
    hand.force_login(stories.director_of(table.round.event))
    hand.post(f"/t/{table.round.event.slug}/1/1/calls/", {"reason": "Cards fell, nobody knows whose they were. " * 4})
    page = phone_at(new_page, site, table, large=True, viewport={"width": 390, "height": 664}, locale=locale)
    expect(page.locator(".notice#call")).to_be_visible()
    page.context.set_offline(True)
    for number in (1, 2, 3):
        page.locator(".seat input:enabled").last.dispatch_event("click")
        page.locator("#done").dispatch_event("click")
        expect(page.locator("[data-waiting] li")).to_have_count(number)
    expect(page.locator("[data-outbox-waiting]")).to_contain_text("3", timeout=15_000)
    assert page.evaluate(LOOK) == []


# Every number of a deal of Smear is whole above the bar and large enough, and what it counts stands beside it.
NUMBERS = """() => {
    const wrong = [];
    const bar = document.querySelector(".deal .bar").getBoundingClientRect();
    for (const label of document.querySelectorAll(".deal .numbers label")) {
        const box = label.getBoundingClientRect();
        if (box.top < 0 || box.bottom > bar.top + .5) wrong.push(`${label.textContent} ${box.top}-${box.bottom}`);
        if (box.height < 44 || box.width < 44) wrong.push(`${label.textContent}: ${box.width}×${box.height}`);
    }
    for (const fieldset of document.querySelectorAll(".deal .counted")) {
        const legend = fieldset.querySelector("legend"), words = legend.getBoundingClientRect();
        const first = fieldset.querySelector(".numbers label").getBoundingClientRect();
        if (words.right > first.left && words.bottom > first.top) wrong.push(`${legend.textContent} under a number`);
        const isLong = words.bottom > first.bottom + 4 || legend.scrollWidth > legend.clientWidth;
        if (isLong) wrong.push(`${legend.textContent} is too long`);
    }
    return wrong;
}"""


@pytest.mark.parametrize("large", [False, True], ids=["usual text", "text at 130 %"])
@pytest.mark.parametrize("nicks", [("VLAŠTOVKA", "KOS", "SÝKORA", "ŽLUVA"), LONG_NICKS], ids=["usual", "longest"])
@pytest.mark.parametrize("locale", ["en-GB", "cs-CZ"])
def test_a_deal_of_smear_is_on_one_screen_and_all_its_numbers_if_nothing_is_large(new_page, site, locale, nicks, large):
    event = stories.a_smear_event(players=4)
    for one, nick in zip(event.registrations.order_by("position"), nicks, strict=False):
        one.nick = nick
        one.save()
    table = stories.table_of(stories.a_running_round(event))
    stories.record_smear(table, "C5 (AC4 BD6)")
    page = phone_at(new_page, site, table, large=large, viewport={"width": 390, "height": 664}, locale=locale)
    row(page, "A").locator("label").tap()
    expect(row(page, "A").locator(".chosen")).to_be_visible()
    expect(page.get_by_role("button", name="Undo" if locale == "en-GB" else "Vrátit")).to_be_visible()
    assert page.evaluate(LOOK) == []
    if not large and nicks != LONG_NICKS:
        assert page.evaluate(NUMBERS) == []
    assert page.evaluate("[scrollY, document.documentElement.scrollWidth]") == [0, 390]


def test_the_number_of_the_table_is_the_largest_text_of_its_page(new_page, site, evening):
    page = phone_at(new_page, site, stories.table_of(evening, 3), viewport={"width": 390, "height": 664})
    number = page.locator("h1 > b")
    expect(number).to_have_text("3")
    assert number.evaluate("(one) => parseFloat(getComputedStyle(one).fontSize)") >= 29


def test_after_a_deal_nobody_looks_for_the_seats(new_page, site, evening):
    """What is needed now and then is below; its link leads there, and the next deal is where the thumb is."""
    page = phone_at(new_page, site, stories.table_of(evening, 1), viewport={"width": 390, "height": 664})
    page.get_by_role("link", name="More").tap()
    expect(page.get_by_text("Points, packed, other dealer")).to_be_in_viewport()
    page.evaluate("scrollTo(0, 0)")
    lose(page, "A")
    expect(page.locator("legend").first).to_have_text("Deal 2: who lost?", timeout=15_000)
    assert page.evaluate(LOOK) == []


@pytest.mark.parametrize("locale", ["en-GB", "cs-CZ"])
def test_on_a_score_sheet_every_seat_is_inside_the_window(new_page, site, locale):
    table = a_worst_table(6)
    page = phone_at(new_page, site, table, viewport={"width": 390, "height": 664}, locale=locale)
    page.goto(f"/t/{table.round.event.slug}/1/1/grid/")
    boxes = (
        page.locator("tbody tr")
        .first.locator("input")
        .evaluate_all(
            "(all) => all.map((one) => { const box = one.getBoundingClientRect(); return [box.left, box.right]; })"
        )
    )
    assert len(boxes) == 6 + 4
    assert all(0 <= left < right <= 390 for left, right in boxes), boxes
    assert is_as_wide_as_its_screen(page)
