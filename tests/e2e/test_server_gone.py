"""The server stops in the middle, or dies: a deal that was tapped meanwhile is in the log once, and no word was untrue.

On an origin that the browser calls insecure, as in a hall; the server is a process of its own (apart.py).
"""

import signal
import time
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from games.models import Entry
from tests.e2e.apart import PATIENCE as SECONDS
from tests.e2e.apart import Apart
from tests.e2e.test_gallery import LATER
from tests.e2e.test_offline_table import open_table as open_table
from tests.e2e.test_offline_table import table as table
from tests.e2e.test_offline_table import waiting
from tests.e2e.test_table_page import deals, expect_deal, lose, row, sign_in
from tournaments.models import Event

STOPPED = 20
PATIENCE = 1000 * SECONDS
# Every word that the screen has shown of a line that waits.
LISTEN = """() => {
    window.shown = [];
    const lines = () => [...document.querySelectorAll("[data-waiting] li")];
    const look = () => window.shown.push(...lines().map((line) => line.textContent));
    const all = { subtree: true, childList: true, characterData: true };
    new MutationObserver(look).observe(document.body, all);
    look();
}"""


@pytest.fixture
def apart(site) -> Iterator[Apart]:
    process = Apart()
    process.start()
    process.wait_until_it_answers()
    yield process
    process.close()


@pytest.fixture
def hall(apart) -> str:
    """In the place of the site that all tests share."""
    url: str = apart.url
    return url


@pytest.fixture
def at(open_table, referee):
    return open_table(referee)


def expect_once(page: Page, loser: str) -> None:
    expect(page.locator(".lines [data-line]")).to_have_count(1, timeout=PATIENCE)
    expect(waiting(page)).to_have_count(0, timeout=PATIENCE)
    expect(page.locator("[data-outbox-waiting]")).to_be_hidden(timeout=PATIENCE)
    assert deals() == [(loser, ["E"])]
    expect(row(page, loser)).to_contain_text("1 of 5 letters: K")


def test_a_deal_tapped_while_the_server_stands_still_is_there_once_when_it_goes_on(at, apart):
    apart.send(signal.SIGSTOP)
    stopped = time.monotonic()
    at.evaluate(LISTEN)
    lose(at, "B")
    expect_deal(at, 2)
    expect(at.locator("[data-outbox-waiting]")).to_contain_text("1 deal only on this phone", timeout=PATIENCE)
    at.wait_for_timeout(1000 * max(0, STOPPED - (time.monotonic() - stopped)))
    shown = at.evaluate("window.shown")
    assert shown
    assert not [words for words in shown if "on the server" in words]
    assert Entry.objects.count() == 0
    apart.send(signal.SIGCONT)
    expect_once(at, "B")


def test_a_deal_whose_server_died_between_commit_and_answer_is_there_once(at, apart):
    apart.end()
    apart.start("dies")
    at.evaluate(LISTEN)
    lose(at, "B")
    expect_deal(at, 2)
    assert apart.wait_for_its_end() == -signal.SIGKILL
    assert deals() == [("B", ["E"])]  # the commit was before
    expect(waiting(at)).to_contain_text("on this phone", timeout=PATIENCE)
    assert not [words for words in at.evaluate("window.shown") if "on the server" in words]
    apart.start()
    at.evaluate("window.dispatchEvent(new Event('online'))")
    expect_once(at, "B")


def test_a_form_tapped_while_the_server_is_dead_stays_and_is_taken_when_it_is_back(phone, apart, event, director):
    """A plain one, which no script sends: the browser, which knows of a network, would show its own page instead."""
    sign_in(phone.context, director, apart.url)
    phone.goto(f"{apart.url}/desk/{event.slug}/details/")
    apart.end()
    phone.evaluate(LATER)
    name = phone.locator("main [name=name]")
    name.fill("An evening in the cellar")
    save = name.locator("xpath=ancestor::form").locator("button:not([type=button])").last
    save.click()
    expect(phone.locator("[data-unsent]")).to_contain_text("nothing was sent", timeout=PATIENCE)
    expect(name).to_have_value("An evening in the cellar")
    apart.start()
    apart.wait_until_it_answers()
    save.click()
    expect(phone.locator("h1")).to_have_text("An evening in the cellar", timeout=PATIENCE)
    assert Event.objects.get(pk=event.pk).name == "An evening in the cellar"
