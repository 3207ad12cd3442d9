"""What happens at a table beside the deals: a pause, people in each other's chairs, agreeing with the end."""

import pytest

from games.rules.ruled import occupant_at
from tests.games.rules.logs import found, game, letters, own_deals


def labels(state):
    return " ".join(seat.occupant for seat in state.seats.values())


# --- A pause ----------------------------------------------------------------------------------------------------------


def test_a_table_that_pauses_goes_on_when_it_says_so_or_with_the_next_deal():
    assert game('KAMIL ABCD\nA; pause "dinner"').paused
    assert not game("KAMIL ABCD\nA; pause; resume").paused
    assert not game("KAMIL ABCD\nA; pause; B").paused
    assert not game("KAMIL ABCD\nA; pause; void").paused
    assert not game("- ABCD game=smear\npause; B4 (AC3 BD7)").paused


def test_a_pause_gives_nobody_a_letter_and_takes_none():
    assert letters(game("KAMIL ABCD\nA; pause; resume; B")) == letters(game("KAMIL ABCD\nA; B"))


@pytest.mark.parametrize(
    ("log", "code"),
    [("pause; pause", "is_paused"), ("resume", "not_paused"), ("close; pause", "game_over"), ("okA", "not_over")],
)
def test_what_cannot_be_said_of_a_table_now_is_found(log, code):
    assert [finding for _, finding in found(game(f"KAMIL ABCD\n{log}"))] == [code]


def test_a_game_that_ends_in_a_pause_has_none_any_more():
    assert not game("KAMIL ABCD\npause; close").paused


# --- Agreeing with the end --------------------------------------------------------------------------------------------

OVER = "K ABCD\nA"


def test_somebody_at_the_table_agrees_with_a_game_that_is_over_also_who_has_left_before():
    assert game(OVER).accepted_by is None
    assert game(f"{OVER}; okA").accepted_by == "A"
    assert game(f"{OVER}; okC").accepted_by == "C"
    assert found(game(f"{OVER}; okF")) == [(2, "unknown_seat")]


@pytest.mark.parametrize("change", ["~1 loser=B", "x1; A", "x2", "A<>B:1"])
def test_what_was_agreed_with_has_to_be_agreed_with_again_when_it_is_corrected(change):
    state = game(f"{OVER}; okC; {change}")
    assert state.finished
    assert state.accepted_by is None


# --- In each other's chairs -------------------------------------------------------------------------------------------


def test_who_had_sat_wrongly_from_the_start_has_what_he_really_got():
    before, after = game("KAMIL ABCD\nA; A; B"), game("KAMIL ABCD\nA; A; B; A<>B:1")
    assert letters(before) == letters(after) == "2 1 0 0"  # the deals are as they were
    assert (labels(before), labels(after)) == ("A1 B1 C1 D1", "B1 A1 C1 D1")
    assert after.seats["A"].tallies["B1"].letters == 2


def test_who_changed_chairs_later_takes_the_letters_along_that_he_had():
    state = game("KAMIL ABCD\nA; A; B; A<>C:3; A")
    assert letters(state) == "1 1 2 0"
    assert labels(state) == "C1 B1 A1 D1"
    assert state.seats["C"].own.letters == 2
    assert state.seats["A"].own.letters == 1


def test_own_deals_follow_the_person():
    straight, changed = game("KAMIL ABCDE\nA /E; B /A"), game("KAMIL ABCDE\nA /E; B /A; A<>E:2")
    assert own_deals(straight) == "1 2 2 2 1"
    assert own_deals(changed) == "0 2 2 2 2"  # E1 was on the bench twice, A1 played both
    assert labels(changed) == "E1 B1 C1 D1 A1"


def test_taken_back_it_never_happened():
    kept = game("KAMIL ABCD\nA; A; B")
    struck = game("KAMIL ABCD\nA; A; B; A<>C:2; x4")
    assert (letters(struck), labels(struck)) == (letters(kept), labels(kept))
    assert labels(game("KAMIL ABCD\nA; A; B; A<>C:2; x4; x5")) == "C1 B1 A1 D1"


def test_changing_back_from_a_later_deal_on_leaves_the_deals_between():
    state = game("KAMIL ABCD\nA; A; A; A<>B:2; A<>B:3")
    assert labels(state) == "A1 B1 C1 D1"
    assert letters(state) == "2 1 0 0"


def test_in_smear_points_belong_to_who_really_sat_there():
    state = game("- ABCD game=smear\nB4 (AC3 BD7); A<>B:1")
    assert {label: tally.points for seat in state.seats.values() for label, tally in seat.tallies.items()} == {
        "A1": 7,
        "B1": 3,
        "C1": 3,
        "D1": 7,
    }


@pytest.mark.parametrize(
    ("line", "code"),
    [("A<>A:1", "same_seat"), ("A<>F:1", "unknown_seat"), ("A<>B:9", "not_since_then"), ("A<>C:3", "has_left")],
)
def test_people_who_could_not_have_changed_chairs_are_found_where_it_is_written(line, code):
    log = "K ABCDE\nA /E; pause; resume" if code == "has_left" else "KAMIL ABCDE\nA /E; pause; resume"
    state = game(f"{log}; {line}")
    assert found(state) == [(4, code)]
    assert labels(state) == "A1 B1 C1 D1 E1"


def test_a_ruling_about_an_earlier_deal_is_about_who_really_sat_there():
    state = game("KAMIL ABCD\nA; A; B; A<>B:2; A>A2")
    assert [occupant_at(state, "A", position) for position in (1, 2, 5, None)] == ["A1", "B1", "A2", "A2"]


# --- A penalty letter that was found late -----------------------------------------------------------------------------

PLAYED = "KAM ABCD\nA; B; A; C; A"  # A has the word, three are left


def test_a_letter_found_after_the_end_is_taken_after_the_line_that_it_names():
    state = game(f"{PLAYED}; okB; +B ^2")
    assert (letters(state), found(state)) == ("3 2 1 0", [])
    assert state.seats["B"].own.letters == 2
    assert state.deals == 5
    assert state.accepted_by is None  # what was agreed with has changed


def test_of_the_last_deal_a_letter_is_taken_too_but_nobody_leaves_by_it_any_more():
    assert letters(game(f"{PLAYED}; +D ^5")) == "3 1 1 1"
    assert found(game("KAM ABCD\nA; B; A; B; A; +B ^5")) == [(6, "game_over")]
    assert found(game(f"{PLAYED}; +A ^5")) == [(6, "has_left")]


def test_who_completes_the_word_by_it_leaves_there_and_what_follows_becomes_impossible():
    state = game(f"{PLAYED}; +A ^3")
    assert (letters(state), found(state)) == ("3 1 0 0", [(4, "game_over"), (5, "game_over")])
    assert found(game(f"KAM ABCD penalty_letter_completes=no\n{PLAYED[9:]}; +A ^3")) == [(6, "cannot_complete")]


@pytest.mark.parametrize(
    ("line", "code"), [("+B ^6", "not_since_then"), ("+B ^9", "not_since_then"), ("okA; +B ^6", "game_over")]
)
def test_a_letter_is_due_after_an_earlier_line_of_a_game_that_went_on(line, code):
    assert [said for _, said in found(game(f"{PLAYED}; {line}"))] == [code]


def test_the_letter_goes_with_whoever_sat_there_then():
    state = game(f"{PLAYED}; B<>D:4; +B ^2")
    assert labels(state) == "A1 D1 C1 B1"
    assert (state.seats["D"].own.letters, occupant_at(state, "B", 2)) == (2, "B1")


def test_a_struck_letter_is_gone():
    assert letters(game(f"{PLAYED}; +B ^2; x6")) == "3 1 1 0"
