"""A table of Smear in a referee's hand: a phone, a deal in five taps; every page fits a phone and a laptop."""

import re

import pytest
from playwright.sync_api import Page, expect

from games.models import Entry
from tests.conftest import LAPTOP, PHONE
from tests.e2e.pages import is_as_wide_as_its_screen
from tests.e2e.test_table_page import COUNT_TAPS, TIMEOUT, expect_on_the_server, sign_in
from tests.factories import stories
from tournaments.models import Event


@pytest.fixture
def smear(site) -> Event:
    """Two tables play; one deal is recorded at the first, the game at the second is won."""
    event = stories.a_smear_event(players=8)
    round_ = stories.a_running_round(event)
    stories.record_smear(stories.table_of(round_, 1), "C5 (AC4 BD6)")
    stories.record_smear(stories.table_of(round_, 2), "B4 (AC3 BD7); D5 (AC1 BD9); B3 (AC2 BD8)")
    return event


def tap(page: Page, field: str, value: str) -> None:
    page.locator("label", has=page.locator(f"input[name={field}][value='{value}']")).tap()


def test_a_deal_is_five_taps_and_undo_one(phone: Page, site, smear):
    sign_in(phone.context, stories.director_of(smear), site.url)
    phone.add_init_script(COUNT_TAPS)
    phone.goto(f"/t/{smear.slug}/1/1/")
    tap(phone, "pitcher", "B")
    tap(phone, "bid", "4")
    tap(phone, "points_AC", "3")
    tap(phone, "points_BD", "7")
    phone.get_by_role("button", name="Done", exact=True).tap()
    expect(phone.locator("legend").first).to_have_text("Deal 3: who pitched?", timeout=TIMEOUT)
    assert phone.evaluate("window.taps") == 5
    expect_on_the_server(phone, 2)
    stored = Entry.objects.get(game__table__number=1, position=2)
    assert stored.payload == {"kind": "smear_deal", "pitcher": "B", "bid": 4, "points": {"AC": 3, "BD": 7}}
    expect(phone.locator(".scores dd").nth(1)).to_have_text("13")
    phone.get_by_role("button", name="Undo").tap()
    expect(phone.locator("legend").first).to_have_text("Deal 2: who pitched?", timeout=TIMEOUT)
    expect(phone.locator(".scores dd").nth(1)).to_have_text("6")


def test_a_deal_that_is_not_complete_is_not_sent(phone: Page, site, smear):
    sign_in(phone.context, stories.director_of(smear), site.url)
    phone.goto(f"/t/{smear.slug}/1/1/")
    tap(phone, "pitcher", "B")
    phone.get_by_role("button", name="Done", exact=True).tap()
    expect(phone.locator("input[name=bid]:invalid").first).to_be_attached()
    assert Entry.objects.filter(game__table__number=1).count() == 1


@pytest.mark.parametrize("screen", [PHONE, LAPTOP], ids=["phone", "laptop"])
def test_every_page_fits_its_screen(new_page, site, smear, screen):
    page = new_page(**screen)
    sign_in(page.context, stories.director_of(smear), site.url)
    table, event = f"/t/{smear.slug}/", f"/e/{smear.slug}/"
    for address in (
        *(f"{table}{tail}" for tail in ("", "1/1/", "1/2/", "1/1/lines/1/")),
        *(f"{event}{tail}" for tail in ("", "standings/", "round/1/", "round/1/table/1/")),
        *(f"/desk/{smear.slug}/{tail}" for tail in ("", "round/1/", "standings/", "print/sheets/1/")),
    ):
        page.goto(address)
        assert is_as_wide_as_its_screen(page), address
    page.goto(f"{table}1/2/")
    expect(page.get_by_role("heading", name=re.compile("Game over"))).to_be_visible()


def test_the_last_sides_points_are_filled_in_and_too_many_are_said_at_once(phone: Page, site, smear):
    sign_in(phone.context, stories.director_of(smear), site.url)
    phone.goto(f"/t/{smear.slug}/1/1/")
    said = phone.locator("[data-smear-sum]")
    tap(phone, "points_AC", "3")
    expect(phone.locator("input[name=points_BD][value='7']")).to_be_checked()
    tap(phone, "points_AC", "4")  # what was filled in follows
    expect(phone.locator("input[name=points_BD][value='6']")).to_be_checked()
    expect(said).to_be_empty()
    tap(phone, "points_BD", "10")  # what was tapped stays
    expect(said).to_have_text("These are 14 points, but a deal has 10 at most.")
    tap(phone, "points_BD", "5")
    expect(said).to_be_empty()
    expect(phone.locator("input[name=points_AC][value='4']")).to_be_checked()
