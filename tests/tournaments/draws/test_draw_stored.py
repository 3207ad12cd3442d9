"""The stored schedules, every line counted again, and how they are written."""

from math import comb

from hypothesis import given
from hypothesis import strategies as st

from tournaments.draws.checker import misseated, recount
from tournaments.draws.orders import consecutive_of, in_best_order
from tournaments.draws.sizes import least_repeats
from tournaments.draws.stored import FILE, coincidences_of, longest_stored, read, stored_schedule, written

LINES = [line for line in FILE.read_text(encoding="ascii").splitlines() if not line.startswith("#")]


def test_every_line_seats_everybody_once_at_tables_largest_first():
    for line in LINES:
        schedule = read(line)
        named = [[[str(number) for number in table] for table in tables] for tables in schedule]
        sizes = [len(table) for table in schedule[0]]
        assert misseated(named, [str(number) for number in range(sum(sizes))]) == []
        assert all([len(table) for table in tables] == sorted(sizes, reverse=True) for tables in schedule)
        assert coincidences_of(schedule) == recount(named).coincidences >= least_repeats(sizes, len(schedule))
        assert written(schedule) == line


def test_the_famous_ones_are_there():
    """Rounds of tables of four in which nobody meets anybody twice."""
    longest = {tables: len(longest_stored((4,) * tables)) for tables in (6, 7, *range(9, 16))}
    assert longest == {6: 7, 7: 9, 9: 11, 10: 13, 11: 14, 12: 15, 13: 17, 14: 18, 15: 19}


def test_no_line_is_worse_than_the_beginning_of_a_longer_one():
    for line in LINES:
        schedule = read(line)
        sizes = tuple(len(table) for table in schedule[0])
        assert coincidences_of(stored_schedule(sizes, len(schedule))) == coincidences_of(schedule)


def test_rounds_stand_in_the_order_in_which_fewest_meet_twice_running():
    for schedule in map(read, LINES):
        assert consecutive_of(schedule) <= consecutive_of(in_best_order(schedule))


def test_the_beginning_of_a_longer_schedule_serves_too():
    assert coincidences_of(stored_schedule((4,) * 6, 5)) == 0
    assert coincidences_of(stored_schedule((4,) * 6, 8)) <= 18
    assert stored_schedule((4,) * 6, 13) is stored_schedule((6, 4), 2) is None


@given(st.permutations(range(12)), st.permutations(range(12)))
def test_what_is_written_can_be_read(one, other):
    schedule = [[sorted(order[:4]), sorted(order[4:8]), sorted(order[8:])] for order in (one, other)]
    assert read(written(schedule)) == schedule
    assert coincidences_of(schedule) <= 3 * comb(4, 2)
