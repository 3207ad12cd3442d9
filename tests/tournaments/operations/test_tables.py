"""Recording at a table (operations/tables.py)."""

import pytest

from tests.factories import stories
from tests.factories.stories import record_deals, table_of

pytestmark = pytest.mark.django_db


def test_a_deal_is_recorded_and_counted_for_those_who_played(evening):
    table = table_of(evening, 2)
    recorded = record_deals(table, "A B")
    assert recorded.position == 2
    seated = stories.seats_of(table)
    assert [(seated[seat].score.deals, seated[seat].score.letters) for seat in "ABCDE"] == [
        (1, 1),
        (2, 1),
        (2, 0),
        (2, 0),
        (1, 0),
    ]


def test_a_game_is_played_out(evening):
    assert stories.play_out(table_of(evening, 1)).state.finished


def test_examples(db):
    for name in ("moor-final", "harbour-classic", "fen-evening"):
        assert stories.example(name).version > 1
