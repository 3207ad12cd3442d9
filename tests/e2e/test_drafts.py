"""Forms beside the log on a phone with a bad network: what is typed is kept, and done once (phone/drafts.js).

On an origin that the browser calls insecure, as a phone in a pub has it.
"""

from http.client import HTTPConnection
from urllib.parse import urlsplit

import pytest
from django.conf import settings
from django.test import Client
from playwright.sync_api import Page, Route, expect

from games.models import Entry
from tests.factories import stories
from tournaments.models import Account, Event, Publication, Registration, Ruling

FACTS = "The seven of hearts was still in his hand."
TIMEOUT = 15_000
HERE = "**/t/harbour/1/1/rulings/a/"


@pytest.fixture
def event(site) -> Event:
    return stories.an_event(players=15, status="closed", slug="harbour")


def sign_in(page: Page, account: Account, hall: str) -> None:
    client = Client()
    client.force_login(account)
    value = client.cookies[settings.SESSION_COOKIE_NAME].value
    page.set_default_timeout(TIMEOUT)
    page.context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": value, "url": hall}])


@pytest.fixture
def ruling(phone: Page, hall: str, evening, referee) -> Page:
    """The referee's phone on the form for a ruling at table 1, typed but not sent."""
    sign_in(phone, referee, hall)
    phone.goto(f"{hall}/t/{evening.event.slug}/1/1/rulings/a/")
    assert phone.evaluate("isSecureContext") is False
    write(phone)
    return phone


def write(page: Page) -> None:
    page.locator("input[name=seat][value=B]").check()
    page.locator("textarea[name=facts]").fill(FACTS)


def send(page: Page) -> None:
    page.get_by_role("button", name="Record the ruling").click()


def said(page: Page):
    return page.locator("form[data-keep] [data-keep-status]")


def cut(page: Page) -> None:
    """The page still comes, what is sent does not: the phone is at the edge of the network."""
    page.route(HERE, lambda route: route.abort() if route.request.method == "POST" else route.fallback())


def reach(route: Route) -> None:
    """The site gets what was sent; the phone hears nothing of it."""
    asked = urlsplit(route.request.url)
    line = HTTPConnection("127.0.0.1", asked.port)
    line.request(
        "POST", asked.path, route.request.post_data_buffer, {**route.request.all_headers(), "host": asked.netloc}
    )
    line.getresponse().read()
    line.close()


def is_recorded(page: Page) -> None:
    expect(page).to_have_url(f"http://{urlsplit(page.url).netloc}/t/harbour/1/1/", timeout=TIMEOUT)
    assert [one.facts for one in Ruling.objects.all()] == [FACTS]


def test_a_ruling_typed_without_a_network_waits_survives_a_reload_and_is_recorded_once(ruling: Page):
    cut(ruling)
    send(ruling)
    expect(said(ruling)).to_contain_text("Not sent yet: the site does not answer")
    ruling.on("dialog", lambda dialog: dialog.accept())
    ruling.reload()
    expect(ruling.locator("textarea[name=facts]")).to_have_value(FACTS)
    expect(ruling.locator("input[name=seat][value=B]")).to_be_checked()
    expect(said(ruling)).to_contain_text("Not sent yet: the site does not answer")
    assert not Ruling.objects.exists()
    ruling.unroute(HERE)
    ruling.evaluate("window.dispatchEvent(new Event('online'))")
    is_recorded(ruling)


def test_a_ruling_whose_answer_is_lost_is_recorded_once(ruling: Page):
    lost = lose_an_answer(ruling, HERE)
    send(ruling)
    is_recorded(ruling)
    assert lost


def test_a_portals_page_is_not_taken_for_an_answer(ruling: Page):
    portal = "<main><h1>Welcome to the pub. Accept our terms.</h1></main>"
    ruling.route(HERE, lambda route: route.fulfill(status=200, content_type="text/html", body=portal))
    send(ruling)
    expect(said(ruling)).to_contain_text("Not sent yet")
    expect(ruling.locator("textarea[name=facts]")).to_have_value(FACTS)
    ruling.unroute(HERE)
    ruling.evaluate("window.dispatchEvent(new Event('online'))")
    is_recorded(ruling)


def test_a_sign_out_loses_nothing_and_what_was_sent_goes_when_its_writer_is_back(ruling: Page, hall: str, referee):
    ruling.context.clear_cookies()
    sign_out_token(ruling)
    send(ruling)
    expect(said(ruling)).to_contain_text("You are signed out")
    expect(said(ruling).get_by_role("link", name="Sign in")).to_have_attribute(
        "href", f"{hall}/sign-in/?next=%2Ft%2Fharbour%2F1%2F1%2Frulings%2Fa%2F"
    )
    sign_in(ruling, referee, hall)
    ruling.evaluate("window.dispatchEvent(new Event('online'))")
    is_recorded(ruling)


def sign_out_token(page: Page) -> None:
    """The cookie beside the form's token stays when a session ends; only the session's goes."""
    page.evaluate("fetch('/sign-in/').then((answer) => answer.text())")


def test_what_one_judge_typed_is_neither_shown_to_another_nor_sent_by_him(ruling: Page, hall: str, evening, referee):
    cut(ruling)
    send(ruling)
    expect(said(ruling)).to_contain_text("Not sent yet")
    ruling.on("dialog", lambda dialog: dialog.accept())
    sign_in(ruling, stories.staff_of(evening.event, "referee"), hall)
    ruling.unroute(HERE)
    ruling.reload()
    expect(ruling.locator("textarea[name=facts]")).to_have_value("")
    sign_in(ruling, referee, hall)
    assert not Ruling.objects.exists()
    ruling.reload()
    is_recorded(ruling)
    assert Ruling.objects.get().by == referee


def test_what_was_only_typed_stands_there_again_and_can_be_thrown_away(ruling: Page):
    ruling.reload()
    expect(ruling.locator("textarea[name=facts]")).to_have_value(FACTS)
    expect(said(ruling)).to_contain_text("it was not sent")
    said(ruling).get_by_role("button", name="Throw it away").click()
    expect(ruling.locator("textarea[name=facts]")).to_have_value("")
    assert not Ruling.objects.exists()


def test_what_the_site_wants_mended_keeps_what_was_typed(ruling: Page):
    ruling.locator("textarea[name=facts]").fill("")
    ruling.evaluate("document.querySelector('textarea[name=facts]').required = false")
    ruling.locator("[name=public_text]").fill("He held it back.")
    send(ruling)
    expect(ruling.locator("main [role=alert]")).to_be_visible()
    expect(ruling.locator("[name=public_text]")).to_have_value("He held it back.")
    write(ruling)
    send(ruling)
    is_recorded(ruling)


def lose_an_answer(page: Page, address: str) -> list[str]:
    """The site does what is sent first, and the phone hears nothing of it; its own second try gets through."""
    lost: list[str] = []

    def lose(route: Route) -> None:
        if route.request.method == "POST" and not lost:
            lost.append(route.request.url)
            reach(route)
            route.abort()
        else:
            route.fallback()

    page.route(address, lose)
    return lost


def test_a_score_sheet_typed_without_a_network_is_kept_and_recorded_once(phone: Page, hall: str, evening, referee):
    sign_in(phone, referee, hall)
    phone.goto(f"{hall}/t/harbour/1/1/grid/")
    phone.locator("input[name=chosen_1][value=B]").check()
    phone.locator("input[name=chosen_2][value=void]").check()
    phone.locator("input[name=note_2]").fill("misdealt")
    phone.on("dialog", lambda dialog: dialog.accept())
    cut_grid = "**/t/harbour/1/1/grid/"
    phone.route(cut_grid, lambda route: route.abort() if route.request.method == "POST" else route.fallback())
    phone.get_by_role("button", name="Look what it says").click()
    expect(said(phone)).to_contain_text("Not sent yet: the site does not answer")
    phone.reload()
    expect(phone.locator("input[name=chosen_1][value=B]")).to_be_checked()
    expect(phone.locator("input[name=note_2]")).to_have_value("misdealt")
    phone.unroute(cut_grid)
    phone.evaluate("window.dispatchEvent(new Event('online'))")
    expect(phone.locator("#preview")).to_be_focused()
    assert kinds(evening) == []
    lost = lose_an_answer(phone, cut_grid)
    phone.get_by_role("button", name="Record all of it").click()
    expect(phone).to_have_url(f"{hall}/t/harbour/1/1/", timeout=TIMEOUT)
    expect(phone.get_by_text("That is done already.")).to_be_visible()
    assert (len(lost), kinds(evening)) == (1, ["deal", "void_deal"])


def test_who_sat_wrongly_is_kept_over_a_sign_out_and_written_down_once(phone: Page, hall: str, evening, referee):
    table = stories.table_of(evening, 1)
    stories.record_deals(table, "A B")
    sign_in(phone, referee, hall)
    phone.goto(f"{hall}/t/harbour/1/1/sat-wrongly/")
    phone.locator("input[name=seat][value=A]").check()
    phone.locator("input[name=other][value=C]").check()
    phone.locator("[name=reason]").fill("they swapped chairs")
    phone.context.clear_cookies()
    sign_out_token(phone)
    phone.get_by_role("button", name="Look what it changes").click()
    expect(said(phone)).to_contain_text("You are signed out")
    sign_in(phone, referee, hall)
    phone.evaluate("window.dispatchEvent(new Event('online'))")
    expect(phone.locator("#preview")).to_be_focused()
    expect(phone.locator("[name=reason]")).to_have_value("they swapped chairs")
    lost = lose_an_answer(phone, "**/t/harbour/1/1/sat-wrongly/")
    phone.get_by_role("button", name="Write it down so").click()
    expect(phone).to_have_url(f"{hall}/t/harbour/1/1/", timeout=TIMEOUT)
    assert (len(lost), kinds(evening)) == (1, ["deal", "deal", "swap"])


def kinds(evening) -> list[str]:
    """The lines of the log of table 1."""
    game = stories.table_of(evening, 1).game
    return list(Entry.objects.filter(game=game).order_by("position").values_list("kind", flat=True)) if game else []


def test_a_walk_in_and_a_publication_at_the_desk_are_done_once(page: Page, hall: str, evening, director):
    sign_in(page, director, hall)
    tries: list[str] = []

    def lose_the_first(route: Route) -> None:
        if route.request.method != "POST" or route.request.url in tries:
            route.fallback()
        else:
            tries.append(route.request.url)
            reach(route)
            route.abort()

    page.route("**/desk/**", lose_the_first)
    page.goto(f"{hall}/desk/harbour/people/")
    page.get_by_label("Walk-in").fill("HERON")
    page.get_by_role("button", name="Add", exact=True).click()
    expect(page.get_by_text("That is done already.")).to_be_visible(timeout=TIMEOUT)
    assert Registration.objects.filter(player__nick="HERON").count() == 1
    page.goto(f"{hall}/desk/harbour/standings/")
    page.get_by_label("Note for everybody").fill("after round 1")
    page.get_by_role("button", name="Publish as provisional").click()
    expect(page.get_by_text("That is done already.")).to_be_visible(timeout=TIMEOUT)
    assert [(one.note, one.final) for one in Publication.objects.all()] == [("after round 1", False)]
    assert len(tries) == 2


def test_what_was_refused_and_then_done_by_the_button_beside_the_refusal_is_not_said_to_be_unsent(
    page: Page, hall: str, evening, director
):
    sign_in(page, director, hall)
    page.goto(f"{hall}/desk/harbour/people/")
    page.get_by_label("Walk-in").fill("HERON, NOWHERE")
    page.get_by_role("button", name="Add", exact=True).click()
    page.get_by_role("button", name="Add without a club").click()
    expect(page.get_by_text("is in and checked in.")).to_be_visible(timeout=TIMEOUT)
    expect(page.get_by_label("Walk-in")).to_have_value("")
    expect(page.get_by_text("it was not sent")).to_have_count(0)
    assert Registration.objects.filter(player__nick="HERON").count() == 1
