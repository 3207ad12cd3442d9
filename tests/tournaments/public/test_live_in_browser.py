"""A spectator's page follows the game without a hand on it."""

import pytest

from tests.factories import stories

pytestmark = pytest.mark.django_db(transaction=True)


def test_an_open_page_shows_a_deal_soon_after_it_was_recorded(page):
    event = stories.an_event(players=5)
    round_ = stories.a_running_round(event, word="KAMIL")
    page.goto(f"/e/{event.slug}/round/1/table/1/")
    table = page.locator("#table")
    assert "Nothing is recorded yet" in table.inner_text()
    stories.record_deals(stories.table_of(round_), "A")
    table.get_by_text("Deal 1:").wait_for()
    assert "1 own deal" in table.inner_text()
