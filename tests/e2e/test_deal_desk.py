"""The deal desk in a real browser: a deal tapped in on a phone, with scripts and without, then gone through by keys."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from games.rules.smoking_cat.notation import parse_deal
from tests.conftest import PHONE
from tests.e2e.pages import is_as_wide_as_its_screen
from tournaments.public.deal_desk.examples import EXAMPLES

REVOKE = EXAMPLES[1].deal
RECORD = parse_deal(REVOKE)
LEAST = 48  # px of a target under a thumb


def tap_in(page: Page, *, until: int = 28) -> None:
    """Enter the players, hands, passes and so many cards of the example."""
    page.goto("/deal/")
    page.get_by_role("link", name="Enter a deal by tapping").tap()
    page.locator("input[name=dealer][value=C]").tap()
    page.get_by_role("button", name="Enter the hands").tap()
    for seat in "ABC":
        choose(page, f"The eight cards dealt to seat {seat}", RECORD.hands[seat])
    for seat in "ABCD":
        choose(page, f"Which three does seat {seat} pass", RECORD.passes[seat])
    expect(page.locator("symbol#card-Ol")).to_have_count(1)  # the drawings, from the first step on
    for card in RECORD.plays[:until]:
        page.locator(f".plays [data-card='{card}']").tap()
        expect(page.locator(f".plays [data-card='{card}']")).to_have_count(0)


def choose(page: Page, heading: str, cards: tuple[str, ...]) -> None:
    expect(page.get_by_role("heading", level=1)).to_contain_text(heading)
    for card in cards:
        page.locator(f"input[value='{card}']").tap()
    page.get_by_role("button", name="Done").tap()


def title(page: Page) -> Any:
    return page.get_by_role("heading", level=1)


@pytest.mark.parametrize("scripts", [True, False], ids=["with scripts", "without scripts"])
def test_a_whole_deal_is_tapped_in_on_a_phone_and_back_takes_back(new_page: Callable[..., Page], scripts):
    page = new_page(**PHONE, java_script_enabled=scripts)
    tap_in(page)
    expect(page.locator(".outcome")).to_contain_text("Seat C loses the deal, because it did not follow suit")
    page.go_back()
    expect(page.locator(f".plays [data-card='{RECORD.plays[27]}']")).to_be_visible()
    page.go_back()
    expect(page.locator(f".plays [data-card='{RECORD.plays[26]}']")).to_be_visible()
    page.get_by_role("link", name="Undo").tap()
    expect(page.locator(f".plays [data-card='{RECORD.plays[25]}']")).to_be_visible()


def test_everything_to_tap_is_large_enough_and_nothing_scrolls_sideways(phone: Page):
    seven = " ".join(REVOKE.split()[:7])
    stops = [
        f"/deal/?deal={REVOKE}&at=10",
        "/deal/enter/",
        "/deal/enter/?deal=@A A: B: C: D:",
        f"/deal/enter/?deal={REVOKE}&hand_of=A",
        f"/deal/enter/?deal={REVOKE}&pass_of=A",
        f"/deal/enter/?deal={seven}",
    ]
    for address in stops:
        phone.goto(address)
        assert is_as_wide_as_its_screen(phone), address
        for target in phone.locator("#desk :is(label, .button, button, .plays a, .tricks a):visible").all():
            box = target.bounding_box()
            assert box is not None
            assert min(box["width"], box["height"]) >= LEAST, (address, target.inner_text())


def test_the_revoke_is_said_where_it_is_tapped_and_where_it_is_looked_at(phone: Page):
    tap_in(phone, until=10)
    expect(phone.get_by_role("alert")).to_contain_text("A revoke: seat C played")
    phone.get_by_role("link", name="Look at the deal so far").tap()
    expect(phone.locator(".outcome")).to_contain_text("Seat C loses the deal")
    expect(phone.locator(".trick .revoke")).to_contain_text("revoke")


def test_arrow_keys_go_through_the_deal_and_the_address_follows(page: Page):
    page.goto(f"/deal/?deal={REVOKE}&at=pass")
    page.keyboard.press("ArrowRight")
    expect(title(page)).to_have_text("Before trick 1")
    page.keyboard.press("ArrowRight")
    expect(title(page)).to_have_text("Trick 1, card 1")
    page.keyboard.press("Shift+ArrowRight")
    expect(title(page)).to_have_text("Trick 1, card 4")
    expect(page.locator("#desk-said")).to_contain_text("Seat B takes the trick with 7 points.")
    page.keyboard.press("ArrowLeft")
    expect(title(page)).to_have_text("Trick 1, card 3")
    expect(page).to_have_url(re.compile("at=3$"))
    page.reload()
    expect(title(page)).to_have_text("Trick 1, card 3")
    page.get_by_role("link", name="Deal desk").first.focus()
    page.get_by_role("link", name="Next trick").press("Enter")
    expect(page.get_by_role("link", name="Next trick")).to_be_focused()


def test_the_link_is_copied_and_opens_the_same_card(page: Page, new_page: Callable[..., Page]):
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.goto(f"/deal/?deal={REVOKE}&at=10")
    page.get_by_text("Share, keep, correct").click()
    page.get_by_role("button", name="Copy").first.click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    link = page.get_by_label("Link to this card").input_value()
    assert page.evaluate("navigator.clipboard.readText()") == link
    assert page.get_by_alt_text("QR code of this link").evaluate("image => image.decode().then(() => true)")
    other = new_page()
    other.goto("/" + link.split("/", 3)[3])
    expect(title(other)).to_have_text("Trick 3, card 2")
