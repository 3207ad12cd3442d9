"""A sheet of paper becomes the lines that would have been recorded at the table."""

from __future__ import annotations

from games.rules.entries import Deal
from games.rules.notation import format_log, parse_log
from games.rules.paper import PaperRow, copied
from tests.games.rules.logs import letters


def sheet(header, *rows, log=""):
    setup, before = parse_log(f"{header}\n{log}")
    return setup, copied(setup, before, [PaperRow(number, *row) for number, row in enumerate(rows, 1)])


def text(setup, found):
    return format_log(setup, found.entries).split("\n", 1)[1].strip().replace("\n", "; ")


def test_only_the_losers_are_needed_the_bench_goes_by_the_rules():
    _, found = sheet("KAMIL ABCDEF", ("deal", "A"), ("deal", "C"), ("deal", "C"))
    assert [entry.bench for entry in found.entries] == [("E", "F"), ("A", "B")]
    assert [(number, finding.code) for number, finding in found.faults] == [(3, "loser_not_playing")]


def test_a_bench_that_was_written_down_stands():
    _, found = sheet("KAMIL ABCDE", ("deal", "A", ("B",)), ("deal", "B"))
    assert [entry.bench for entry in found.entries] == [("B",), ("C",)]


def test_void_deals_and_penalty_letters_have_rows_of_their_own():
    setup, found = sheet("KAMIL ABCD", ("deal", "A"), ("void", "", None, "misdeal"), ("letter", "B", None, "late"))
    assert text(setup, found) == '1. A; 2. void "misdeal"; 3. +B "late"'
    assert letters(found.state) == "1 1 0 0"


def test_rows_go_on_where_the_log_stopped():
    _, found = sheet("KAMIL ABCDE", ("deal", "A"), log="B /E; C /A")
    assert found.entries == (Deal("A", ("B",)),)
    assert found.state.deals == 3


def test_what_comes_after_the_end_is_told_by_its_row():
    _, found = sheet("K ABCD", ("deal", "A"), ("deal", "B"))
    assert len(found.entries) == 1
    assert [(number, finding.code) for number, finding in found.faults] == [(2, "game_over")]
