"""Paper as Chromium prints it: pages counted in the PDF, nothing cut off, every nick whole, every word on its page."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.pages import is_as_wide_as_its_screen, sign_in_as_director
from tests.factories import stories
from tests.factories.base import NOW
from tournaments import projections
from tournaments.models import Event, Registration, Score
from tournaments.operations.evening import rounds

A4 = {"width": 703, "height": 1017}  # what the margins leave, 186 × 269 mm
# What is fuller than its place: sheets, cards, diplomas. They have a fixed height, so nothing else would show it.
OVERFULL = """() => {
    const places = '.sheet, .sheet > .row-columns, .sheet > .scroll, .cut-outs > li, .diploma, .one-pager';
    const full = [...document.querySelectorAll(places)].filter((one) =>
        one.scrollHeight > one.clientHeight + 1 || one.scrollWidth > one.clientWidth + 1);
    const over = [...document.querySelectorAll('.row-columns > table, .scroll > .rows')].filter((one) =>
        one.getBoundingClientRect().bottom > one.parentElement.getBoundingClientRect().bottom + 1);
    return [...full, ...over].map((one) => one.textContent.trim().replace(/\\s+/g, ' '));
}"""


@pytest.fixture
def desk(page: Page) -> Page:
    page.set_viewport_size(A4)
    return page


def printed(page: Page, address: str) -> int:
    """How many pages it has on A4; nothing on them is cut off."""
    page.goto(address)
    page.emulate_media(media="print")
    assert page.evaluate(OVERFULL) == []
    pdf: Any = page.pdf(format="A4", prefer_css_page_size=True)
    assert set(re.findall(rb"/MediaBox \[0 0 (\d+)\S* (\d+)", pdf)) == {(b"595", b"842")}
    return len(re.findall(rb"/Type /Page\b", pdf))


def with_long_nicks(event: Event) -> Event:
    for number, one in enumerate(Registration.objects.filter(event=event)):
        one.nick = ["ŽLUŤOUČKÝ KŮŇ Z PŘÍBRAMI A OKOLÍ {:02}", "MŇOUKAJÍCÍKOČKOPES{:02}", "KOT{:02}"][number % 3].format(
            number
        )
        one.save()
    return event


@pytest.mark.parametrize("word", ["ČERT", "KAMIL", "MOUREK", "NEJNEPROSPĚŠ"])
def test_a_score_sheet_is_one_page_for_every_table_and_word(desk: Page, word: str):
    event = with_long_nicks(stories.an_event(players=15, clubs=3))
    stories.a_running_round(event, sizes=(4, 5, 6), word=word)
    sign_in_as_director(desk)
    assert printed(desk, f"/desk/{event.slug}/print/sheets/1/") == 3
    numbers = [int(text) for text in desk.locator(".sheet td.num").all_text_contents() if text]
    most = [(size - 3) * len(word) + 3 * (len(word) - 1) for size in (4, 5, 6)]  # competition.md 2.3
    assert sorted(numbers) == sorted(number for rows in most for number in range(1, rows + 1))


def test_a_sheet_of_smear_is_one_page(desk: Page):
    event = with_long_nicks(stories.a_smear_event(players=8))
    stories.a_drawn_round(event)
    sign_in_as_director(desk)
    assert printed(desk, f"/desk/{event.slug}/print/sheets/1/") == 2


def test_every_other_paper_is_on_its_pages(desk: Page):
    event = with_long_nicks(stories.an_event(players=15, clubs=3, place="U Zlatého svrška", status="closed"))
    round_ = stories.a_drawn_round(event, sizes=(4, 5, 6))
    sign_in_as_director(desk)
    base = f"/desk/{event.slug}/print"
    assert printed(desk, f"{base}/seating/1/") == 2
    expect(desk.get_by_text("Draft – this seating is not published")).to_have_count(2)
    for name, pages, marks in (("seats", 2, 15), ("sheets", 3, 3)):
        assert printed(desk, f"{base}/{name}/1/") == pages
        expect(desk.get_by_text("Draft – this seating is not published")).to_have_count(marks)
    assert printed(desk, f"{base}/names/") == 2
    assert printed(desk, f"{base}/referee/") == 1
    assert printed(desk, f"/desk/{event.slug}/door/poster/print/") == 1
    rounds.start_round(round_=round_, now=NOW)
    stories.play_round(round_)
    assert printed(desk, f"{base}/badges/1/") == 2
    Event.objects.filter(pk=event.pk).update(status="finished")
    assert printed(desk, f"{base}/diplomas/") == desk.locator(".diploma").count() > 0
    assert printed(desk, f"{base}/diplomas/?who=p7") == 1
    pages = printed(desk, f"{base}/standings/")
    assert pages in (2, 3), "nine who share a place, with reasons of four lines or five: the lots seat the long nicks"


@pytest.mark.parametrize("name", ["referee", "standings", "seating/1", "names"])
def test_paper_is_looked_at_on_a_phone_without_scrolling_sideways(desk: Page, name: str):
    event = with_long_nicks(stories.an_event(players=10, clubs=2))
    stories.play_round(stories.a_running_round(event))
    sign_in_as_director(desk)
    desk.set_viewport_size({"width": 320, "height": 664})
    desk.goto(f"/desk/{event.slug}/print/{name}/")
    assert is_as_wide_as_its_screen(desk)


def test_a_planted_wrong_score_is_red_on_paper_too(desk: Page):
    """What is a notice on the screen is left out on paper; this one is not."""
    event = stories.an_event(players=10)
    stories.play_round(stories.a_running_round(event))
    one = Score.objects.filter(event=event, letters__gt=0).first()
    assert one is not None
    Score.objects.filter(pk=one.pk).update(letters=one.letters - 1)
    projections.bump(event)
    assert printed(desk, f"/e/{event.slug}/report/") <= 2
    for said in ("The sums do not agree.", f"the standings say: deals {one.deals}, letters {one.letters - 1}"):
        expect(desk.get_by_text(said)).to_be_visible()
        expect(desk.get_by_text(said)).to_have_css("color", "rgb(176, 0, 32)")
    expect(desk.get_by_text(event.name, exact=True).last).to_be_visible()
    desk.emulate_media(media="screen")
    desk.set_viewport_size({"width": 320, "height": 664})
    assert is_as_wide_as_its_screen(desk), "what differs stands beneath its number"
