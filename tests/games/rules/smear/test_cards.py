"""Which card is a trump, follows which suit, takes a trick, counts for Game."""

from dataclasses import replace

from games.rules.cards import read_cards
from games.rules.smear.cards import card_points, suit_of, taken_by, trump_heights
from games.rules.smear.variants import VARIANTS

TEN, FIVE = VARIANTS["ten_point"], VARIANTS["five_point"]


def ranking(variant, trump):
    heights = trump_heights(variant, trump)
    return " ".join(sorted(heights, key=lambda card: -heights[card]))


def test_the_jick_and_the_jokers_stand_between_the_jack_and_the_ten():
    """RULES S8, S9, S10"""
    assert ranking(TEN, "h") == "Ah Kh Qh Jh Jd X1 X2 Th 9h 8h 7h 6h 5h 4h 3h 2h"
    assert ranking(TEN, "s").split()[4] == "Jc"
    assert [suit_of(TEN, card, "h") for card in ("Jd", "X1", "Qd", "Js")] == ["h", "h", "d", "s"]


def test_with_five_points_the_joker_is_the_lowest_trump_and_no_jack_a_jick():
    """RULES S12"""
    assert ranking(FIVE, "h") == "Ah Kh Qh Jh Th 9h 8h 7h 6h 5h 4h 3h 2h X1"
    assert suit_of(FIVE, "Jd", "h") == "d"


def taker(cards, trump, variant=TEN):
    return cards.split()[taken_by(variant, cards.split(), trump)]


def test_the_highest_trump_takes_else_the_highest_of_the_led_suit():
    """RULES S46"""
    assert taker("9c Ah Tc 2c", "s") == "Tc"
    assert taker("9c Ah 2s Ac", "s") == "2s"
    assert taker("Ad Jd Td Kd", "h") == "Jd"
    assert taker("2s X1 Qc Ts", "s") == "X1"
    assert taker("X1 2h 3h 4h", "h", FIVE) == "4h"


def test_the_second_joker_of_a_trick_is_the_higher():
    """RULES S11"""
    assert taker("X2 X1 Th 2h", "h") == "X1"
    assert taker("X1 X2 Th 2h", "h") == "X2"
    assert taker("X2 X1 Th 2h", "h", replace(TEN, jokers_by_order=False)) == "X2"


def test_card_points_do_not_ask_for_the_suit():
    """RULES S13"""
    assert card_points(read_cards("Ah Kc Qd Js Td 9h 2c X1")) == 4 + 3 + 2 + 1 + 10
