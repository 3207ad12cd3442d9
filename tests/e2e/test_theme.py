"""Light, dark or as the system: chosen in the foot, kept in the browser, there before anything is painted."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page

from tests.conftest import Site
from tests.e2e.test_table_page import sign_in
from tests.test_contrast import themes
from tournaments.models import Account

PAPER = "() => getComputedStyle(document.documentElement).getPropertyValue('--paper').trim()"
SCHEME = "() => getComputedStyle(document.documentElement).colorScheme"
# What the page has for paper when its body begins: a theme that came later would flash.
AT_ONCE = """new MutationObserver((_, observer) => {
  if (!document.body) return;
  observer.disconnect();
  window.first = getComputedStyle(document.documentElement).getPropertyValue('--paper').trim();
}).observe(document, { childList: true, subtree: true });"""


@pytest.fixture
def paper() -> dict[str, str]:
    return {name: tokens["paper"] for name, tokens in themes().items()}


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(("system", "other"), [("light", "dark"), ("dark", "light")])
def test_a_theme_is_chosen_kept_and_there_at_once(page: Page, site: Site, paper: dict[str, str], system, other):
    page.emulate_media(color_scheme=system)
    page.add_init_script(AT_ONCE)
    page.goto(f"{site.url}/clubs/")
    assert page.evaluate(PAPER) == paper[system]
    page.get_by_label("Light or dark").select_option(other)
    assert page.evaluate(PAPER) == paper[other]
    page.goto(f"{site.url}/players/")
    assert page.evaluate("window.first") == page.evaluate(PAPER) == paper[other]
    assert page.evaluate(SCHEME) == other
    assert page.get_by_label("Light or dark").input_value() == other
    page.emulate_media(media="print", color_scheme="dark")
    assert page.evaluate(PAPER) in ("#fff", "#ffffff"), "paper is white whatever was chosen"
    page.emulate_media(media="screen", color_scheme=system)
    page.get_by_label("Light or dark").select_option("")
    assert page.evaluate(PAPER) == paper[system]
    page.reload()
    assert page.evaluate("window.first") == paper[system]


@pytest.mark.django_db(transaction=True)
def test_without_scripts_the_system_chooses_and_nothing_is_offered(
    browser: Browser, page: Page, site: Site, paper: dict[str, str]
):
    context = browser.new_context(java_script_enabled=False, color_scheme="dark")
    plain = context.new_page()
    plain.goto(f"{site.url}/clubs/")
    assert plain.get_by_label("Light or dark").is_hidden()
    ground = plain.locator("html").evaluate("root => getComputedStyle(root).backgroundColor")
    red, green, blue = (int(paper["dark"][at : at + 2], 16) for at in (1, 3, 5))
    assert ground == f"rgb({red}, {green}, {blue})"
    context.close()


@pytest.mark.django_db(transaction=True)
def test_the_administration_wears_what_was_chosen(page: Page, site: Site, keeper: Account):
    sign_in(page.context, keeper, site.url)
    page.emulate_media(color_scheme="light")
    page.goto(f"{site.url}/clubs/")
    page.get_by_label("Light or dark").select_option("dark")
    page.goto(f"{site.url}/admin/")
    assert page.evaluate(SCHEME) == "dark"
    assert page.evaluate("() => getComputedStyle(document.documentElement).getPropertyValue('--body-bg')") == "#221e19"
