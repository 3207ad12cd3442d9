"""How much stands on one screen: people in rows of 48 px, sections side by side, ten places on a phone."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.conftest import Site
from tests.e2e.pages import is_as_wide_as_its_screen
from tests.e2e.test_table_page import sign_in
from tests.factories.stories import a_running_round, an_event, director_of, play_round, record_deals, table_of
from tournaments.models import Club, Event, Registration

TOPS = "rows => rows.map(row => Math.round(row.getBoundingClientRect().top))"
# Texts of cells (of a player's cell his nick) that reach into the text of the cell after them.
COVERED = """rows => {
    const said = (cell) => {
        const text = document.createRange();
        text.selectNodeContents(cell.querySelector(".nick") || cell);
        return text.getBoundingClientRect();
    };
    return rows.flatMap((row) => [...row.cells].slice(0, -1)
        .filter((cell) => said(cell).right > said(cell.nextElementSibling).left + 1)
        .map((cell) => cell.textContent.trim()));
}"""
# From the text of a state to the button in its row.
BETWEEN = """rows => rows.map((row) => {
    const text = document.createRange();
    text.selectNodeContents(row.querySelector(".badge"));
    return row.querySelector("button").getBoundingClientRect().left - text.getBoundingClientRect().right;
})"""
HEIGHTS = "rows => rows.map(row => row.getBoundingClientRect().height)"


@pytest.fixture
def pond(site: Site) -> Event:
    return an_event(players=12, clubs=3, status="closed", slug="pond")


@pytest.fixture
def desk(page: Page, site: Site, pond: Event) -> Page:
    sign_in(page.context, director_of(pond), site.url)
    return page


def test_people_stand_in_rows_of_48_px(desk: Page, site: Site):
    desk.goto(f"{site.url}/desk/pond/people/")
    assert max(desk.locator("tbody tr").evaluate_all(HEIGHTS)) < 49  # borders that two rows share are halves


def test_who_checks_people_in_sees_two_columns_of_them(desk: Page, site: Site):
    Event.objects.filter(slug="pond").update(fee="100 Kč")
    Club.objects.update(name="Mourovatí z Podhradí u Velkého Meziříčí")
    desk.goto(f"{site.url}/desk/pond/people/?mode=check-in")
    assert max(desk.locator("tbody tr").evaluate_all(HEIGHTS)) < 49, "with a fee and long names, too"
    assert min(desk.locator("tbody th").evaluate_all("all => all.map(one => one.clientWidth)")) > 150
    tops = desk.locator("tbody tr").evaluate_all(TOPS)
    assert len(set(tops)) == len(tops) / 2
    expect(desk.get_by_role("row")).to_have_count(12)  # they are a table's rows for who does not see them


@pytest.mark.parametrize("width", [320, 390])
def test_people_stand_in_rows_of_48_px_on_a_phone(phone: Page, site: Site, pond: Event, width: int):
    """With long nicks and clubs, and a fee: each row has its next step, large as a thumb, and leads to all others."""
    Event.objects.filter(pk=pond.pk).update(fee="100 Kč")
    Club.objects.update(name="Mourovatí z Podhradí u Velkého Meziříčí")
    people = list(Registration.objects.filter(event=pond).order_by("position"))
    for one, status in zip(people, ("applied", "waiting", "confirmed", "withdrawn"), strict=False):
        Registration.objects.filter(pk=one.pk).update(nick=f"ŽLUŤOUČKÝ KŮŇ Z PŘÍBRAMI {one.key}", status=status)
    sign_in(phone.context, director_of(pond), site.url)
    phone.set_viewport_size({"width": width, "height": 664})
    for query in ("", "?mode=check-in"):
        phone.goto(f"{site.url}/desk/pond/people/{query}")
        rows = phone.locator("table.people tbody tr")
        assert max(rows.evaluate_all(HEIGHTS)) < 49, query
        assert min(rows.locator("button:visible").evaluate_all(HEIGHTS)) >= 44, query
        assert is_as_wide_as_its_screen(phone), query
    phone.goto(f"{site.url}/desk/pond/people/")
    phone.get_by_role("row").filter(has_text="ŽLUŤOUČKÝ KŮŇ Z PŘÍBRAMI p1").get_by_role("link").click()
    for name in ("Confirm", "Check in", "Put on the waiting list", "Withdraw"):
        expect(phone.get_by_role("main").get_by_role("button", name=name, exact=True)).to_be_visible()


@pytest.mark.parametrize("width", [320, 390])
def test_no_state_touches_the_button_beside_it(new_page, site: Site, pond: Event, width: int):
    """In Czech, whose word for it is the longest."""
    Registration.objects.filter(event=pond).update(status="withdrawn")
    page = new_page(viewport={"width": width, "height": 664}, locale="cs-CZ")
    sign_in(page.context, director_of(pond), site.url)
    page.goto(f"{site.url}/desk/pond/people/")
    rows = page.locator("table.people tbody tr")
    expect(rows.first).to_contain_text("odhlášeno")
    assert min(rows.evaluate_all(BETWEEN)) >= 5


@pytest.mark.parametrize("width", [320, 390])
@pytest.mark.parametrize("page_of", ["/e/pond/", "/e/pond/standings/", "/e/pond/teams/", "/desk/pond/standings/"])
def test_no_column_of_standings_covers_the_next(phone: Page, site: Site, pond: Event, page_of: str, width: int):
    record_deals(table_of(a_running_round(pond)), "A")
    sign_in(phone.context, director_of(pond), site.url)
    phone.set_viewport_size({"width": width, "height": 664})
    phone.goto(f"{site.url}{page_of}")
    phone.locator(".standings tbody .place").evaluate_all("all => all.forEach(one => { one.textContent = '101–118'; })")
    assert phone.locator(".standings tr").evaluate_all(COVERED) == []
    assert is_as_wide_as_its_screen(phone)


@pytest.mark.parametrize("width", [320, 390])
def test_a_nick_in_a_list_is_not_broken_while_there_is_room(phone: Page, site: Site, pond: Event, width: int):
    phone.set_viewport_size({"width": width, "height": 664})
    for path in ("/players/", "/e/pond/players/"):
        phone.goto(f"{site.url}{path}")
        assert max(phone.locator("th > a.nick").evaluate_all("all => all.map(one => one.getClientRects().length)")) == 1


def test_the_desk_and_the_list_of_events_have_sections_side_by_side(desk: Page, site: Site, pond: Event):
    a_running_round(pond)
    an_event(players=4, status="announced", slug="lake")
    for path, headings in (("/desk/pond/", ("People", "Rounds")), ("/", ("Running now", "Coming"))):
        desk.goto(f"{site.url}{path}")
        tops = [desk.get_by_role("heading", name=name, exact=True).bounding_box() for name in headings]
        assert tops[0] is not None
        assert tops[1] is not None
        assert tops[0]["y"] == tops[1]["y"], path


def test_a_phone_shows_ten_places_of_the_standings_at_once(phone: Page, site: Site, pond: Event):
    play_round(a_running_round(pond))
    phone.set_viewport_size({"width": 390, "height": 664})
    phone.goto(f"{site.url}/e/pond/standings/")
    heights = phone.locator(".standings tbody tr").evaluate_all(HEIGHTS)
    assert len(heights) == 12
    assert sum(heights[:10]) <= 664


@pytest.mark.parametrize("scripts", [True, False])
def test_the_line_for_walk_ins_has_the_focus_after_each(browser: Browser, site: Site, pond: Event, scripts: bool):
    context = browser.new_context(java_script_enabled=scripts)
    sign_in(context, director_of(pond), site.url)
    page = context.new_page()
    page.goto(f"{site.url}/desk/pond/people/")
    for nick in ("HERON", "MAGPIE"):
        line = page.get_by_label("Walk-in")
        if nick == "HERON":
            line.focus()
        page.keyboard.type(nick)
        page.keyboard.press("Enter")
        expect(page.locator("main")).to_contain_text(f"{nick}, without a club, is in")
        expect(page.get_by_label("Walk-in")).to_be_focused()
    context.close()
