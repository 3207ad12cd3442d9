"""The rules pages as they are looked at: on a small phone, by the number of a sentence, without JavaScript."""

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.django_db(transaction=True)
COLOUR_AT = """(element) => getComputedStyle(element).backgroundColor"""


@pytest.mark.parametrize("address", ["/rules/", "/rules/?cards=french", "/rules/smear/"])
def test_nothing_of_the_rules_scrolls_sideways_and_the_policy_refuses_nothing(new_page, address):
    page = new_page(viewport={"width": 320, "height": 700}, locale="cs")
    complaints: list[str] = []
    page.on("console", lambda message: complaints.append(message.text))
    page.goto(address)
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    assert complaints == []


def test_every_card_is_heard_by_its_name_and_as_wide_as_a_finger_can_read(phone):
    phone.goto("/rules/")
    widths = phone.locator(".playing-card").evaluate_all(
        "cards => cards.map((one) => one.getBoundingClientRect().width)"
    )
    assert min(widths) >= 39
    expect(phone.get_by_role("img", name="Hejma, upper of leaves").first).to_be_visible()


def test_the_pack_is_changed_without_javascript_and_stays_changed(new_page):
    page = new_page(java_script_enabled=False)
    page.goto("/rules/?cards=czech")
    page.get_by_role("button", name="French cards").click()
    expect(page.get_by_role("img", name="Hejma, queen of spades").first).to_be_visible()
    expect(page.get_by_role("button", name="French cards")).to_have_attribute("aria-current", "true")
    page.goto("/rules/")
    expect(page.get_by_role("img", name="Hejma, queen of spades").first).to_be_visible()


def test_a_link_to_a_sentence_marks_it(page):
    page.goto("/rules/#C36")
    marked, other = page.locator("#C36"), page.locator("#C37")
    expect(marked).to_be_in_viewport()
    assert marked.evaluate(COLOUR_AT) != other.evaluate(COLOUR_AT)


def test_paper_has_the_rules_without_sources_and_buttons(page):
    page.goto("/rules/")
    page.emulate_media(media="print")
    expect(page.locator("#C1 .rule")).to_be_visible()
    expect(page.locator("#C1 .source")).to_be_hidden()
    expect(page.get_by_role("button", name="French cards")).to_be_hidden()
