"""Another table than one's own is opened: the phone says so before anything is recorded, also without a network."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from games.models import Entry
from tests.conftest import PHONE
from tests.e2e.test_table_page import deals, expect_deal, expect_on_the_server, lose, sign_in
from tests.e2e.test_without_network import wait_until_kept
from tests.factories import stories
from tests.factories.tournaments import StaffFactory
from tournaments.models import StaffTable


@pytest.fixture
def slug(site, evening) -> str:
    return str(evening.event.slug)


@pytest.fixture
def judge(evening, referee):
    """A referee who has taken table 2 upon himself."""
    role = StaffFactory.create(event=evening.event, account=referee, role="line_judge")
    StaffTable.objects.create(staff=role, number=2)
    return referee


@pytest.fixture
def signed_in(new_page: Callable[..., Page], site) -> Callable[..., Page]:
    def opened(account, **options) -> Page:
        page = new_page(**{**PHONE, **options})
        sign_in(page.context, account, site.url)
        return page

    return opened


def guard(page: Page):
    return page.locator("[data-guard]")


def test_at_another_table_nothing_can_be_tapped_until_one_has_answered(signed_in, judge, slug, evening):
    page = signed_in(judge)
    page.goto(f"/t/{slug}/1/1/")
    expect(guard(page)).to_contain_text("Your table is 2. This is table 1.")
    expect(page.locator("#deal")).to_be_hidden()
    page.evaluate("localStorage.setItem('scwu-habits', JSON.stringify({ oneTap: true }))")
    page.keyboard.press("a")
    page.keyboard.press("Enter")
    guard(page).get_by_role("button").tap()
    expect_deal(page, 1)
    assert not page.locator("#deal input[name=loser]:checked").count(), "the keys were of another table"
    page.evaluate("localStorage.removeItem('scwu-habits')")
    lose(page, "A")
    expect_on_the_server(page, 1)
    page.reload()
    expect(page.locator("#deal")).to_be_visible()
    expect(guard(page)).to_be_hidden()
    assert Entry.objects.get().game == stories.table_of(evening, 1).game


def test_one_tap_leads_to_the_own_table_which_asks_nothing(signed_in, judge, slug):
    page = signed_in(judge)
    page.goto(f"/t/{slug}/1/3/")
    guard(page).get_by_role("link", name="Go to table 2").tap()
    page.wait_for_url(f"**/t/{slug}/1/2/")
    lose(page, "B")
    expect_on_the_server(page, 1)
    page.goto(f"/t/{slug}/1/3/")
    expect(page.locator("#deal")).to_be_hidden()


def test_whom_the_site_knows_no_table_of_is_told_at_which_one_the_phone_recorded(signed_in, referee, slug):
    page = signed_in(referee)
    page.goto(f"/t/{slug}/1/1/")
    lose(page, "A")
    expect_on_the_server(page, 1)
    page.goto(f"/t/{slug}/1/2/")
    expect(guard(page)).to_contain_text("This phone recorded at table 1. This is table 2.")
    expect(page.locator("#deal")).to_be_hidden()
    assert guard(page).get_by_role("link").get_attribute("href") == f"/t/{slug}/1/1/"
    guard(page).get_by_role("button").tap()
    expect(page.locator("#deal")).to_be_visible()
    page.reload()
    expect(page.locator("#deal")).to_be_visible()


def test_without_a_network_it_is_asked_as_well(signed_in, judge, slug):
    page = signed_in(judge, service_workers="allow")
    page.goto(f"/t/{slug}/1/1/")
    wait_until_kept(page, f"/t/{slug}/1/1/")
    page.context.set_offline(True)
    page.reload()
    expect(guard(page)).to_contain_text("Your table is 2. This is table 1.")
    expect(page.locator("#deal")).to_be_hidden()
    guard(page).get_by_role("button").tap()
    lose(page, "A")
    expect_deal(page, 2)
    assert deals() == [], "it waits on the phone"
