"""Numbers of many deals at once say for each deal what plain numbers say."""

from itertools import accumulate

from hypothesis import given
from hypothesis import strategies as st

from games.rules.chance import Chance
from games.rules.smoking_cat import planes

DEALS = 5
EVERYONE = (1 << DEALS) - 1
words16 = st.lists(st.integers(0, 2**16 - 1), min_size=DEALS, max_size=DEALS)


def number(values, digits):
    return [sum((value >> digit & 1) << deal for deal, value in enumerate(values)) for digit in range(digits)]


def values(told):
    return [planes.value_of(told, deal) for deal in range(DEALS)]


@given(words16, words16)
def test_sums_and_products_are_those_of_each_deal(ones, others):
    assert values(planes.add(number(ones, 16), number(others, 16))) == [
        a + b for a, b in zip(ones, others, strict=True)
    ]
    products = [a * b for a, b in zip(ones, others, strict=True)]
    assert values(planes.times_each(number(ones, 16), number(others, 16))) == products


@given(words16, st.integers(1, 56))
def test_a_number_below_a_limit_is_that_of_chance(ones, limit):
    expected = [Chance("given", [word]).below(limit) for word in ones]
    assert values(planes.below(number(ones, 16), limit)) == expected
    assert values(planes.times(number(ones, 16), limit)) == [word * limit for word in ones]
    limits = [1 + (limit + deal) % 8 for deal in range(DEALS)]
    expected = [Chance("given", [word]).below(own) for word, own in zip(ones, limits, strict=True)]
    assert values(planes.below_each(number(ones, 16), number(limits, 4), 3)) == expected


@given(st.lists(st.integers(0, EVERYONE), min_size=8, max_size=8), st.data())
def test_the_nth_thing_is_found_in_each_deal(things, data):
    there = [[place for place, plane in enumerate(things) if plane >> deal & 1] for deal in range(DEALS)]
    wanted = [data.draw(st.integers(0, max(0, len(places) - 1))) for places in there]
    found = planes.nth(things, number(wanted, 3))
    for deal, (places, which) in enumerate(zip(there, wanted, strict=True)):
        marked = [place for place, plane in enumerate(found) if plane >> deal & 1]
        assert marked == places[which : which + 1]
    assert values(planes.count(things)) == [len(places) for places in there]


@given(words16, words16)
def test_numbers_are_compared_in_each_deal(ones, others):
    more = planes.is_more(number(ones, 16), number(others, 16))
    assert [bool(more >> deal & 1) for deal in range(DEALS)] == [a > b for a, b in zip(ones, others, strict=True)]


@given(st.lists(st.integers(0, 7), min_size=DEALS, max_size=DEALS))
def test_every_deal_has_one_of_the_values(ones):
    parted = planes.each_value(number(ones, 3), EVERYONE)
    assert [[value for value, plane in enumerate(parted) if plane >> deal & 1] for deal in range(DEALS)] == [
        [value] for value in ones
    ]
    assert list(accumulate(parted))[-1] == EVERYONE


def test_the_words_of_a_deal_do_not_depend_on_how_many_are_played():
    few, many = (list(planes.words("seed", 2, 3, deals, width=64)) for deals in (DEALS, 64))
    assert [[plane & EVERYONE for plane in word] for word in many] == few
    assert list(planes.words("seed", 3, 3, DEALS, width=64)) != few
