"""What the journal stores as a code is read in words."""

import pytest

from tests.factories.base import NOW
from tournaments.operations import journal
from tournaments.queries.journal import Names
from tournaments.texts.about_journal import shown_line

NOBODY = Names(accounts={}, players={}, entries={}, clubs={})
pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("new", "said"),
    [
        ({"kind": "ban_for_life"}, ("kind", "", "ban for life")),
        ({"kind": "b_intentional"}, ("kind", "", "B – did not follow suit, on purpose")),
        ({"answer": "play_on"}, ("answer", "", "play on")),
        ({"role": "captain"}, ("role", "", "captain of a club")),
    ],
)
def test_codes_are_read_in_words(new, said):
    line = journal.note("sanction_confirmed", by=None, now=NOW, new=new)
    assert shown_line(line, NOBODY).changes == (said,)
