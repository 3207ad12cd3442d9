"""What holds for every log, however wrong: the replay never fails, and its sums agree."""

from hypothesis import given

from games.rules.entries import Correction, PenaltyLetter
from games.rules.replay import replay
from tests.games.rules import logs


@given(logs.setups, logs.logs)
def test_every_prefix_can_be_replayed(setup, log):
    for length in range(len(log) + 1):
        assert len(replay(setup, log[:length]).lines) == length


@given(logs.setups, logs.logs)
def test_letters_are_the_deals_and_penalty_letters_that_were_applied(setup, log):
    state = replay(setup, log)
    penalties = [line for line in state.lines if line.applied and isinstance(line.entry, PenaltyLetter)]
    on_seats = sum(seat.letters for seat in state.seats.values())
    assert on_seats == state.deals + len(penalties)
    assert on_seats == sum(tally.letters for tally in state.occupancies)
    assert on_seats == sum(1 for line in state.lines if line.letter_to)


@given(logs.setups, logs.logs)
def test_four_sat_in_every_counted_deal(setup, log):
    state = replay(setup, log)
    assert sum(tally.deals for tally in state.occupancies) == 4 * state.deals


@given(logs.setups, logs.logs)
def test_a_line_is_struck_or_applied_or_has_a_finding_that_says_why_not(setup, log):
    state = replay(setup, log)
    odd_only = {"points_not_33", "points_contradict"}
    objections = [finding.position for finding in state.findings if finding.code not in odd_only]
    for line in state.lines:
        if not isinstance(line.entry, Correction):
            assert line.struck + line.applied + objections.count(line.position) == 1


@given(logs.setups, logs.logs)
def test_seats_leave_one_after_the_other(setup, log):
    state = replay(setup, log)
    order = sorted(seat.left for seat in state.seats.values() if seat.left)
    assert order == list(range(1, len(order) + 1))
    assert state.finished == (state.closed or len(state.active) <= setup.options.left_at_the_end)


@given(logs.setups, logs.logs)
def test_a_letter_brings_the_end_nearer(setup, log):
    """Deals to go never cross, and a finished game has none."""
    state = replay(setup, log)
    fewest, most = state.deals_to_go
    assert 0 <= fewest <= most
    assert (most == 0) == state.finished
