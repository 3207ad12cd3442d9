"""What is written by hand for speed says what its template says."""

import re
from zoneinfo import ZoneInfo

import pytest
from django.template.loader import render_to_string
from django.utils import translation

from games.rules.entries import PenaltyLetter
from tests.factories import stories
from tournaments.queries.tables import TableView, table_view
from tournaments.tableside import pieces
from tournaments.tableside.shown import shown_lines


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


def test_what_people_write_is_text_and_no_markup(evening, referee):
    table = stories.table_of(evening, 1)
    stories.record_line(table, PenaltyLetter("A", '<b onclick="x">late</b> & loud'), by=referee)
    view = table_view(stories.table_of(evening, 1), viewer=referee, is_referee=True)
    (line,) = shown_lines(view)
    shown = pieces.line(line, ZoneInfo("UTC"))
    assert "&lt;b onclick=&quot;x&quot;&gt;late&lt;/b&gt; &amp; loud" in shown
    assert 'onclick="' not in shown
