"""Who sits out, who deals, who leads: competition.md 2.5 and 2.6, deal by deal."""

import pytest
from hypothesis import given

from games.rules.bench import Proposal, propose
from games.rules.replay import replay
from tests.games.rules import logs
from tests.games.rules.logs import game


def bench_after(text: str) -> str:
    return "".join(propose(game(text)).bench)


def dealer_and_leader_after(text: str) -> str:
    proposal = propose(game(text))
    return proposal.dealer + proposal.leader


def benches(header: str, losers: str) -> str:
    """Plays a game that always follows the proposal; tells every bench, as "EF AB CD"."""
    told = []
    for _ in losers:
        log = "".join(f"; {loser} /{bench}" for loser, bench in zip(losers, told, strict=False))
        told.append(bench_after(header + log))
    return " ".join(told)


@pytest.mark.parametrize(
    ("seats", "proposal"),
    [
        ("ABCD", Proposal((), tuple("ABCD"), "A", "B")),
        ("ABCDE", Proposal(("E",), tuple("ABCD"), "A", "B")),
        ("ABCDEF", Proposal(("E", "F"), tuple("ABCD"), "A", "B")),
    ],
)
@pytest.mark.parametrize("mode", ["cycle", "loser_sits", "free"])
def test_a_to_d_play_the_first_deal_and_a_deals(seats, proposal, mode):
    """2.5, 2.6: in every mode."""
    assert propose(game(f"KAMIL {seats} bench={mode}")) == proposal


def test_nothing_is_proposed_when_the_game_is_over():
    assert propose(game("OK ABCD; A; A")) is None
    assert propose(game("OK ABCDE; close")) is None


# --- cycle ---------------------------------------------------------------------------------------------------------


def test_at_five_the_bench_moves_one_seat_clockwise():
    """2.5: E, A, B, C, D, E …"""
    assert benches("KAMIL ABCDE", "ABCDEAB") == "E A B C D E A"


def test_at_six_the_bench_moves_two_seats_clockwise():
    """2.5: EF, AB, CD, EF …"""
    assert benches("KAMIL ABCDEF", "ACEACEA") == "EF AB CD EF AB CD EF"


def test_the_walk_goes_on_over_those_who_are_left():
    """2.5: after EF and AB sat, C leaves; the next is D, then E."""
    assert bench_after("OK ABCDEF; C /EF; C /AB") == "D"
    assert bench_after("OK ABCDEF; C /EF; C /AB; A /D") == "E"


def test_the_walk_goes_on_from_the_last_benched_seat_even_if_it_has_left():
    """2.5: B sat out last and withdraws; the walk goes on with C."""
    assert bench_after("KAMIL ABCDEF; C /EF; C /AB; -B") == "C"


def test_four_left_have_no_bench():
    assert bench_after("OK ABCDE; A /E; A /D") == ""


def test_the_bench_that_really_sat_counts_not_the_one_proposed():
    """2.5: the referee benched C instead of E."""
    assert bench_after("KAMIL ABCDE; A /C") == "D"


@pytest.mark.parametrize(
    ("deal", "following"),
    [("B /FA", "BC"), ("B /AF", "BC"), ("C /BA", "CD"), ("B /AC", "DE"), ("A /FB", "AB"), ("A /DE", "FA")],
)
def test_the_last_of_a_bench_put_together_by_hand(deal, following):
    """Neighbours are read clockwise, F before A; of others the later seat is the last."""
    assert bench_after(f"KAMIL ABCDEF; {deal}") == following


def test_who_withdraws_before_the_first_deal_makes_room():
    """2.5: the first four of those still in play."""
    assert propose(game("KAMIL ABCDEF; -B")) == Proposal(("F",), tuple("ACDE"), "A", "C")


def test_a_struck_deal_never_moved_the_bench():
    assert bench_after("KAMIL ABCDE; A /E; A /C; x2") == "A"


def test_an_amended_deal_moves_the_bench_as_it_reads_now():
    assert bench_after("KAMIL ABCDE; A /E; B /A; ~2 bench=C") == "D"


def test_a_line_that_was_not_applied_does_not_move_the_bench():
    assert bench_after("KAMIL ABCDE; A /E; G /C") == "A"


# --- loser_sits ----------------------------------------------------------------------------------------------------


def test_the_loser_sits_at_five():
    """2.5: mode `loser_sits`."""
    assert benches("KAMIL ABCDE bench=loser_sits", "BCAD") == "E B C A"


def test_at_six_the_loser_sits_with_the_next_of_the_cycle():
    """The second seat: A follows F; after A not B, who sat out just now, but C; after C not D, who did, but E."""
    assert benches("KAMIL ABCDEF bench=loser_sits", "BDFA") == "EF AB CD EF"


def test_at_six_the_walk_follows_the_seats_that_sat_by_the_cycle():
    """D lost and sat with A: when B has lost, the walk goes on from A, not from D."""
    assert benches("KAMIL ABCDEF bench=loser_sits", "DBF") == "EF AD BC"


def test_at_six_nobody_sits_twice_running_unless_he_loses():
    """B lost and sat with A: the walk from A passes over B, and over C, who has lost and sits anyway."""
    assert benches("KAMIL ABCDEF bench=loser_sits", "BCX") == "EF AB CD"


def test_the_cycle_fills_in_for_a_loser_who_has_left():
    """Six, B completes the word: of the five left the next of the cycle sits out."""
    assert bench_after("OK ABCDEF bench=loser_sits; B /EF; B /CD") == "E"


# --- free ----------------------------------------------------------------------------------------------------------


def test_free_proposes_the_same_bench_again():
    assert bench_after("KAMIL ABCDE bench=free; A /C") == "C"


def test_free_falls_back_on_the_cycle_when_the_bench_no_longer_fits():
    """Somebody has left: two on the bench would be too many."""
    assert bench_after("OK ABCDEF bench=free; A /CD; A /CD") == "E"


# --- dealer and leader -----------------------------------------------------------------------------------------------


def test_the_loser_of_the_last_deal_deals_and_the_seat_after_him_leads():
    """2.6: C lost; A is on the bench."""
    assert dealer_and_leader_after("KAMIL ABCDE; C /E") == "CD"


def test_the_seat_after_the_dealer_is_the_next_one_that_plays():
    """2.6: D deals, E sits out, so A leads."""
    assert dealer_and_leader_after("KAMIL ABCDE bench=free; D /E") == "DA"


def test_a_loser_on_the_bench_passes_the_deal_on_clockwise():
    """2.6: A lost and sits out now."""
    assert dealer_and_leader_after("KAMIL ABCDE; A /E") == "BC"


def test_a_loser_who_has_left_passes_the_deal_on_clockwise():
    """2.6: D completed the word; E is the next who plays."""
    assert dealer_and_leader_after("OK ABCDE; D /E; D /A") == "EA"


def test_a_struck_deal_has_no_loser_to_deal():
    assert dealer_and_leader_after("KAMIL ABCD; C; B; x2") == "CD"


def test_a_penalty_letter_does_not_change_the_dealer():
    assert dealer_and_leader_after("KAMIL ABCD; C; +A") == "CD"


# --- void deals ------------------------------------------------------------------------------------------------------


def test_after_a_void_deal_the_same_dealer_and_the_same_four():
    """2.6."""
    assert propose(game("KAMIL ABCDE; C /E; void /A")) == propose(game("KAMIL ABCDE; C /E"))
    assert propose(game("KAMIL ABCDE; void /E; void /E")) == propose(game("KAMIL ABCDE"))


def test_the_bench_written_down_with_a_void_deal_sits_out_again():
    """2.5: the referee had changed the bench for it."""
    assert propose(game("KAMIL ABCDE; C /E; void /D")) == Proposal(("D",), tuple("ABCE"), "C", "E")


def test_a_dealer_written_down_with_a_void_deal_deals_again():
    """2.6: the referee may have named another; of two the last."""
    assert dealer_and_leader_after("KAMIL ABCDE; C /E; void /A @D") == "DE"
    assert dealer_and_leader_after("KAMIL ABCDE; C /E; void /A @D; void /A @B; void /A") == "BC"


def test_a_dealer_written_down_with_a_deal_is_over_with_it():
    """2.6: the loser deals next, whoever dealt."""
    assert dealer_and_leader_after("KAMIL ABCD; void @D; C @B") == "CD"


def test_a_void_dealer_who_does_not_play_any_more_passes_the_deal_on():
    assert dealer_and_leader_after("KAMIL ABCDE; C /E; void /A @D; -D") == "EA"


def test_a_void_deal_whose_bench_no_longer_fits_is_as_if_it_had_not_been():
    """Somebody leaves between: the mode decides, from the last deal that counts."""
    assert bench_after("KAMIL ABCDEF; C /EF; void /AB; -C") == "A"


# --- always ----------------------------------------------------------------------------------------------------------


@given(logs.setups, logs.logs)
def test_a_proposal_is_always_a_deal_that_can_be(setup, log):
    state = replay(setup, log)
    proposal = propose(state)
    if state.finished:
        assert proposal is None
        return
    assert len(proposal.players) == 4
    assert sorted((*proposal.players, *proposal.bench)) == list(state.active)
    assert proposal.dealer in proposal.players
    order = proposal.players * 2
    assert proposal.leader == order[order.index(proposal.dealer) + 1]
