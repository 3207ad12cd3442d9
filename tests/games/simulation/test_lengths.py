"""How long games are: bench and dealer as the rules propose them, lengths within what the rules allow."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rules.bench import propose
from games.rules.chance import Chance
from games.rules.entries import Deal
from games.rules.replay import replay
from games.rules.setup import GameSetup
from games.simulation.lengths import Weights, deals_of_game, expected_deals

SEATS = "ABCDEF"


@given(st.integers(3, 5), st.integers(4, 6), st.text(max_size=4))
def test_bench_dealer_and_end_are_those_of_the_rules(word_length, table_size, seed):
    """RULES C15, C16, C17, C18, C58."""
    setup = GameSetup(letters=tuple("WORDS"[:word_length]), seats=tuple(SEATS[:table_size]))
    log = []
    for played in deals_of_game(word_length, table_size, Chance(seed).one_of):
        proposal = propose(replay(setup, log))
        leader, *_, dealer = (SEATS[seat] for seat in played.order)
        assert {SEATS[seat] for seat in played.order} == set(proposal.players)
        assert tuple(sorted(SEATS[seat] for seat in played.bench)) == tuple(sorted(proposal.bench))
        assert (dealer, leader) == (proposal.dealer, proposal.leader)
        log.append(Deal(loser=SEATS[played.loser], bench=proposal.bench))
    assert propose(replay(setup, log)) is None


@pytest.mark.parametrize("table_size", [4, 5, 6])
def test_lengths_stay_within_what_the_rules_allow(table_size):
    length = expected_deals(4, table_size, games=300, seed="bounds")
    assert (length.fewest, length.most) == ((table_size - 3) * 4, (table_size - 3) * 4 + 9)  # competition.md 2.3
    assert length.fewest <= length.percentiles[0] <= length.percentiles[-1] <= length.most
    assert length.percentiles[1] <= length.mean <= length.percentiles[3]
    assert length == expected_deals(4, table_size, games=300, seed="bounds")


def test_the_mean_of_the_shortest_game_is_right():
    """Word of three, four equal players: worked out by going through all games (state: letters of each)."""

    def expected(letters):
        if max(letters) == 3:
            return 0
        nexts = [tuple(n + (seat == loser) for seat, n in enumerate(letters)) for loser in range(4)]
        return 1 + sum(map(expected, nexts)) / 4

    exact = expected((0, 0, 0, 0))
    assert abs(expected_deals(3, 4, games=4000, seed="mean").mean - exact) < 0.1  # four standard errors


def test_whoever_always_loses_ends_the_game_at_once():
    weights = Weights(seats=(10**9, 1, 1, 1, 1, 1))
    assert expected_deals(7, 4, weights=weights, games=50).mean == 7
    leads_loses = Weights(places=(10**9, 1, 1, 1))  # the loser deals, so the next one leads: all lose in turn
    assert expected_deals(7, 4, weights=leads_loses, games=50).percentiles == (25,) * 5
