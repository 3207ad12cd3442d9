"""What `sharp` imagines agrees with the rules and with what his seat knows."""

from hypothesis import given
from hypothesis import strategies as st

from games.players.smoking_cat.deals import PLAYERS, steps
from games.players.smoking_cat.sampling import imagine, plausibility
from games.players.smoking_cat.table import table_of
from games.rules.cards import PACK, in_order, read_cards
from games.rules.chance import Chance
from games.rules.smoking_cat.hands import BIT, to_bits, to_cards
from games.rules.smoking_cat.play import State, deal, give, lay, start
from games.rules.smoking_cat.view import seen_by

SEATS = ("A", "B", "C", "D")
RANDOM = dict.fromkeys(SEATS, PLAYERS["random"])


def states_of(seed: str, players: dict = RANDOM) -> list[State]:
    """A random deal after each card."""
    chance = Chance(seed)
    state = deal(chance, seats=SEATS, dealer="B")
    return [step.state for step in steps(state, players, chance) if not step.state.is_passing]


@given(seed=st.text(max_size=3))
def test_the_table_in_numbers_says_what_the_rules_say(seed):
    for state in states_of(seed):
        table = table_of(seen_by(state, "A"))
        assert table.points == list(state.points.values())
        assert table.hejma == (state.hejma and SEATS.index(state.hejma))
        assert state.is_over or table.turn == state.turn
        assert table.tricks == len(state.tricks)


@given(seed=st.text(max_size=3), seat=st.sampled_from(SEATS))
def test_imagined_hands_are_in_keeping_with_the_view(seed, seat):
    for state in states_of(seed)[::5]:
        view = seen_by(state, seat)
        [hands] = imagine(view, Chance(seed), 1)
        held = {name: to_cards(hand) for name, hand in zip(SEATS, hands, strict=True)}
        assert held[seat] == in_order(view.hand)
        assert sorted(card for cards in held.values() for card in cards) == sorted((*view.hand, *view.unseen))
        assert {name: len(cards) for name, cards in held.items()} == view.cards_held
        assert set(view.left_holds) <= set(held[view.left])
        for name, suits in view.voids.items():
            assert not {card[1] for card in held[name]} & set(suits)


def test_every_hidden_card_is_imagined_in_every_hand_alike():
    view = seen_by(deal(Chance("alike"), seats=SEATS, dealer="A"), "A")
    worlds = imagine(view, Chance("alike"), 3000)
    for card in view.unseen:
        held = [sum(bool(hands[place] & BIT[card]) for hands in worlds) for place in (1, 2, 3)]
        assert all(880 < times < 1120 for times in held)  # a third of them, 4.6 deviations to either side


def test_voids_that_cannot_be_are_not_believed():
    """A leads hearts and all throw something else away; but A can hold no more than four of the seven that are out."""
    suits = [tuple(card for card in PACK if card[1] == suit) for suit in "hlab"]
    state = start(dict(zip(SEATS, suits, strict=True)), dealer="D")
    for seat, suit in zip(SEATS, suits, strict=True):
        state = give(state, seat, suit[:3])
    for card in ("Th", "Tl", "7l", "7a"):  # B revokes: he got three hearts from A
        state = lay(state, card)
    view = seen_by(state, "D")
    [hands] = imagine(view, Chance("revoke"), 1)
    assert view.voids["B"] == "h"
    assert [hand.bit_count() for hand in hands] == [7, 7, 7, 7]


def test_hands_that_explain_what_was_played_are_more_plausible():
    """B played the ace of hearts on bells: with a bell in hand that was no move, without one the best."""
    played = [(0, BIT["7b"]), (1, BIT["Ah"])]
    rest = [to_bits(read_cards(cards)) for cards in ("8a 9a", "Ta Ua", "Oa Ka", "Aa Tl")]
    other = [to_bits(read_cards(cards)) for cards in ("8a 9a", "Ol Ua", "Oa Ka", "Aa Tl")]
    assert plausibility(rest, played, me=0) == 2
    assert plausibility(other, played, me=0) == 1
