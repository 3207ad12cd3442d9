"""The pages around a table with the longest nicks on the smallest phone: nothing is wider than the screen, no button is
smaller than a thumb, no word stands in a column of letters.
"""

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from tests.e2e.pages import is_as_wide_as_its_screen
from tests.e2e.test_one_screen import a_worst_table, phone_at
from tests.factories import stories
from tests.factories.tournaments import ClubFactory, PlayerFactory
from tests.tournaments.operations.seating.test_ceremonies import opened
from tournaments.operations.events.at_the_door import admit, apply_at_the_door, key_of
from tournaments.operations.people.claims import claim_path, offer

SMALL = """() => {
    const touched = "main button, main a.button, main summary, main label:has(input), main select";
    return [...document.querySelectorAll(touched)]
        .filter((one) => one.getClientRects().length && !one.closest(".hush"))
        .map((one) => [one.textContent.trim() || one.querySelector("input").name, one.getBoundingClientRect()])
        .filter(([, box]) => box.height < 44 || box.width < 40)
        .map(([name, box]) => `${name}: ${box.width}×${box.height}`);
}"""

ASIDE = "() => [...document.querySelectorAll('.scroll')].filter((one) => one.scrollWidth > one.clientWidth).length"

CUT = """() => [...document.querySelectorAll("main button, main a.button")]
    .filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent.trim())"""


@pytest.fixture
def at(new_page, site) -> Page:
    table = a_worst_table(6)
    return phone_at(new_page, site, table, viewport={"width": 320, "height": 568}, locale="cs-CZ")


def test_every_page_of_the_table_fits_the_smallest_phone(at: Page):
    base = at.url
    for tail in ("", "grid/", "sat-wrongly/", "rulings/b_inattentive/", "lines/1/", "here/"):
        at.goto(f"{base}{tail}")
        at.evaluate("for (const one of document.querySelectorAll('main details')) one.open = true")
        assert is_as_wide_as_its_screen(at), tail
        assert at.evaluate(SMALL) == [], tail


def test_who_agrees_reads_his_name_on_the_button(new_page, site):
    table = a_worst_table(6)
    event = table.round.event
    event.regulations = {**event.regulations, "acceptance": "asked"}
    event.save()
    stories.play_out(table)
    page = phone_at(new_page, site, table, viewport={"width": 320, "height": 568})
    buttons = page.locator("#closing").get_by_role("button")
    expect(buttons).to_have_count(6)
    lines = buttons.evaluate_all("(all) => all.map((one) => one.getBoundingClientRect().height / 20)")
    assert max(lines) <= 6
    assert is_as_wide_as_its_screen(page)


@pytest.mark.parametrize("language", ["cs-CZ", "en-GB"])
def test_the_pages_of_an_event_fit_the_smallest_phone(new_page, site, language):
    event = stories.example("moor-final")
    ClubFactory.create(name="Mourovatí z Podhradí u Velkého Meziříčí")
    for number, one in enumerate(event.registrations.all()):
        one.nick = f"ŽLUŤOUČKÝ KŮŇ Z PŘÍBRAMI A OKOLÍ {number}"
        one.save()
    page = new_page(viewport={"width": 320, "height": 568}, locale=language)
    of_event = ("", "standings/", "teams/", "players/", "records/", "article/", "report/", "pictures/", "screen/")
    for address in (*(f"/e/{event.slug}/{tail}" for tail in of_event), "/clubs/", "/players/"):
        page.goto(f"{site.url}{address}")
        assert is_as_wide_as_its_screen(page), address


def test_who_is_asked_whether_it_is_he_reads_his_whole_nick(new_page, site):
    """On the page of a claim, and on his phone at the door: the nick stands on the button."""
    event, now = stories.an_event(players=0, status="open", slug="pub"), timezone.now()
    by = stories.director_of(event)
    offered = offer(PlayerFactory.create(nick="Q" * 40), by=by, now=now)
    door = apply_at_the_door(event=event, nick="W" * 40, club=None, language="", network="", now=now)
    page = new_page(viewport={"width": 320, "height": 568})
    page.context.add_cookies([{"name": "at_the_door", "value": key_of(door), "url": f"{site.url}/e/pub/"}])
    for address in (claim_path(offered), "/e/pub/sign-up/", "/e/pub/at-the-door/"):
        if address.endswith("door/"):
            admit(claim=door, by=by, now=now)
        page.goto(f"{site.url}{address}")
        expect(page.locator("main .nick").first).to_be_visible()
        assert page.evaluate(CUT) == [], address
        assert is_as_wide_as_its_screen(page), address


@pytest.mark.parametrize("width", [390, 320])
def test_lot_table_and_seat_stand_beside_the_longest_nick_on_a_phone(new_page, site, width):
    """Nobody has to find out that the table of a draw can be pushed aside."""
    event = stories.an_event(players=9, status="closed", slug="pond")
    for number, one in enumerate(event.registrations.all()):
        one.nick = f"{number}{'W' * 39}" if number % 2 else f"ŽLUŤOUČKÝ KŮŇ Z PŘÍBRAMI A OKOLÍ {number}"
        one.save()
    opened(stories.a_planned_round(event))
    page = new_page(viewport={"width": width, "height": 664}, locale="cs-CZ")
    page.goto(f"{site.url}/e/pond/round/1/draw/")
    rows = page.locator(".lots tbody tr")
    expect(rows).to_have_count(9)
    assert page.evaluate(ASIDE) == 0
    assert is_as_wide_as_its_screen(page)
