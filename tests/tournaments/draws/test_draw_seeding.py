"""The generator: the same numbers for ever, evenly spread, and nothing but a seed decides."""

from collections import Counter
from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rules.refusals import Refused
from tournaments.draws import Stream
from tournaments.draws.seeding import STREAM

SEED = "00" * 32
seeds = st.binary(min_size=1, max_size=64).map(bytes.hex)


def test_the_first_numbers_of_a_seed_are_for_ever():
    """If this fails, every draw ever made can no longer be checked: raise the version."""
    stream = Stream(SEED)
    assert STREAM == "scwu-draw/1"
    assert [stream.below(1000) for _ in range(8)] == [395, 533, 114, 124, 83, 137, 597, 871]
    assert Stream(SEED).shuffled("ABCDEFGH") == list("GBCHFEAD")


def test_numbers_are_the_blocks_of_the_announced_hash():
    stream = Stream("ab")
    for counter in range(3):
        block = sha256(f"scwu-draw/1|stream|ab|{counter}".encode()).digest()
        for start in (0, 8, 16, 24):
            assert stream.below(1 << 64) == int.from_bytes(block[start : start + 8], "big")


def test_numbers_that_would_favour_some_are_thrown_away():
    """Of 2^64 numbers only the first 3 * 2^62 can be shared out evenly among 3 * 2^62: a quarter is passed over."""
    limit = 3 << 62
    raw, fair = Stream(SEED), Stream(SEED)
    kept = [number for number in (raw.below(1 << 64) for _ in range(40)) if number < limit]
    assert len(kept) < 40
    assert [fair.below(limit) for _ in kept] == kept


@given(seeds, st.lists(st.integers()))
def test_a_shuffle_keeps_every_item_and_leaves_the_list_alone(seed, items):
    before = list(items)
    assert Counter(Stream(seed).shuffled(items)) == Counter(items)
    assert items == before


@given(seeds, st.integers(min_value=1, max_value=1 << 64))
def test_numbers_stay_below_their_limit(seed, limit):
    assert 0 <= Stream(seed).below(limit) < limit


def test_every_order_of_three_comes_about_equally_often():
    stream = Stream(SEED)
    orders = Counter("".join(stream.shuffled("ABC")) for _ in range(6000))
    assert len(orders) == 6
    assert all(900 < times < 1100 for times in orders.values())


def test_capitals_in_a_seed_make_no_difference():
    assert Stream("ABCD").below(1 << 64) == Stream("abcd").below(1 << 64)


@pytest.mark.parametrize("seed", ["", "a", "abc", "xy", "ab cd", "0x12", "ab\n", "ab" * 65, "é1"])
def test_what_is_no_seed_is_refused(seed):
    with pytest.raises(Refused) as refusal:
        Stream(seed)
    assert refusal.value.code == "bad_seed"


@pytest.mark.parametrize("limit", [0, -1, (1 << 64) + 1])
def test_a_limit_without_numbers_is_a_bug(limit):
    with pytest.raises(ValueError, match=str(limit)):
        Stream(SEED).below(limit)
