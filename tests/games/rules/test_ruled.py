"""What rulings do to a log, and that a ruling taken back never happened (games/rules/ruled.py, misdeals.py)."""

from dataclasses import replace

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from games.rules.bench import propose
from games.rules.entries import Deal, Swap, VoidDeal
from games.rules.misdeals import misdeals
from games.rules.notation import parse_log
from games.rules.refusals import Refused
from games.rules.renonc import CATALOGUE, decisions_for
from games.rules.replay import replay
from games.rules.ruled import deal_written, lines_of, occupant_at, refuse_against_rulings, taking_back
from games.rules.setup import GameSetup
from tests.games.rules.logs import game
from tests.refusals import refused_code

SETUP = GameSetup(letters=tuple("KAMIL"), seats=tuple("ABCDE"))
DECISIONS = sorted({one for allowed in CATALOGUE.values() for one in allowed})


def outcome(state):
    """Everything that places and pages depend on, without the lines themselves."""
    return replace(state, lines=(), findings=())


def played(losers):
    """A game in which whoever of `losers` may lose the next deal loses it."""
    log = []
    for loser in losers:
        proposal = propose(replay(SETUP, log))
        if proposal is None:
            break
        log.append(Deal(loser=loser if loser in proposal.players else proposal.players[0], bench=proposal.bench))
    return log


def rule(log, decision, seat="B", deal=None):
    """The log after a ruling, and where its lines stand."""
    try:
        lines = lines_of(replay(SETUP, log), seat=seat, decision=decision, deal=deal, bench=None, reason="")
    except Refused:
        lines = []  # the game is over, or there is no such deal: nothing is ruled
    return [*log, *lines], list(range(len(log) + 1, len(log) + len(lines) + 1))


def undo(log, positions):
    return [*log, *taking_back(replay(SETUP, log), positions)]


losers = st.lists(st.sampled_from("ABCDE"), max_size=18)
rulings = st.tuples(st.sampled_from(DECISIONS), st.sampled_from("ABCDE"), st.none() | st.integers(1, 18))


@given(losers, rulings, losers)
def test_a_ruling_and_its_reversal_never_happened(before, ruling, after):
    decision, seat, deal = ruling
    log = played(before)
    ruled, positions = rule(log, decision, seat, deal)
    later = played(after)
    assert outcome(replay(SETUP, undo([*ruled, *later], positions))) == outcome(replay(SETUP, [*log, *later]))


@given(losers, rulings, st.lists(rulings, min_size=1, max_size=4))
def test_after_a_chain_of_overrulings_only_the_last_one_counts(before, first, others):
    """Each is lifted by the next; the last but one is restored by lifting the lifting of it."""
    log = played(before)
    now, positions = rule(log, *first)
    for decision, seat, _ in others:
        now = undo(now, positions)
        now, positions = rule(now, decision, seat, None)
    assert outcome(replay(SETUP, undo(now, positions))) == outcome(replay(SETUP, log))


@given(losers.filter(lambda found: len(found) > 3), st.permutations([0, 1, 2]))
def test_the_order_of_rulings_on_different_deals_does_not_matter(before, order):
    """While each of them can be given, and what counted goes on counting: none ends the game in the middle of it."""

    def ruled(rulings):
        log, given_ones = played(before), []
        for one in rulings:
            log, positions = rule(log, *one)
            given_ones.append(positions)
        state = replay(SETUP, log)
        assume(all(given_ones) and not state.findings)
        return outcome(state)

    independent = [("lost_deal", "A", 1), ("void_deal", "B", 2), ("penalty_letter", "C", None)]
    assert ruled(independent) == ruled(independent[index] for index in order)


def test_a_ruling_that_ends_the_game_before_the_letter_of_another_is_refused():
    log = played("CDCABBACBBAAA")
    log, _ = rule(log, "void_deal", deal=2)
    log, letter = rule(log, "penalty_letter", "C")
    ending, _ = rule(log, "lost_deal", "A", 1)
    before, after = replay(SETUP, log), replay(SETUP, ending)
    assert [line.applied for line in (before.lines[letter[0] - 1], after.lines[letter[0] - 1])] == [True, False]
    assert refused_code(refuse_against_rulings, before, after, ending[-1], letter) == "ruling_stands"


def test_a_deal_that_was_ruled_lost_and_lifted_can_be_ruled_lost_again():
    log = played("A")
    ruled, positions = rule(log, "lost_deal", "B")
    deal = deal_written([(position, ruled[position - 1]) for position in positions])
    lifted = undo(ruled, positions)
    again, _ = rule(lifted, "lost_deal", "C", deal)
    assert deal == 2
    assert [seat.letters for seat in replay(SETUP, lifted).seats.values()] == [1, 0, 0, 0, 0]
    assert [seat.letters for seat in replay(SETUP, again).seats.values()] == [1, 0, 1, 0, 0]
    assert replay(SETUP, again).deals == 2


def test_a_deal_that_was_void_and_is_lost_after_all_has_the_bench_of_that_deal():
    log, positions = rule(played("A"), "void_deal")
    after, _ = rule(undo(log, positions), "lost_deal", "C", positions[0])
    assert isinstance(log[-1], VoidDeal)
    assert after[-1] == Deal(loser="C", bench=log[-1].bench)


def test_only_a_deal_can_be_ruled_on():
    state = replay(SETUP, played("A"))

    def void(deal):
        return lines_of(state, seat="B", decision="void_deal", deal=deal, bench=None, reason="")

    assert [refused_code(void, deal) for deal in (0, 2, 9)] == ["no_such_deal"] * 3


@pytest.mark.parametrize(("position", "label"), [(1, "C1"), (2, "C2"), (3, "C2"), (None, "C2")])
def test_a_ruling_is_about_who_sat_there_at_the_time(position, label):
    setup, log = parse_log("KAMIL ABCDE\nA /E; C>C2; B /A")
    assert occupant_at(replay(setup, log), "C", position) == label


def test_void_deals_count_against_whoever_dealt_them():
    setup, log = parse_log('KAMIL ABCDE\nB /E; void "six cards" /A; void "seven" /A; C /A; void "again" /B')
    assert misdeals(replay(setup, log)) == {"B1": 2, "C1": 1}
    assert misdeals(replay(setup, log), but={3}) == {"B1": 1, "C1": 1}


def test_a_wrong_deal_costs_a_letter_only_when_repeated():
    assert "penalty_letter" not in decisions_for("c", repeated=False)
    assert decisions_for("c", repeated=True)[0] == "void_deal"
    assert decisions_for("a", repeated=False) == CATALOGUE["a"]
    assert decisions_for("b_intentional", overruling=True) == ("lifted", "lost_deal")
    assert decisions_for("revoke", is_smear=True) == ("warning", "void_deal")
    assert decisions_for("revoke") == decisions_for("nothing", overruling=True) == ()


def test_who_changed_chairs_after_a_late_letter_was_due_takes_nothing_from_its_ruling():
    played = "KAM ABCD\nA; B; A; C; A; +B ^2"
    swapped = game(f"{played}; B<>D:4")
    refuse_against_rulings(game(played), swapped, Swap("B", "D", 4), {6})
    before_it = game(f"{played}; B<>D:1")
    assert refused_code(refuse_against_rulings, game(played), before_it, Swap("B", "D", 1), {6}) == "ruling_stands"
