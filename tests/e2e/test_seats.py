"""Seats changed by hand in a real browser: dragged, by keyboard, with the faults live; saved, and back to the draw."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.conftest import Site
from tests.e2e.pages import expect_done, is_as_wide_as_its_screen, press, press_and_agree
from tests.factories.stories import a_drawn_round, a_running_round, an_event, director_of, play_round
from tests.tournaments.console.conftest import signed_in_as
from tournaments.models import Round, SeatSwap
from tournaments.queries.seating import judged_seating

LEAST = 44  # px of a target under a thumb


@pytest.fixture
def round_(site: Site) -> Round:
    """The second round of ten: at two tables of five everybody has somebody to meet again."""
    event = an_event(players=10, status="closed", slug="pond", name="Pond Classic")
    play_round(a_running_round(event, sizes=(5, 5)))
    return a_drawn_round(event, sizes=(5, 5))


def at_the_seats(page: Page, site: Site, round_: Round) -> Page:
    session = signed_in_as(director_of(round_.event)).cookies["sessionid"].value
    page.context.add_cookies([{"name": "sessionid", "value": session, "url": site.url}])
    page.on("pageerror", lambda error: pytest.fail(str(error)))
    page.goto("/desk/pond/round/2/seats/")
    return page


def seat(page: Page, code: str) -> Locator:
    return page.locator(f"[data-seat='{code}']")


def nicks(page: Page) -> dict[str, str]:
    """Seat → nick as the page has it."""
    found: dict[str, str] = page.evaluate(
        "() => Object.fromEntries([...document.querySelectorAll('[data-seat]')].map((one) => "
        "[one.dataset.seat, one.querySelector('.nick').textContent]))"
    )
    return found


def centre(box: Locator) -> tuple[float, float]:
    box.scroll_into_view_if_needed()
    found = box.bounding_box()
    assert found is not None
    return found["x"] + found["width"] / 2, found["y"] + found["height"] / 2


def drag(page: Page, one: Locator, other: Locator) -> None:
    page.mouse.move(*centre(one))
    page.mouse.down()
    page.mouse.move(*centre(other), steps=4)
    expect(page.locator(".ghost")).to_be_visible()
    page.mouse.up()
    expect(page.locator(".ghost")).to_have_count(0)


def test_seats_are_dragged_and_swapped_by_keyboard_with_the_faults_live(page: Page, site: Site, round_: Round):
    at_the_seats(page, site, round_)
    drawn, repeats = nicks(page), page.locator("[data-rule=coincidences]")
    before = int(repeats.inner_text())

    # By mouse: whom table 1 of the first round had three of goes back to them.
    met = judged_seating(round_, [("1A", "2A")]).rules[0].value
    drag(page, seat(page, "1A"), seat(page, "2A"))
    expect(seat(page, "2A").locator(".nick")).to_have_text(drawn["1A"])
    expect(repeats).to_have_text(str(met))
    expect(page.locator("[data-arrange-said]")).to_contain_text("have changed seats.")

    # By keyboard: Escape lets go; Enter, an arrow to the table beside, Enter swaps.
    said = page.locator("[data-arrange-said]")
    seat(page, "1B").locator("input").focus()
    page.keyboard.press("Enter")
    expect(said).to_have_text(
        f"{drawn['1B']}, table 1, seat B, is picked up. Arrows choose the other one, Enter swaps, Escape lets go."
    )
    page.keyboard.press("Escape")
    expect(said).to_have_text(f"{drawn['1B']} stays at table 1, seat B.")
    page.keyboard.press("Space")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowDown")
    expect(said).to_have_text(f"Over {drawn['2C']}, table 2, seat C.")
    page.keyboard.press("Enter")
    expect(seat(page, "2C").locator(".nick")).to_have_text(drawn["1B"])
    expect(seat(page, "2C").locator("input")).to_be_focused()
    expect(repeats).to_have_text(str(judged_seating(round_, [("1A", "2A"), ("1B", "2C")]).rules[0].value))
    assert not SeatSwap.objects.exists()

    page.reload()  # nothing is forgotten
    expect(seat(page, "2C").locator(".nick")).to_have_text(drawn["1B"])
    tried = nicks(page)
    press(page, "Save")
    expect_done(page, "2 swaps are saved.")
    assert SeatSwap.objects.count() == 2
    kept = [(table.number, one) for table in judged_seating(round_).tables for one in table.seats]
    assert {f"{number}{one.letter}": one.registration.nick for number, one in kept} == tried

    press_and_agree(page, "Back to the engine's draw", "Back to the draw")
    expect_done(page, "Everybody sits again as attempt 1 was drawn.")
    page.goto("/desk/pond/round/2/seats/")
    assert (nicks(page), int(repeats.inner_text())) == (drawn, before)


def test_a_finger_drags_by_the_handle_and_taps_do_the_same(phone: Page, site: Site, round_: Round):
    at_the_seats(phone, site, round_)
    drawn = nicks(phone)
    grip = seat(phone, "1A").locator("[data-grip]")
    box = grip.bounding_box()
    assert box is not None
    assert min(box["width"], box["height"]) >= LEAST
    touch = phone.context.new_cdp_session(phone)
    x, y = centre(grip)
    to = seat(phone, "1D").bounding_box()
    assert to is not None
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    for part in (0.3, 0.6, 1.0):
        there = {"x": x - 40 * part, "y": y + (to["y"] + to["height"] / 2 - y) * part}
        touch.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [there]})
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(seat(phone, "1D").locator(".nick")).to_have_text(drawn["1A"])
    seat(phone, "1B").locator(".nick").tap()
    expect(seat(phone, "1B")).to_have_class("picked")
    seat(phone, "1C").locator(".nick").tap()
    expect(seat(phone, "1C").locator(".nick")).to_have_text(drawn["1B"])
    phone.get_by_role("link", name="One back").tap()
    expect(seat(phone, "1C").locator(".nick")).to_have_text(drawn["1C"])
    expect(phone.get_by_text("1 swap, not saved yet")).to_be_visible()
    assert is_as_wide_as_its_screen(phone)
