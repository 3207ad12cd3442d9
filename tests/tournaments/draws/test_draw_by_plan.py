"""Whether the lots have a say in the next round (draws/by_plan.py)."""

from tests.refusals import refused_code
from tournaments.ceremony.lots import draw_by_lots
from tournaments.draws.by_plan import follows_from_before
from tournaments.draws.model import Options, Player, history_of

PLAYERS = [Player(f"p{number:02}") for number in range(16)]
OPTIONS = Options(rounds=4)


def played(rounds, seed="ab"):
    """So many rounds, each drawn by lots after those before it."""
    found = []
    for number in range(rounds):
        found.append(draw_by_lots(PLAYERS, found, OPTIONS, f"{seed}{number:02x}").tables)
    return found


def test_what_is_said_is_so_whoever_draws():
    """No lots, whatever was turned, change the tables of a round that follows; and they change those of any other."""
    for rounds in range(4):
        before = played(rounds)
        found = {draw_by_lots(PLAYERS, before, OPTIONS, seed).tables for seed in ("00", "c0ffee", "ff" * 32)}
        assert (len(found) == 1) == follows_from_before(PLAYERS, history_of(before), OPTIONS)


def test_a_swap_by_hand_ends_the_plan_and_lots_decide_again():
    first, second = played(2)
    swapped = [list(table) for table in second]
    swapped[0][0], swapped[1][1] = swapped[1][1], swapped[0][0]
    assert not follows_from_before(PLAYERS, history_of([first, swapped]), OPTIONS)


def test_it_is_refused_as_a_draw_is():
    history = history_of([[["p00", "p01", "p02", "p03"], ["p04", "p05", "p06"]]])
    assert refused_code(follows_from_before, PLAYERS[:7], history, Options()) == "seven_players"
