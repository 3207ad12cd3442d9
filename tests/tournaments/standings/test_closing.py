"""The sums of an evening, counted a second time (standings/closing.py)."""

from dataclasses import replace

from hypothesis import given

from games.rules.replay import replay
from tests.games.rules import logs
from tests.games.rules.logs import game
from tournaments.standings.closing import closing

PLAYED = "KOT ABCDE A=p1 B=p2 C=p3 D=p4 E=p5\nA /E\nB /A\n+C\nvoid /B\nC /B"
SHOWN = {"p1": (2, 1), "p2": (2, 1), "p3": (3, 2), "p4": (3, 0), "p5": (2, 0)}


def sums(text: str = PLAYED, shown=SHOWN):
    return closing([(1, 1, game(text))], shown)


def test_letters_are_lost_deals_and_penalty_letters():
    found = sums()
    table = found.tables[0]
    assert (table.letters, table.deals, table.penalties, table.voids, table.own) == (4, 3, 1, 1, 12)
    assert found.holds


def test_a_wrong_score_is_seen():
    found = sums(shown=SHOWN | {"p3": (3, 1)})
    assert [player.entry for player in found.players if not player.holds] == ["p3"]
    assert not found.holds


def test_somebody_who_never_sat_and_is_shown_with_deals_is_seen():
    assert not sums(shown=SHOWN | {"p9": (1, 0)}).holds


def test_somebody_who_sat_and_is_not_shown_is_seen():
    assert not sums(shown={entry: did for entry, did in SHOWN.items() if entry != "p1"}).holds


def test_a_table_whose_letters_do_not_agree_is_seen():
    state = game(PLAYED)
    wrong = replace(state, seats={**state.seats, "A": replace(state.seats["A"], letters=3)})
    assert not closing([(1, 1, wrong)], SHOWN).tables[0].holds


def test_a_stand_in_and_his_predecessor_have_what_each_did():
    found = sums("KOT ABCD A=p1 B=p2 C=p3 D=p4\nA\nA>p9\nA\nB", {})
    assert {one.entry: (one.deals, one.letters) for one in found.players} == {
        "p1": (1, 1),
        "p2": (3, 1),
        "p3": (3, 0),
        "p4": (3, 0),
        "p9": (2, 1),
    }


@given(logs.setups, logs.logs)
def test_the_second_count_is_that_of_the_replay_whatever_the_log(setup, log):
    """Two ways to the same numbers; nobody sits twice at one table here."""
    setup = replace(setup, occupants={seat: f"{seat}1" for seat in setup.seats})
    log = [entry for entry in log if not hasattr(entry, "occupant") and "occupant" not in getattr(entry, "changes", ())]
    state = replay(setup, log)
    shown = {one.occupant: (one.deals, one.letters) for one in state.occupancies}
    assert closing([(1, 1, state)], shown).holds


def test_a_letter_found_late_is_counted_where_it_was_due():
    text = "KO ABCDE A=p1 B=p2 C=p3 D=p4 E=p5\nA /E\nB /A\nC /B\nx3\n+A ^1"
    assert sums(text, {"p1": (1, 2), "p2": (1, 1)}).players[0].holds
