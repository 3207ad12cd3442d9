"""A call of the referee in a browser: heard at once, or not at all, and then the button says so."""

from playwright.sync_api import expect

from tests.e2e.test_table_page import sign_in
from tests.factories import stories
from tests.factories.tournaments import AccountFactory


def test_a_player_calls_and_the_referee_hears_it_without_a_network_the_button_says_so(new_page, site):
    event = stories.an_event(players=15, status="closed")
    table = stories.table_of(stories.a_running_round(event, sizes=(5, 5, 5)))
    account = AccountFactory.create(name="Bee")
    seat = stories.seats_of(table)["B"].player
    seat.account = account
    seat.save()
    phone, board = new_page(), new_page()
    sign_in(phone.context, account, site.url)
    sign_in(board.context, stories.staff_of(event, "referee"), site.url)
    board.goto(f"/t/{event.slug}/")
    phone.goto(f"/t/{event.slug}/1/1/here/")
    phone.locator("#call summary").click()
    phone.context.set_offline(True)
    phone.locator("#call button").click()
    expect(phone.locator("#call [data-if-offline]")).to_contain_text("There is no network")
    phone.context.set_offline(False)
    phone.locator("#call button").click()
    expect(phone.locator("#call")).to_contain_text("The referee is called.")
    expect(board.locator("#bell")).to_contain_text("Table 1 calls the referee.")
    board.locator("#bell button").click()
    expect(phone.locator("#call")).to_contain_text("is coming.")
