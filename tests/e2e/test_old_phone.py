"""What every page carries works on a phone of ten years. That it records a deal there stands with the table's page."""

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.old_phone import make_old, still_there


@pytest.fixture
def old_phone(phone: Page) -> Page:
    make_old(phone)
    return phone


def test_what_an_old_phone_lacks_is_gone(old_phone):
    old_phone.goto("/")
    assert still_there(old_phone) == []
    assert old_phone.evaluate("typeof AbortController + typeof [].flat + typeof crypto.randomUUID") == "undefined" * 3


def test_the_pages_run_without_an_error_on_an_old_phone(old_phone, evening):
    errors: list[str] = []
    old_phone.on("pageerror", lambda error: errors.append(str(error)))
    for path in ("/", f"/e/{evening.event.slug}/", f"/e/{evening.event.slug}/standings/"):
        old_phone.goto(path)
        expect(old_phone.locator("main h1").first).to_be_visible()
    assert errors == []


def test_a_page_of_an_old_phone_still_follows(old_phone, evening):
    """live.js asks without AbortController, and puts in what came without replaceChildren."""
    old_phone.goto(f"/e/{evening.event.slug}/standings/")
    old_phone.evaluate(
        "document.querySelector('[data-live]').insertAdjacentHTML('afterbegin', '<p id=stale>stale</p>')"
    )
    fragment = old_phone.locator("[data-live]").first.get_attribute("data-live")
    old_phone.route(
        f"**{fragment}*",
        lambda route: route.fulfill(
            body="<section data-live><p id='fresh'>fresh</p></section>", content_type="text/html"
        ),
    )
    old_phone.evaluate("window.dispatchEvent(new Event('online'))")
    expect(old_phone.locator("#fresh")).to_have_text("fresh")
    expect(old_phone.locator("#stale")).to_have_count(0)
