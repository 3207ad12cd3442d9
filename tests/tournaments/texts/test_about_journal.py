"""What the journal stores as a code is read in words."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.factories.base import NOW
from tournaments.facts.regulations import NAMES
from tournaments.operations import journal
from tournaments.queries.journal import Names
from tournaments.texts.about_journal import shown_line
from tournaments.texts.about_journal_fields import FIELDS, RULES
from tournaments.texts.about_ranking import CONDITIONS
from tournaments.texts.about_settings import LABELS

NOBODY = Names(accounts={}, players={}, entries={}, clubs={})
pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("new", "said"),
    [
        ({"turned": "dice 1 2"}, ("turned", "", "dice 1 2")),
        ({"turned": "cards"}, ("turned", "", "cards")),
        ({"kind": "ban_for_life"}, ("kind", "", "ban for life")),
        ({"kind": "b_intentional"}, ("kind", "", "B – did not follow suit, on purpose")),
        ({"answer": "play_on"}, ("answer", "", "play on")),
        ({"role": "captain"}, ("role", "", "captain of a club")),
        ({"scope": "read"}, ("scope", "", "read what you may read")),
        ({"ends_on": "2027-12-31"}, ("last day", "", "31 December 2027")),
        ({"date": "2027-12-31"}, ("date", "", "31 December 2027")),
        ({"draw_at": "2026-12-31T23:00:00+00:00"}, ("drawn at", "", "1 January 2027, 00:00")),
        ({"starts_at": "0001-01-01T00:00:00+14:00"}, ("starts", "", "0001-01-01T00:00:00+14:00")),
        ({"name": "2027-12-31"}, ("name", "", "2027-12-31")),
        ({"regulations.hidden_from_round": 1}, ("Standings hidden from the start of round", "", "1")),
        ({"regulations.pooling": "mean"}, ("Success over several rounds", "", "mean")),
        ({"against": "ruling:7"}, ("against", "", "ruling no. 7")),
        ({"newcomers": {}}, ("conditions", "", "Only for newcomers who have never played in a finished event.")),
        (
            {"ranking": {"number": 3, "season": 2026, "until": "2026-03-31"}},
            ("conditions", "", "Only for the best 3 of the ranking 2026 after the events up to 31 March 2026."),
        ),
        ({"regulations.final_size": 4}, ("Players in the final", "", "4")),
        (
            {"final_ranking": "final_only"},
            ("order of criteria", "", "The survivors of the final are ranked by the success of the final alone."),
        ),
    ],
)
def test_codes_are_read_in_words(new, said):
    line = journal.note("sanction_confirmed", by=None, now=NOW, new=new)
    assert shown_line(line, NOBODY).changes == (said,)


def _noted_fields() -> Iterator[str]:
    """The fields that are written out where something is noted, there or in what is handed on as `old` or `new`."""
    for file in Path("tournaments/operations").glob("**/*.py"):
        for part in ast.walk(ast.parse(file.read_text())):
            said: list[ast.expr] = []
            if isinstance(part, ast.Call) and getattr(part.func, "attr", "") == "note":
                said = [one.value for one in part.keywords if one.arg in ("old", "new")]
            elif isinstance(part, ast.Assign) and {getattr(one, "id", "") for one in part.targets} & {"old", "new"}:
                said = [part.value]
            for fields in said:
                if isinstance(fields, ast.Dict):
                    yield from (str(key.value) for key in fields.keys if isinstance(key, ast.Constant))


def test_every_field_has_words_of_its_own():
    noted = {*_noted_fields(), *(RULES + name for name in NAMES)}
    assert len(noted) > 50, "they were found"
    assert noted - {*FIELDS, *CONDITIONS, *(RULES + name for name in (*LABELS, *FIELDS))} == set()
