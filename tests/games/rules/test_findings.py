"""Every code of the event file, in its order, in games of a few lines."""

import pytest

from games.rules.findings import SENTENCES, Finding, sentence
from tests.games.rules.logs import found, game, letters, own_deals

OVER = "OK ABCD; A; A; "


@pytest.mark.parametrize("line", ["B", "void", "+B", "-B", "B>B2", "close"])
def test_nothing_but_corrections_follows_the_end(line):
    state = game(OVER + line)
    assert found(state) == [(3, "game_over")]
    assert not state.lines[2].applied


@pytest.mark.parametrize("line", ["~1 loser=A", "x1", '~2 "seen twice"'])
def test_corrections_never_come_too_late(line):
    state = game(OVER + line)
    assert state.lines[2].applied
    assert state.findings == ()


def test_a_closed_game_is_over_too():
    assert found(game("OK ABCD; close; A; close")) == [(2, "game_over"), (3, "game_over")]


@pytest.mark.parametrize(
    "line",
    ["G /E", "A /G", "A /E (A33 G0)", "void /G", "+G", "-G", "G>G2"],
    ids=["loser", "bench", "points", "void bench", "penalty letter", "withdrawal", "substitute"],
)
def test_a_seat_that_does_not_exist_at_this_table(line):
    state = game(f"OK ABCDE; {line}")
    assert state.findings == (Finding(1, "unknown_seat", {"seat": "G"}),)
    assert (state.deals, state.active) == (0, ("A", "B", "C", "D", "E"))


@pytest.mark.parametrize("line", ["A", "B /A", "B (A0 B33)", "void /A", "+A", "-A", "A>A2"])
def test_a_seat_that_has_left(line):
    state = game(f"OK ABCDE; A /E; A /B; {line}")
    assert state.findings == (Finding(3, "has_left", {"seat": "A"}),)


def test_of_two_seats_that_have_left_the_first_is_named_whatever_the_order_of_the_points():
    state = game("O ABCDEF; B /EF; A /F; C (E0 B13 A20)")
    assert state.findings == (Finding(3, "has_left", {"seat": "A"}),)


@pytest.mark.parametrize(("bench", "playing"), [("", 6), ("/E", 5), ("/DEF", 3), ("/EE", 5)])
def test_not_exactly_four_play(bench, playing):
    for line in (f"A {bench}", f"void {bench}"):
        assert game(f"OK ABCDEF; {line}").findings == (Finding(1, "not_four", {"playing": playing}),)


def test_a_deal_cannot_be_lost_from_the_bench():
    state = game("OK ABCDE; E /E")
    assert state.findings == (Finding(1, "loser_not_playing", {"seat": "E"}),)
    assert letters(state) == "0 0 0 0 0"


def test_a_penalty_letter_that_may_not_complete_the_word():
    state = game("OK ABCD penalty_letter_completes=no; A; +A")
    assert state.findings == (Finding(2, "cannot_complete", {"seat": "A"}),)
    assert letters(state) == "1 0 0 0"


def test_points_that_do_not_add_up_are_told_and_the_deal_counts():
    state = game("OK ABCD; C (A0 B0 C20 D12)")
    assert state.findings == (Finding(1, "points_not_33", {"total": 32}),)
    assert letters(state) == "0 0 1 0"


@pytest.mark.parametrize("points", ["(A20 C13)", "(A33)"], ids=["fewer than the most", "without the loser"])
def test_points_that_say_somebody_else_lost_are_told_and_the_deal_counts(points):
    state = game(f"OK ABCD; C {points}")
    assert state.findings == (Finding(1, "points_contradict", {"seat": "C"}),)
    assert letters(state) == "0 0 1 0"


@pytest.mark.parametrize("points", ["(A20 C12)", "()"])
def test_one_line_can_have_both_doubts_about_its_points(points):
    assert found(game(f"OK ABCD; C {points}")) == [(1, "points_not_33"), (1, "points_contradict")]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("OK ABCD; A; A; G /A", "game_over"),  # also: G is unknown, A has left
        ("OK ABCDE; A /E; A /B; A /BG", "unknown_seat"),  # also: A has left, only two play
        ("OK ABCDE; A /E; A /B; B /AB", "has_left"),  # also: only two play, B is on the bench
        ("OK ABCDEF; A /A", "not_four"),  # also: A is on the bench
        ("OK ABCDE; A /A (B1)", "loser_not_playing"),  # its points are not even looked at
    ],
)
def test_the_first_code_that_applies_is_the_only_one(text, code):
    assert [finding.code for finding in game(text).findings] == [code]


def test_a_line_that_is_not_applied_leaves_the_rest_alone():
    state = game("KAMIL ABCDE; A /E; G /A; B /A")
    assert [line.applied for line in state.lines] == [True, False, True]
    assert own_deals(state) == "1 2 2 2 1"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("OK ABCD; A; A; B", "The game was already over."),
        ("OK ABCDE; G", "Seat G does not exist at this table."),
        ("OK ABCDE; -A; +A", "Seat A had already left the table."),
        ("OK ABCDE; A", "Exactly four play a deal; here it would be 5."),
        ("OK ABCDE; A /A", "Seat A cannot lose a deal from the bench."),
        ("O ABCD penalty_letter_completes=no; +A", "A penalty letter may not complete the word of seat A."),
        ("OK ABCD; A (A20)", "The points add up to 20 instead of 33."),
        ("OK ABCD; A (B33)", "Seat A is down as the loser but does not have the most points."),
    ],
)
def test_a_finding_is_a_plain_sentence(text, says):
    [finding] = game(text).findings
    assert sentence(finding) == says


def test_every_code_has_its_sentence():
    assert list(SENTENCES) == [
        "game_over",
        "unknown_seat",
        "has_left",
        "not_four",
        "loser_not_playing",
        "cannot_complete",
        "points_not_33",
        "points_contradict",
        "is_paused",
        "not_paused",
        "not_over",
        "same_seat",
        "not_since_then",
        "not_smear",
        "not_smoking_cat",
        "no_bench",
        "unknown_party",
        "no_moon",
        "moon_bids_all",
        "bid_out_of_range",
        "too_many_points",
    ]
