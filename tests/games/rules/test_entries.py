"""What every kind of line says of itself, and that whoever needs to know the kinds knows them all.

A class that is added to the union in entries.py is named here, and by mypy, until it is told everywhere.
"""

from dataclasses import MISSING, fields
from typing import get_args

import pytest

from games.rules.entries import KINDS, Amend, Correction, Dealing, Entry, Happening
from games.rules.notation import parse_log
from games.rules.payload import _READERS, entry_payload
from tests.games.rules import logs

# Stored codes, their fields in order, what a correction may change, and a line of each kind. Rows that were written
# once are read for ever: a kind may be added at the end, none of these may change.
STORED = {
    "deal": ("loser bench points packed dealer", "loser bench points packed dealer", "A /E (A0 B33) packed @B"),
    "smear_deal": ("pitcher bid points moon dealer", "pitcher bid points moon dealer", "B4 (AC3 BD7) moon @A"),
    "void_deal": ("bench reason dealer", "bench reason dealer", 'void /E @C "stuck"'),
    "penalty_letter": ("seat reason after", "seat reason", '+B "late"'),
    "amend": ("position changes reason", "", '~1 loser=B "misread"'),
    "strike": ("position reason", "reason", 'x1 "lifted"'),
    "substitute": ("seat occupant reason", "seat occupant reason", 'D>p9 "injury"'),
    "withdraw": ("seat reason", "seat reason", '-E "ill"'),
    "close": ("reason", "reason", 'close "venue closes"'),
    "settle": ("arrival verdict reason", "reason", 'take:7d0c0000-0000-4000-8000-000000000001 "both"'),
    "pause": ("reason", "reason", 'pause "dinner"'),
    "resume": ("", "", "resume"),
    "swap": ("seat other since reason", "reason", 'A<>B:1 "sat wrongly"'),
    "accept": ("seat", "", "okC"),
}


def test_codes_fields_and_what_may_be_amended_are_as_they_were_stored():
    now = {code: (" ".join(one.name for one in fields(kind)), " ".join(kind.amendable)) for code, kind in KINDS.items()}
    assert now == {code: row[:2] for code, row in STORED.items()}


@pytest.mark.parametrize("code", KINDS)
def test_a_line_of_each_kind_is_read_from_its_notation(code):
    _, log = parse_log(f"KAMIL ABCDE\n{STORED[code][2]}")
    assert [type(entry) for entry in log] == [KINDS[code]]
    assert entry_payload(log[0])["kind"] == code


def test_every_member_of_the_union_is_a_kind_with_a_code_of_its_own():
    assert set(KINDS.values()) == set(get_args(Entry))
    assert len(KINDS) == len(get_args(Entry))
    assert set(get_args(Entry)) == {*get_args(Happening), *get_args(Correction)}


def test_arbitrary_logs_are_made_of_every_kind():
    assert set(logs.BY_KIND) == set(KINDS.values())


@pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS)
def test_a_kind_amends_only_fields_that_it_has_and_all_its_fields_can_be_read(kind):
    names = {one.name for one in fields(kind)}
    assert set(kind.amendable) <= names
    assert kind is Amend or names <= set(_READERS)
    assert len(kind.code) <= 20  # the column


@pytest.mark.parametrize("kind", get_args(Happening), ids=lambda kind: kind.code)
def test_what_a_line_must_have_stands_in_its_notation(kind):
    """A deal of Smear must have points too; they are a detail, in parentheses."""
    needed = {one.name for one in fields(kind) if one.default is MISSING} - {"points"}
    assert all(f"{{{name}}}" in kind.notation for name in needed)


def test_what_each_game_judges_for_itself_is_a_happening():
    assert set(get_args(Dealing)) < set(get_args(Happening))
