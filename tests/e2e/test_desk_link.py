"""The way to the desk in the top bar: for whoever has one, as far as his browser knows, until he signs out."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.e2e.pages import press
from tests.e2e.test_table_page import sign_in
from tests.factories import stories
from tests.factories.tournaments import AccountFactory


def test_who_was_at_the_desk_finds_it_on_every_page_until_he_signs_out(page: Page, site):
    event = stories.an_event(players=4)
    sign_in(page.context, stories.director_of(event), site.url)
    link = page.get_by_role("navigation", name="Main").get_by_role("link", name="Desk")
    page.goto("/")
    expect(link).to_be_hidden()
    page.goto(f"/desk/{event.slug}/")
    expect(link).to_have_attribute("aria-current", "true")
    page.goto(f"/e/{event.slug}/")
    expect(link).to_be_visible()
    page.goto("/me/")
    press(page, "Sign out")
    page.goto("/")
    expect(link).to_be_hidden()


def test_who_has_work_on_his_own_page_need_not_have_been_at_the_desk(page: Page, site):
    event = stories.an_event(players=4)
    link = page.get_by_role("navigation", name="Main").get_by_role("link", name="Desk")
    sign_in(page.context, AccountFactory.create(), site.url)
    page.goto("/me/")
    expect(link).to_be_hidden()
    sign_in(page.context, stories.staff_of(event, "referee"), site.url)
    page.goto("/me/")
    expect(link).to_be_visible()
    page.goto(f"/e/{event.slug}/")
    expect(link).to_be_visible()
