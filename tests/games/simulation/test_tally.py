"""Deals are counted by player and by place, and both engines count alike."""

from functools import reduce
from operator import add

from games.players.smoking_cat.deals import PLAYERS, play_out
from games.rules.chance import Chance
from games.rules.smoking_cat.bulk import DEALER, SEATS, chance_of, play_block
from games.rules.smoking_cat.play import deal
from games.simulation.tally import place_of, tally_of_block, tally_of_state


def played(chance, *kinds):
    seated = {seat: PLAYERS[kind] for seat, kind in zip(SEATS, kinds, strict=True)}
    return play_out(deal(chance, seats=SEATS, dealer=DEALER), seated, chance)


def test_both_engines_count_the_same_deals_alike():
    deals = 123
    stepped = [played(chance_of("tally", 1, number), *["random"] * 4) for number in range(deals)]
    one_by_one = reduce(add, (tally_of_state(state, number) for number, state in enumerate(stepped)))
    at_once = tally_of_block(play_block("tally", 1, deals))
    assert at_once == one_by_one
    assert one_by_one.decided["hejma"]
    assert one_by_one.decided["undecided"]
    assert one_by_one.certain[0]


def test_everybody_moves_on_by_one_place_from_deal_to_deal():
    assert [place_of(1, number) for number in range(5)] == [1, 2, 3, 0, 1]
    tally = tally_of_state(played(Chance("places"), *["random"] * 4), 2)
    assert {sitting for sitting, _ in tally.points} == {(0, 2), (1, 3), (2, 0), (3, 1)}


def test_a_packed_deal_is_lost_by_the_packer_with_all_that_was_left():
    states = (played(Chance(f"pack {number}"), "random", "cautious", "cautious", "cautious") for number in range(400))
    state = next(state for state in states if state.packed_by)
    tally, packer = tally_of_state(state, 0), SEATS.index(state.packed_by)
    assert tally.lost == {(packer, packer): 1}
    assert tally.decided == {"packed": 1}
    assert tally.packed == {len(state.tricks): 1}
    assert tally.certain == {len(state.tricks): 1}  # whoever has 17 points packs at once
    assert sum(points for _, points in tally.points) == 33  # RULES C45
