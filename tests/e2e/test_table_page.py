"""The table page in a referee's hand: a phone, two taps a deal, a network that comes and goes.

Taps are counted by the browser itself. What counts is what is in the log afterwards.
"""

import json
import time

import pytest
from django.conf import settings
from django.test import Client
from playwright.sync_api import BrowserContext, Page, expect

from games.models import Entry
from tests.factories import stories

COUNT_TAPS = "window.taps = 0; document.addEventListener('click', (e) => { if (e.isTrusted) window.taps += 1; }, true);"
TIMEOUT = 15_000


def sign_in(context: BrowserContext, account, url: str) -> None:
    client = Client()
    client.force_login(account)
    value = client.cookies[settings.SESSION_COOKIE_NAME].value
    context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": value, "url": url}])


@pytest.fixture
def table(site, evening):
    return stories.table_of(evening, 1)


@pytest.fixture
def at(phone: Page, site, table, referee) -> Page:
    """The referee's phone on the page of table 1: five seats, E on the bench."""
    sign_in(phone.context, referee, site.url)
    phone.add_init_script(COUNT_TAPS)
    phone.goto(f"/t/{table.round.event.slug}/1/1/")
    return phone


def row(page: Page, seat: str):
    return page.locator(f"[data-seat={seat}]")


def lose(page: Page, seat: str) -> None:
    row(page, seat).locator("label").tap()
    page.get_by_role("button", name="Done").tap()


def take_up(page: Page, loser: str) -> None:
    """As `lose`, where another phone told the last deal: the page asks once who deals."""
    dealer = page.locator("[data-seat]:has([data-tag=deals]:not([hidden]))").get_attribute("data-seat")
    asked = page.get_by_role("group", name="Who dealt?")
    asked.locator("label").filter(has_text=dealer).tap(timeout=TIMEOUT)
    lose(page, loser)


def deals() -> list[tuple[str, list[str]]]:
    lines = Entry.objects.filter(kind="deal").order_by("position")
    return [(line.payload["loser"], line.payload.get("bench", [])) for line in lines]


def expect_deal(page: Page, number: int) -> None:
    expect(page.locator("legend").first).to_have_text(f"Deal {number}: who lost?", timeout=TIMEOUT)


def expect_on_the_server(page: Page, lines: int) -> None:
    """The log has so many lines, and nothing waits on this phone."""
    expect(page.locator(".lines [data-line]")).to_have_count(lines, timeout=TIMEOUT)
    expect(page.locator("[data-waiting] li")).to_have_count(0, timeout=TIMEOUT)


def test_three_deals_are_six_taps(at):
    for number, loser in enumerate("ABC", start=1):
        expect_deal(at, number)
        lose(at, loser)
    expect_deal(at, 4)
    expect_on_the_server(at, 3)
    assert at.evaluate("window.taps") == 6
    assert deals() == [("A", ["E"]), ("B", ["A"]), ("C", ["B"])]


def test_undo_is_one_tap_and_at_once(at):
    lose(at, "A")
    expect_deal(at, 2)
    expect_on_the_server(at, 1)
    expect(at.get_by_role("status").filter(has_text="takes K")).to_be_visible()
    at.get_by_role("button", name="Undo").tap()
    expect_deal(at, 1)
    expect(at.locator(".toast")).to_contain_text("Line 1 taken back")
    expect_on_the_server(at, 2)
    assert at.evaluate("window.taps") == 3
    assert list(Entry.objects.order_by("position").values_list("kind", flat=True)) == ["deal", "strike"]


def test_the_bench_is_changed_by_one_tap_without_asking_the_server(at):
    expect(row(at, "E").get_by_role("radio")).to_be_disabled()
    at.context.set_offline(True)
    row(at, "B").get_by_role("button", name="sits out").tap()
    expect(at.locator("[data-playing]")).to_have_text("A C D E play")
    expect(row(at, "B")).to_contain_text("on the bench")
    expect(row(at, "E").get_by_role("radio")).to_be_enabled()
    at.context.set_offline(False)
    lose(at, "E")
    expect_on_the_server(at, 1)
    assert at.evaluate("window.taps") == 3
    assert deals() == [("E", ["B"])]


def test_done_is_off_while_five_play_and_says_why(at):
    row(at, "E").get_by_role("button", name="plays").tap()
    done = at.get_by_role("button", name="Done")
    expect(done).to_be_disabled()
    expect(at.locator("[data-bench-note]")).to_contain_text("Too many play. Exactly four play a deal")
    row(at, "A").get_by_role("button", name="sits out").tap()
    expect(done).to_be_enabled()
    expect(at.locator("[data-bench-note]")).to_have_text("")
    expect(row(at, "B").locator("[data-tag=deals]")).to_be_visible()  # the dealer sits out, so the next one deals
    expect(row(at, "C").locator("[data-tag=leads]")).to_be_visible()


def test_the_void_deal_speaks_of_the_bench_on_the_screen(at):
    row(at, "B").get_by_role("button", name="sits out").tap()
    at.get_by_text("Void deal", exact=True).tap()
    at.get_by_role("button", name="misdeal").tap()
    expect(at.locator(".toast")).to_contain_text("Void deal", timeout=TIMEOUT)
    expect_on_the_server(at, 1)
    assert Entry.objects.get().payload == {"kind": "void_deal", "bench": ["B"], "reason": "misdeal"}


def test_deal_one_is_corrected_from_the_log(at):
    for number, loser in enumerate("ABC", start=2):
        lose(at, loser)
        expect_deal(at, number)
    expect_on_the_server(at, 3)
    at.get_by_role("link", name="Deal 1:").tap()
    at.get_by_role("radio", name="D –").tap()
    at.get_by_role("button", name="Save the correction").tap()
    expect(at.get_by_text("Everything after that line was worked out again.")).to_be_visible(timeout=TIMEOUT)
    expect(row(at, "A")).to_contain_text("no letter yet")
    expect(row(at, "D")).to_contain_text("1 of 5 letters: K")
    expect(at.locator(".toast")).to_contain_text("Line 1 corrected")
    assert Entry.objects.get(position=4).payload == {"kind": "amend", "position": 1, "loser": "D"}


def test_what_was_said_of_a_line_does_not_stand_beside_the_next(at):
    lose(at, "A")
    expect_on_the_server(at, 1)
    at.get_by_role("link", name="Deal 1:").tap()
    at.get_by_role("radio", name="D –").tap()
    at.get_by_role("button", name="Save the correction").tap()
    said = at.get_by_text("Everything after that line was worked out again.")
    expect(said).to_be_visible(timeout=TIMEOUT)
    lose(at, "B")
    expect(said).to_be_hidden()


def test_an_answer_that_is_lost_does_not_make_a_second_deal(at):
    """The server stores the deal, the phone never hears of it, and sends it again."""
    heard: list[int] = []

    def lose_the_first(route):
        answer = route.fetch()
        carries = bool(json.loads(route.request.post_data)["lines"])
        heard.extend([answer.status] * carries)
        route.abort() if carries and len(heard) == 1 else route.fulfill(response=answer)

    at.route("**/t/lines/", lose_the_first)
    lose(at, "A")
    expect_deal(at, 2)
    expect_on_the_server(at, 1)
    assert set(heard) == {200}  # the log that a question brings may name it before it is sent again
    assert deals() == [("A", ["E"])]


def test_a_second_phone_at_the_table_follows_without_a_hand(at, new_page, site, table, director):
    other = new_page(viewport={"width": 390, "height": 844}, has_touch=True)
    sign_in(other.context, director, site.url)
    other.goto(f"/t/{table.round.event.slug}/1/1/")
    fetched: list[str] = []
    at.on("request", lambda request: fetched.append(request.url) if request.url.endswith("/now/") else None)

    def hear_late(route):  # the stream says sooner that something has changed than the answer says what
        answer = route.fetch()
        time.sleep(0.5)
        route.fulfill(response=answer)

    at.route("**/t/lines/", hear_late)
    for number, loser in enumerate("ABC", start=2):
        lose(at, loser)
        for phone in (at, other):
            expect_deal(phone, number)
            expect(row(phone, loser)).to_contain_text("1 of 5 letters: K")
    assert fetched == []  # who recorded was told by the answer


def test_two_phones_at_one_table_record_the_same_deal_otherwise_and_read_both_side_by_side(
    at, new_page, site, table, director
):
    other = new_page(viewport={"width": 390, "height": 844}, has_touch=True)
    sign_in(other.context, director, site.url)
    other.goto(f"/t/{table.round.event.slug}/1/1/")
    row(at, "A").locator("label").tap()  # chosen, not sent: nothing is swapped under the hand
    lose(other, "B")
    expect_on_the_server(other, 1)
    expect(row(at, "A").get_by_role("radio")).to_be_checked()
    at.get_by_role("button", name="Done").tap()
    flag = at.locator("[data-waiting] li")
    expect(flag).to_contain_text("needs the referee", timeout=TIMEOUT)
    expect(flag).to_contain_text("Deal lost by")
    expect(flag).to_contain_text("In the log stands: Deal 1:")
    expect(flag).to_contain_text("(B) takes K")
    expect_deal(at, 2)
    other.evaluate("window.dispatchEvent(new Event('online'))")  # the phone asks the site
    theirs = other.locator("[data-waiting] li")
    expect(theirs).to_contain_text("needs the referee", timeout=TIMEOUT)
    expect(theirs).to_contain_text("Another phone told this deal as well")
    assert deals() == [("B", ["E"])]


def test_a_flag_on_the_board_is_settled_by_two_taps(at, new_page, site, table, director):
    other = new_page(viewport={"width": 390, "height": 844}, has_touch=True)
    sign_in(other.context, director, site.url)
    other.goto(f"/t/{table.round.event.slug}/1/1/")
    row(at, "A").locator("label").tap()
    lose(other, "B")
    expect_on_the_server(other, 1)
    at.get_by_role("button", name="Done").tap()
    expect(at.locator("[data-waiting] li")).to_contain_text("needs the referee", timeout=TIMEOUT)
    other.goto(f"/t/{table.round.event.slug}/")
    other.get_by_role("link", name="Which is right?").tap()
    other.get_by_role("button", name="The phone is right: in place of what stands").tap()
    expect(row(at, "A")).to_contain_text("1 of 5 letters: K", timeout=TIMEOUT)
    expect(row(at, "B")).to_contain_text("no letter yet")
    expect(at.locator("[data-waiting] li", has_text="needs the referee")).to_have_count(0)


def test_a_begun_deal_stays_the_deal_it_was_though_the_bell_beside_it_is_renewed(at, new_page, site, table, director):
    other = new_page(viewport={"width": 390, "height": 844}, has_touch=True)
    sign_in(other.context, director, site.url)
    other.goto(f"/t/{table.round.event.slug}/1/1/")
    row(at, "A").locator("label").tap()
    lose(other, "B")
    expect(at.get_by_role("button", name="New data – show")).to_be_visible(timeout=TIMEOUT)
    bell = "document.querySelector('#bell').dispatchEvent(new CustomEvent('live:swapped', { bubbles: true }))"
    at.evaluate(bell)  # as live.js says that it has put new calls there
    at.evaluate("window.dispatchEvent(new Event('online'))")  # the phone asks the site
    expect(at.locator("[data-dealt]")).to_be_visible(timeout=TIMEOUT)  # the site's answer has come
    expect_deal(at, 1)
    at.locator("[data-dealt] label").first.tap()
    at.get_by_role("button", name="Done").tap()
    expect(at.locator("[data-waiting] li")).to_contain_text("needs the referee", timeout=TIMEOUT)
    assert deals() == [("B", ["E"])]


def test_new_data_are_offered_where_the_hand_is(at, new_page, site, table, director):
    """Whoever has chosen a seat looks at the bar below, far from the head of the page."""
    other = new_page(viewport={"width": 390, "height": 844}, has_touch=True)
    sign_in(other.context, director, site.url)
    other.goto(f"/t/{table.round.event.slug}/1/1/")
    row(at, "A").locator("label").tap()
    at.locator("#log").scroll_into_view_if_needed()
    lose(other, "B")
    show = at.get_by_role("button", name="New data – show")
    expect(show).to_be_in_viewport(timeout=TIMEOUT)
    expect(row(at, "A").get_by_role("radio")).to_be_checked()
    show.tap()
    expect_deal(at, 2)
    expect(show).to_be_hidden()


@pytest.mark.parametrize("width", [320, 390])
def test_everything_fits_a_thumb(at, width):
    at.set_viewport_size({"width": width, "height": 700})
    assert at.evaluate("document.documentElement.scrollWidth") <= width
    for locator in (*at.locator(".seat > label, .seat > button").all(), at.get_by_role("button", name="Done")):
        box = locator.bounding_box()
        assert box is not None
        assert min(box["height"], box["width"]) >= 44
    expect(at.get_by_role("button", name="Done")).to_be_in_viewport()


def test_points_are_added_up_while_they_are_typed(at):
    at.get_by_text("Points, packed, other dealer").tap()
    at.locator("[name=points_A]").fill("20")
    expect(at.locator("[data-points-sum]")).to_have_text("20 of 33 points")
    at.locator("[name=points_B]").fill("13")
    expect(at.locator("[data-points-sum]")).to_have_text("33 points: right")
    row(at, "A").locator("label").tap()
    at.locator("[name=points_B]").press("Enter")  # the Enter key is Done, and no other button
    expect_on_the_server(at, 1)
    assert Entry.objects.get().payload["points"] == {"A": 20, "B": 13}


def test_without_scripts_everything_works_and_going_back_doubles_nothing(new_page, site, table, referee):
    page = new_page(viewport={"width": 390, "height": 844}, java_script_enabled=False)
    sign_in(page.context, referee, site.url)
    page.goto(f"/t/{table.round.event.slug}/1/1/")
    page.locator("[data-seat=B] button").click()
    expect(page.locator("[data-playing]")).to_have_text("A C D E play")
    page.locator("[data-seat=C] label").click()
    page.get_by_role("button", name="Done").click()
    expect_deal(page, 2)
    page.reload()
    page.go_back()
    page.go_forward()
    expect_deal(page, 2)
    page.get_by_role("button", name="Undo").click()
    expect_deal(page, 1)
    assert deals() == [("C", ["B"])]
    assert Entry.objects.count() == 2
