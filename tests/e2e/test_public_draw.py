"""A public draw in a real browser: promised, frozen, turned on a phone, opened; then checked by anybody, and forged."""

from __future__ import annotations

import hashlib
import json
import re

import pytest
from playwright.sync_api import Page, expect

from tests.conftest import Site
from tests.e2e.pages import is_as_wide_as_its_screen, press_and_agree
from tests.factories.base import NOW
from tests.factories.stories import a_planned_round, add_players, an_event, director_of
from tests.tournaments.ceremony.transcripts import QUICKNET, QUICKNET_TOLD, retold, with_secrets, without_ceremony
from tests.tournaments.ceremony.transcripts import transcript as a_transcript
from tests.tournaments.console.conftest import signed_in_as
from tests.tournaments.operations.seating.test_ceremonies import (
    CARDS,
    announce,
    freeze,
    give_up,
    open_it,
    opened,
    transcript,
)
from tournaments.ceremony.beacon import Beacon
from tournaments.draws.model import Options
from tournaments.draws.seeding import VERSION
from tournaments.models import CeremonyStep, Round
from tournaments.operations.seating.ceremonies import show_turned
from tournaments.texts.about_draws import CHECKS, REMARKS

LEAST = 48  # px of a target under a thumb

# Every character of a text changed in several ways, left out and doubled: what is tried and what is taken for sound.
TRY_ALL = """async (text) => {
    const { check } = await import("/static/tournaments/check-draw.js");
    let tried = 0;
    const sound = [];
    for (let at = 0; at < text.length - 1; at += 1) {
        for (const other of ["", " ", "0", "7", "a", text[at] + text[at], `${text[at]} `]) {
            if (other === text[at]) continue;
            tried += 1;
            const found = check(text.slice(0, at) + other + text.slice(at + 1));
            if (found.every(([, holds]) => holds)) sound.push([at, other]);
        }
    }
    return [tried, sound];
}"""
DIGESTS = """async (texts) => {
    const { sha256 } = await import("/static/tournaments/check-draw.js");
    return texts.map(sha256);
}"""
FINDINGS = """async (text) => {
    const { check } = await import("/static/tournaments/check-draw.js");
    return check(text);
}"""


@pytest.fixture
def round_(site: Site) -> Round:
    return a_planned_round(an_event(players=9, status="closed", clubs=2, slug="pond", name="Pond Classic"))


@pytest.fixture
def desk(phone: Page, site: Site, round_: Round) -> Page:
    session = signed_in_as(director_of(round_.event)).cookies["sessionid"].value
    phone.context.add_cookies([{"name": "sessionid", "value": session, "url": site.url}])
    phone.goto("/desk/pond/round/1/ceremony/")
    return phone


@pytest.fixture
def looker_on(page: Page) -> Page:
    """Anybody, whose browser must not complain of the page."""
    page.on("pageerror", lambda error: pytest.fail(str(error)))
    page.on("console", lambda said: pytest.fail(said.text) if said.type == "error" else None)
    return page


def checked(page: Page, text: str | None = None) -> list[str]:
    """Paste a transcript, or take the one that is there; check it and read what does not hold."""
    if text is not None:
        page.get_by_label("Transcript", exact=True).fill(text)
    page.get_by_role("button", name="Check", exact=True).click()
    verdict = page.locator("[data-verdict]")
    wrong = page.locator(".checks .bad:visible").all_inner_texts()
    expect(verdict).to_have_text("Rejected." if wrong else "It holds.")
    said = page.locator("[data-remarks] li:visible")
    if wrong:
        expect(said).to_have_count(0)
    else:
        taken = str(REMARKS["taken"]) % {"engine": VERSION}
        expect(said.filter(has_text=taken).last).to_have_text(re.compile(rf"^pond/\d+/1: {re.escape(taken)}$"))
    return wrong


def test_a_draw_is_led_on_a_phone_and_everybody_can_check_it(desk: Page, looker_on: Page, round_: Round):
    """Who looks on has opened the page once, before anything was promised."""
    looker_on.goto("/e/pond/round/1/draw/")
    expect(looker_on.get_by_text("No draw was promised yet")).to_be_visible()
    desk.set_viewport_size({"width": 390, "height": 664})
    desk.get_by_role("button", name="Promise the draw").tap()
    expect(looker_on.get_by_text("Not opened yet")).to_be_visible()
    expect(desk.get_by_role("button", name="Freeze the list")).to_be_in_viewport(ratio=1)
    add_players(round_.event, 1)
    press_and_agree(desk, "Freeze the list", "Freeze the list")
    expect(desk.get_by_role("alert")).to_be_in_viewport(ratio=1)
    press_and_agree(desk, "Freeze the list", "Freeze the list")
    expect(looker_on.get_by_role("link", name="What was frozen")).to_be_visible()
    expect(desk.locator(".aloud")).to_have_text(CeremonyStep.objects.get(kind="frozen").digest[:6])
    expect(desk.locator(".aloud")).to_be_in_viewport(ratio=1)
    for number, card in enumerate(CARDS.split(), start=1):
        button = desk.locator(f"button[name=add][value='{card}']")
        box = button.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= LEAST
        button.tap()
        expect(desk.locator(".turned .playing-card")).to_have_count(number)
        assert is_as_wide_as_its_screen(desk)
        expect(looker_on.locator("#attempts code", has_text=" ".join(CARDS.split()[:number]))).to_be_visible()
    expect(desk.get_by_role("button", name="Open the draw")).to_be_in_viewport(ratio=1)
    press_and_agree(desk, "Open the draw", "Open the draw")
    expect(desk.get_by_role("link", name="To the round")).to_be_in_viewport(ratio=1)
    expect(desk.get_by_role("link", name="Check the draw")).to_be_visible()

    expect(looker_on.get_by_role("heading", name="Check it yourself")).to_be_visible()
    assert checked(looker_on) == []
    expect(looker_on.locator(".checks .good:visible")).to_have_count(8)
    expect(looker_on.get_by_text(f"cards {CARDS}").first).to_be_visible()
    assert is_as_wide_as_its_screen(looker_on)


@pytest.mark.parametrize("turned", ["cards Ol 7h", "dice 1 6 3", ""])
def test_the_hall_screen_shows_the_whole_draw_on_a_phone(phone: Page, round_: Round, turned: str):
    """Six signs that are cut off at the edge are compared with six others."""
    announce(round_)
    freeze(round_)
    if turned:
        show_turned(round_=round_, by=director_of(round_.event), now=NOW, turned=turned, shown="")
    else:
        give_up(round_)
    phone.goto("/e/pond/screen/?show=draw")
    expect(phone.locator(".aloud")).to_be_in_viewport(ratio=1)
    assert is_as_wide_as_its_screen(phone)


def test_a_forged_transcript_is_rejected_in_the_browser(looker_on: Page, round_: Round):
    opened(round_)
    looker_on.goto("/e/pond/round/1/draw/")
    text = transcript(round_)
    told = json.loads(text)
    assert checked(looker_on, text.replace("Ol", "Kl")) == [
        "✗ This is no transcript, or it was changed after it was written."
    ]
    assert checked(looker_on, "a shopping list") != []
    told["tables"][0].reverse()
    assert "✗ Somebody has no seat or not that of his lot, or sizes, clubs or pairs are not as frozen." in checked(
        looker_on, retold(told)
    )
    other = {**json.loads(text), "secret": "cd" * 32}
    assert "✗ The secret is not the one whose digest stands in the commitment." in checked(looker_on, retold(other))
    assert checked(looker_on, text.strip()) == [], "a pasted text has lost the end of its line"
    looker_on.get_by_label("Transcript", exact=True).fill(a_transcript())  # its seating was searched for
    looker_on.get_by_role("button", name="Check", exact=True).click()
    expect(looker_on.locator("[data-verdict]")).to_have_text(
        "The promises hold, but the seating itself was NOT checked."
    )
    expect(looker_on.get_by_text("Not checked was whether the lots give just this seating")).to_be_visible()


def test_a_round_of_drand_is_not_ticked_where_nobody_knows_that_it_was_signed(looker_on: Page, round_: Round):
    opened(round_)
    looker_on.goto("/e/pond/round/1/draw/")
    looker_on.get_by_label("Transcript", exact=True).fill(with_secrets(named=QUICKNET, beacon=QUICKNET_TOLD))
    looker_on.get_by_role("button", name="Check", exact=True).click()
    verdict = looker_on.locator("[data-verdict]")
    expect(verdict).to_have_text("It holds, but the signature of the drand round was NOT checked here.")
    expect(verdict).to_have_class("notice warning")
    expect(looker_on.locator(".checks .good:visible")).to_have_count(8)
    expect(looker_on.get_by_text("its randomness is that of its signature")).to_be_hidden()
    late = Beacon(QUICKNET.chain, QUICKNET.round, QUICKNET.comes_at)
    assert checked(looker_on, with_secrets(named=late, beacon=QUICKNET_TOLD)) == [f"✗ {CHECKS['beacon'].fails}"]


def test_a_later_round_is_checked_with_those_before_it_and_not_without(looker_on: Page, round_: Round):
    """By its plan who sits with whom is settled before the lots, and its own transcript cannot say whose plan it is."""
    second = a_planned_round(round_.event)
    opened(round_)
    opened(second)
    looker_on.goto("/e/pond/round/2/draw/")
    assert checked(looker_on) == []
    expect(looker_on.get_by_text("Each goes on with the plan that the one before has left")).to_be_visible()
    for name in ("pond/1/1", "pond/2/1"):
        expect(looker_on.get_by_text(f"{name}: There was no second secret by somebody of the hall.")).to_be_visible()
    told = json.loads(transcript(second))
    told["quality"]["coincidences"] += 1
    assert checked(looker_on, transcript(round_) + retold(told)) == [
        "✗ pond/2/1: Repeat meetings, club-mates or first dealers are counted wrongly."
    ]
    assert checked(looker_on, transcript(round_) + "a shopping list") == [
        "✗ transcript 2: This is no transcript, or it was changed after it was written."
    ]
    looker_on.get_by_label("Transcript", exact=True).fill(transcript(second))
    looker_on.get_by_role("button", name="Check", exact=True).click()
    expect(looker_on.locator("[data-verdict]")).to_have_text(
        "The promises hold, but the seating itself was NOT checked."
    )
    expect(looker_on.get_by_text("put those of the rounds before above it, a line each")).to_be_visible()


def test_a_draw_of_this_event_is_said_with_nicks_and_one_of_another_as_it_is_written(looker_on: Page, round_: Round):
    someone = round_.event.registrations.order_by("pk").first()
    reason = "The reason that is frozen for this attempt:"
    opened(round_)
    announce(round_, reason=f"{someone.nick} came late", mint=lambda: "cd" * 32)
    freeze(round_)
    open_it(round_)
    looker_on.goto("/e/pond/round/1/draw/")
    assert f"[{someone.key}] came late" in looker_on.get_by_label("Transcript", exact=True).input_value()
    looker_on.get_by_role("button", name="Check", exact=True).click()
    remarks = looker_on.locator("[data-remarks]")
    expect(remarks).to_contain_text("pond/1/2: It is attempt 2; earlier ones that it tells of: 1, of these at hand: 0.")
    expect(remarks).to_contain_text(f"pond/1/2: {reason} {someone.nick} came late")
    elsewhere = a_transcript(draw_id="moor/3/2", attempt=2, reason=f"[{someone.key}] came late")
    looker_on.get_by_label("Transcript", exact=True).fill(elsewhere)
    looker_on.get_by_role("button", name="Check", exact=True).click()
    expect(remarks).to_contain_text(f"moor/3/2: {reason} [{someone.key}] came late")


def test_the_second_checker_agrees_with_the_first(looker_on: Page):
    looker_on.goto("/")
    texts = ["č" * number + "a" * (200 - number) for number in range(200)] + ["a" * number for number in range(130)]
    assert looker_on.evaluate(DIGESTS, texts) == [hashlib.sha256(text.encode()).hexdigest() for text in texts]
    countries = {number: ("CZ", None)[number % 2] for number in range(1, 11) if number != 3}
    with_countries = a_transcript(options=Options(countries="prefer", rounds=3), countries=countries)
    for text in (a_transcript(), without_ceremony(), a_transcript(players=60, rounds=()), with_countries):
        assert all(holds for _, holds in looker_on.evaluate(FINDINGS, text))
    document = json.loads(with_countries)
    document["quality"]["country_pairs"] += 1
    assert ["quality", False] in looker_on.evaluate(FINDINGS, retold(document))


def test_a_sound_transcript_of_another_draw_is_not_what_somebody_noted(looker_on: Page, round_: Round):
    """Everything in it fits together; only who saw the promise can tell that it is not the promised one."""
    opened(round_)
    promised, frozen = (CeremonyStep.objects.get(kind=kind).digest for kind in ("announced", "frozen"))
    looker_on.goto("/e/pond/round/1/draw/")
    looker_on.get_by_label("The commitment, as you noted it").fill(promised)
    looker_on.get_by_label("What was read aloud").fill(frozen[:6].upper())
    assert checked(looker_on) == []
    expect(looker_on.locator(".checks .good:visible")).to_have_count(10)
    wrong = checked(looker_on, a_transcript())
    assert [line[:14] for line in wrong] == ["✗ The commitme", "✗ No frozen ha"]


@pytest.mark.slow
def test_no_change_of_one_character_is_taken_for_sound_in_the_browser(looker_on: Page):
    looker_on.goto("/")
    tried, sound = looker_on.evaluate(TRY_ALL, a_transcript())
    assert tried > 8_000
    assert sound == []
