"""Pages without a network, on an origin where the browser allows a service worker: 127.0.0.1 counts as https does.

That nothing here is needed on plain http is said by the tests of the outbox; here it is about opening pages again.
"""

from collections.abc import Callable

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from tests.conftest import PHONE
from tests.e2e.test_table_page import expect_on_the_server, lose, sign_in
from tests.factories import stories, words
from tests.factories.tournaments import RoundFactory
from tournaments.public import without_network

TIMEOUT = 15_000
KEPT = """async () => {
  const kept = [];
  for (const name of await caches.keys()) {
    for (const request of await (await caches.open(name)).keys()) kept.push(new URL(request.url).pathname);
  }
  return kept;
}"""


@pytest.fixture
def table(site, evening):
    return stories.table_of(evening, 1)


@pytest.fixture
def address(table) -> str:
    return f"/t/{table.round.event.slug}/1/1/"


@pytest.fixture
def at(new_page: Callable[..., Page], site, referee, address) -> Page:
    """The referee's phone on the page of table 1, which its worker has kept."""
    phone = new_page(**PHONE, service_workers="allow")
    sign_in(phone.context, referee, site.url)
    phone.goto(address)
    wait_until_kept(phone, address)
    return phone


def kept(page: Page) -> list[str]:
    return [path for path in page.evaluate(KEPT) if not path.startswith("/static/")]


def until(page: Page, promised: str, argument: object = None) -> None:
    """Wait until what the script promises is true."""
    for _ in range(500):
        if page.evaluate(promised, argument):
            return
        page.wait_for_timeout(20)
    raise AssertionError(f"waited in vain: {promised}")


def wait_until_kept(page: Page, address: str) -> None:
    until(
        page,
        """async (address) => {
          const page = await (await caches.open("scwu-pages")).match(address, {ignoreVary: true});
          const named = Array.from(
            document.querySelectorAll("script[src], link[rel=stylesheet]"), (one) => one.src || one.href);
          const files = await Promise.all(named.map(async (one) => (await caches.open("scwu-files")).match(one)));
          return Boolean(navigator.serviceWorker.controller && page) && files.every(Boolean);
        }""",
        address,
    )


def expect_heading(page: Page, words: str) -> None:
    expect(page.get_by_role("heading", level=1)).to_have_text(words, timeout=TIMEOUT)


def test_a_table_that_was_opened_opens_again_without_the_network(at: Page, address: str):
    at.context.set_offline(True)
    at.reload()
    expect_heading(at, "Table 1")
    assert at.evaluate("getComputedStyle(document.body).display") == "flex", "with its style"
    other = at.context.new_page()
    other.goto(address)
    expect(other.get_by_role("button", name="Done")).to_be_visible()


def test_any_other_page_says_that_there_is_no_network_and_leads_to_the_tables(at: Page, address: str, table):
    at.context.set_offline(True)
    at.goto(reverse("public:ranking"))
    expect_heading(at, "No network")
    at.get_by_role("link", name=f"Table 1, round 1, {table.round.event.slug}").click()
    expect_heading(at, "Table 1")


def test_a_network_that_comes_back_takes_nobody_off_the_link_that_was_tapped(at: Page):
    """The tap first, then the network: the page that was asked for comes, not the one without a network again."""
    at.goto(reverse("public:without_network"))
    expect(at.locator("[data-kept-tables] a")).to_be_visible()
    at.locator("[data-kept-tables] a").evaluate(
        "(link) => { link.click(); window.dispatchEvent(new Event('online')); }"
    )
    expect_heading(at, "Table 1")


def test_a_page_comes_from_the_site_while_there_is_one(at: Page, address: str, table):
    stories.record_deals(table, "A")
    at.goto(address)
    expect(at.locator("legend").first).to_have_text("Deal 2: who lost?")


def test_no_page_but_those_of_tables_is_ever_kept(at: Page, address: str):
    for page in (reverse("public:me"), reverse("public:events"), f"{address}?base=0", "/words/", "/desk/"):
        at.goto(page)
    assert sorted(kept(at)) == ["/carry/", "/offline/", address]


EVERYTHING = """async () => {
  const found = [];
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const request of await cache.keys()) found.push(request.url, await (await cache.match(request)).text());
  }
  for (const { name } of await indexedDB.databases()) {
    const opening = indexedDB.open(name);
    const database = await new Promise((done) => { opening.onsuccess = () => done(opening.result); });
    for (const store of database.objectStoreNames) {
      const asked = database.transaction(store).objectStore(store).getAll();
      found.push(JSON.stringify(await new Promise((done) => { asked.onsuccess = () => done(asked.result); })));
    }
    database.close();
  }
  return found.concat(Object.values(localStorage), Object.values(sessionStorage)).join("\\n");
}"""


def test_a_sealed_word_is_in_nothing_that_a_phone_keeps(at: Page, address: str, evening):
    """Of a round that is still to come; what the phone does keep of this round is found, so the search finds."""
    canary = "QWZXV"
    words.a_round_with_sealed_word(RoundFactory.create(event=evening.event, number=2), canary)
    lose(at, "A")
    expect_on_the_server(at, 1)
    for page in ("/desk/", f"/e/{evening.event.slug}/", address):
        at.goto(page)
    wait_until_kept(at, address)
    kept_texts = at.evaluate(EVERYTHING)
    assert '"loser":"A"' in kept_texts
    assert f'data-live="{address}now/"' in kept_texts
    assert canary not in kept_texts.upper()


def test_whoever_signs_out_leaves_no_page_behind(at: Page, address: str):
    at.goto(reverse("public:me"))
    at.get_by_role("button", name="Sign out", exact=True).click()
    until(at, "async () => !(await caches.has('scwu-pages'))")
    at.context.set_offline(True)
    at.goto(address)
    expect_heading(at, "No network")


def test_somebody_else_on_the_same_phone_finds_no_page_of_the_first(at: Page, site, address: str, director, evening):
    """Signed in past the worker: the first page of a table that the site hands to another person clears the rest."""
    second = stories.table_of(evening, 2)
    sign_in(at.context, director, site.url)
    at.goto(f"/t/{second.round.event.slug}/1/2/")
    wait_until_kept(at, f"/t/{second.round.event.slug}/1/2/")
    assert address not in kept(at)


def test_a_table_that_is_not_ones_own_any_more_is_forgotten(at: Page, address: str):
    at.context.clear_cookies()
    at.goto(address)
    until(at, "async () => !(await caches.has('scwu-pages'))")
    assert address not in kept(at)


# --- A new version ----------------------------------------------------------------------------------------------------

STATE = """async () => {
  const registration = await navigator.serviceWorker.getRegistration();
  return [registration.waiting ? "waiting" : "none", document.querySelector("[data-new-version]").hidden];
}"""


@pytest.fixture
def newer(at: Page, monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """The site is brought up to date, and the browser asks for its worker."""

    def bring() -> None:
        monkeypatch.setattr(without_network, "_version", lambda: "0123456789ab")
        at.evaluate("async () => { await (await navigator.serviceWorker.getRegistration()).update(); }")

    return bring


def set_phase(page: Page, phase: str) -> None:
    """As the page of a table says it."""
    page.evaluate(
        """(phase) => {
          let game = document.querySelector("script#game");
          if (!game) {
            game = Object.assign(document.createElement("script"), {type: "application/json", id: "game"});
            document.body.append(game);
          }
          game.textContent = JSON.stringify(Object.assign(JSON.parse(game.textContent || "{}"), {phase}));
        }""",
        phase,
    )


def test_while_a_game_is_open_a_new_version_waits_and_says_nothing(at: Page, newer: Callable[[], None]):
    set_phase(at, "playing")
    newer()
    until(at, f"async () => (await ({STATE})())[0] === 'waiting'")
    at.wait_for_timeout(50)
    assert at.evaluate(STATE) == ["waiting", True]


def test_the_first_version_is_not_called_a_new_one(at: Page):
    assert at.evaluate(STATE) == ["none", True]


def test_a_new_version_is_offered_and_taken_where_nothing_is_lost_by_it(at: Page, newer: Callable[[], None]):
    set_phase(at, "closed")
    newer()
    with at.expect_navigation(timeout=TIMEOUT):
        at.locator("[data-new-version] button").click(timeout=TIMEOUT)
    until(at, f"async () => (await ({STATE})())[0] === 'none'")
    assert at.evaluate("caches.has('scwu-shell-0123456789ab')")


def test_a_table_open_in_another_tab_keeps_the_version_that_it_has(at: Page, newer: Callable[[], None], address: str):
    other = at.context.new_page()
    other.goto(address)
    set_phase(at, "closed")
    newer()
    at.evaluate("() => { navigator.serviceWorker.onmessage = (event) => { window.said = event.data.type; }; }")
    at.locator("[data-new-version] button").click(timeout=TIMEOUT)
    until(at, "window.said === 'busy'")
    assert at.evaluate(STATE)[0] == "waiting"


def test_the_switch_takes_every_kept_page_away_and_no_line(at: Page, site, settings):
    at.evaluate("""() => new Promise((done) => { indexedDB.open("a line").onsuccess = done; })""")
    settings.SERVICE_WORKER = False
    at.evaluate("async () => { await (await navigator.serviceWorker.getRegistration()).update(); }")
    until(at, "async () => !(await navigator.serviceWorker.getRegistration())")
    assert at.evaluate("async () => (await caches.keys()).filter((name) => name.startsWith('scwu'))") == []
    assert "a line" in at.evaluate("async () => (await indexedDB.databases()).map((one) => one.name)")
