"""Sixty-four players on a big screen: everybody in large type, page by page, and what is new comes by itself."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.conftest import Site
from tests.factories.base import NOW
from tests.factories.stories import a_drawn_round, an_event, director_of
from tournaments.operations.seating import seats

LEAST = 22  # px of a nick on a screen 720 high: a thirtieth of its height
SHOWN = """() => [...document.querySelectorAll('.screen-names li')].filter((line) => {
    const list = line.closest('.screen-sheet').getBoundingClientRect(), box = line.getBoundingClientRect();
    return box.width > 0 && box.left >= list.left - 1 && box.right <= list.right + 1 && box.bottom <= list.bottom + 1;
}).map((line) => line.querySelector('.nick').textContent)"""


def test_sixty_four_are_readable_and_nobody_is_left_out(page: Page, site: Site):
    page.on("pageerror", lambda error: pytest.fail(str(error)))
    page.set_viewport_size({"width": 1280, "height": 720})
    event = an_event(players=64, status="closed", slug="pond", name="Pond Classic")
    round_ = a_drawn_round(event, sizes=(4,) * 16)
    page.goto("/e/pond/screen/?show=names")
    expect(page.get_by_text("The seating is not published yet")).to_be_visible()

    seats.publish_seating(round_=round_, now=NOW, by=director_of(event))
    expect(page.locator("[data-screen-page]")).to_have_text("page 1 of 2")  # by itself
    page.get_by_role("button", name="Stop turning pages").click()
    first = page.evaluate(SHOWN)
    page.locator("body").press("ArrowRight")
    expect(page.locator("[data-screen-page]")).to_have_text("page 2 of 2")
    second = page.evaluate(SHOWN)
    nicks = sorted(event.registrations.values_list("nick", flat=True))
    assert sorted(first + second) == nicks
    size = page.locator(".screen-names .nick").first.evaluate("(nick) => parseFloat(getComputedStyle(nick).fontSize)")
    assert size >= LEAST
    page.goto("/e/pond/screen/?show=names&seconds=0.4")
    expect(page.locator("[data-screen-page]")).to_have_text("page 2 of 2")  # it turns by itself
