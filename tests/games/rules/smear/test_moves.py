"""All acts in one shape, and what a seat may know: enough to act, and nothing that others hold."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rules.cards import Card
from games.rules.chance import Chance
from games.rules.refusals import Refused
from games.rules.smear.cards import HIDDEN, pack
from games.rules.smear.exchange import discards
from games.rules.smear.moves import act, any_move, moves, seen_by
from games.rules.smear.state import deal_pack
from games.rules.smear.variants import VARIANTS
from tests.games.rules.smear.deals import SEATS, TABLES, dealt, playout

any_deal = {"table": st.sampled_from(TABLES), "seed": st.integers(0, 10**6).map(str)}


def everywhere(state) -> list[Card]:
    """All cards of the pack, wherever they lie."""
    lying = [*state.hands, state.left, *(cards or () for cards in state.discards), *(t.cards for t in state.tricks)]
    return sorted([card for cards in lying for card in cards] + [fallen.card for fallen in state.table])


@given(**any_deal)
def test_a_deal_by_chance_comes_to_its_end_and_loses_no_card(table, seed):
    states = playout(table, seed)
    cards = sorted(pack(states[0].variant, table[1]))
    assert all(everywhere(state) == cards for state in states)
    assert states[-1].is_over
    assert not states[-1].table
    assert tuple(moves(states[-1])) == ()


@given(**any_deal)
def test_the_legal_moves_can_be_told_from_what_the_seat_sees(table, seed):
    for state in playout(table, seed)[:-1]:
        view = seen_by(state, state.to_act)
        if state.phase == "discarding":
            assert discards(view) == discards(state)
        else:
            assert tuple(moves(view)) == tuple(moves(state))
        assert any_move(view, Chance(seed)) == any_move(state, Chance(seed))


@given(**any_deal, at=st.integers(0, 60))
def test_a_view_holds_no_card_that_is_hidden_from_its_seat(table, seed, at):
    state = (states := playout(table, seed))[min(at, len(states) - 1)]
    for place, seat in enumerate(state.seats):
        view = seen_by(state, seat)
        own = {*state.dealt[place], *state.hands[place], *(state.discards[place] or ())}
        lying = [*view.dealt, view.stock, *view.hands, view.left, *(cards or () for cards in view.discards)]
        assert {card for cards in lying for card in cards} - {HIDDEN} == own
        assert [len(hand) for hand in view.hands] == [len(hand) for hand in state.hands]


def test_two_deals_that_differ_in_hidden_cards_look_alike():
    cards = pack(VARIANTS["ten_point"], 4)
    state = deal_pack(VARIANTS["ten_point"], "ABCD", "D", cards)
    mine = set(state.hands[0])
    others = iter([card for card in reversed(cards) if card not in mine])
    swapped = [card if card in mine else next(others) for card in cards]
    other = deal_pack(VARIANTS["ten_point"], "ABCD", "D", swapped)
    assert seen_by(state, "A") == seen_by(other, "A")
    assert seen_by(state, "B") != seen_by(other, "B")


@pytest.mark.parametrize("table", TABLES)
def test_an_act_of_another_phase_is_refused(table):
    for state in playout(table, "9"):
        wrong = ("2h",) if state.phase != "discarding" else "2h"
        with pytest.raises(Refused):
            act(state, wrong)


def test_cards_are_dealt_in_batches_with_the_widow_after_the_first():
    """RULES S17, S18, S19"""
    cards = pack(VARIANTS["widow"], 4)
    state = deal_pack(VARIANTS["widow"], "ABCD", "D", cards)
    assert state.hands[0] == cards[:3] + cards[16:19] + cards[28:31]
    assert state.stock == cards[12:16] + cards[40:]
    ten = deal_pack(VARIANTS["ten_point"], "ABCD", "D", cards)
    assert (ten.hands[0][:2], ten.stock) == ((cards[0], cards[4]), cards[40:])


def test_the_same_seed_deals_the_same():
    assert dealt("ten_point", 4, "a") == dealt("ten_point", 4, "a")
    assert dealt("ten_point", 4, "a").hands != dealt("ten_point", 4, "b").hands
    assert dealt("five_point", 8, "a").seats == tuple(SEATS)


def test_a_wrong_deal_is_refused():
    """RULES S73"""
    with pytest.raises(Refused, match="smear_misdeal"):
        deal_pack(VARIANTS["ten_point"], "ABCD", "D", ("2h", *pack(VARIANTS["ten_point"], 4)[1:], "3h"))
