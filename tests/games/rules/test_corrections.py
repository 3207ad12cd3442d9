"""A correction never erases (competition.md 2.10): strikes take out, amendments change, and both can be undone."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rules.entries import Strike
from games.rules.replay import replay
from tests.games.rules import logs
from tests.games.rules.logs import found, game, letters


def test_a_struck_line_stays_in_the_log_without_effect():
    state = game('KAMIL ABCD; A; B; x1 "not true"')
    assert letters(state) == "0 1 0 0"
    assert [(line.struck, line.applied) for line in state.lines] == [(True, False), (False, True), (False, True)]


def test_a_struck_correction_is_not_applied():
    state = game("KAMIL ABCD; A; ~1 loser=B; x2")
    assert [(line.struck, line.applied) for line in state.lines] == [(False, True), (True, False), (False, True)]


def test_an_amended_line_is_applied_at_its_old_place():
    """B leaves with line 2, where C lost at first, and so is gone in line 3."""
    state = game("OK ABCDE; B /E; C /A; B /C; ~2 loser=B")
    assert letters(state) == "0 2 0 0 0"
    assert state.seats["B"].left == 1
    assert found(state) == [(3, "has_left")]
    assert state.lines[1].entry.loser == "B"


def test_only_the_named_fields_change():
    state = game("KAMIL ABCDE; C /A (C20 D13) packed; ~1 loser=D")
    deal = state.lines[0].entry
    assert (deal.loser, deal.bench, deal.points, deal.packed) == ("D", ("A",), {"C": 20, "D": 13}, True)
    assert found(state) == [(1, "points_contradict")]


def test_null_takes_an_optional_field_back_to_its_default():
    deal = game("KAMIL ABCD; C /A (C20 D13) packed @B; ~1 bench=- points=- packed=- dealer=-").lines[0].entry
    assert (deal.bench, deal.points, deal.packed, deal.dealer) == ((), None, False, None)


def test_a_finding_can_be_amended_away():
    assert found(game("KAMIL ABCDE; G /E")) == [(1, "unknown_seat")]
    assert found(game("KAMIL ABCDE; G /E; ~1 loser=A")) == []


def test_a_struck_line_has_no_finding():
    assert found(game("KAMIL ABCDE; G /E; x1")) == []


@pytest.mark.parametrize(
    ("corrections", "losers"),
    [
        ("~1 loser=B; ~1 loser=C", "C"),  # of two amendments of one field the later counts
        ("~1 loser=B; ~1 loser=C; x3", "B"),  # that one struck: the earlier counts again
        ("~1 loser=B; x2", "A"),  # an amendment struck
        ("~1 loser=B; x2; x3", "B"),  # and its strike struck
        ("~1 loser=B; ~2 loser=D", "D"),  # an amendment amended
        ("~1 loser=B; ~1 loser=C; ~2 loser=D", "C"),  # the amended first one is still the earlier
        ("~1 loser=B; ~2 loser=C; ~3 loser=D", "D"),  # a chain of amendments
        ("~1 loser=B; ~2 loser=C; x3", "B"),
        ("~1 loser=B; x1", ""),
        ("x1; ~1 loser=B", ""),  # fields and presence do not touch each other …
        ("x1; ~1 loser=B; x2", "B"),  # … so the change shows once the line is back
        ("x1; x1; x2", ""),  # two strikes, one lifted
        ("x1; x1; x2; x3", "A"),
        ("x1; x2; x3", ""),  # a strike of a strike of a strike
    ],
)
def test_corrections_of_corrections(corrections, losers):
    state = game(f"KAMIL ABCD; A; {corrections}")
    assert "".join(line.letter_to or "" for line in state.lines) == losers


def test_amendments_of_different_fields_add_up():
    deal = game("KAMIL ABCDE; A /E; ~1 loser=E; ~1 bench=A").lines[0].entry
    assert (deal.loser, deal.bench) == ("E", ("A",))


def test_an_amendment_of_an_amendment_leaves_what_it_does_not_name():
    state = game("KAMIL ABCDE; A /E; ~1 loser=B bench=D; ~2 loser=C")
    assert (state.lines[0].entry.loser, state.lines[0].entry.bench) == ("C", ("D",))
    assert state.lines[1].entry.changes == {"loser": "C", "bench": ("D",)}


def test_every_kind_can_be_amended():
    state = game("KAMIL ABCDE; void /A; +A; A>p9; -A; ~1 bench=E; ~2 seat=B; ~3 occupant=p8 seat=C; ~4 seat=D")
    assert state.lines[0].entry.bench == ("E",)
    assert letters(state) == "0 1 0 0 0"
    assert state.seats["C"].occupant == "p8"
    assert state.seats["D"].left == 1


def test_the_reason_of_an_amendment_replaces_the_reason_of_a_line_that_has_one():
    assert game('KAMIL ABCD; void "misdeal"; ~1 "cards stuck"').lines[0].entry.reason == "cards stuck"
    assert game('KAMIL ABCD; void "misdeal"; ~1 reason=-').lines[0].entry.reason == ""
    assert game('KAMIL ABCD; void "misdeal"; ~1 bench=; ~2 "cards stuck"').lines[0].entry.reason == "cards stuck"


def test_the_reason_of_an_amendment_of_a_deal_is_its_own_remark():
    state = game('KAMIL ABCD; A; ~1 loser=B "misread"; ~2 loser=C "misread again"')
    assert letters(state) == "0 0 1 0"
    assert [line.entry.reason for line in state.lines[1:]] == ["misread", "misread again"]
    assert state.lines[1].entry.changes == {"loser": "C"}


@pytest.mark.parametrize("correction", ["x1", "x2", "x9", "~1 loser=B", "~9 loser=B"])
def test_a_correction_that_names_no_earlier_line_does_nothing(correction):
    state = game(f"KAMIL ABCD; {correction}; A")
    assert [line.applied for line in state.lines] == [False, True]
    assert (letters(state), state.findings) == ("1 0 0 0", ())


def test_a_correction_can_bring_a_finished_game_back():
    log = "OK ABCD; A; A; B; C"
    assert game(log).finished
    state = game(f"{log}; x2")
    assert (state.finished, letters(state), found(state)) == (False, "1 1 1 0", [])


def test_a_struck_substitution_gives_the_deals_back():
    state = game("KAMIL ABCD A=p1; A>p9; A; x1")
    assert list(state.seats["A"].tallies) == ["p1"]
    assert state.seats["A"].own.letters == 1


@given(logs.setups, logs.logs, st.data())
def test_a_strike_that_is_struck_is_as_if_neither_were_there(setup, log, data):
    if not log:
        return
    position = data.draw(st.integers(1, len(log)))
    undone = [*log, Strike(position), Strike(len(log) + 1)]
    before, after = replay(setup, log), replay(setup, undone)
    assert (after.seats, after.findings, after.lines[: len(log)]) == (before.seats, before.findings, before.lines)
