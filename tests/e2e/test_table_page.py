"""The table page in a referee's hand: a phone, two taps a deal, a network that comes and goes.

Taps are counted by the browser itself. What counts is what is in the log afterwards.
"""

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


def deals() -> list[tuple[str, list[str]]]:
    lines = Entry.objects.filter(kind="deal").order_by("position")
    return [(line.payload["loser"], line.payload.get("bench", [])) for line in lines]


def expect_deal(page: Page, number: int) -> None:
    expect(page.locator("legend").first).to_have_text(f"Deal {number}: who lost?", timeout=TIMEOUT)


def test_three_deals_are_six_taps(at):
    for number, loser in enumerate("ABC", start=1):
        expect_deal(at, number)
        lose(at, loser)
    expect_deal(at, 4)
    assert at.evaluate("window.taps") == 6
    assert deals() == [("A", ["E"]), ("B", ["A"]), ("C", ["B"])]


def test_undo_is_one_tap_and_at_once(at):
    lose(at, "A")
    expect_deal(at, 2)
    expect(at.get_by_role("status").filter(has_text="takes K")).to_be_visible()
    at.get_by_role("button", name="Undo").tap()
    expect_deal(at, 1)
    expect(at.locator(".toast")).to_contain_text("Line 1 taken back")
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
    expect_deal(at, 2)
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
    assert Entry.objects.get().payload == {"kind": "void_deal", "bench": ["B"], "reason": "misdeal"}


def test_deal_one_is_corrected_from_the_log(at):
    for number, loser in enumerate("ABC", start=2):
        lose(at, loser)
        expect_deal(at, number)
    at.get_by_role("link", name="Deal 1:").tap()
    at.get_by_role("radio", name="D –").tap()
    at.get_by_role("button", name="Save the correction").tap()
    expect(at.get_by_text("Everything after that line was worked out again.")).to_be_visible(timeout=TIMEOUT)
    expect(row(at, "A")).to_contain_text("no letter yet")
    expect(row(at, "D")).to_contain_text("1 of 5 letters: K")
    assert Entry.objects.get(position=4).payload == {"kind": "amend", "position": 1, "loser": "D"}


def test_a_deal_without_a_network_is_kept_and_saved_once(at):
    at.context.set_offline(True)
    lose(at, "C")
    status = at.locator("#deal [data-resend-status]")
    expect(status).to_have_text("Not saved yet, trying again.", timeout=TIMEOUT)
    expect(row(at, "C").get_by_role("radio")).to_be_checked()
    assert Entry.objects.count() == 0
    at.get_by_role("button", name="Done").tap()  # an impatient second tap
    at.context.set_offline(False)
    expect_deal(at, 2)
    assert deals() == [("C", ["E"])]


def test_an_answer_that_is_lost_does_not_make_a_second_deal(at):
    """The server stores the deal, the phone never hears of it, and sends it again."""
    heard: list[int] = []

    def lose_the_first(route):
        answer = route.fetch()
        heard.append(answer.status)
        route.abort() if len(heard) == 1 else route.fulfill(response=answer)

    at.route("**/deals/", lose_the_first)
    lose(at, "A")
    expect_deal(at, 2)
    assert heard == [200, 200]
    assert deals() == [("A", ["E"])]


def test_what_changed_is_not_written_into_another_page(at):
    """While a deal was under way the page has become another one: it is loaded anew."""
    lose(at, "A")
    expect_deal(at, 2)

    def change_the_page(route):
        at.evaluate("document.querySelectorAll('[name=shows]').forEach((field) => { field.value = 'another'; })")
        route.continue_()

    at.route("**/deals/", change_the_page)
    with at.expect_navigation():
        lose(at, "B")
    expect_deal(at, 3)
    assert at.locator(".lines li").count() == 2


def test_a_second_phone_at_the_table_follows_without_a_hand(at, new_page, site, table, director):
    other = new_page(viewport={"width": 390, "height": 844}, has_touch=True)
    sign_in(other.context, director, site.url)
    other.goto(f"/t/{table.round.event.slug}/1/1/")
    fetched: list[str] = []
    at.on("request", lambda request: fetched.append(request.url) if request.url.endswith("/now/") else None)
    for number, loser in enumerate("ABC", start=2):
        lose(at, loser)
        for phone in (at, other):
            expect_deal(phone, number)
            expect(row(phone, loser)).to_contain_text("1 of 5 letters: K")
    assert fetched == []  # who recorded was told by the answer


def test_two_phones_at_one_table_see_what_the_other_recorded(at, new_page, site, table, director):
    other = new_page(viewport={"width": 390, "height": 844}, has_touch=True)
    sign_in(other.context, director, site.url)
    other.goto(f"/t/{table.round.event.slug}/1/1/")
    row(at, "A").locator("label").tap()  # chosen, not sent: nothing is swapped under the hand
    lose(other, "B")
    expect_deal(other, 2)
    at.get_by_role("button", name="Done").tap()
    refusal = at.get_by_role("alert")
    expect(refusal).to_contain_text("Meanwhile:", timeout=TIMEOUT)
    expect(refusal).to_contain_text("(B) takes K")
    expect(refusal).to_contain_text("You wanted:")
    expect(refusal).to_be_focused()
    expect_deal(at, 2)
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


@pytest.mark.parametrize("language", ["cs-CZ", "en-GB"])
def test_what_says_that_a_seat_is_chosen_stands_clear_of_the_frame_and_the_nick(
    new_page, site, table, referee, language
):
    page = new_page(viewport={"width": 320, "height": 700}, has_touch=True, locale=language)
    sign_in(page.context, referee, site.url)
    page.goto(f"/t/{table.round.event.slug}/1/1/")
    row(page, "A").locator("label").tap()
    face, said, nick = (row(page, "A").locator(part).bounding_box() for part in (".seat-face", ".chosen", ".nick"))
    frame = 6  # of a chosen seat
    assert face["x"] + frame <= said["x"]
    assert said["x"] + said["width"] <= nick["x"]


@pytest.mark.parametrize("width", [320, 390])
def test_everything_fits_a_thumb(at, width):
    at.set_viewport_size({"width": width, "height": 700})
    assert at.evaluate("document.documentElement.scrollWidth") <= width
    for locator in (*at.locator(".seat > label, .seat > button").all(), at.get_by_role("button", name="Done")):
        box = locator.bounding_box()
        assert box is not None
        assert box["height"] >= 64
    expect(at.get_by_role("button", name="Done")).to_be_in_viewport()


def test_points_are_added_up_while_they_are_typed(at):
    at.get_by_text("Points, packed, other dealer").tap()
    at.locator("[name=points_A]").fill("20")
    expect(at.locator("[data-points-sum]")).to_have_text("20 of 33 points")
    at.locator("[name=points_B]").fill("13")
    expect(at.locator("[data-points-sum]")).to_have_text("33 points: right")
    row(at, "A").locator("label").tap()
    at.locator("[name=points_B]").press("Enter")  # the Enter key is Done, and no other button
    expect_deal(at, 2)
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
