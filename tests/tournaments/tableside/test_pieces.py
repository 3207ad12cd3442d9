"""What is written by hand for speed says what its template says."""

import re

import pytest
from django.template.loader import render_to_string
from django.utils import translation

from tests.factories import stories
from tournaments.queries.tables import TableView, table_view
from tournaments.tableside import pieces


@pytest.fixture
def view(evening, referee) -> TableView:
    """A has a match ball, B has two letters, the others none."""
    table = stories.table_of(evening, 1)
    stories.record_deals(table, "A A A A B B")
    return table_view(stories.table_of(evening, 1), viewer=referee, is_referee=True)


def squeezed(markup: str) -> str:
    return re.sub(r"\s*(<|>)\s*", r"\1", re.sub(r"\s+", " ", markup.replace("/>", ">"))).strip()


@pytest.mark.parametrize("language", ["en", "cs"])
def test_the_word_of_a_seat_is_that_of_its_template(view, language):
    with translation.override(language):
        for seat in view.seats:
            template = render_to_string("parts/word.html", {"letters": view.letters, "taken": seat.letters})
            ball = render_to_string("parts/ball.html") if seat.is_match_ball else ""
            assert squeezed(pieces.word(view, seat)) == squeezed(template + ball)
    assert [seat.is_match_ball for seat in view.seats] == [True, False, False, False, False]
