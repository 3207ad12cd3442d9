"""What is written by hand for speed is text where people wrote it."""

from zoneinfo import ZoneInfo

from games.rules.entries import PenaltyLetter
from tests.factories import stories
from tournaments.queries.tables import table_view
from tournaments.tableside import pieces
from tournaments.tableside.shown import shown_lines


def test_what_people_write_is_text_and_no_markup(evening, referee):
    table = stories.table_of(evening, 1)
    stories.record_line(table, PenaltyLetter("A", '<b onclick="x">late</b> & loud'), by=referee)
    view = table_view(stories.table_of(evening, 1), viewer=referee, is_referee=True)
    (line,) = shown_lines(view)
    shown = pieces.line(line, ZoneInfo("UTC"))
    assert "&lt;b onclick=&quot;x&quot;&gt;late&lt;/b&gt; &amp; loud" in shown
    assert 'onclick="' not in shown
