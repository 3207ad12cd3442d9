"""The text by which a database sorts the standings says exactly what the fractions say."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rules.game import Tally
from tournaments.standings.order import FINAL, OTHERS, SMALL_FINAL, rank_key
from tournaments.standings.success import over_rounds

tally = st.integers(0, 80).flatmap(lambda deals: st.builds(Tally, st.just(deals), st.integers(0, deals)))
rounds = st.lists(tally, max_size=12)
successes = st.builds(over_rounds, rounds, st.sampled_from(["pooled", "mean"]))


def worth(value):
    return Fraction(-1) if value is None else value


@given(successes, successes)
def test_texts_order_as_fractions_do(one, other):
    ascending = rank_key(OTHERS, one) < rank_key(OTHERS, other)
    assert ascending == (worth(one) > worth(other))
    assert (rank_key(OTHERS, one) == rank_key(OTHERS, other)) == (one == other)


def test_the_closest_values_that_can_occur_are_told_apart():
    """Twelve rounds of up to 80 own deals; the two fractions differ by one part in the product of denominators."""
    p, q = 12 * 80**12 - 1, 12 * 80**12
    larger = Fraction(pow(q, -1, p), p)
    smaller = larger - Fraction(1, p * q)
    assert smaller.denominator == q
    assert rank_key(OTHERS, larger) < rank_key(OTHERS, smaller)


def test_all_keys_have_one_width_and_the_final_comes_first():
    keys = [
        rank_key(FINAL, 1),
        rank_key(FINAL, 12),
        rank_key(SMALL_FINAL, 1),
        rank_key(OTHERS, Fraction(1)),
        rank_key(OTHERS, Fraction(1, 2)),
        rank_key(OTHERS, Fraction(0)),
        rank_key(OTHERS, None),
    ]
    assert keys == sorted(keys)
    assert {len(key) for key in keys} == {50}
    assert len(set(keys)) == len(keys)


def test_a_final_has_ranks_and_no_success():
    with pytest.raises(TypeError):
        rank_key(FINAL, Fraction(1, 2))
