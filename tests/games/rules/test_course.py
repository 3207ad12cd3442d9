"""How a game came to stand as it does: who dealt, who played, who took the letter, line by line."""

from hypothesis import given

from games.rules.course import course
from games.rules.notation import parse_log
from games.rules.replay import replay
from tests.games.rules import logs


def told(text: str) -> list[str]:
    """Each step as "3 ABDE A>B": the deal, who played, who dealt and who lost it."""
    _, steps = course(*parse_log(text))
    return [
        f"{step.deal or '-'} {''.join(step.played) or '-'} {step.dealer or '-'}>{step.loser or '-'}" for step in steps
    ]


def test_the_loser_deals_next_and_the_bench_does_not_play():
    assert told("KOT ABCDE\nA /E\nC /A\nC /B") == ["1 ABCD A>A1", "2 BCDE B>C1", "3 ACDE C>C1"]


def test_the_dealer_is_who_was_written_down():
    assert told("KOT ABCD\nA @C\nB")[0] == "1 ABCD C>A1"


def test_who_leaves_played_the_deal_that_made_him_leave():
    assert told("KO ABCD\nA\nA") == ["1 ABCD A>A1", "2 ABCD A>A1"]


def test_a_void_deal_is_dealt_again_by_the_same_and_is_no_deal():
    assert told("KOT ABCD\nB\nvoid\nC") == ["1 ABCD A>B1", "- - ->-", "2 ABCD B>C1"]


def test_a_penalty_letter_is_a_step_without_a_deal():
    assert told("KOT ABCD\n+D\nA") == ["- - ->D1", "1 ABCD A>A1"]


def test_what_was_taken_back_never_happened():
    assert told("KOT ABCD\nA\nx1\nB") == ["- - ->-", "1 ABCD A>B1"]


def test_a_stand_in_takes_the_letters_of_the_seat_from_his_line_on():
    assert told("KOT ABCD\nA\nA>A2\nA")[-1] == "2 ABCD A>A2"


@given(logs.setups, logs.logs)
def test_the_course_ends_where_the_replay_ends(setup, log):
    state, steps = course(setup, log)
    assert state == replay(setup, log)
    assert max((step.deal or 0 for step in steps), default=0) == state.deals
    if steps:
        at_last = {seat: (at.occupant, at.letters, at.left) for seat, at in steps[-1].seats.items()}
        assert at_last == {seat: (one.occupant, one.letters, one.left) for seat, one in state.seats.items()}


@given(logs.setups, logs.logs)
def test_four_played_each_deal_and_its_dealer_and_loser_among_them(setup, log):
    for step in course(setup, log)[1]:
        if step.deal:
            assert len(step.played) == 4
            assert step.letter_to in step.played


def test_a_letter_found_late_is_a_step_where_it_was_due():
    assert told("KOT ABCD\nA\nB\n+D ^1") == ["1 ABCD A>A1", "- - ->D1", "2 ABCD A>B1"]
