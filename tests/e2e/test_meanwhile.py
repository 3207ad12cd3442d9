"""What happens elsewhere while somebody records: other phones and tabs, the desk, a server that hangs, a lost store.

On an origin that the browser calls insecure, as in a hall. Nothing is lost, nothing counts twice, the screen says so.
"""

from datetime import timedelta

from playwright.sync_api import Page, Route, expect

from games.arrivals import alike
from games.models import Entry
from tests.e2e.test_offline_table import at as at
from tests.e2e.test_offline_table import lose_in_any_way, waiting
from tests.e2e.test_offline_table import open_table as open_table
from tests.e2e.test_offline_table import table as table
from tests.e2e.test_table_page import TIMEOUT, deals, expect_deal, expect_on_the_server, lose, row, take_up
from tests.factories import stories
from tests.factories.base import NOW
from tournaments.models import Phone
from tournaments.operations.evening import rounds
from tournaments.operations.evening.phones import takeover_code


def take_the_pen(page: Page) -> None:
    button = page.get_by_role("button", name="I record here now")
    button.tap(timeout=TIMEOUT)
    expect(button).to_be_hidden(timeout=TIMEOUT)


def needs_the_referee(page: Page) -> None:
    expect(waiting(page).first).to_contain_text("needs the referee", timeout=TIMEOUT)


def kinds() -> list[str]:
    return list(Entry.objects.order_by("position").values_list("kind", flat=True))


def test_four_phones_at_one_table_record_in_turn_and_all_show_the_same(open_table, referee, director, monkeypatch):
    monkeypatch.setattr(alike, "SHORTEST_DEAL", timedelta())  # all are quicker here than anybody deals
    phones = [open_table(account) for account in (referee, director, referee, director)]
    for number, (page, loser) in enumerate(zip(phones, "ABCD", strict=True), start=1):
        for one in phones:
            expect_deal(one, number)
        if number > 1:
            take_the_pen(page)
            take_up(page, loser)
        else:
            lose(page, loser)
    for one in phones:
        expect_deal(one, 5)
        expect_on_the_server(one, 4)
    assert [loser for loser, _ in deals()] == list("ABCD")


def test_two_tabs_of_one_phone_keep_one_order_and_lose_nothing(at):
    other = at.context.new_page()
    other.goto(at.url)
    expect_deal(other, 1)
    at.context.set_offline(True)
    for number, (page, loser) in enumerate(zip((at, other, at), "BDC", strict=True), start=2):
        lose(page, loser)
        for one in (at, other):
            expect_deal(one, number)
    at.context.set_offline(False)
    for one in (at, other):
        expect_on_the_server(one, 3)
    assert [loser for loser, _ in deals()] == list("BDC")


def test_the_back_button_brings_the_table_as_it_is_now(at, table):
    lose(at, "A")
    expect_on_the_server(at, 1)
    at.locator("[data-key=line-1]").tap()
    expect(at.get_by_role("heading", name="Line 1")).to_be_visible()
    stories.record_deals(table, "B", by=at_account(at))
    at.go_back()
    expect_deal(at, 3)
    lose(at, "C")
    expect_on_the_server(at, 3)
    assert [loser for loser, _ in deals()] == list("ABC")


def at_account(_page: Page):
    """Who records at `at`."""
    return stories.Account.objects.get(pk=int(Entry.objects.get(position=1).by.partition(":")[2]))


def test_a_phone_that_was_revoked_is_told_that_its_deals_have_no_effect(at):
    lose(at, "A")
    expect_on_the_server(at, 1)
    Phone.objects.update(revoked_at=NOW)
    lose(at, "B")
    needs_the_referee(at)
    assert [loser for loser, _ in deals()] == ["A"]


def test_a_deal_of_a_round_that_was_closed_meanwhile_asks_the_referee(at, evening, director):
    at.context.set_offline(True)
    lose(at, "B")
    expect_deal(at, 2)
    rounds.close_round(round_=evening, by=director, now=NOW, force_reason="fire alarm")
    at.context.set_offline(False)
    needs_the_referee(at)
    assert "deal" not in kinds()


def test_a_deal_after_the_game_ended_on_another_phone_asks_the_referee(at, table):
    at.context.set_offline(True)
    lose(at, "B")
    expect_deal(at, 2)
    stories.play_out(table)
    length = len(kinds())
    at.context.set_offline(False)
    needs_the_referee(at)
    expect(at.get_by_role("heading", name="Game over")).to_be_visible(timeout=TIMEOUT)
    assert len(kinds()) == length


def test_a_void_deal_and_a_penalty_letter_need_no_network(at):
    at.context.set_offline(True)
    at.get_by_text("Void deal", exact=True).tap()
    at.get_by_role("button", name="misdeal").tap()
    expect(waiting(at)).to_have_count(1)
    at.get_by_text("Penalty letter", exact=True).tap()
    at.get_by_role("radio", name="C –").check()
    at.get_by_label("What for", exact=True).fill("late")
    at.get_by_role("button", name="Give the letter").tap()
    expect(waiting(at)).to_have_count(2)
    expect(row(at, "C")).to_contain_text("1 of 5 letters: K")
    lose(at, "B")
    expect_deal(at, 2)
    at.context.set_offline(False)
    expect_on_the_server(at, 3)
    assert kinds() == ["void_deal", "penalty_letter", "deal"]


def test_a_game_that_ended_without_a_network_is_opened_again_without_it(at):
    at.context.set_offline(True)
    while at.locator("#done").is_visible():
        said = at.locator("legend").first.inner_text()
        seats = at.locator(".seat:not(.bench):not(.left)").evaluate_all("(rows) => rows.map((row) => row.dataset.seat)")
        lose_in_any_way(at, seats[0])
        expect(at.locator("legend").first).not_to_have_text(said)
    expect(at.locator("legend").first).to_have_text("Game over")
    at.get_by_role("button", name="Undo").tap()
    expect(at.locator("legend").first).to_have_text(said)
    expect(at.locator("#done")).to_be_visible()


def test_the_end_of_a_game_is_taken_back_without_a_network_and_the_page_says_what_it_lacks(at, table):
    stories.play_out(table)
    at.reload()
    expect(at.get_by_role("heading", name="Game over")).to_be_visible()
    at.context.set_offline(True)
    at.get_by_role("button", name="Undo").tap()
    expect(at.get_by_text("The game goes on. The seats are shown here as soon as there is a network.")).to_be_visible()
    at.context.set_offline(False)
    expect(at.locator("#done")).to_be_visible(timeout=TIMEOUT)


def test_a_pen_is_taken_over_by_a_code_where_there_is_no_network(at, open_table, table, director, monkeypatch):
    monkeypatch.setattr(alike, "SHORTEST_DEAL", timedelta())  # both are quicker here than anybody deals
    lose(at, "A")
    expect_on_the_server(at, 1)
    other = open_table(director)
    expect(other.get_by_text("records here.")).to_be_visible()
    other.context.set_offline(True)
    other.get_by_role("button", name="I record here now").tap()
    other.get_by_label("No network: the referee's code").fill(takeover_code(table.round.event))
    other.get_by_role("button", name="I record here now").tap()
    expect(other.get_by_role("button", name="I record here now")).to_be_hidden()
    take_up(other, "B")
    expect_deal(other, 3)
    other.context.set_offline(False)
    expect_on_the_server(other, 2)
    assert [(line.payload["loser"], line.by) for line in Entry.objects.order_by("position")][1] == ("B", director.key)


def test_a_server_that_hangs_is_named_soon_and_the_deal_counts_once(at):
    hanging: list[Route] = []

    def hang(route: Route) -> None:
        hanging.append(route)

    at.route("**/t/lines/", hang)
    lose(at, "A")
    expect_deal(at, 2)
    expect(at.locator("[data-outbox-waiting]")).to_contain_text("1 deal only on this phone")
    for route in hanging:
        route.abort()
    at.unroute("**/t/lines/")
    at.evaluate("window.dispatchEvent(new Event('online'))")
    expect_on_the_server(at, 1)
    expect(at.locator("[data-outbox-waiting]")).to_be_hidden(timeout=TIMEOUT)
    assert deals() == [("A", ["E"])]


def test_a_store_that_is_refused_in_the_middle_lets_the_form_go_the_ordinary_way(at):
    lose(at, "A")
    expect_on_the_server(at, 1)
    at.evaluate("() => { IDBDatabase.prototype.transaction = () => { throw new Error('gone'); }; }")
    lose(at, "B")
    expect_deal(at, 3)
    expect(at.locator(".lines [data-line]")).to_have_count(2, timeout=TIMEOUT)
    assert [loser for loser, _ in deals()] == ["A", "B"]
