"""A deal on the score: made or set back, who has won the game, shooting the moon."""

import pytest

from games.rules.smear.score import settle
from games.rules.smear.variants import VARIANTS

TEN, NINE, WIDOW, CUTTHROAT = (VARIANTS[name] for name in ("ten_point", "nine_cards", "widow", "cutthroat"))


def settled(variant, text, *, pitcher, bid, target=21, moon=False):
    """`text`: party, score before, points won: "AC 12+3 BD 9+7"."""
    words = text.split()
    before, won = {}, {}
    for party, numbers in zip(words[::2], words[1::2], strict=True):
        before[party], won[party] = (int(number) for number in numbers.split("+"))
    return settle(
        variant, parties=words[::2], scores=before, target=target, pitcher=pitcher, bid=bid, won=won, moon=moon
    )  # fmt: skip


def test_who_makes_the_bid_keeps_all_that_was_won():
    """RULES S63, S61"""
    deal = settled(TEN, "AC 0+6 BD 2+4", pitcher="AC", bid=5)
    assert (deal.made, deal.delta, deal.scores, deal.winner) == (True, {"AC": 6, "BD": 4}, {"AC": 6, "BD": 6}, None)


def test_who_fails_is_set_back_by_the_bid_below_nothing_if_need_be():
    """RULES S64"""
    deal = settled(TEN, "AC 3+5 BD 2+4", pitcher="AC", bid=6)
    assert (deal.made, deal.delta, deal.scores) == (False, {"AC": -6, "BD": 4}, {"AC": -3, "BD": 6})


@pytest.mark.parametrize(
    ("scores", "winner"),
    [
        ("AC 15+6 BD 0+4", "AC"),
        ("AC 15+5 BD 17+4", "BD"),
        ("AC 16+6 BD 19+4", "BD"),
        ("AC 16+7 BD 19+4", "AC"),
        ("AC 1+7 BD 1+3", None),
    ],
)
def test_the_higher_score_wins_and_of_equal_ones_that_of_the_pitching_party(scores, winner):
    """RULES S65, S66"""
    assert settled(TEN, scores, pitcher="AC", bid=2).winner == winner


def test_two_equal_above_the_pitching_party_play_on():
    """RULES S66"""
    assert settled(TEN, "AD 19+2 BE 19+3 CF 20+2", pitcher="AD", bid=2).winner is None
    assert settled(TEN, "AD 19+3 BE 19+3 CF 20+2", pitcher="AD", bid=2).winner == "AD"


def test_a_target_of_31_is_31():
    """RULES S65"""
    assert settled(NINE, "AC 20+6 BD 0+4", pitcher="AC", bid=2, target=31).winner is None
    assert settled(NINE, "AC 25+6 BD 0+4", pitcher="AC", bid=2, target=31).winner == "AC"


def test_with_nine_cards_only_the_pitching_party_wins():
    """RULES S67"""
    assert settled(NINE, "AC 10+3 BD 18+7", pitcher="AC", bid=2).winner is None
    assert settled(NINE, "AC 20+3 BD 25+7", pitcher="AC", bid=2).winner == "AC"
    assert settled(TEN, "AC 10+3 BD 18+7", pitcher="AC", bid=2).winner == "BD"


def test_the_moon_wins_the_game_at_once():
    """RULES S68"""
    deal = settled(WIDOW, "AC 0+10 BD 20+0", pitcher="AC", bid=10, moon=True)
    assert (deal.made, deal.scores, deal.winner) == (True, {"AC": 10, "BD": 20}, "AC")
    assert settled(WIDOW, "AC 0+10 BD 20+0", pitcher="AC", bid=10).winner is None


def test_the_moon_takes_a_negative_score_back_to_nothing():
    """RULES S69"""
    deal = settled(WIDOW, "AC -3+10 BD 20+0", pitcher="AC", bid=10, moon=True)
    assert (deal.made, deal.delta["AC"], deal.scores["AC"], deal.winner) == (True, 3, 0, None)


def test_a_missed_moon_loses_the_game():
    """RULES S70"""
    deal = settled(WIDOW, "AC 20+9 BD -5+1", pitcher="AC", bid=10, moon=True)
    assert (deal.made, deal.delta, deal.winner) == (False, {"AC": -10, "BD": 1}, "BD")
    assert settled(CUTTHROAT, "A 3+1 B 20+9 C 3+0", pitcher="B", bid=10, moon=True).winner == "A"
    assert settled(CUTTHROAT, "A 3+0 B 20+9 C 2+1", pitcher="B", bid=10, moon=True).winner == "C"
