"""The last resort: one phone has no network, another reads its lines from its screen as codes, and brings them."""

from collections.abc import Callable

import pytest
import segno
from playwright.sync_api import Page, expect

from games.models import Entry
from tests.conftest import PHONE
from tests.e2e.test_table_page import sign_in
from tests.factories import stories

TIMEOUT = 15_000
# Deals of the page's own game into its outbox, as taps on the page put them there.
TAP = """async (losers) => {
  const { openOutbox } = await import("/static/tournaments/phone/outbox.js");
  const { lineOf } = await import("/static/tournaments/phone/line.js");
  const outbox = await openOutbox(), game = JSON.parse(document.querySelector("script#game").textContent);
  await outbox.meet(game);
  let slot = 0;
  for (const loser of losers) {
    slot += 1;
    const entry = {kind: "deal", loser, bench: ["E"]}, known = outbox.known(game.game);
    await outbox.add(lineOf({game: game.game, by: game.by, entry, slot, known, seen: false}, outbox.clock()));
  }
}"""
CODES = """async () => {
  const { openOutbox } = await import("/static/tournaments/phone/outbox.js");
  const { codesOf } = await import("/static/tournaments/phone/carry.js");
  return codesOf(await (await openOutbox()).carryOut());
}"""


@pytest.fixture
def table(site, evening):
    return stories.table_of(evening, 1)


@pytest.fixture
def phone_of(new_page: Callable[..., Page], site) -> Callable[..., Page]:
    def open_phone(account=None) -> Page:
        phone = new_page(**PHONE)
        if account is not None:
            sign_in(phone.context, account, site.url)
        return phone

    return open_phone


@pytest.fixture
def cut_off(phone_of: Callable[..., Page], table, referee) -> Page:
    """A phone that has lost its network with two deals on it; its page stood for a while before."""
    phone = phone_of(referee)
    phone.clock.install()
    phone.goto(f"/t/{table.round.event.slug}/1/1/")
    with phone.expect_response("**/vendor/qrcode*.js"):
        phone.clock.fast_forward(15_000)
    phone.wait_for_load_state("networkidle")
    phone.context.set_offline(True)
    phone.evaluate(TAP, "AB")
    return phone


def deals() -> list[str]:
    return [line.payload["loser"] for line in Entry.objects.filter(kind="deal").order_by("position")]


def squares(page: Page) -> list[list[bool]]:
    """The code on the screen, without the white around it."""
    shape = page.locator("[data-carry-code] path").get_attribute("d") or ""
    size = int((page.locator("[data-carry-code] svg").get_attribute("viewBox") or "").split()[2]) - 8
    dark = {tuple(map(int, square.split("h")[0].split())) for square in shape.split("M")[1:]}
    return [[(column + 4, row + 4) in dark for column in range(size)] for row in range(size)]


DRAW = """async (text) => {
  const { drawing } = await import("/static/tournaments/phone/carry-page.js");
  const place = document.querySelector("[data-carry-code]");
  place.textContent = "";
  place.append(drawing(text));
}"""


def test_a_page_that_is_open_shows_its_lines_as_codes_without_the_network(cut_off: Page, site):
    cut_off.get_by_role("button", name="Let another phone carry your lines").tap()
    expect(cut_off.locator("[data-carry-which]")).to_have_text("Code 1 of 1")
    shown = squares(cut_off)
    (code,) = cut_off.evaluate(CODES)
    cut_off.evaluate(DRAW, f"{site.url}/carry/#{code}")
    assert shown == squares(cut_off)


def test_codes_are_loaded_only_when_somebody_asks_and_the_first_tap_shows_them(phone_of, table, referee):
    phone = phone_of(referee)
    asked: list[str] = []
    phone.on("request", lambda request: asked.append(request.url))
    phone.goto(f"/t/{table.round.event.slug}/1/1/", wait_until="load")
    assert not [url for url in asked if "qrcode" in url]
    phone.get_by_role("button", name="Let another phone carry your lines").tap()
    expect(phone.locator("[data-carry-nothing]")).to_be_visible(timeout=TIMEOUT)


def test_where_the_codes_cannot_be_loaded_the_page_says_so(phone_of, table, referee):
    phone = phone_of(referee)
    phone.goto(f"/t/{table.round.event.slug}/1/1/")
    phone.context.set_offline(True)
    phone.get_by_role("button", name="Let another phone carry your lines").tap()
    expect(phone.locator("[data-carry-unloaded]")).to_be_visible(timeout=TIMEOUT)


def test_the_drawing_is_a_code_that_any_camera_reads(phone_of: Callable[..., Page], site):
    """As another program draws it. The text fills its code: what fills up the rest is not the same everywhere."""
    phone, text = phone_of(), "http://hall.test/carry/#".ljust(106, "x")
    phone.goto("/carry/")
    phone.evaluate(DRAW, text)
    made = [segno.make(text, mode="byte", error="l", version=5, mask=mask, boost_error=False) for mask in range(8)]
    assert squares(phone) in [[[bool(dark) for dark in row] for row in one.matrix] for one in made]


def test_what_another_phone_reads_is_counted_once_also_when_the_first_comes_back(
    cut_off: Page, phone_of: Callable[..., Page], site, referee
):
    (code,) = cut_off.evaluate(CODES)
    other = phone_of(referee)
    for _ in range(2):  # the camera reads it twice
        other.goto("/rules/")
        other.goto(f"/carry/#{code}")
        expect(other.locator("[data-carry-said]")).to_have_text(
            "Code 1 of 1. Lines on the server: all 2.", timeout=TIMEOUT
        )
    assert deals() == ["A", "B"]
    cut_off.context.set_offline(False)
    cut_off.wait_for_function("document.querySelector('main')")
    cut_off.evaluate(
        """async () => (await (await import("/static/tournaments/phone/outbox.js")).openOutbox()).send()"""
    )
    assert deals() == ["A", "B"]


def test_a_carrier_who_is_signed_out_keeps_the_lines_and_is_asked_to_sign_in(
    cut_off: Page, phone_of: Callable[..., Page], referee, site
):
    (code,) = cut_off.evaluate(CODES)
    other = phone_of()
    other.goto(f"/carry/#{code}")
    expect(other.locator("[data-carry-said]")).to_have_text(
        "Code 1 of 1. Lines on this phone: 2. Sign in, and they are sent.", timeout=TIMEOUT
    )
    assert deals() == []
    sign_in(other.context, referee, site.url)
    other.goto("/carry/")
    other.evaluate("""async () => (await (await import("/static/tournaments/phone/outbox.js")).openOutbox()).send()""")
    assert deals() == ["A", "B"]


def test_a_code_that_was_cut_off_is_called_so(phone_of: Callable[..., Page], site):
    phone = phone_of()
    phone.goto("/carry/#bm90aGluZw")
    expect(phone.locator("[data-carry-said]")).to_have_text(
        "This code could not be read as a whole. Let the camera read it once more.", timeout=TIMEOUT
    )
