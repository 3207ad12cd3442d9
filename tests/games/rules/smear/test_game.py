"""A game of Smear as its log tells it: scores, who deals, when it is over, what a line may not say.

What a single deal does to the scores is proved at games/rules/smear/score.py; here stands the game around it.
"""

import pytest
from hypothesis import given

from games.rules.bench import propose
from games.rules.entries import Correction, SmearDeal
from games.rules.findings import Finding, sentence
from games.rules.game import Tally
from games.rules.replay import Occupancy, replay
from tests.games.rules import logs
from tests.games.rules.logs import found, game, own_deals, scores

TABLE = "- ABCD game=smear; "
WIDOW = "- ABCD game=smear smear_variant=widow; "


# --- Scores -----------------------------------------------------------------------------------------------------------


def test_a_deal_gives_each_party_what_it_won_and_sets_a_failed_bid_back():
    state = game(TABLE + "B4 (AC3 BD7); C5 (AC4 BD6)")
    assert scores(state) == "AC -2, BD 13"
    assert [deal.made for deal in state.smear.deals] == [True, False]
    assert (state.deals, state.findings) == (2, ())


def test_a_party_that_is_not_named_won_nothing():
    assert scores(game(TABLE + "B4 (BD4)")) == "AC 0, BD 4"


@pytest.mark.parametrize(
    ("header", "parties"),
    [
        ("- ABCD game=smear", ("AC", "BD")),
        ("- ABCDEF game=smear", ("AD", "BE", "CF")),
        ("- ABC game=smear smear_variant=cutthroat", ("A", "B", "C")),
        ("- ABCDEF game=smear smear_variant=five_point", ("ACE", "BDF")),
        ("- ABCDEFGH game=smear smear_variant=five_point", ("ACEG", "BDFH")),
    ],
)
def test_the_parties_are_those_of_the_variant_and_the_number_of_seats(header, parties):
    state = game(header)
    assert state.smear.parties == parties
    assert dict(state.smear.scores) == dict.fromkeys(parties, 0)


def test_the_game_is_over_when_a_party_stands_at_the_target():
    """RULES S65, with another target."""
    state = game("- ABCD game=smear smear_target=12; B4 (AC3 BD7); A4 (AC8 BD2)")
    assert not state.finished
    state = game("- ABCD game=smear smear_target=11; B4 (AC3 BD7); A4 (AC8 BD2); B4 (BD4)")
    assert (state.finished, state.smear.winner, scores(state)) == (True, "AC", "AC 11, BD 9")
    assert found(state) == [(3, "game_over")]


def test_who_shoots_the_moon_ends_the_game_either_way():
    """RULES S68, S70."""
    assert game(WIDOW + "B10 (BD10) moon").smear.winner == "BD"
    assert game(WIDOW + "B10 (BD9 AC1) moon").smear.winner == "AC"


def test_from_below_nothing_the_moon_leads_back_to_nothing():
    """RULES S69."""
    state = game(WIDOW + "B4 (AC9); B10 (BD10) moon")
    assert (scores(state), state.finished) == ("AC 9, BD 0", False)


# --- Tallies ----------------------------------------------------------------------------------------------------------


def test_everybody_has_played_every_deal_and_the_winners_have_won_the_game():
    state = game("- ABCD game=smear smear_target=7; B4 (AC3 BD7)")
    assert own_deals(state) == "1 1 1 1"
    assert state.seats["A"].own == Tally(1, games=1, won=0, points=3)
    assert state.seats["B"].own == Tally(1, games=1, won=1, points=7)


def test_a_stand_in_has_the_points_since_he_came_and_the_game_he_ends():
    """competition.md 2.11: what was before him stays with whoever sat there."""
    state = game("- ABCD game=smear smear_target=9; B4 (AC1 BD5); D>p9; B4 (AC1 BD4)")
    assert Occupancy("D", "D1", deals=1, letters=0, games=1, won=0, points=5) in state.occupancies
    assert Occupancy("D", "p9", deals=1, letters=0, games=1, won=1, points=4) in state.occupancies


def test_who_has_not_played_a_deal_has_not_played_a_game():
    assert game(TABLE.removesuffix("; ")).seats["A"].own == Tally(0)


# --- Who deals --------------------------------------------------------------------------------------------------------


def next_dealer(text):
    proposal = propose(game(text))
    return proposal.dealer, proposal.leader


@pytest.mark.parametrize(
    ("log", "dealer", "bids_first"),
    [
        ("", "A", "B"),
        ("B4 (BD4)", "B", "C"),
        ("B4 (BD4); C4 (AC4); A4 (AC4); A2 (AC2)", "A", "B"),
        ("B4 (BD4) @C", "D", "A"),
        ('void "misdeal"', "A", "B"),
        ('B4 (BD4); void @D "misdeal"', "D", "A"),
        ("B4 (BD4); x1", "A", "B"),
    ],
)
def test_the_deal_goes_round_and_a_void_one_is_dealt_again(log, dealer, bids_first):
    """RULES S16; bidding begins on the dealer's left (RULES S22)."""
    assert next_dealer(f"- ABCD game=smear\n{log}") == (dealer, bids_first)


def test_nobody_sits_out_and_there_is_no_next_deal_after_the_end():
    proposal = propose(game("- ABCDEFGH game=smear smear_variant=five_point"))
    assert (proposal.bench, proposal.players) == ((), tuple("ABCDEFGH"))
    assert propose(game(TABLE + "close")) is None


# --- The early end ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("line", ["close", '-D "ill"'])
def test_a_closed_game_and_one_that_lost_a_seat_have_no_winner(line):
    state = game(TABLE + f"B4 (AC3 BD7); {line}; B4 (BD4)")
    assert (state.finished, state.smear.winner, scores(state)) == (True, None, "AC 3, BD 7")
    assert found(state) == [(3, "game_over")]
    assert [seat.own.won for seat in state.seats.values()] == [0, 0, 0, 0]


def test_how_many_deals_are_to_come_nobody_can_say():
    state = game(TABLE + "B4 (BD4)")
    assert state.deals_to_go is None
    assert game(TABLE + "close").deals_to_go == (0, 0)
    assert state.match_balls == frozenset()


# --- Corrections ------------------------------------------------------------------------------------------------------


def test_a_deal_can_be_amended_struck_and_put_back():
    log = TABLE + "B4 (AC3 BD7); B5 (AC5 BD5)"
    assert scores(game(log)) == "AC 8, BD 12"
    assert scores(game(log + "; ~2 pitcher=A bid=6")) == "AC -3, BD 12"
    assert scores(game(log + "; ~1 points=(AC7 BD3)")) == "AC 12, BD 1"
    assert scores(game(log + "; x1")) == "AC 5, BD 5"
    assert scores(game(log + "; x1; x3")) == "AC 8, BD 12"


def test_what_a_correction_makes_impossible_becomes_a_finding():
    state = game("- ABCD game=smear smear_target=9; B4 (BD4); B4 (BD4); ~1 points=(BD9)")
    assert found(state) == [(2, "game_over")]
    assert state.smear.winner == "BD"


# --- What cannot be ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "code", "says"),
    [
        (
            "KAMIL ABCD; B4 (AC4)",
            "not_smear",
            "This table plays Smoking Cat; a deal of Smear cannot stand in its log.",
        ),
        (
            TABLE + "A",
            "not_smoking_cat",
            "This table plays Smear; a deal of Smoking Cat or a letter cannot stand in its log.",
        ),
        (
            TABLE + "+A",
            "not_smoking_cat",
            "This table plays Smear; a deal of Smoking Cat or a letter cannot stand in its log.",
        ),
        (TABLE + "E4 (AC4)", "unknown_seat", "Seat E does not exist at this table."),
        (TABLE + "A4 (AC4) @E", "unknown_seat", "Seat E does not exist at this table."),
        (TABLE + "void @E", "unknown_seat", "Seat E does not exist at this table."),
        (TABLE + "void /A", "no_bench", "Nobody sits out at a table of Smear."),
        (TABLE + "A4 (AC4 AB1)", "unknown_party", "There is no party AB at this table."),
        (TABLE + "A11 (AC4)", "bid_out_of_range", "A bid is from 1 to 10 points; here it is 11."),
        (WIDOW + "A3 (AC4)", "bid_out_of_range", "A bid is from 4 to 10 points; here it is 3."),
        (TABLE + "A10 (AC10) moon", "no_moon", "This variant of Smear does not know shooting the moon."),
        (WIDOW + "A9 (AC10) moon", "moon_bids_all", "Who shoots the moon bids all 10 points."),
    ],
)
def test_a_line_that_cannot_be_says_why(text, code, says):
    state = game(text)
    assert [(finding.code, sentence(finding)) for finding in state.findings] == [(code, says)]
    assert not state.lines[0].applied


def test_more_points_than_there_are_count_and_are_doubted():
    state = game(TABLE + "A4 (AC9 BD2)")
    assert state.findings == (Finding(1, "too_many_points", {"total": 11, "most": 10}),)
    assert scores(state) == "AC 9, BD 2"


# --- What holds for every log -----------------------------------------------------------------------------------------


@given(logs.smear_setups, logs.smear_logs)
def test_scores_are_the_sums_of_what_the_deals_changed(setup, log):
    state = replay(setup, log)
    for party in state.smear.parties:
        assert state.smear.scores[party] == sum(deal.delta[party] for deal in state.smear.deals)
        for seat in party:
            assert sum(one.points for one in state.occupancies if one.seat == seat) == state.smear.scores[party]
    assert len(state.smear.deals) == state.deals


@given(logs.smear_setups, logs.smear_logs)
def test_a_line_is_struck_or_applied_or_has_a_finding_that_says_why_not(setup, log):
    state = replay(setup, log)
    objections = [finding.position for finding in state.findings if finding.code != "too_many_points"]
    for line in state.lines:
        if not isinstance(line.entry, Correction):
            assert line.struck + line.applied + objections.count(line.position) == 1
    assert sum(line.applied and isinstance(line.entry, SmearDeal) for line in state.lines) == state.deals
