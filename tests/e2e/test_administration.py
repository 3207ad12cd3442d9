"""The administration in a browser: from one's events to a line of a log, on to the real page, and back."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.conftest import LAPTOP, PHONE
from tests.e2e.pages import follow, is_as_wide_as_its_screen
from tests.e2e.test_table_page import sign_in
from tests.factories import stories
from tests.factories.tournaments import AccountFactory

WHO = ("referee", "director", "clerk", "keeper")
FLAGS = {"clerk": {"is_staff": True}, "keeper": {"is_staff": True, "is_superuser": True}}


def fits(page: Page, heading: str) -> None:
    expect(page.get_by_role("heading", level=1)).to_have_text(heading)
    assert is_as_wide_as_its_screen(page), heading


@pytest.mark.parametrize("screen", [LAPTOP, PHONE], ids=["1280", "390"])
@pytest.mark.parametrize("who", WHO)
def test_from_my_events_to_a_log_to_the_real_page_and_back(new_page, site, who, screen):
    evening = stories.a_running_round(stories.an_event(players=15, status="closed", name="Harbour"), sizes=(5, 5, 5))
    other = stories.an_event(players=3, name="Moor")
    stories.record_deals(stories.table_of(evening), "A B")
    event = evening.event
    roles = {"director": stories.director_of, "referee": lambda one: stories.staff_of(one, "referee")}
    account = roles[who](event) if who in roles else AccountFactory.create(name=who, **FLAGS[who])
    page: Page = new_page(**screen)
    complaints: list[str] = []
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("console", lambda said: complaints.append(said.text) if said.type == "error" else None)
    sign_in(page.context, account, site.url)

    page.goto("/admin/")
    fits(page, "Administration")
    assert page.get_by_role("link", name="Moor").count() == (1 if who in FLAGS else 0)
    follow(page, "Harbour")
    fits(page, "Harbour")
    expect(page.locator(".said")).to_contain_text("The bench moves clockwise.")
    follow(page, "Round 1")
    fits(page, "Round 1")
    follow(page, "Table 1")
    fits(page, "Table 1")
    expect(page.locator("main")).to_contain_text(re.compile("Deal 1: .* takes K"))
    expect(page.get_by_role("button", name=re.compile("Save|Delete"))).to_have_count(0)

    if who != "clerk":  # who looks in, and judges nowhere
        follow(page, "Open at the table")
        expect(page).to_have_url(re.compile(f"/t/{event.slug}/1/1/$"))
        page.goto(f"/t/{event.slug}/")
        follow(page, "Administration")
        fits(page, "Harbour")
    page.goto("/admin/tournaments/registration/")
    page.locator("#searchbar").fill(stories.registration(event, "p1").nick.lower())
    page.locator("#searchbar").press("Enter")
    expect(page.locator("#toolbar")).to_contain_text("total")
    fits(page, "Registrations")
    with page.expect_download() as file:
        page.get_by_role("link", name="Export this list (CSV)").click()
    assert file.value.suggested_filename == "registration.csv"
    assert other.slug not in page.url
    assert complaints == []
