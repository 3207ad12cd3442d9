"""What the rounds before leave to the lots of the next one (draws/by_plan.py)."""

from tests.refusals import refused_code
from tournaments.ceremony.lots import draw_by_lots
from tournaments.draws.by_plan import Settled, settled_before
from tournaments.draws.model import Options, Player, history_of

PLAYERS = [Player(f"p{number:02}") for number in range(16)]
OPTIONS = Options(rounds=4)


def played(rounds, seed="ab"):
    """So many rounds, each drawn by lots after those before it; and the plan as the last left it."""
    found, plan = [], None
    for number in range(rounds):
        drawn = draw_by_lots(PLAYERS, found, OPTIONS, f"{seed}{number:02x}", plan)
        found, plan = [*found, drawn.tables], drawn.next
    return found, plan


def test_what_is_said_is_so_whoever_draws():
    """What no lots change is settled; all else they do change."""
    said = []
    for rounds in range(4):
        before, plan = played(rounds)
        seeds = [f"{seed:04x}" for seed in range(40)]
        drawn = [draw_by_lots(PLAYERS, before, OPTIONS, seed, plan).tables for seed in seeds]
        company = {frozenset(map(frozenset, tables)) for tables in drawn}
        dealers = {frozenset(table[0] for table in tables) for tables in drawn}
        said.append(settled_before(PLAYERS, history_of(before, plan), OPTIONS))
        sure = len(frozenset.intersection(*dealers)) if len(company) == 1 else 0
        assert said[-1] == Settled(company=len(company) == 1, dealers=len(dealers) == 1, sure=sure)
        assert len({frozenset(tables) for tables in drawn}) > 1  # some seats are by lot always
    assert [(each.company, each.dealers) for each in said[:3]] == [(False, False), (False, False), (True, False)]
    assert [each.sure for each in said] == [0, 0, 2, 4]  # at two tables of the third round one alone has not dealt yet
    assert said[3] == Settled(company=True, dealers=True, sure=4)  # four have not dealt first yet


def test_a_swap_by_hand_ends_the_plan_and_lots_decide_again():
    (first, second), plan = played(2)
    swapped = [list(table) for table in second]
    swapped[0][0], swapped[1][1] = swapped[1][1], swapped[0][0]
    assert not settled_before(PLAYERS, history_of([first, swapped], plan), OPTIONS).company


def test_it_is_refused_as_a_draw_is():
    history = history_of([[["p00", "p01", "p02", "p03"], ["p04", "p05", "p06"]]])
    assert refused_code(settled_before, PLAYERS[:7], history, Options()) == "seven_players"
