"""Who is better, over fixed deals; and how sure that is."""

import pytest

from games.players.match import FAIR, match, summed_up
from games.players.smoking_cat.deals import PLAYERS
from games.players.smoking_cat.sharp import Sharp

RANDOM, CAUTIOUS = PLAYERS["random"], PLAYERS["cautious"]


def test_cautious_beats_random_clearly():
    assert match(CAUTIOUS, RANDOM, seed="duplicate", deals=50).interval[1] < 700  # 3 % are usual, 25 % would be fair
    assert match(RANDOM, CAUTIOUS, seed="duplicate", deals=50).interval[0] > 6000


def test_sharp_beats_cautious_even_with_a_few_samples():
    result = match(Sharp(samples=32), CAUTIOUS, seed="y", deals=16)  # about 18 % are usual
    assert result.interval[1] < FAIR


def test_one_as_good_as_the_others_loses_a_quarter():
    """Without chance every play of a deal is the same, and exactly one of the four seats loses it."""
    result = match(CAUTIOUS, CAUTIOUS, seed="mirror", deals=20)
    assert (result.deals, result.lost, result.squares) == (20, 20, 20)
    assert result.interval == (FAIR - 1, FAIR + 2)


@pytest.mark.parametrize(
    ("losses", "share", "margin"),
    [
        ([0, 2], 2500, 4900),  # the variance of k is 2, 1.96 · sqrt(2 / 2) / 4 = 0.49
        ([0, 1, 2, 1] * 25, 2500, 348),  # 2 / 4 · 100 / 99, 1.96 · sqrt(0.50505 / 100) / 4 = 0.03482
    ],
)
def test_the_margin_is_that_of_the_formula(losses, share, margin):
    result = summed_up(losses)
    assert result.share == share
    assert result.margin == pytest.approx(margin, abs=1)
