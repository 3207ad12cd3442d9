"""The big screen in a browser: legible at eight metres, balanced, never scrolled, and it finds back by itself."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import Page, Route, expect

from tests.conftest import Site
from tests.e2e.apart import Apart
from tests.e2e.test_one_screen import LONG_NICKS
from tests.factories.base import NOW
from tests.factories.stories import (
    a_drawn_round,
    a_running_round,
    an_event,
    director_of,
    play_out,
    record_deals,
    table_of,
)
from tests.tournaments.operations.seating.test_ceremonies import announce, freeze
from tournaments import projections
from tournaments.models import Event, Round
from tournaments.operations.evening import rounds
from tournaments.operations.events import hall
from tournaments.operations.results.counting_feats import count_due
from tournaments.operations.seating import ceremonies, seats

PATIENCE = 60_000
# Of what is seen: the smallest nick, lists that are wider or higher than their place, and what stands outside.
MEASURE = """() => {
    const seen = [...document.querySelectorAll('.screen .nick')].filter((one) => one.getClientRects().length);
    const lists = [...document.querySelectorAll('[data-fit]')].filter((one) => one.getClientRects().length);
    const outside = ({ left, top, right, bottom }) =>
        left < 0 || top < 0 || right > innerWidth + 1 || bottom > innerHeight + 1;
    const root = document.documentElement;
    return {
        nicks: seen.map((one) => one.textContent.trim()),
        smallest: Math.min(...seen.map((one) => parseFloat(getComputedStyle(one).fontSize))) / innerHeight,
        outside: seen.filter((one) => outside(one.getBoundingClientRect())).length,
        over: lists.filter((list) => list.scrollHeight > list.clientHeight + 1
            || [list, ...list.children].some((one) => one.scrollWidth > one.clientWidth + 1)).length,
        scrolls: root.scrollHeight > innerHeight + 1 || root.scrollWidth > innerWidth + 1,
        columns: lists.map((list) => {
            const found = new Map();
            for (const item of list.children) {
                const box = item.getBoundingClientRect();
                const left = Math.round(box.left);
                if (box.width) found.set(left, (found.get(left) || 0) + 1);
            }
            return [...found.values()];
        }),
        pages: document.querySelector('[data-screen-page]').textContent,
    };
}"""


@pytest.fixture
def hall_page(page: Page) -> Page:
    page.on("pageerror", lambda error: pytest.fail(str(error)))
    page.on("console", lambda said: pytest.fail(said.text) if "Content Security" in said.text else None)
    page.set_viewport_size({"width": 1280, "height": 720})
    return page


def a_hall(tables: int) -> tuple[Event, Round]:
    event = an_event(players=tables * 5, status="closed", slug=f"hall{tables}", name="Pond Classic")
    round_ = a_drawn_round(event, sizes=(5,) * tables)
    seats.publish_seating(round_=round_, now=NOW, by=director_of(event))
    return event, round_


def looked_through(page: Page) -> list[dict[str, Any]]:
    """Every page of the screen, measured."""
    expect(page.locator(".screen.paged")).to_be_visible()
    if page.locator("[data-screen-pause]").is_visible():
        page.locator("[data-screen-pause]").click()
    first = page.evaluate(MEASURE)
    found = [first]
    for _ in range(int(first["pages"].split()[-1]) - 1 if first["pages"] else 0):
        page.locator("body").press("ArrowRight")
        found.append(page.evaluate(MEASURE))
    return found


@pytest.mark.parametrize("tables", [2, 8, 24])
def test_everybody_can_be_read_from_the_last_row(hall_page: Page, site: Site, tables: int):
    event, round_ = a_hall(tables)
    nicks = sorted(event.registrations.values_list("nick", flat=True))

    def check(scene: str) -> list[dict[str, Any]]:
        hall_page.goto(f"/e/{event.slug}/screen/?show={scene}")
        found = looked_through(hall_page)
        for one in found:
            assert one["smallest"] >= 1 / 30, scene
            assert (one["outside"], one["over"], one["scrolls"]) == (0, 0, False), scene
            for columns in one["columns"]:
                assert max(columns) - min(columns) < max(len(columns), 2), (scene, columns)
        return found

    by_name, by_table = check("names"), check("tables")
    assert sorted(nick for one in by_name for nick in one["nicks"]) == nicks
    assert sorted(nick for one in by_table for nick in one["nicks"]) == nicks
    round_ = rounds.start_round(round_=round_, now=NOW)
    record_deals(table_of(round_, 1), "A A A A A B")
    assert set(nicks) == {nick for one in check("round") for nick in one["nicks"]}
    assert {nick for one in check("between") for nick in one["nicks"]} == set(nicks)
    check("before")
    check("end")
    pages = {2: (1, 1), 8: (1, 1), 24: (3, 3)}[tables]
    assert (len(by_name), len(by_table)) <= pages, "pages are turned only when they must be"


# How high the letters are at which the lines of a race end.
RACE = """() => [...document.querySelectorAll('.screen-race .plot-line text')].map((one) => {
    const plot = one.ownerSVGElement;
    const scale = plot.getBoundingClientRect().width / plot.viewBox.baseVal.width;
    return parseFloat(getComputedStyle(one).fontSize) * scale / innerHeight;
})"""


@pytest.mark.parametrize("deals", ["A A A A A A B B", ""])
@pytest.mark.parametrize(
    ("nick", "width", "height", "pages"),
    [("MŇOUKOCOURK{:03}", 1920, 1080, 1), ("MICKA{}", 1024, 768, 1), ("MŇOUKOCOURK{:03}", 1024, 768, 2)],
)
def test_a_final_with_its_race_is_read_from_the_last_row_while_it_runs_and_when_it_is_over(
    hall_page: Page, site: Site, deals: str, nick: str, width: int, height: int, pages: int
):
    """Beside the table if there is room, else on a page of its own."""
    event = an_event(players=6, status="closed", slug="pond")
    for number, one in enumerate(event.registrations.all()):
        event.registrations.filter(pk=one.pk).update(nick=nick.format(number))
    table = table_of(
        a_running_round(event, sizes=(6,), kind="final", word="MOUREK", chosen=[f"p{n}" for n in range(1, 7)])
    )
    if deals:
        record_deals(table, deals)
    else:
        play_out(table)
    hall_page.set_viewport_size({"width": width, "height": height})
    hall_page.goto("/e/pond/screen/?show=final")
    found = looked_through(hall_page)
    assert len(found) == pages
    for seen in found:
        assert len(seen["nicks"]) == 6
        assert seen["smallest"] >= 1 / 30
        assert (seen["outside"], seen["over"], seen["scrolls"]) == (0, 0, False)
    expect(hall_page.locator(".screen-race svg")).to_be_in_viewport(ratio=1)
    letters = hall_page.evaluate(RACE)
    assert len(letters) == 6
    assert min(letters) >= 1 / 30


@pytest.mark.parametrize(
    ("nicks", "width", "height"),
    [(LONG_NICKS, 1280, 664), (LONG_NICKS, 1024, 768), (("MŇOUKOCOURK012",), 1024, 768)],
)
def test_long_nicks_stay_inside_the_picture(
    hall_page: Page, site: Site, nicks: tuple[str, ...], width: int, height: int
):
    """A browser that does not fill the screen leaves it 664 lines; what stands beside has a page of its own where there
    is no room for both, and nicks of forty signs break where there is none beside ten letters."""
    event = an_event(players=15, status="closed", slug="pond")
    for number, one in enumerate(event.registrations.all()):
        event.registrations.filter(pk=one.pk).update(nick=f"{nicks[number % len(nicks)][:-2]}{number:02}")
    round_ = a_drawn_round(event, sizes=(5, 5, 5), word="KOČIČÁKYXŽ")
    seats.publish_seating(round_=round_, now=NOW, by=director_of(event))
    hall_page.set_viewport_size({"width": width, "height": height})

    def check(*scenes: str) -> None:
        for scene in scenes:
            hall_page.goto(f"/e/pond/screen/?show={scene}")
            for seen in looked_through(hall_page):
                assert seen["smallest"] >= 1 / 30, scene
                assert (seen["outside"], seen["over"], seen["scrolls"]) == (0, 0, False), scene

    check("before", "names", "tables")
    rounds.start_round(round_=round_, now=NOW)
    for number in (1, 2):
        record_deals(table_of(round_, number), "A A A A A B")
    check("round", "between")
    play_out(table_of(round_, 3))
    count_due()
    projections.bump(event)
    check("end")


def test_nicks_begin_on_one_line_and_a_table_that_is_alone_fills_its_column(hall_page: Page, site: Site):
    event = an_event(players=15, status="closed", slug="pond")
    round_ = a_running_round(event, sizes=(5, 5, 5))
    hall_page.goto("/e/pond/screen/?show=round")
    looked_through(hall_page)
    boxes = [one.bounding_box() for one in hall_page.locator(".screen-games > li").all()]
    ends = {round(box["x"]): round(box["y"] + box["height"]) for box in boxes if box}
    assert (len(ends), max(ends.values()) - min(ends.values())) == (2, 0)
    record_deals(table_of(round_, 1), "A A A A A B")
    hall_page.goto("/e/pond/screen/?show=between")
    looked_through(hall_page)
    places = [one.inner_text() for one in hall_page.locator(".screen-standings .place").all()]
    assert len({len(place) for place in places}) > 1, "some are shared, some are not"
    begins = {box["x"] for one in hall_page.locator(".screen-standings .nick").all() if (box := one.bounding_box())}
    columns = {box["x"] for one in hall_page.locator(".screen-standings > li").all() if (box := one.bounding_box())}
    assert len(begins) == len(columns)


def test_fifteen_make_no_lonely_column(hall_page: Page, site: Site):
    event = an_event(players=15, status="closed", slug="pond")
    hall_page.goto(f"/e/{event.slug}/screen/")
    (seen,) = looked_through(hall_page)
    assert min(seen["columns"][0]) >= 15 // len(seen["columns"][0]) - 1


def test_the_hall_follows_by_itself_card_by_card_and_page_by_page(hall_page: Page, site: Site):
    event, _ = a_hall(24)
    hall_page.goto(f"/e/{event.slug}/screen/?show=names&seconds=0.4")
    expect(hall_page.locator("[data-screen-page]")).to_have_text("page 2 of 2")  # it turns by itself
    hall_page.goto(f"/e/{event.slug}/screen/?show=names")
    hall_page.get_by_role("button", name="Stop turning pages").click()
    hall_page.locator("body").press("ArrowRight")
    hall.put_on_screen(event=event, scene="", line="Soup at eight", by=director_of(event), now=NOW)
    expect(hall_page.get_by_text("Soup at eight")).to_be_visible()
    expect(hall_page.locator("[data-screen-page]")).to_contain_text("page 2 of")  # what comes new turns no page back
    later = an_event(players=15, status="closed", slug="pond")
    round_ = rounds.plan_round(event=later, kind="basic", now=NOW, word="KAMIL")
    announce(round_)
    hall_page.goto("/e/pond/screen/")
    expect(hall_page.get_by_text("15 players are in")).to_be_visible()
    freeze(round_)
    expect(hall_page.get_by_text("Nothing is turned yet")).to_be_visible()
    ceremonies.show_turned(round_=round_, by=director_of(later), now=NOW, turned="cards Ol 7h", shown="")
    expect(hall_page.locator(".screen-turned .playing-card")).to_have_count(2)
    hall.put_on_screen(event=later, scene="", line="Soup at nine", by=director_of(later), now=NOW)
    expect(hall_page.get_by_text("Soup at nine")).to_be_visible()


def test_a_pub_is_dark_by_the_address_and_by_the_button(hall_page: Page, site: Site):
    an_event(players=4, status="closed", slug="pond")
    ground = "() => getComputedStyle(document.documentElement).getPropertyValue('--paper').trim()"
    hall_page.goto("/e/pond/screen/")
    light = hall_page.evaluate(ground)
    hall_page.goto("/e/pond/screen/?dark=1")
    dark = hall_page.evaluate(ground)
    assert dark != light
    hall_page.get_by_role("button", name="Dark").click()
    assert hall_page.evaluate(ground) == light
    hall_page.goto("/e/pond/screen/")
    hall_page.get_by_role("button", name="Dark").click()
    hall_page.reload()
    assert hall_page.evaluate(ground) == dark, "it is remembered"


def test_the_countdown_follows_the_clock_of_the_site_not_that_of_the_projector(hall_page: Page, site: Site):
    event = an_event(players=4, status="closed", slug="pond", starts_at=timezone.now() + timedelta(minutes=30))
    assert event.starts_at is not None
    hall_page.clock.install(time=event.starts_at + timedelta(hours=5))
    hall_page.goto("/e/pond/screen/")
    expect(hall_page.locator("[data-countdown]")).to_have_text(re.compile(r"^(30:0|29:)"))


def test_an_open_screen_loads_itself_anew_when_the_site_was_upgraded(hall_page: Page, site: Site):
    an_event(players=4, status="closed", slug="pond")
    mark = "old"

    def answer(route: Route) -> None:
        found = route.fetch()
        is_looked_at = route.request.method == "HEAD"
        headers = {**found.headers, "etag": f'W/"1-en-{mark}"'} if is_looked_at else found.headers
        route.fulfill(response=found, headers=headers)

    hall_page.route("**/screen/fragment/**", answer)
    hall_page.clock.install()
    with hall_page.expect_response("**/screen/fragment/"):
        hall_page.goto("/e/pond/screen/?dark=1")
    hall_page.evaluate("window.untouched = true")

    def a_minute_later() -> None:
        with hall_page.expect_response(lambda response: response.request.method == "HEAD"):
            hall_page.clock.run_for(60_000)

    a_minute_later()
    mark = "new"
    a_minute_later()
    assert hall_page.evaluate("window.untouched"), "once may be a server that goes again"
    a_minute_later()
    hall_page.wait_for_function("!window.untouched")
    expect(hall_page).to_have_url(re.compile(r"/e/pond/screen/\?dark=1$"))
    hall_page.unroute_all(behavior="ignoreErrors")  # it goes on looking while the page is closed


def test_after_ten_minutes_without_a_server_it_is_right_again_without_a_hand(site: Site, new_page: Any):
    """The server is killed, and for the browser ten minutes pass. What happened meanwhile is there in the end."""
    event, round_ = a_hall(2)
    apart = Apart()
    try:
        apart.start()
        apart.wait_until_it_answers()
        page = new_page(base_url=apart.url, viewport={"width": 1280, "height": 720})
        page.clock.install()
        page.goto(f"/e/{event.slug}/screen/?show=seating")
        expect(page.locator(".screen.paged")).to_be_visible()
        apart.end()
        page.clock.run_for(10 * 60_000)
        expect(page.locator("[data-age-text]")).to_contain_text("no connection since", timeout=PATIENCE)
        rounds.start_round(round_=round_, now=NOW)
        hall.put_on_screen(event=event, scene="", line="Soup at nine", by=director_of(event), now=NOW)
        apart.start()
        apart.wait_until_it_answers()
        for _ in range(20):
            page.clock.run_for(15_000)
            if page.get_by_text("Soup at nine").count():
                break
            page.wait_for_timeout(100)
        expect(page.get_by_text("Soup at nine")).to_be_visible(timeout=PATIENCE)
        expect(page.locator("[data-age-text]")).not_to_contain_text("no connection", timeout=PATIENCE)
    finally:
        apart.close()
