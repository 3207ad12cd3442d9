"""Finite fields: the laws, tried out on every element."""

import pytest

from tournaments.draws.galois import field, prime_power

POWERS = {4: (2, 2), 5: (5, 1), 7: (7, 1), 8: (2, 3), 9: (3, 2), 16: (2, 4), 25: (5, 2), 27: (3, 3), 32: (2, 5)}


def test_prime_powers_are_known():
    assert {number: prime_power(number) for number in POWERS} == POWERS
    assert [number for number in range(2, 30) if prime_power(number) is None] == [
        *(6, 10, 12, 14, 15, 18, 20, 21, 22, 24, 26, 28)
    ]
    assert prime_power(1) is prime_power(0) is None
    assert prime_power(2_499) is None
    assert prime_power(2_503) == (2_503, 1)


@pytest.mark.parametrize("size", POWERS)
def test_sums_and_products_are_those_of_a_field(size):
    fields, everything = field(size), range(size)
    for one in everything:
        assert fields.add(one, 0) == fields.times(one, 1) == one
        assert {fields.add(one, other) for other in everything} == set(everything)
        if one:
            assert {fields.times(one, other) for other in everything} == set(everything)


@pytest.mark.parametrize("size", [4, 8, 9, 7])
def test_products_are_shared_out_over_sums(size):
    add, times = field(size).add, field(size).times
    for a in range(size):
        for b in range(size):
            assert times(a, b) == times(b, a)
            assert all(times(a, add(b, c)) == add(times(a, b), times(a, c)) for c in range(size))


def test_there_is_no_field_of_six():
    with pytest.raises(ValueError, match="6"):
        field(6)
