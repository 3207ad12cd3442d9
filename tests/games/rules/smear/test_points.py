"""Who has won which points, from tricks told as text."""

from dataclasses import replace

from games.rules.cards import read_cards
from games.rules.smear.cards import card_points, taken_by
from games.rules.smear.points import won, worth
from games.rules.smear.variants import VARIANTS
from games.rules.tricks import Trick, from_seat

TEN, NINE, WIDOW, FIVE = (VARIANTS[name] for name in ("ten_point", "nine_cards", "widow", "five_point"))


def points(variant, *tricks):
    """Hearts are trumps. Each trick: the leader and the cards, "A 9h Kh 2c 3h"; who takes it follows."""
    made = []
    for leader, *cards in map(str.split, tricks):
        seats = from_seat("ABCD", leader)
        taker = seats[taken_by(variant, cards, "h")]
        made.append(Trick(seats, read_cards(" ".join(cards)), taker, card_points(cards)))
    found = won(variant, ("AC", "BD"), "h", made)
    return " ".join(found["AC"]), " ".join(found["BD"])


def test_high_and_low_stay_with_whoever_played_them():
    """RULES S51, S52: C's four is taken by B."""
    assert points(TEN, "A 9h Kh 4h 5h") == ("low", "game high")


def test_jack_jick_and_trey_go_to_the_taker():
    """RULES S53, S54, S58"""
    assert points(TEN, "A Ah Jh 3h Jd") == ("game high jack jick low trey", "")
    assert points(TEN, "A 9h Jh 3h Jd") == ("low", "game high jack jick trey")
    assert worth(TEN, ["trey", "jack"]) == 4


def test_what_did_not_fall_brings_nobody_a_point():
    """RULES S41, S53"""
    assert points(TEN, "A 9h 2h 4h 5h") == ("high", "low")


def test_jokers_count_in_the_order_in_which_they_fell():
    """RULES S11, S55"""
    assert points(TEN, "A X2 Ah 9h 2h", "C X1 2d 3d 4d") == ("joker_2", "game high joker_1 low")
    assert points(TEN, "A X2 X1 9h 2h") == ("", "high joker_1 joker_2 low")


def test_jokers_that_are_told_apart_do_not():
    """RULES S11, S55"""
    apart = replace(TEN, jokers_by_order=False)
    assert points(apart, "A X2 Ah 9h 2h", "C X1 2d 3d 4d") == ("joker_1", "game high joker_2 low")
    assert points(apart, "A X2 X1 9h 2h") == ("high joker_1 joker_2", "low")


def test_with_nine_cards_a_joker_is_for_whoever_played_it():
    """RULES S56"""
    assert points(NINE, "A X2 X1 9h 2h") == ("joker_1", "high joker_2 low")


def test_low_may_be_a_joker_but_not_with_five_points():
    """RULES S52"""
    assert points(TEN, "A Ah X1 9c 9d") == ("game high joker_1", "low")
    assert points(FIVE, "A Ah X1 9c 9d") == ("game high joker low", "")
    assert points(FIVE, "A Ah X1 9h 2h") == ("game high joker", "low")


def test_game_is_for_more_card_points_than_any_other_party():
    """RULES S57"""
    assert points(TEN, "A Ah 2c 3c 4c", "B Ad 5c 6c 7c") == ("high low", "")
    assert points(TEN, "A Ah 2c 3c 4c", "B Ad Jc 6c 7c") == ("high low", "game")


def test_a_widow_has_deuce_and_ten_instead_of_low_and_game():
    """RULES S59, S60: the Two, taken by C, stays with B."""
    assert points(WIDOW, "A 9h 2h Th 3h") == ("high ten trey", "deuce")
