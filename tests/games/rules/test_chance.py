"""The stream of chance: the same words for ever, one word for one number."""

from collections import Counter
from itertools import islice

import pytest

from games.rules.cards import PACK
from games.rules.chance import Chance, words


def test_the_words_of_a_seed_never_change():
    """Whoever changes the stream changes its version, or stored seeds tell another deal."""
    stream = list(islice(words("2026-11-21"), 200))
    assert stream[:3] == [30021, 46858, 14097]
    assert stream[84:87] == [16808, 47523, 15509]  # the second block
    assert list(islice(words("2026-11-22"), 200)) != stream


def test_a_number_is_its_word_scaled_down():
    chance = Chance("given", [0, 0x7FFF, 0x8000, 0xFFFF])
    assert [chance.below(2) for _ in range(4)] == [0, 0, 1, 1]


def test_a_large_limit_takes_two_words():
    chance = Chance("given", [0xFFFF, 0xFFFF, 0x8000, 0, 0xFFFF])
    assert [chance.below(257), chance.below(1_000_000), chance.below(256)] == [256, 500_000, 255]


def test_shuffling_takes_one_word_for_each_thing_and_nothing_twice():
    chance = Chance("given", [0, 0xFFFF, 0x8000, 0xFFFF])
    assert chance.shuffled("abc") == ["a", "c", "b"]
    assert chance.below(4) == 3
    assert sorted(Chance("1").shuffled(PACK)) == sorted(PACK)
    with pytest.raises(ValueError, match="too many"):
        chance.shuffled(range(257))


def test_several_are_chosen_by_one_number():
    chance = Chance("given", [0, 0xFFFF, 0xFFFF // 2, 0])
    chosen = [chance.some_of("abcd", 2) for _ in range(3)]
    assert chosen == [("a", "b"), ("c", "d"), ("a", "d")]
    assert chance.below(2) == 0


def test_shuffling_brings_every_order_about_equally_often():
    orders = Counter()
    chance = Chance("orders")
    for _ in range(6000):
        cards = list("abc")
        chance.shuffle(cards)
        orders["".join(cards)] += 1
    assert len(orders) == 6
    assert all(900 < times < 1100 for times in orders.values())
