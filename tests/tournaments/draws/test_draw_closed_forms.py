"""Schedules by rule: every one without a repeat, as many rounds as the theory says."""

import pytest

from tournaments.draws.checker import misseated, recount
from tournaments.draws.closed_forms import closed_form, rounds_of_closed_form
from tournaments.draws.sizes import even_sizes


def named(schedule):
    return [[[f"p{number}" for number in table] for table in tables] for tables in schedule]


@pytest.mark.parametrize(
    ("sizes", "rounds"),
    [
        ((4,) * 4, 5),
        ((4,) * 5, 5),
        ((4,) * 7, 7),
        ((4,) * 8, 9),
        ((4,) * 9, 9),
        ((4,) * 11, 11),
        ((4,) * 16, 21),
        ((5,) * 5, 6),
        ((5,) * 25, 31),
        ((6,) * 7, 7),
        ((5, *(4,) * 12), 13),
        (even_sizes(53, 11), 11),
        (even_sizes(41, 8), 8),
        (even_sizes(1000, 200), 40),
    ],
)
def test_nobody_meets_anybody_twice(sizes, rounds):
    schedule = closed_form(sizes, 40)
    assert rounds_of_closed_form(sizes, 40) == len(schedule) == rounds
    keys = [f"p{number}" for number in range(sum(sizes))]
    assert misseated(named(schedule), keys) == []
    assert recount(named(schedule)).coincidences == 0
    assert all([len(table) for table in tables] == list(sizes) for tables in schedule)


@pytest.mark.parametrize("tables", range(4, 60))
@pytest.mark.parametrize("size", [4, 5, 6])
def test_whatever_the_number_of_tables_no_rule_repeats(tables, size):
    """Without a field the rule lasts for fewer rounds, but it is never wrong."""
    schedule = closed_form((size,) * tables, 8)
    assert recount(named(schedule)).coincidences == 0
    assert len(schedule) == 8 or tables < 36


def test_very_uneven_tables_have_no_rule():
    assert closed_form((6, 4, 4, 4), 2) is None
