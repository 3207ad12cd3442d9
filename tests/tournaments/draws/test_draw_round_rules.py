"""The rules of one round and their bounds (draws/round_rules.py)."""

from itertools import permutations

import pytest

from tournaments.draws.draw import draw
from tournaments.draws.model import Options, Player, history_of
from tournaments.draws.round_rules import rules_of

EIGHT = [Player(f"p{number}", "AB"[number % 2]) for number in range(8)]


def rules(tables, rounds=(), players=EIGHT, clubs="prefer"):
    options = Options(clubs=clubs)
    return {rule.name: rule for rule in rules_of(tables, players, history_of(rounds), options)}


def keys(*tables):
    return [[f"p{number}" for number in table] for table in tables]


def test_clubs_are_a_rule_where_they_count_and_stand_where_they_count():
    tables = keys("0123", "4567")
    assert list(rules(tables)) == ["coincidences", "consecutive", "club_pairs", "large_tables", "seat_a"]
    assert next(iter(rules(tables, clubs="require"))) == "club_pairs"
    assert "club_pairs" not in rules(tables, clubs="off")


def test_who_must_be_apart_comes_before_everything():
    options = Options(clubs="require", apart=(("p0", "p1"), ("p0", "p7")))
    first = rules_of(keys("0123", "4567"), EIGHT, history_of([]), options)[0]
    assert (first.name, first.value, first.bound) == ("forbidden_pairs", 1, 0)


def test_two_clubs_of_four_at_two_tables_keep_four_pairs_together_at_best():
    assert (rules(keys("0123", "4567"))["club_pairs"].value, rules(keys("0123", "4567"))["club_pairs"].bound) == (4, 4)
    assert rules(keys("0246", "1357"))["club_pairs"].value == 12


def test_who_sat_together_last_is_counted_beside_what_cannot_be_avoided():
    found = rules(keys("0145", "2367"), [keys("0123", "4567")])
    assert (found["consecutive"].value, found["consecutive"].bound) == (4, 4)
    assert found["consecutive"].proved_optimal
    assert rules(keys("0123", "4567"), [keys("0123", "4567")])["consecutive"].value == 12


def test_seat_a_goes_to_who_has_not_had_it():
    before = [keys("0123", "4567")]
    assert rules(keys("1045", "2367"), before)["seat_a"].value == 1
    again = rules(keys("0145", "2367"), before)["seat_a"]
    assert (again.value, again.bound, again.proved_optimal) == (2, 1, False)


@pytest.mark.parametrize("sizes", [(5, 4), (4, 5)])
def test_no_order_of_the_players_goes_below_a_bound(sizes):
    players = [Player(f"p{number}") for number in range(9)]
    before = [keys("01234", "5678")]
    for order in list(permutations("012345678"))[::4001]:
        tables = keys(order[: sizes[0]], order[sizes[0] :])
        for rule in rules(tables, before, players).values():
            assert rule.value >= rule.bound, (rule, tables)


def test_what_the_engine_draws_has_no_rule_below_its_bound():
    players = [Player(f"p{number:02}", "ABCD"[number % 4]) for number in range(18)]
    rounds: list[list[list[str]]] = []
    for seed in ("aa", "bb", "cc"):
        drawn = draw(players, history_of(rounds), Options(clubs="prefer", rounds=3), seed)
        for rule in rules_of(drawn.tables, players, history_of(rounds), Options(clubs="prefer")):
            assert rule.value >= rule.bound
        rounds.append([list(table) for table in drawn.tables])
