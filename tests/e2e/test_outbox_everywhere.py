"""Any page sends what lies on this phone, and says what waits. Tried where a browser offers nothing of https."""

import pytest
from django.conf import settings
from django.test import Client
from playwright.sync_api import Page, expect

from games.models import Entry
from tests.factories import stories

TIMEOUT = 15_000
# What the page of a table does by taps, without one.
KEEP = """async ({game, by, losers}) => {
    const {openOutbox} = await import("/static/tournaments/phone/outbox.js");
    const {lineOf} = await import("/static/tournaments/phone/line.js");
    const outbox = await openOutbox();
    for (const [at, loser] of losers.entries()) {
        const entry = {kind: "deal", loser, bench: ["E"]};
        const known = outbox.known(game);
        await outbox.add(lineOf({game, by, entry, slot: known.position + 1 + at, known}, outbox.clock()));
    }
}"""

SEND = "import('/static/tournaments/phone/outbox.js').then((one) => one.openOutbox()).then((it) => it.send())"


@pytest.fixture
def table(site, evening):
    return stories.table_of(evening, 1)


@pytest.fixture
def at(phone: Page, hall, table) -> Page:
    """A phone on a public page of the site, in a hall without https."""
    phone.goto(f"{hall}/e/{table.round.event.slug}/")
    assert phone.evaluate("isSecureContext") is False
    return phone


def sign_in(page: Page, account, url: str) -> None:
    client = Client()
    client.force_login(account)
    value = client.cookies[settings.SESSION_COOKIE_NAME].value
    page.context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": value, "url": url}])


def losers() -> list[str]:
    return [line.payload["loser"] for line in Entry.objects.filter(kind="deal").order_by("position")]


def banner(page: Page):
    return page.locator("[data-outbox]")


def test_who_only_watches_is_given_no_store_and_loads_no_outbox(at):
    asked: list[str] = []
    at.on("request", lambda request: asked.append(request.url))
    at.reload()
    assert any(url.endswith("/everywhere.js") for url in asked)
    assert not any(url.endswith(("/outbox.js", "/waiting.js", "/idb.js", "/t/lines/")) for url in asked)
    assert at.evaluate("indexedDB.databases().then((all) => all.length)") == 0


def test_what_was_kept_without_a_network_is_sent_in_order_by_whatever_page_is_opened_next(at, hall, table, referee):
    sign_in(at, referee, hall)
    keep = {"game": table.game_id, "by": referee.key, "losers": ["B", "D"]}
    at.evaluate("import('/static/tournaments/phone/outbox.js')")  # while there is a network
    at.evaluate("import('/static/tournaments/phone/line.js')")
    at.context.set_offline(True)
    at.evaluate(KEEP, keep)
    assert losers() == []
    next_page = at.context.new_page()
    at.close()
    next_page.context.set_offline(False)
    with next_page.expect_response("**/t/lines/"):
        next_page.goto(f"{hall}/")
    next_page.wait_for_function("localStorage.getItem('scwu-outbox')")
    next_page.evaluate(SEND)
    assert losers() == ["B", "D"]
    expect(banner(next_page)).to_be_hidden()


def test_signed_out_the_deals_are_counted_and_the_page_asks_to_sign_in(at, hall, table, referee):
    at.evaluate(KEEP, {"game": table.game_id, "by": referee.key, "losers": ["B"]})
    at.reload()
    expect(banner(at)).to_contain_text("1 deal only on this phone, last contact just now.", timeout=TIMEOUT)
    link = banner(at).get_by_role("link", name="Sign in")
    expect(link).to_have_attribute("href", f"{hall}/sign-in/?next=%2Fe%2F{table.round.event.slug}%2F")
    assert losers() == []
    sign_in(at, referee, hall)
    at.reload()
    expect(banner(at)).to_be_hidden(timeout=TIMEOUT)
    at.evaluate(SEND)
    assert losers() == ["B"]


def test_without_a_network_the_banner_counts_and_does_not_promise(at, hall, table, referee):
    at.evaluate(KEEP, {"game": table.game_id, "by": referee.key, "losers": ["B", "C", "D"]})
    at.reload()
    expect(banner(at)).to_contain_text("3 deals only on this phone", timeout=TIMEOUT)
    at.context.set_offline(True)
    expect(banner(at)).to_contain_text("3 deals only on this phone")
    assert "nothing is lost" not in at.locator("body").inner_text()
