"""A second secret from a phone of the hall: nowhere but on that phone until it is opened, and then in the draw."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import Page, Request, expect

from tests.canaries import cached, database, needles
from tests.conftest import Site
from tests.e2e.pages import is_as_wide_as_its_screen, press_and_agree
from tests.factories.base import NOW
from tests.factories.stories import a_planned_round, an_event, director_of
from tests.tournaments.console.conftest import signed_in_as
from tests.tournaments.operations.seating.test_ceremonies import CARDS, announce, freeze, give_up, transcript
from tests.tournaments.operations.seating.test_second_secrets import open_secret, turn
from tournaments.ceremony.hall import hall_commitment
from tournaments.ceremony.verification import findings_of, verdict_on
from tournaments.models import HallOffer, Round
from tournaments.operations.seating.second_secrets import MOST_OFFERS


@pytest.fixture
def round_(site: Site) -> Round:
    return a_planned_round(an_event(players=8, status="closed", slug="pond", name="Pond Classic"))


@pytest.fixture
def desk(page: Page, site: Site, round_: Round) -> Page:
    session = signed_in_as(director_of(round_.event)).cookies["sessionid"].value
    page.context.add_cookies([{"name": "sessionid", "value": session, "url": site.url}])
    return page


def told_by(request: Request) -> str:
    return f"{request.url} {request.headers} {request.post_data or ''}"


def test_a_second_secret_leaves_its_phone_when_it_is_opened_and_not_before(
    phone: Page, desk: Page, round_: Round, caplog: pytest.LogCaptureFixture
):
    caplog.set_level("DEBUG")
    sent: list[str] = []
    phone.on("request", lambda request: sent.append(told_by(request)))
    announce(round_)
    phone.goto("/e/pond/round/1/draw/secret/")
    phone.get_by_label("Words of your own").fill("a cat in a bag")
    phone.get_by_role("button", name="Make my secret").tap()
    secret = phone.locator("[data-show-secret]").inner_text().replace(" ", "")
    phone.reload()
    assert phone.locator("[data-show-secret]").inner_text().replace(" ", "") == secret, "it is kept"
    phone.locator("#label").fill("Franta")
    phone.locator("[data-offer] button").tap()
    expect(phone.locator("[data-when=announced-handed]")).to_be_in_viewport()
    digest = hall_commitment("pond/1/1", secret)
    assert [one for one in sent if digest in one], "the cat was looking"

    desk.goto("/desk/pond/round/1/ceremony/")
    desk.locator(f"input[value='{digest}']").check()
    press_and_agree(desk, "Freeze the list", "Freeze the list")
    expect(phone.locator("[data-when=frozen-mine]")).to_be_in_viewport()
    desk.goto(f"/desk/pond/round/1/ceremony/?kind=cards&turned={CARDS.replace(' ', '+')}")
    press_and_agree(desk, "All ten are right", "Keep them")
    opens = phone.get_by_role("button", name="Open my secret now")
    expect(opens).to_be_visible()
    assert is_as_wide_as_its_screen(phone)
    desk.goto("/e/pond/round/1/draw/secret/")
    expect(desk.get_by_text("This phone does not hold that secret.")).to_be_visible()
    expect(phone.get_by_text("This phone does not hold that secret.")).to_be_hidden()

    find = needles(secret)
    assert [one for one in sent if find(one)] == []
    assert {table for table, row in database() if find(row)} == set()
    assert find(cached()) == find(caplog.text) == set()
    desk.goto("/desk/pond/round/1/ceremony/")
    expect(desk.get_by_text("With it the draw opens by itself.")).to_be_visible()
    opens.tap()
    expect(phone.locator("[data-hall-state=opened]")).to_be_visible()
    expect(desk.get_by_text("Everybody can see tables and transcript, and check them.")).to_be_visible()
    expect(desk.get_by_text("With it the draw opens by itself.")).to_be_hidden()
    assert {table for table, row in database() if find(row)} >= {"tournaments_ceremonystep"}, "and now it is found"
    assert verdict_on(findings_of(transcript(round_))) == "holds"
    assert json.loads(transcript(round_))["hall"] == {"secret": secret}


def test_a_digest_that_stayed_for_want_of_a_network_is_not_called_handed_in(phone: Page, round_: Round):
    announce(round_)
    phone.goto("/e/pond/round/1/draw/secret/")
    phone.get_by_role("button", name="Make my secret").tap()
    phone.locator("#label").fill("Franta")
    phone.context.set_offline(True)
    expect(phone.locator("[data-offline]")).to_be_visible()
    phone.locator("[data-offer] button").tap()
    expect(phone.locator("[data-unsent]")).to_be_in_viewport()
    phone.context.set_offline(False)
    phone.reload()
    expect(phone.locator("[data-when=announced-kept]").first).to_be_visible()
    expect(phone.locator("[data-when=announced-handed]")).to_be_hidden()


def test_the_page_says_handed_in_of_what_has_come_and_of_nothing_else(phone: Page, desk: Page, round_: Round):
    announce(round_)
    told = {"event": round_.event, "round_number": 1, "attempt": 1, "at": NOW}
    phone.goto("/e/pond/round/1/draw/secret/")
    phone.get_by_role("button", name="Make my secret").tap()
    phone.locator("#label").fill("Franta")
    phone.route("**/offer/", lambda route: route.fulfill(status=429, body="too much"))
    phone.locator("[data-offer] button").tap()
    expect(phone.locator("body")).to_have_text("too much")
    phone.goto("/e/pond/round/1/draw/secret/")
    expect(phone.locator("[data-offer]")).to_be_visible()
    expect(phone.locator("[data-when=announced-handed]")).to_be_hidden()

    HallOffer.objects.bulk_create(HallOffer(**told, digest=f"{n:064x}", label="x") for n in range(MOST_OFFERS))
    phone.unroute("**/offer/")
    phone.locator("#label").fill("Franta")
    phone.locator("[data-offer] button").tap()
    expect(phone.get_by_role("alert")).to_contain_text("all 64 signs")
    phone.get_by_text("All 64 signs", exact=True).tap()
    digest = phone.locator("[data-show-whole]").inner_text()
    freeze(round_, hall=("Franta", digest))
    expect(phone.locator("[data-when=frozen-mine]")).to_be_visible()


def test_the_desk_is_told_that_it_was_opened_though_it_types_and_a_phone_that_it_made_it_for_another_attempt(
    phone: Page, desk: Page, round_: Round
):
    announce(round_)
    phone.goto("/e/pond/round/1/draw/secret/")
    phone.get_by_role("button", name="Make my secret").tap()
    wrong = phone.locator("[data-show-whole]").text_content() or ""
    give_up(round_)
    announce(round_)
    secret = "c0ffee" * 5 + "42"
    freeze(round_, hall=("Uma", wrong))
    turn(round_)
    phone.reload()
    expect(phone.locator("[data-when=called-elsewhere]")).to_be_visible()
    expect(phone.locator("[data-when=called-other]")).to_be_hidden()
    give_up(round_)
    announce(round_)
    freeze(round_, hall=("Uma", hall_commitment("pond/1/3", secret)))
    turn(round_)

    desk.goto("/desk/pond/round/1/ceremony/")
    desk.get_by_text("Type it from the paper").click()
    desk.locator("#second").fill("abcd 12")
    open_secret(round_, secret)
    expect(desk.get_by_role("button", name="New data – show")).to_be_visible()
    desk.locator("#second").fill("")
    desk.locator("#second").blur()
    expect(desk.get_by_text("Everybody can see tables and transcript, and check them.")).to_be_visible()


def test_a_card_that_was_tapped_without_a_network_says_that_it_was_not_sent(desk: Page, round_: Round):
    """Below the pack, which is longer than a screen; and the page stays."""
    announce(round_)
    freeze(round_)
    desk.set_viewport_size({"width": 390, "height": 664})
    desk.goto("/desk/pond/round/1/ceremony/#now")
    desk.context.set_offline(True)
    expect(desk.locator("[data-offline]")).to_be_visible()
    desk.locator(".pack-to-turn button").first.click()
    expect(desk.locator("[data-unsent]")).to_be_in_viewport()
    desk.context.set_offline(False)
    desk.locator(".pack-to-turn button").first.click()
    expect(desk.get_by_role("button", name="Take the last one back")).to_be_visible()
