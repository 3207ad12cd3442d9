"""What is recorded without a network besides deals of Smoking Cat: corrections, what is rare, and games of Smear.

On an origin that the browser calls insecure, as in a hall.
"""

import pytest
from playwright.sync_api import Page, expect

from games.models import Entry
from tests.conftest import PHONE
from tests.e2e.test_meanwhile import kinds
from tests.e2e.test_offline_table import at as at
from tests.e2e.test_offline_table import back_in_the_network, reload_without_pages, waiting
from tests.e2e.test_offline_table import open_table as open_table
from tests.e2e.test_offline_table import table as table
from tests.e2e.test_table_page import TIMEOUT, expect_deal, expect_on_the_server, lose, row, sign_in
from tests.factories import stories

# B pitches four, and gets them or not.
SMEAR_DEAL = """(points) => {
    const deal = document.querySelector("#deal");
    const choose = (name, value) => deal.querySelector(`[name=${name}][value="${value}"]`).click();
    choose("pitcher", "B");
    choose("bid", 4);
    choose("points_AC", 10 - points);
    choose("points_BD", points);
    document.querySelector("#done").click();
}"""


def record_void(page: Page) -> None:
    page.get_by_text("Void deal", exact=True).tap()
    page.get_by_role("button", name="misdeal").tap()


def record_penalty(page: Page, seat: str) -> None:
    page.get_by_text("Penalty letter", exact=True).tap()
    page.get_by_role("radio", name=f"{seat} –").check()
    page.get_by_label("What for", exact=True).fill("late")
    page.get_by_role("button", name="Give the letter").tap()


def lose_dealt_by(page: Page, dealer: str, loser: str) -> None:
    page.locator("#rare summary").tap()
    page.get_by_label("Who dealt", exact=True).select_option(dealer)
    lose(page, loser)


def test_another_dealer_than_the_next_one_needs_the_referee_and_what_was_before_does_not(at):
    at.context.set_offline(True)
    record_void(at)
    expect(waiting(at)).to_have_count(1)
    record_penalty(at, "C")
    expect(waiting(at)).to_have_count(2)
    lose_dealt_by(at, "D", "B")
    expect_deal(at, 2)
    expect(waiting(at)).to_have_count(3)
    expect(waiting(at).filter(has_text="needs the referee")).to_have_count(0)  # nobody knows yet
    at.context.set_offline(False)
    expect(waiting(at)).to_have_count(1, timeout=TIMEOUT)
    expect(waiting(at)).to_contain_text("needs the referee", timeout=TIMEOUT)
    expect(waiting(at)).to_contain_text("This player was not next to deal.")
    assert kinds() == ["void_deal", "penalty_letter"]


def test_another_dealer_whom_the_one_with_the_pen_wrote_down_is_in_the_log(at):
    lose(at, "A")
    expect_on_the_server(at, 1)
    at.context.set_offline(True)
    lose_dealt_by(at, "D", "B")
    expect_deal(at, 3)
    at.context.set_offline(False)
    expect_on_the_server(at, 2)
    assert Entry.objects.get(position=2).payload["dealer"] == "D"


def test_a_deal_on_the_server_is_taken_back_without_a_network_once(at):
    lose(at, "A")
    expect_on_the_server(at, 1)
    at.context.set_offline(True)
    at.get_by_role("button", name="Undo").tap()
    expect_deal(at, 1)
    expect(row(at, "A")).to_contain_text("no letter yet")
    expect(waiting(at)).to_contain_text("on this phone")
    reload_without_pages(at)
    expect_deal(at, 1)
    expect(waiting(at)).to_have_count(1)
    assert kinds() == ["deal"]
    back_in_the_network(at)
    expect_on_the_server(at, 2)
    assert kinds() == ["deal", "strike"]


def test_a_correction_without_a_network_says_that_it_is_not_sent_and_is_written_once(at):
    lose(at, "A")
    expect_on_the_server(at, 1)
    at.get_by_role("link", name="Deal 1:").tap()
    at.get_by_role("radio", name="D –").check()
    at.context.set_offline(True)
    at.get_by_role("button", name="Save the correction").tap()
    said = at.locator("form:has(button.primary) [data-keep-status]")
    expect(said).to_contain_text("Not sent yet", timeout=TIMEOUT)
    assert kinds() == ["deal"]
    at.context.set_offline(False)
    expect(at.get_by_text("Everything after that line was worked out again.")).to_be_visible(timeout=TIMEOUT)
    assert kinds() == ["deal", "amend"]


@pytest.fixture
def smear(new_page, hall) -> Page:
    """A phone at a table of Smear at which nothing is recorded."""
    event = stories.a_smear_event(players=4)
    stories.a_running_round(event)
    page: Page = new_page(**PHONE, base_url=hall)
    sign_in(page.context, stories.director_of(event), hall)
    page.goto(f"/t/{event.slug}/1/1/")
    assert page.evaluate("isSecureContext") is False
    return page


def test_a_whole_game_of_smear_goes_on_without_a_network_over_a_reload(smear):
    smear.context.set_offline(True)
    heading = smear.locator("legend").first
    for number, points in enumerate((7, 3, 8), start=1):
        expect(heading).to_have_text(f"Deal {number}: who pitched?")
        smear.evaluate(SMEAR_DEAL, points)
    expect(heading).to_have_text("Deal 4: who pitched?")
    expect(smear.locator(".scores dd").nth(1)).to_have_text("11")
    reload_without_pages(smear)
    expect(heading).to_have_text("Deal 4: who pitched?")
    expect(waiting(smear)).to_have_count(3)
    smear.context.set_offline(True)
    for number in (5, 6):
        smear.evaluate(SMEAR_DEAL, 9)
        if number == 5:
            expect(heading).to_have_text("Deal 5: who pitched?")
    expect(heading).to_have_text("Game over")
    assert Entry.objects.count() == 0
    back_in_the_network(smear)
    expect(smear.get_by_role("heading", name="Game over")).to_be_visible(timeout=TIMEOUT)
    expect(waiting(smear)).to_have_count(0, timeout=TIMEOUT)
    assert [line.payload["points"]["BD"] for line in Entry.objects.order_by("position")] == [7, 3, 8, 9, 9]
