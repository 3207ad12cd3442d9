"""The page of a table with its scripts as `./run` sends them: collected, in one file, under names with their hash."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, expect

from tests.e2e.test_table_page import TIMEOUT, deals, expect_deal, expect_on_the_server, lose, sign_in
from tests.test_hashed_modules import collected, our_files

HASHED = re.compile(r"\.[0-9a-f]{12}\.\w+$")
CARRY = "[data-carry-open]"


@pytest.fixture
def as_sent(phone: Page, tmp_path: Path) -> list[str]:
    """The names of the files that the phone asks for, each once, in their order."""
    storage = collected(our_files(), tmp_path)
    names: list[str] = []

    def send(route: Route) -> None:
        name = route.request.url.partition("/static/")[2]
        plain = HASHED.sub(lambda found: Path(found[0]).suffix, name)
        if plain not in names:
            names.append(plain)
        route.fulfill(path=storage.path(name if name != plain else storage.hashed_files[name]))

    phone.route("**/static/**", send)
    return names


def test_a_deal_is_recorded_kept_and_carried_with_the_scripts_in_a_few_files(
    phone: Page, site, evening, referee, as_sent
):
    errors: list[str] = []
    phone.on("pageerror", lambda error: errors.append(str(error)))
    sign_in(phone.context, referee, site.url)
    phone.goto(f"/t/{evening.event.slug}/1/1/")
    lose(phone, "A")
    expect_deal(phone, 2)
    expect_on_the_server(phone, 1)
    phone.context.set_offline(True)
    lose(phone, "B")
    expect_deal(phone, 3)
    expect(phone.locator("[data-outbox-waiting]")).to_contain_text("1 deal only on this phone", timeout=TIMEOUT)
    assert [name for name in as_sent if name.endswith(".js")] == [
        "tournaments/theme.js",
        "tournaments/site.js",
        "tournaments/table-page.js",
        "tournaments/phone/outbox.js",
        "tournaments/vendor/idb.js",
    ]
    phone.locator(CARRY).click()
    expect(phone.locator("[data-carry-code] svg")).to_be_visible(timeout=TIMEOUT)
    phone.context.set_offline(False)
    expect_on_the_server(phone, 2)
    assert [loser for loser, _ in deals()] == ["A", "B"]
    assert errors == []
