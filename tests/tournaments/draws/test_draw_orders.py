"""The order of rounds: nothing but the order changes, and fewest pairs meet twice running."""

from itertools import permutations

from tournaments.draws import orders
from tournaments.draws.orders import consecutive_of, in_best_order
from tournaments.draws.plans import by_lot
from tournaments.draws.seeding import Stream


def test_of_few_rounds_the_best_order_is_found():
    schedule = by_lot((4, 4, 4), 5, Stream("ab"))
    best = min(consecutive_of([schedule[number] for number in order]) for order in permutations(range(5)))
    found = in_best_order(schedule)
    assert consecutive_of(found) == best < consecutive_of(schedule)
    assert sorted(found) == sorted(schedule)


def test_of_many_rounds_a_good_one(monkeypatch):
    schedule = by_lot((4, 4, 4, 4), 7, Stream("ab"))
    best = consecutive_of(in_best_order(schedule))
    monkeypatch.setattr(orders, "TRIED_OUT", 4)
    found = in_best_order(schedule)
    assert best <= consecutive_of(found) < (best + consecutive_of(schedule)) / 2
    assert sorted(found) == sorted(schedule)


def test_rounds_without_a_meeting_twice_running_stay_as_they_are():
    apart = [[[0, 1], [2, 3]], [[0, 2], [1, 3]], [[0, 3], [1, 2]]]
    assert in_best_order(apart) == apart
