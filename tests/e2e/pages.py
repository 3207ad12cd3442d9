"""What people do with the pages of the site, in their words: sign in, tap, record, read the standings.

Elements are found as people find them, by role and name, or by names that forms send. Nothing waits for a time: each
helper ends when the page shows what it did.
"""

from __future__ import annotations

import io
import re
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from django.core import mail
from django.core.management import call_command
from playwright.sync_api import Locator, Page, expect

from games.rules.bench import Proposal
from games.rules.entries import Amend, Deal, Entry, PenaltyLetter, Strike, VoidDeal
from tests.e2e.plans import TablePlan
from tournaments.tasks import sweep

SEATING = """() => Object.fromEntries([...document.querySelectorAll('.board > .card')].map((card) => [
    Number(card.querySelector('h4').textContent.match(/\\d+/)[0]),
    Object.fromEntries([...card.querySelectorAll('li')].map((seat) => [
        seat.querySelector('.seat-letter').textContent.trim(), seat.querySelector('.nick').textContent.trim()]))]))"""
STANDINGS = """() => [...document.querySelectorAll('table.standings tbody tr')].map((row) => [
    row.querySelector('.place').textContent.trim(), row.querySelector('.nick').textContent.trim(),
    ...[...row.querySelectorAll('td.num')].map((cell) => cell.textContent.replace('%', '').trim())])"""

REASONS = """() => Object.fromEntries([...document.querySelectorAll('table.standings tbody tr')].map((row) => [
    row.querySelector('.nick').textContent.trim(), row.querySelector('details p').textContent.trim()]))"""


@dataclass(frozen=True)
class Line:
    """A line of the standings as it is read."""

    place: str
    nick: str
    deals: str
    letters: str
    success: str


# --- Anywhere ---------------------------------------------------------------------------------------------------------


def press(page: Page, name: str, *, within: Locator | None = None) -> None:
    """Press the button with exactly this name, and wait for the page that it leads to."""
    button = (within or page.locator("main")).get_by_role("button", name=name, exact=True)
    with page.expect_navigation():
        button.click()


def press_and_agree(page: Page, name: str, agreed: str) -> None:
    """Press a button that asks first, and say yes."""
    page.locator("main").get_by_role("button", name=name, exact=True).click()
    with page.expect_navigation():
        page.get_by_role("dialog").get_by_role("button", name=agreed, exact=True).click()


def follow(page: Page, name: str) -> None:
    """Follow the link with exactly this name."""
    with page.expect_navigation():
        page.get_by_role("link", name=name, exact=True).first.click()


def expect_done(page: Page, words: str) -> None:
    """The page says that it is done."""
    expect(page.get_by_role("status").filter(has_text="Done:")).to_contain_text(words)


def is_as_wide_as_its_screen(page: Page) -> bool:
    """Nothing makes the page scroll sideways."""
    width: Any = page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
    return bool(width)


# --- Signing in -------------------------------------------------------------------------------------------------------


def sign_in_as_director(page: Page) -> None:
    """By the one-time link that `./run` prints."""
    printed = io.StringIO()
    call_command("director_link", stdout=printed)
    page.goto(_path_in(printed.getvalue()))
    page.get_by_role("button", name=re.compile("^Sign in as")).click()
    expect(page.get_by_role("heading", name="My events", level=1)).to_be_visible()


def open_letter(page: Page, address: str) -> None:
    """Follow the link in the newest letter to `address`; the scheduler's sweep sends it."""
    sweep()
    letter = next(letter for letter in reversed(mail.outbox) if letter.to == [address])
    page.goto(_path_in(str(letter.body)))


def _path_in(text: str) -> str:
    """The address in a text without its host: tests have a site of their own."""
    found = re.search(r"https?://\S+", text)
    assert found is not None, text
    return urlsplit(found[0]).path


# --- The desk ---------------------------------------------------------------------------------------------------------


def add_walk_in(page: Page, line: str) -> None:
    page.get_by_label("Walk-in").fill(line)
    press(page, "Add")
    expect_done(page, f"{line.partition(',')[0]}")


def give_word(page: Page, word: str) -> None:
    """On the page of a round."""
    page.get_by_text("Enter the word", exact=True).click()
    page.get_by_label("Playing word").fill(word)
    press(page, "Save the word")
    expect_done(page, "has its word")


def publish_and_start(page: Page) -> None:
    """On the page of a round that is seated and has its word."""
    press(page, "Publish the seating")
    expect_done(page, "Everybody can see the seating")
    press(page, "Start the round")
    expect_done(page, "Deals can be recorded")


def seating_on(page: Page) -> dict[int, dict[str, str]]:
    """Table → seat → nick, from the desk's page of a round."""
    found: dict[str, dict[str, str]] = page.evaluate(SEATING)
    return {int(number): seats for number, seats in found.items()}


def close_round(page: Page, slug: str, number: int) -> None:
    page.goto(f"/desk/{slug}/round/{number}/")
    press(page, "Close the round")
    expect_done(page, f"Round {number} is closed")


# --- The table --------------------------------------------------------------------------------------------------------


def play(page: Page, plan: TablePlan) -> None:
    """Play a planned game, line by line, on the page of its table, which is open."""
    for position, entry in enumerate(plan.log, 1):
        proposal = plan.proposal(position)
        if proposal is not None:
            assert page.locator("#deal input[name=bench]").input_value() == "".join(proposal.bench)
        record(page, entry, proposal)
        wait_until_recorded(page, position)


def wait_until_recorded(page: Page, position: int) -> None:
    """The site has named the line at `position`, and the page shows it in its log."""
    page.locator(f".lines [data-line='{position}']").wait_for(state="attached")


def record(page: Page, entry: Entry, proposal: Proposal | None) -> None:
    """Bring one line to the page; `proposal` is what it shows now."""
    if isinstance(entry, Deal):
        for seat in sorted(set(entry.bench) - set(proposal.bench if proposal else ())):
            page.locator(f"[data-seat={seat}]").get_by_role("button", name=re.compile("^sits out")).click()
        lose(page, entry.loser)
    elif isinstance(entry, VoidDeal):
        page.get_by_text("Void deal", exact=True).click()
        page.get_by_role("button", name=entry.reason, exact=True).click()
    elif isinstance(entry, PenaltyLetter):
        page.get_by_text("Penalty letter", exact=True).click()
        page.get_by_role("radio", name=re.compile(f"^{entry.seat} –")).check()
        page.get_by_label("What for", exact=True).fill(entry.reason)
        page.get_by_role("button", name="Give the letter").click()
    elif isinstance(entry, Strike):
        page.get_by_role("button", name="Undo").click()
    elif isinstance(entry, Amend):
        correct_loser(page, entry.position, str(entry.changes["loser"]))
    else:
        raise TypeError(entry)


def lose(page: Page, seat: str) -> None:
    """A deal is two taps."""
    page.locator(f"[data-seat={seat}] input[name=loser]").check()
    page.locator("#done").click()


def correct_loser(page: Page, position: int, seat: str) -> None:
    """From the log to the line, change the loser, and back to the table."""
    with page.expect_navigation():
        page.locator(f"[data-key=line-{position}]").click()
    page.get_by_role("radio", name=re.compile(f"^{seat} –")).check()
    press(page, "Save the correction")
    expect(page.get_by_role("status").filter(has_text="The log is corrected")).to_be_visible()


# --- What the public reads --------------------------------------------------------------------------------------------


def standings_on(page: Page) -> list[Line]:
    return [Line(*cells) for cells in page.evaluate(STANDINGS)]


def reasons_on(page: Page) -> dict[str, str]:
    """Nick → why he has his place."""
    found: dict[str, str] = page.evaluate(REASONS)
    return found
