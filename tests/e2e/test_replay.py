"""Stepping through a game by keys, by the slider and by links; the address says where one is."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.factories import stories


def test_arrows_home_end_and_the_slider_go_through_a_game(page: Page, site):
    round_ = stories.a_running_round(stories.an_event(players=8))
    stories.record_deals(stories.table_of(round_), "A B C")
    base = f"/e/{round_.event.slug}/round/1/table/1/replay/"
    said = page.locator(".replay-line")
    page.goto(base)
    expect(said).to_have_text("Before the first deal")
    for key, words, address in (
        ("ArrowRight", "Deal 1", "1/"),
        ("End", "Deal 3", "3/"),
        ("ArrowLeft", "Deal 2", "2/"),
        ("Home", "Before the first deal", "0/"),
    ):
        page.keyboard.press(key)
        expect(said).to_contain_text(words)
        expect(page).to_have_url(re.compile(re.escape(base + address) + "$"))
    page.locator("[data-replay-slider]").fill("2")
    expect(said).to_contain_text("Deal 2")
    page.get_by_role("link", name="Forward").click()
    expect(said).to_contain_text("Deal 3")
    page.reload()
    expect(said).to_contain_text("Deal 3")


def test_it_plays_by_itself_to_the_end(page: Page, site):
    round_ = stories.a_running_round(stories.an_event(players=8))
    stories.record_deals(stories.table_of(round_), "A B")
    page.goto(f"/e/{round_.event.slug}/round/1/table/1/replay/")
    page.locator("[data-replay-pace]").select_option("400")
    page.get_by_role("button", name="Play").click()
    expect(page.locator(".replay-line")).to_contain_text("Deal 2")
    expect(page.get_by_role("button", name="Play")).to_be_visible()


def test_where_the_site_is_gone_it_says_so_stands_still_and_goes_on_afterwards(page: Page, site):
    """The phone has its Wi-Fi, so its browser knows of nothing."""
    round_ = stories.a_running_round(stories.an_event(players=8))
    stories.record_deals(stories.table_of(round_), "A B C")
    page.goto(f"/e/{round_.event.slug}/round/1/table/1/replay/1/")
    gone, said = page.locator("[data-offline]"), page.locator(".replay-line")
    expect(gone).to_be_hidden()
    page.route("**/fragment/", lambda route: route.abort())
    page.keyboard.press("ArrowRight")
    expect(gone).to_be_visible()
    expect(said).to_contain_text("Deal 1")
    expect(page.locator("[data-replay-slider]")).to_have_value("1")
    page.unroute("**/fragment/")
    page.keyboard.press("ArrowRight")
    expect(said).to_contain_text("Deal 2")
    expect(gone).to_be_hidden()


def test_on_a_phone_a_step_and_who_sits_there_are_on_one_screen(page: Page, site):
    page.set_viewport_size({"width": 390, "height": 664})
    round_ = stories.a_running_round(stories.an_event(players=8))
    stories.record_deals(stories.table_of(round_), "A B C")
    page.goto(f"/e/{round_.event.slug}/round/1/table/1/replay/2/")
    second = page.locator(".seats > .seat").nth(1).bounding_box()
    assert second
    assert second["y"] + second["height"] <= 664
