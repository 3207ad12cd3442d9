"""What the rounds before leave to the lots of the next one (draws/by_plan.py)."""

from itertools import combinations

import pytest

from tests.refusals import refused_code
from tournaments.ceremony.lots import draw_by_lots
from tournaments.draws.by_plan import MOST, Settled, settled_before
from tournaments.draws.costs import Costs
from tournaments.draws.draw import checked_players, sizes_for
from tournaments.draws.following import next_of_plan
from tournaments.draws.model import Options, Player, history_of
from tournaments.draws.seeding import Stream

PLAYERS = [Player(f"p{number:02}") for number in range(16)]
OPTIONS = Options(rounds=4)
SEEDS = [f"{seed:04x}" for seed in range(250)]


def played(rounds, seed="ab", players=PLAYERS, options=OPTIONS):
    """So many rounds, each drawn by lots after those before it; and the plan as the last left it."""
    found, plan = [], None
    for number in range(rounds):
        drawn = draw_by_lots(players, found, options, f"{seed}{number:02x}", plan)
        found, plan = [*found, drawn.tables], drawn.next
    return found, plan


def companies(players, before, options, plan):
    """Who sits with whom, in each way that any of these seeds gives; None where one gives none by the plan."""
    history, listed = history_of(before, plan), checked_players(players)
    costs = Costs(players=listed, history=history, options=options, sizes=sizes_for(listed, options, options.rounds))
    followed = [next_of_plan(costs, history, options, Stream(seed)) for seed in SEEDS]
    return {frozenset(map(frozenset, one[1])) if one else None for one in followed}


def pairs_of(company):
    return {frozenset(two) for table in company for two in combinations(table, 2)}


def few(found):
    """How many ways these are if they are few, and how many pairs meet in all of them."""
    return len(found) if len(found) <= MOST else 0, len(set.intersection(*map(pairs_of, found)))


def test_what_is_said_is_so_whoever_draws():
    """What no lots change is settled; all else they do change."""
    said = []
    for rounds in range(4):
        before, plan = played(rounds)
        drawn = [draw_by_lots(PLAYERS, before, OPTIONS, seed, plan).tables for seed in SEEDS[:150]]
        ways, pairs = few({frozenset(map(frozenset, tables)) for tables in drawn}) if rounds else (0, 0)
        dealers = {frozenset(table[0] for table in tables) for tables in drawn}
        said.append(settled_before(PLAYERS, history_of(before, plan), OPTIONS))
        sure = len(frozenset.intersection(*dealers)) if ways == 1 else 0
        expected = Settled(ways=ways, pairs=pairs, dealers=len(dealers) == 1, sure=sure, by_lot=bool(rounds))
        assert said[-1] == expected
        assert len({frozenset(tables) for tables in drawn}) > 1  # some seats are by lot always
    assert [(each.company, each.dealers) for each in said[:3]] == [(False, False), (False, False), (True, False)]
    assert [each.sure for each in said] == [0, 0, 2, 4]  # at two tables of the third round one alone has not dealt yet
    assert said[3] == Settled(ways=1, pairs=24, dealers=True, sure=4, by_lot=True)  # four have not dealt first yet


SIZES = [
    ((4, 4), 2),
    ((5, 4), 2),
    ((5, 5), 3),
    ((6, 5), 3),
    ((4, 4, 4), 3),
    ((6, 6), 2),
    ((5, 4, 4), 3),
    ((5, 5, 4), 2),
    ((5, 5, 5), 3),
    ((5, 4, 4, 4), 2),
    ((5, 5, 4, 4), 3),
    ((5, 5, 5, 4), 3),
    ((5, 5, 4, 4, 4), 3),
    ((5, 5, 4, 4, 4, 4), 3),
    ((4,) * 5, 3),
]


def after_the_first(sizes, rounds):
    """What is said before the second round, and what the seeds find."""
    players, options = [Player(f"p{number:02}") for number in range(sum(sizes))], Options(rounds=rounds, sizes=sizes)
    before, plan = played(1, "cd", players, options)
    said = settled_before(players, history_of(before, plan), options)
    assert said.by_lot == (len(set(sizes)) < len(sizes))
    return (said.ways, said.pairs), few(companies(players, before, options, plan))


def test_so_many_seatings_and_pairs_are_left_as_seeds_find():
    """Before the second round tables of one size change places by lot, which leaves some fields few ways; in one that
    has many some pairs are certain all the same.
    """
    said, found = zip(*(after_the_first(sizes, rounds) for sizes, rounds in SIZES), strict=True)
    assert said == found
    assert {0, 1, 2, 6} <= {ways for ways, _ in said}
    assert {(1, 16), (1, 25)} <= set(said)
    assert any(pairs for ways, pairs in said if not ways)


@pytest.mark.parametrize("rounds", [1, 2])
@pytest.mark.parametrize("new", [1, 2, 3])
def test_newcomers_have_the_places_of_those_who_left_by_lot(rounds, new):
    players = [Player(f"p{number:02}") for number in range(14)]
    options = Options(rounds=3)
    before, plan = played(rounds, players=players, options=options)
    gone = [table[0] for table in before[0][:new]]
    here = [*(one for one in players if one.key not in gone), *(Player(f"q{number}") for number in range(new))]
    said = settled_before(here, history_of(before, plan), options)
    found = companies(here, before, options, plan)
    assert (said.ways, said.pairs) == few(found)
    assert len(found) > 1 or new == 1, "places at different tables"


def in_clubs(newcomers="XY"):
    """Fourteen of whom two went after the first round and two came: the first is in the club of somebody who stays."""
    players = [Player(f"p{number:02}", "ABCDEFG"[number % 7]) for number in range(14)]
    here = [*players[2:], *(Player(f"q{number}", club) for number, club in enumerate(newcomers))]
    return players, here, Options(rounds=3, clubs="prefer")


def test_where_a_newcomer_may_come_to_sit_with_a_club_mate_nothing_is_certain():
    """Then the lots may end the plan; with none of that few are left."""
    for newcomers in ("XY", "CD", "XX"):
        players, here, options = in_clubs(newcomers)
        before, plan = played(1, players=players, options=options)
        said = settled_before(here, history_of(before, plan), options)
        found = companies(here, before, options, plan)
        assert (said.ways, said.pairs) == ((0, 0) if None in found else few(found))
        assert not said.searched or found == {None}


def test_a_swap_by_hand_ends_the_plan_and_lots_decide_again():
    (first, second), plan = played(2)
    swapped = [list(table) for table in second]
    swapped[0][0], swapped[1][1] = swapped[1][1], swapped[0][0]
    assert settled_before(PLAYERS, history_of([first, swapped], plan), OPTIONS) == Settled(searched=True)


def test_a_pair_kept_apart_who_would_meet_ends_the_plan_and_any_other_does_not():
    (first, second), plan = played(2)
    one, other = draw_by_lots(PLAYERS, [first, second], OPTIONS, "ab", plan).tables[0][:2]
    apart = Options(rounds=4, apart=((one, other),))
    assert settled_before(PLAYERS, history_of([first, second], plan), apart) == Settled(searched=True)
    mate = first[0][0], first[0][1]
    assert settled_before(PLAYERS, history_of([first, second], plan), Options(rounds=4, apart=(mate,))).company


def test_eighty_are_soon_counted():
    players, options = [Player(f"p{number:02}") for number in range(80)], Options(rounds=4, sizes=(4,) * 20)
    before, plan = played(1, players=players, options=options)
    assert settled_before(players, history_of(before, plan), options) == Settled(by_lot=True)


def test_it_is_refused_as_a_draw_is():
    history = history_of([[["p00", "p01", "p02", "p03"], ["p04", "p05", "p06"]]])
    assert refused_code(settled_before, PLAYERS[:7], history, Options()) == "seven_players"
