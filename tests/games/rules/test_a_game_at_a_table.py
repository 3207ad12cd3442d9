"""Section 2 of competition.md, rule by rule; each test names its number. Bench and dealer: test_bench.py."""

import pytest

from games.rules.game import Tally
from games.rules.replay import Occupancy
from tests.games.rules.logs import found, game, letters, own_deals


@pytest.mark.parametrize(("seats", "bench"), [("ABCD", ""), ("ABCDE", "/E"), ("ABCDEF", "/EF")])
def test_four_play_and_the_others_sit_out(seats, bench):
    """2.1: four of four to six players play a deal; one of five, two of six sit on the bench."""
    state = game(f"KAMIL {seats}; A {bench}")
    assert [seat.own.deals for seat in state.seats.values()] == [1, 1, 1, 1, 0, 0][: len(seats)]
    assert state.findings == ()


def test_seats_follow_each_other_clockwise_however_they_are_listed():
    """1, "seat A … F": the order round the table is that of the letters."""
    assert game("KAMIL DBCA").active == ("A", "B", "C", "D")


def test_the_loser_takes_the_next_letter():
    """2.2: letters are taken one by one by the losers of the deals."""
    state = game("KAMIL ABCD; B; B; C")
    assert letters(state) == "0 2 1 0"
    assert [line.letter_to for line in state.lines] == ["B", "B", "C"]


def test_who_completes_the_word_leaves_and_three_end_the_game():
    """2.2: at a table of five, two complete the word; the game ends when three are left."""
    before = game("OK ABCDE; B /E; B /A; D")
    assert before.active == ("A", "C", "D", "E")
    assert (before.seats["B"].left, before.finished) == (1, False)
    after = game("OK ABCDE; B /E; B /A; D; D")
    assert after.active == ("A", "C", "E")
    assert (after.seats["D"].left, after.finished) == (2, True)


def test_a_friendly_game_may_stop_at_the_first_full_word():
    """2.2: setting `survivors`; with four at a table of five the first full word ends the game."""
    state = game("OK ABCDE survivors=4; B /E; B /A")
    assert state.finished
    assert state.active == ("A", "C", "D", "E")


def test_fewer_than_four_cannot_play_on_whatever_the_setting_says():
    """2.2: `survivors=1` still ends with three, because four play a deal."""
    assert game("A ABCD survivors=1; C").finished


@pytest.mark.parametrize(
    ("seats", "fewest", "most"), [("ABCD", 5, 5 + 12), ("ABCDE", 10, 10 + 12), ("ABCDEF", 15, 15 + 12)]
)
def test_a_whole_game_takes_between_n_minus_3_words_and_that_plus_three_almost_full_ones(seats, fewest, most):
    """2.3: at least (n−3)·L and at most (n−3)·L + 3·(L−1) deals."""
    assert game(f"KAMIL {seats}").deals_to_go == (fewest, most)


def test_six_players_with_letters_444433_have_three_to_five_deals_to_go():
    """2.3: the figure of a real report, "at most five", with a word of five letters."""
    state = game("KAMIL ABCDEF" + "; A /EF; B /EF; C /EF; D /EF" * 4 + "; E /AB; F /AB" * 3)
    assert letters(state) == "4 4 4 4 3 3"
    assert state.deals_to_go == (3, 5)
    assert state.match_balls == {"A", "B", "C", "D"}


def test_each_letter_takes_one_from_the_most_and_only_the_nearest_count_for_the_fewest():
    """2.3: at most (n−3)·L + 3·(L−1) minus the letters taken; at least what the nearest (left − 3) still lack."""
    state = game("KAMIL ABCDE; A /E; A /B; B /C; C /D")
    assert state.deals_to_go == (3 + 4, 22 - 4)


def test_a_setting_of_more_survivors_shortens_what_is_to_go():
    """2.3 with 2.2: at six with five survivors one word is enough, and all may first be one letter short."""
    assert game("KAMIL ABCDEF survivors=5").deals_to_go == (5, 30 - 5)


def test_a_finished_game_has_no_deals_to_go_and_no_match_balls():
    """2.3: the survivors may lack one letter and still nothing is to come."""
    state = game("OK ABCD; A; B; C; D; A")
    assert state.finished
    assert state.deals_to_go == (0, 0)
    assert state.match_balls == frozenset()


def test_own_deals_are_those_that_the_player_sat_in():
    """2.4: the bench does not count."""
    state = game("KAMIL ABCDE; A /E; A /B; B /C; C /E")
    assert own_deals(state) == "4 3 3 4 2"
    assert state.deals == 4


def test_what_really_happened_is_stored_whatever_the_bench_should_have_been():
    """2.5: the same bench three times in a row is strange, but no finding."""
    state = game("KAMIL ABCDE; A /C; A /C; A /C")
    assert own_deals(state) == "3 3 0 3 3"
    assert state.findings == ()


def test_a_void_deal_gives_no_letter_and_is_not_counted():
    """2.7: recorded with its reason only."""
    state = game('KAMIL ABCDE; void /E "cards stuck"; A /E')
    assert (state.deals, state.void_deals) == (1, 1)
    assert own_deals(state) == "1 1 1 1 0"
    assert letters(state) == "1 0 0 0 0"


def test_a_second_misdeal_may_cost_a_letter():
    """2.7 and 2.8: the letter is a line of its own."""
    state = game('KAMIL ABCDE; void /E; void /E; +A "second misdeal"')
    assert (state.deals, letters(state)) == (0, "1 0 0 0 0")


def test_a_penalty_letter_counts_in_letters_but_not_in_deals():
    """2.8."""
    state = game("KAMIL ABCD; A; +A")
    assert state.seats["A"].own == Tally(deals=1, letters=2)


def test_a_penalty_letter_may_hit_the_bench():
    """2.8: any seat still in, also one that sits out."""
    assert letters(game("KAMIL ABCDE; A /E; +E")) == "1 0 0 0 1"


def test_a_penalty_letter_may_complete_the_word():
    """2.8: the default."""
    state = game("OK ABCDE; A /E; +A")
    assert state.seats["A"].left == 1


def test_a_penalty_letter_does_not_complete_the_word_where_the_setting_forbids_it():
    """2.8: setting `penalty_letter_completes`; the letter before the last is still possible."""
    state = game("FLICK ABCDE penalty_letter_completes=no; +A; +A; +A; +A; +A")
    assert letters(state) == "4 0 0 0 0"
    assert found(state) == [(5, "cannot_complete")]


def test_points_that_add_up_and_name_the_loser_are_no_finding():
    """2.9."""
    assert game("KAMIL ABCDE; C /A (B0 C20 D13 E0)").findings == ()


def test_a_tie_at_the_top_is_no_contradiction():
    """2.9 and 5.2: the tied player who took Hejma loses."""
    assert game("KAMIL ABCD; C (A16 B1 C16 D0)").findings == ()


def test_everything_after_a_correction_is_worked_out_again():
    """2.10: line 2 amended, so another seat leaves and line 4 becomes impossible."""
    log = "OK ABCDE; A /E; A /B; B /C; C /B"
    assert found(game(log)) == [(3, "not_four"), (4, "not_four")]
    assert found(game(f"{log}; ~2 loser=C")) == []
    assert letters(game(f"{log}; ~2 loser=C")) == "1 1 2 0 0"


def test_a_stand_in_takes_the_seat_over_with_its_letters():
    """2.11: deals and letters count for whoever sat there at the time."""
    state = game('KAMIL ABCD D=p4; D; D; A; D>p9 "injury"; D; B')
    seat = state.seats["D"]
    assert (seat.letters, seat.occupant) == (3, "p9")
    assert seat.tallies == {"p4": Tally(3, 2), "p9": Tally(2, 1)}
    assert seat.own == Tally(2, 1)


def test_a_stand_in_completes_the_word_that_somebody_else_began():
    """2.11: letters lie on the seat."""
    state = game("OK ABCD; D; D>D2; D")
    assert state.seats["D"].left == 1
    assert Occupancy("D", "D2", deals=1, letters=1) in state.occupancies


def test_who_comes_back_goes_on_with_his_own_tally():
    """2.11: two spells in one seat are one tally, at its first place in the order of sitting."""
    state = game("KAMIL ABCD; A; A>A2; A; A>A1; A")
    assert list(state.seats["A"].tallies.items()) == [("A1", Tally(2, 2)), ("A2", Tally(1, 1))]


def test_occupancies_list_every_seat_and_everybody_in_it():
    """2.11: what the standings add up."""
    state = game("KAMIL ABCD A=p1 B=p2; A; B>p9; B")
    assert state.occupancies == (
        Occupancy("A", "p1", 2, 1),
        Occupancy("B", "p2", 1, 0),
        Occupancy("B", "p9", 1, 1),
        Occupancy("C", "C1", 2, 0),
        Occupancy("D", "D1", 2, 0),
    )


def test_a_withdrawn_seat_leaves_with_what_it_has():
    """Event file: that counts as leaving, and takes the next place in the order of leaving."""
    state = game("OK ABCDEF; A /EF; -C; A /F; D")
    assert [state.seats[seat].left for seat in "ABCDEF"] == [2, None, 1, None, None, None]
    assert letters(state) == "2 0 0 1 0 0"
    assert found(state) == []


def test_withdrawals_can_end_a_game():
    """Event file: over when `survivors` or fewer are left."""
    assert game('KAMIL ABCD; -C "ill"').finished


def test_a_closed_game_is_finished_though_four_are_left():
    """Event file: `close`."""
    state = game('KAMIL ABCD; A; close "venue closes"')
    assert (state.closed, state.finished, state.deals_to_go) == (True, True, (0, 0))
    assert state.active == ("A", "B", "C", "D")
