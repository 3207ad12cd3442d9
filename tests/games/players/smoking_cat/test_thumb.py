"""The rules of thumb, each in a position that shows it."""

import pytest

from games.players.smoking_cat.bits import CARD_OF_BIT
from games.players.smoking_cat.table import Table
from games.players.smoking_cat.thumb import card_to_play, three_to_pass
from games.rules.cards import read_cards
from games.rules.smoking_cat.hands import BIT, to_bits, to_cards


def table_with(cards: str, *, fallen: str = "") -> Table:
    """A trick to which the cards were laid, after others had fallen."""
    table = Table(leader=0)
    table.fallen, table.tricks = to_bits(read_cards(fallen)), len(read_cards(fallen)) // 4
    for card in read_cards(cards):
        table.lay(BIT[card])
    return table


@pytest.mark.parametrize(
    ("hand", "passed"),
    [
        ("7h 8h 7l 8l Aa Ka 7b 8b", "Ka Aa 8b"),
        ("7h Ah 8a 9a Ta 7b 8b Ol", "Ah Ol Ta"),
        ("Kl Al 7a 8a 9a Ta Ua Oa", "Kl Al Oa"),
    ],
)
def test_high_cards_of_short_suits_are_passed_and_hejma_with_those_above_her(hand, passed):
    assert set(to_cards(three_to_pass(to_bits(read_cards(hand))))) == set(read_cards(passed))


@pytest.mark.parametrize(
    ("hand", "table", "fallen", "card", "why"),
    [
        ("8a Ua Ka", "Ta Oa", "", "Ua", "the highest that stays below"),
        ("7l 9l Ol", "Kl", "", "Ol", "Hejma below a king"),
        ("Ol Ul Al", "Tl", "", "Ul", "the lowest, not with Hejma"),
        ("8a Aa", "7a 9a Ta", "", "Aa", "last to play, an empty trick, early: take it with the highest"),
        ("8a Aa", "9a Th Ta", "", "8a", "but not with a point in it"),
        ("8a Aa", "7a 9a Ta", "7h 8h 9h Th 7b 8b 9b Tb Ub Ob Kb Ab 7l 8l 9l Tl", "8a", "nor late"),
        ("Ua Aa", "7a Th Ta", "", "Aa", "who has to take as the last takes with the highest"),
        ("Ol Ah 7b", "7a", "", "Ol", "Hejma goes first"),
        ("Ah Al 7b", "7a", "", "Ah", "then the ace of hearts"),
        ("Th Al Ab", "7a", "", "Al", "high leaves while she is about"),
        ("Th Al Ab", "7a", "Ol", "Ab", "no dearer than others once she is gone"),
        ("7h 9l Ta Ab", "", "", "Ab", "get rid of a high card of a suit nobody has touched"),
        ("7h Al Oh", "", "", "7h", "but not with leaves while she is about"),
        ("Kh 8l 9l", "", "7l Tl Ul Kl", "8l", "lead leaves to drive her out"),
    ],
)
def test_a_rule_of_thumb(hand, table, fallen, card, why):
    chosen = card_to_play(to_bits(read_cards(hand)), table_with(table, fallen=fallen))
    assert CARD_OF_BIT[chosen] == card, why
