"""The search: it never loses what it had, its sums are right, and every rule has its turn."""

from itertools import combinations

from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.draws import History, Options, Player, Stream, history_of, pair
from tournaments.draws.costs import CLUBS, COINCIDENCES, Costs, faults
from tournaments.draws.search import _Walk, improve

KEYS = "ABCDEFGHIJKLM"
orders = st.permutations(range(len(KEYS)))
seeds = st.binary(min_size=1, max_size=8).map(bytes.hex)


def cut(order):
    return [list(order[:5]), list(order[5:9]), list(order[9:])]


def costs_after(earlier, clubs, names):
    """The costs of thirteen players at 5 4 4 after rounds seated in these orders."""
    players = [Player(key, names[number] if number < len(names) else None) for number, key in enumerate(KEYS)]
    history = history_of([[[KEYS[one] for one in table] for table in cut(order)] for order in earlier])
    return Costs(players=players, history=history, options=Options(clubs=clubs), sizes=(5, 4, 4))


some_event = st.tuples(
    st.lists(orders, max_size=3),
    st.sampled_from(["off", "prefer", "require"]),
    st.lists(st.sampled_from(["HAR", "MOR", "FEN"]), max_size=13),
)


@settings(max_examples=50)
@given(some_event, orders)
def test_what_a_swap_is_said_to_cost_is_what_it_costs(event, order):
    costs = costs_after(*event)
    walk = _Walk(cut(order), costs)
    for one in range(13):
        others = [other for other in range(13) if walk.table_of[other] != walk.table_of[one]]
        for total, other in list(walk.totals_after(one, others)):
            walk.swap(one, other)
            assert walk.total == total == sum(costs.table(table) for table in walk.tables)
            walk.swap(one, other)


@settings(max_examples=8)
@given(some_event, orders, seeds)
def test_the_result_is_no_worse_than_the_start_and_no_better_than_the_target(event, order, seed):
    costs, start = costs_after(*event), cut(order)
    found = improve(start, costs, Stream(seed))
    cost = sum(costs.table(table) for table in found)
    assert costs.target <= cost <= sum(costs.table(table) for table in start)
    assert [len(table) for table in found] == [5, 4, 4]
    assert sorted(one for table in found for one in table) == list(range(13))
    assert start == cut(order)


def test_weaker_rules_have_their_turn_while_a_stronger_one_is_short_of_its_bound():
    players = [Player(key, "HAR" if key in "ABE" else None) for key in "ABCDEFGHIJKLMNOP"]
    met = History(meetings={pair(*two): 1 for two in combinations("ABCD", 2)})
    costs = Costs(players=players, history=met, options=Options(clubs="prefer"), sizes=(4, 4, 4, 4))
    walk = _Walk([[0, 1, 2, 3], [4, 5, 6, 7], [8, 9, 10, 11], [12, 13, 14, 15]], costs)
    assert (faults(walk.total, COINCIDENCES), faults(walk.total, CLUBS), costs.target) == (6, 1, 0)
    stream = Stream("ab")
    turns = [walk.level(stream) for _ in range(100)]
    assert set(turns) == {(COINCIDENCES, True), (CLUBS, False)}
    assert turns.count((COINCIDENCES, True)) > 60
