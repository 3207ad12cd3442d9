"""The visual language in a real browser: every component of templates/gallery.html, and what the small modules promise.

No server and no database: the page is rendered here, and every request of the browser is answered by the test, so that
a test can cut the network whenever it likes. Left out: what the pages themselves do with the components.
"""

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django import forms
from django.contrib.messages import constants
from django.contrib.messages.storage.base import Message
from django.contrib.staticfiles import finders
from django.core.paginator import Paginator
from django.template.loader import render_to_string
from playwright.sync_api import Browser, Page, Request, Route, expect

from tournaments.templatetags.alike import _rendered

SITE = "http://gallery.test"
CSP = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; form-action 'self'"
TYPES = {".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}
STATIC = Path(__file__).parents[2] / "tournaments" / "static" / "tournaments"
Answer = Callable[[Request], dict[str, Any] | None]


class Registration(forms.Form):
    """One field of each sort that pages use."""

    nick = forms.CharField(help_text="As it stands in the standings; accents and case do not matter.")
    email = forms.EmailField(label="E-mail")
    club = forms.ChoiceField(choices=[("", "none"), ("1", "Klub přátel kouřících koček")], required=False)
    kind = forms.ChoiceField(choices=[("a", "Renonc A"), ("b", "Renonc B")], widget=forms.RadioSelect)
    agree = forms.BooleanField(label="My nick may be published in the results")


@pytest.fixture
def html(settings, rf) -> Iterator[str]:
    settings.ROOT_URLCONF = "tests.e2e.gallery_urls"
    _rendered.cache_clear()
    levels = [constants.INFO, constants.SUCCESS, constants.WARNING, constants.ERROR]
    context = {
        "messages": [Message(level, "ŽLUŤOUČKÝ KŮŇ Z PŘÍBRAMI sits at table 2, seat C.") for level in levels],
        "form": Registration({"nick": "", "email": "kamil", "kind": "a"}),
        "page_obj": Paginator(range(100), 10).page(3),
        "section": "events",
    }
    yield render_to_string("gallery.html", context, request=rf.get("/"))
    _rendered.cache_clear()  # the heads of its pages lead to addresses that are the gallery's alone


class Gallery:
    """The page and the network around it: `answers` maps a path to a function that answers, or refuses by None."""

    def __init__(self, page: Page, html: str) -> None:
        self.page, self.html = page, html
        self.answers: dict[str, Answer] = {}
        self.requests: list[Request] = []
        self.complaints: list[str] = []
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("console", lambda message: self.complaints.append(message.text) if "Security" in message.text else None)
        page.route("**/*", self.respond)

    def respond(self, route: Route) -> None:
        path = re.sub(r"[?#].*", "", route.request.url.removeprefix(SITE))
        if path == "/":
            route.fulfill(body=self.html, content_type="text/html", headers={"Content-Security-Policy": CSP})
        elif path.startswith("/static/"):
            file = Path(str(finders.find(path.removeprefix("/static/"))))
            route.fulfill(body=file.read_bytes(), content_type=TYPES[file.suffix])
        else:
            self.requests.append(route.request)
            answer = self.answers.get(path, lambda _: None)(route.request)
            route.abort() if answer is None else route.fulfill(**answer)

    def open(self) -> Page:
        self.page.goto(SITE + "/")
        return self.page

    def sent_to(self, path: str) -> list[Request]:
        return [request for request in self.requests if request.url == SITE + path]


@pytest.fixture
def show(browser: Browser, html: str) -> Iterator[Callable[..., Gallery]]:
    """`show(width=390, …)`: the gallery in a fresh context; at the end no script failed and the CSP refused nothing."""
    galleries: list[Gallery] = []

    def build(*, width: int = 390, height: int = 844, **options: Any) -> Gallery:
        context = browser.new_context(viewport={"width": width, "height": height}, **options)
        galleries.append(Gallery(context.new_page(), html))
        return galleries[-1]

    yield build
    for gallery in galleries:
        gallery.page.context.close()
        assert gallery.complaints == []


# --- The look ---------------------------------------------------------------------------------------------------------


def test_the_stylesheet_stays_small():
    assert len((STATIC / "style.css").read_bytes()) < 30_000


def test_no_inline_style_or_script_that_the_csp_would_refuse(html):
    assert re.findall(r"<style|\sstyle=|\son\w+=|<script(?![^>]*\ssrc=)|javascript:", html) == []


@pytest.mark.parametrize("name", ["403.html", "403_csrf.html", "404.html", "500.html"])
def test_error_pages_need_nothing_from_a_view(name):
    html = render_to_string(name)
    assert "<h1>" in html
    assert 'href="/"' in html


def test_every_icon_that_a_template_asks_for_is_drawn():
    drawn = set(re.findall(r'<symbol id="(\w+)"', (STATIC / "icons.svg").read_text()))
    templates = (STATIC.parents[2] / "templates").rglob("*.html")
    text = "".join(path.read_text() for path in templates)
    asked = set(re.findall(r'parts/icon\.html" with name="(\w+)"', text)) | set(re.findall(r'\bicon="(\w+)"', text))
    assert asked | {"cat"} <= drawn


@pytest.mark.parametrize("width", [320, 360, 390, 768, 1280])
def test_nothing_makes_the_page_scroll_sideways(show, width):
    page = show(width=width).open()
    assert page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.parametrize("width", [320, 1280])
def test_targets_are_at_least_48_px(show, width):
    page = show(width=width).open()
    small = page.evaluate(
        """() => [...document.querySelectorAll(
            'button, .button, summary, select, input:not([type=hidden]):not([type=radio]):not([type=checkbox]),'
            + ' nav a, .field label:has(input), .mark, .seat > *')]
          .filter((e) => e.getClientRects().length && !e.closest('noscript'))
          .filter((e) => e.getBoundingClientRect().height < 47.9
                      || (e.matches('button') && e.getBoundingClientRect().width < 47.9))
          .map((e) => e.outerHTML.slice(0, 80))"""
    )
    assert small == []


def test_seats_and_the_done_button_are_made_for_a_thumb(show):
    page = show().open()
    heights = page.evaluate(
        "[...document.querySelectorAll('.seat > *, .bar .row > *')].map((e) => e.getBoundingClientRect().height)"
    )
    assert min(heights) >= 64


def test_a_chosen_seat_is_told_by_a_word_and_a_mark_not_only_by_colour(show):
    page = show().open()
    expect(page.locator(".seat .chosen:visible")).to_have_count(1)
    page.get_by_role("radio", name="MAŘENKA").check()
    expect(page.locator(".seat", has_text="MAŘENKA").locator(".chosen")).to_be_visible()
    expect(page.locator(".seat .chosen:visible")).to_have_count(1)


def test_letters_are_read_out_as_words(show):
    page = show().open()
    expect(page.get_by_role("radio", name="4 of 5 letters: K A M N")).to_have_count(1)


def test_faults_are_tied_to_their_fields(show):
    page = show().open()
    email = page.get_by_label("E-mail")
    expect(email).to_have_accessible_description(re.compile("valid email"))
    page.locator(".errors a", has_text="E-mail").click()
    expect(email).to_be_focused()


def test_the_first_tab_stop_skips_to_the_content(show):
    page = show().open()
    page.keyboard.press("Tab")
    expect(page.get_by_text("Skip to the content")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("main")).to_be_focused()


def test_paper_is_black_on_white_and_each_sheet_begins_anew(show):
    page = show(width=1280, color_scheme="dark").open()
    page.emulate_media(media="print", color_scheme="dark")
    expect(page.locator("body > header")).to_be_hidden()
    expect(page.locator(".sheet").first).to_have_css("break-after", "page")
    assert page.evaluate("getComputedStyle(document.documentElement).color") == "rgb(0, 0, 0)"
    assert page.evaluate("getComputedStyle(document.documentElement).backgroundColor") == "rgb(255, 255, 255)"


# --- confirm.js, once.js ----------------------------------------------------------------------------------------------


def test_a_dangerous_button_asks_and_no_means_no(show):
    gallery = show()
    gallery.answers["/dangerous"] = lambda _: {"body": "done"}
    page = gallery.open()
    page.locator("#dangerous").click()
    page.get_by_role("dialog").get_by_role("button", name="No, go back").click()
    expect(page.locator("#dangerous")).to_be_focused()
    assert gallery.sent_to("/dangerous") == []
    page.locator("#dangerous").click()
    page.get_by_role("dialog").get_by_role("button", name="Withdraw the player").click()
    expect(page.locator("body")).to_have_text("done")
    assert [request.post_data for request in gallery.sent_to("/dangerous")] == ["who=7"]


def test_a_form_is_sent_once_however_often_it_is_tapped(show):
    page = show().open()
    sent = page.evaluate(
        """() => {
          const form = document.querySelector('form.one-line');
          let sent = 0;
          window.addEventListener('submit', (event) => {
            if (!event.defaultPrevented) sent += 1;
            event.preventDefault();
          });
          for (let i = 0; i < 3; i += 1) form.requestSubmit();
          return sent;
        }"""
    )
    assert sent == 1


def test_a_form_is_sent_where_the_site_answers_though_the_browser_knows_of_no_network(show):
    """The laptop that the site runs on has none, in a cellar."""
    gallery = show()
    gallery.answers |= {"/dangerous": lambda _: {"body": "done"}, "/health/live/": lambda _: {"status": 200}}
    page = gallery.open()
    form = page.locator("form.one-line").first
    form.evaluate("(form) => { form.method = 'post'; form.action = '/dangerous'; form.noValidate = true; }")
    page.evaluate("Object.defineProperty(navigator, 'onLine', { get: () => false })")
    with page.expect_response("**/health/live/"):
        page.evaluate("window.dispatchEvent(new Event('offline'))")
    expect(page.locator("[data-offline]")).to_be_hidden()
    form.evaluate("(form) => form.requestSubmit()")
    expect(page.locator("body")).to_have_text("done")
    assert len(gallery.sent_to("/dangerous")) == 1


def test_a_form_stays_with_what_was_typed_where_there_is_no_network(show):
    gallery = show()
    gallery.answers["/dangerous"] = lambda _: {"body": "done"}
    page = gallery.open()
    form = page.locator("form.one-line").first
    form.evaluate("(form) => { form.method = 'post'; form.action = '/dangerous'; form.noValidate = true; }")
    form.locator("input:not([type=hidden])").first.fill("KOMÍN")
    page.context.set_offline(True)
    expect(page.locator("[data-offline]")).to_be_visible()
    for _ in range(2):
        form.evaluate("(form) => form.requestSubmit()")
        expect(page.locator("[data-unsent]")).to_have_text(re.compile("nothing was sent. What you typed stays here"))
    expect(form.locator("input:not([type=hidden])").first).to_have_value("KOMÍN")
    assert gallery.sent_to("/dangerous") == []
    page.context.set_offline(False)
    expect(page.locator("[data-unsent]")).to_have_count(0)
    form.evaluate("(form) => form.requestSubmit()")
    expect(page.locator("body")).to_have_text("done")
    assert len(gallery.sent_to("/dangerous")) == 1


LATER = "() => { const now = Date.now; Date.now = () => now() + 3600000; }"  # an hour after the page was opened


@pytest.mark.parametrize("trouble", [None, {"status": 503}])
def test_a_form_stays_where_the_site_does_not_answer_though_the_browser_knows_of_a_network(show, trouble):
    """And goes when it is tapped while the site answers again."""
    gallery = show()
    gallery.answers |= {"/dangerous": lambda _: {"body": "done"}, "/health/live/": lambda _: trouble}
    page = gallery.open()
    form = page.locator("form.one-line").first
    form.evaluate("(form) => { form.method = 'post'; form.action = '/dangerous'; form.noValidate = true; }")
    form.locator("input:not([type=hidden])").first.fill("KOMÍN")
    page.evaluate(LATER)
    for _ in range(2):
        with page.expect_request("**/health/live/"):
            form.evaluate("(form) => form.requestSubmit()")
        expect(page.locator("[data-unsent]")).to_have_text(re.compile("nothing was sent. What you typed stays here"))
        expect(form).not_to_have_attribute("data-sending", "")
    assert page.evaluate("navigator.onLine")
    expect(form.locator("input:not([type=hidden])").first).to_have_value("KOMÍN")
    assert gallery.sent_to("/dangerous") == []
    gallery.answers["/health/live/"] = lambda _: {"status": 200}
    form.evaluate("(form) => form.requestSubmit()")
    expect(page.locator("body")).to_have_text("done")
    assert len(gallery.sent_to("/dangerous")) == 1


def test_a_form_that_asks_for_the_site_goes_once_by_the_button_that_was_tapped_and_is_confirmed_once(show):
    gallery = show()
    gallery.answers["/dangerous"] = lambda _: {"body": "done"}
    page = gallery.open()
    asked: list[Route] = []

    def hold(route: Route) -> None:
        asked.append(route)

    page.route("**/health/live/", hold)
    page.evaluate(LATER)
    page.locator("#dangerous").click()
    with page.expect_request("**/health/live/"):
        page.get_by_role("dialog").get_by_role("button", name="Withdraw the player").click()
    page.locator("form[action='/dangerous']").evaluate(
        "(form) => { for (let i = 0; i < 3; i += 1) form.requestSubmit(); }"
    )
    expect(page.get_by_role("dialog")).to_have_count(0)
    assert gallery.sent_to("/dangerous") == []
    assert len(asked) == 1
    asked[0].fulfill(status=200)
    expect(page.locator("body")).to_have_text("done")
    assert [request.post_data for request in gallery.sent_to("/dangerous")] == ["who=7"]


def test_a_browser_that_cannot_send_by_a_button_sends_at_once(show):
    gallery = show()
    gallery.answers["/dangerous"] = lambda _: {"body": "done"}
    page = gallery.open()
    page.evaluate("delete HTMLFormElement.prototype.requestSubmit")
    page.evaluate(LATER)
    page.locator("#dangerous").evaluate("(button) => button.removeAttribute('data-confirm')")
    page.locator("#dangerous").click()
    expect(page.locator("body")).to_have_text("done")
    assert [request.post_data for request in gallery.sent_to("/dangerous")] == ["who=7"]
    assert gallery.sent_to("/health/live/") == []


# --- live.js ----------------------------------------------------------------------------------------------------------


def changed(version: int) -> Answer:
    """An event stream that says one thing and ends."""
    body = f"event: changed\ndata: {json.dumps({'version': version})}\n\n"
    return lambda _: {"body": body, "content_type": "text/event-stream"}


def fragment(text: str, etag: str) -> Answer:
    body = f'<p id="live-text">{text}</p><details><summary>Why these places</summary><p>Two</p></details>'
    body += '<p><button type="button" id="live-button">A button in the fragment</button></p>'
    body += '<form><label for="live-input">Note</label> <input id="live-input" name="note" type="text"></form>'
    return lambda _: {"body": body, "content_type": "text/html", "headers": {"ETag": etag}}


def test_a_change_is_fetched_and_swapped_in_under_open_details_and_focus(show):
    gallery = show()
    page = gallery.open()
    page.locator("summary", has_text="Why these places").click()
    page.locator("#live-button").focus()
    gallery.answers |= {"/events": changed(2), "/fragment": fragment("Fragment two", '"2"')}
    page.evaluate("window.dispatchEvent(new Event('online'))")
    expect(page.locator("#live-text")).to_have_text("Fragment two")
    expect(page.locator("details[open]", has_text="Two")).to_have_count(1)
    expect(page.locator("#live-button")).to_be_focused()
    assert gallery.sent_to("/fragment")[0].headers["if-none-match"] == '"1"'
    expect(page.locator("[data-age-text]")).to_have_text(re.compile("^updated"))


def test_what_a_person_types_is_not_swept_away(show):
    gallery = show()
    page = gallery.open()
    page.locator("#live-input").fill("seat C looked at his c")
    gallery.answers |= {"/events": changed(2), "/fragment": fragment("Fragment two", '"2"')}
    page.evaluate("window.dispatchEvent(new Event('online'))")
    show_button = page.get_by_role("button", name="New data – show")
    expect(show_button).to_be_visible()
    expect(page.locator("#live-input")).to_have_value("seat C looked at his c")
    expect(page.locator("#live-text")).to_have_text("Fragment one")
    show_button.click()
    expect(page.locator("#live-text")).to_have_text("Fragment two")
    expect(show_button).to_be_hidden()


def test_a_lost_connection_is_said_with_its_time(show):
    page = show().open()
    page.evaluate("window.dispatchEvent(new Event('online'))")
    expect(page.locator("[data-age-text]")).to_have_text(re.compile(r"^no connection since [0-2]\d:\d\d(?!\s*[AP]M)"))


def test_new_data_come_in_by_themselves_once_the_choice_is_taken_back(show):
    gallery = show()
    page = gallery.open()
    page.locator("#live-input").fill("x")
    gallery.answers["/fragment"] = fragment("Fragment two", '"2"')
    page.evaluate("window.dispatchEvent(new Event('online'))")
    expect(page.get_by_role("button", name="New data – show")).to_be_visible()
    page.locator("#live-input").fill("")
    page.locator("#dangerous").focus()
    gallery.answers["/fragment"] = lambda _: {"status": 304}
    page.evaluate("window.dispatchEvent(new Event('online'))")
    expect(page.locator("#live-text")).to_have_text("Fragment two")


def test_a_sign_in_page_is_never_swapped_in_for_data(show):
    gallery = show()
    page = gallery.open()
    gallery.answers["/fragment"] = lambda _: {"status": 403, "body": "Sign in"}
    page.evaluate("window.dispatchEvent(new Event('online'))")
    expect(page.locator("[data-age-text]")).to_have_text(re.compile("^no connection"))
    expect(page.locator("#live-text")).to_have_text("Fragment one")


PAUSES = "import('/static/tournaments/live.js').then((live) => [0, 1].map((random) => Math.round(live."
# Failures in a row, streams that broke in a row, whether one flows: the shortest pause and the longest, in seconds.
AGAIN = {
    (1, 0, True): [1, 2],
    (2, 2, False): [2, 4],
    (3, 3, False): [4, 8],
    (4, 9, False): [7.5, 15],
    (99, 99, False): [7.5, 15],
    (0, 1, False): [1, 2],
    (0, 4, False): [7.5, 15],
    (0, 5, False): [24, 36],  # no stream is to be had: fragments, now and then
    (0, 0, False): [24, 36],
    (0, 7, True): [96, 144],
}

# What live.js has planned: every pause in milliseconds, with the same chance each time.
WRITE_DOWN_PAUSES = """
    Math.random = () => 0.9;
    const set = window.setTimeout, planned = [], patience = 15_000;
    window.setTimeout = (act, pause) => {
        if (pause > 0 && pause !== patience) {
            planned.push(pause);
            document.documentElement.dataset.planned = planned.join(" ");
        }
        return set(act, pause);
    };"""


def test_what_failed_is_asked_again_after_2_4_8_and_15_seconds_at_most(show):
    page = show().open()
    for (failures, breaks, flowing), pauses in AGAIN.items():
        so = json.dumps({"failures": failures, "breaks": breaks, "flowing": flowing})
        assert page.evaluate(f"{PAUSES}pauseBeforeCheck({so}, random)) / 1000))") == pauses, so


def test_a_hall_that_hears_of_a_change_asks_over_a_moment_and_nobody_twice_in_one(show):
    page = show().open()
    assert page.evaluate(f"{PAUSES}pauseBeforeFetch(9_999, random))))") == [0, 150]
    assert page.evaluate(f"{PAUSES}pauseBeforeFetch(50, random))))") == [150, 300]


def test_changes_in_quick_succession_are_one_fetch(show):
    gallery = show()
    page = gallery.page
    page.clock.install(time=0)
    page.add_init_script(WRITE_DOWN_PAUSES)
    body = "".join(f"event: changed\ndata: {json.dumps({'version': version})}\n\n" for version in (2, 3, 4))
    gallery.answers |= {
        "/events": lambda _: {"body": body, "content_type": "text/event-stream"},
        "/fragment": fragment("Fragment four", '"4"'),
    }
    page.clock.pause_at(1_000)
    gallery.open()
    # Without a stream, with one, after a change; then the stream ends.
    expect(page.locator("html")).to_have_attribute("data-planned", re.compile(r"^34800\S* 139200\S* 135 1900$"))
    page.clock.run_for(135)
    expect(page.locator("#live-text")).to_have_text("Fragment four")
    assert len(gallery.sent_to("/fragment")) == 1


def test_a_page_comes_back_by_itself_after_a_server_that_was_away(show):
    """A 502 of the proxy closes an EventSource for good: the page opens another itself."""
    gallery = show()
    page = gallery.page
    page.clock.install(time=0)
    page.add_init_script(WRITE_DOWN_PAUSES)
    away = {"status": 502, "body": "Bad gateway"}
    gallery.answers |= {"/events": lambda _: away, "/fragment": lambda _: away}
    page.clock.pause_at(1_000)
    gallery.open()
    for attempt, pause in enumerate((1_900, 1_900, 3_800, 7_600, 14_250, 14_250)):
        # Planned twice each time: the stream has broken, the fragment has failed.
        expect(page.locator("html")).to_have_attribute(
            "data-planned", re.compile(rf"^([\d.]+ ){{{1 + 2 * attempt}}}{pause}$")
        )
        page.clock.run_for(pause - 1)
        assert (len(gallery.sent_to("/events")), len(gallery.sent_to("/fragment"))) == (attempt + 1, attempt)
        if attempt == 5:
            gallery.answers |= {"/events": changed(2), "/fragment": fragment("Fragment two", '"2"')}
        page.clock.run_for(1)
    expect(page.locator("#live-text")).to_have_text("Fragment two")


def test_a_page_that_is_seen_again_asks_at_once(show):
    gallery = show()
    page = gallery.page
    page.clock.install(time=0)
    page.clock.pause_at(1_000)
    gallery.open()
    gallery.answers |= {"/events": changed(2), "/fragment": fragment("Fragment two", '"2"')}
    for hidden in ("true", "false"):
        page.evaluate(f"Object.defineProperty(document, 'hidden', {{value: {hidden}, configurable: true}})")
        page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(page.locator("#live-text")).to_have_text("Fragment two")


def test_what_a_form_may_say_of_itself_is_not_taken_for_a_form_under_way(show):
    gallery = show()
    page = gallery.open()
    page.evaluate("document.querySelector('#live').insertAdjacentHTML('beforeend', '<p data-if-sending=x></p>')")
    gallery.answers |= {"/events": changed(2), "/fragment": fragment("Fragment two", '"2"')}
    page.evaluate("window.dispatchEvent(new Event('online'))")
    expect(page.locator("#live-text")).to_have_text("Fragment two")
