"""Which step may follow which (lifecycle.py)."""

import pytest

from games.rules.refusals import Refused
from tournaments import lifecycle
from tournaments.models import EventStatus, RegistrationStatus, RoundStatus

KINDS = [
    (lifecycle.EVENT_STEPS, lifecycle.check_event_step, "event_step", EventStatus),
    (lifecycle.ROUND_STEPS, lifecycle.check_round_step, "round_step", RoundStatus),
    (lifecycle.REGISTRATION_STEPS, lifecycle.check_registration_step, "registration_step", RegistrationStatus),
]


@pytest.mark.parametrize(("steps", "check", "code", "states"), KINDS)
def test_every_step_that_is_not_written_down_is_refused(steps, check, code, states):
    assert set(steps) == set(states.values)
    for before in states.values:
        for after in states.values:
            if after in steps[before]:
                check(before, after)
            else:
                with pytest.raises(Refused) as refused:
                    check(before, after)
                assert (refused.value.code, refused.value.values) == (code, {"before": before, "after": after})


@pytest.mark.parametrize("steps", [row[0] for row in KINDS])
def test_no_state_is_a_dead_end(steps):
    """From everywhere there is a way on, and every state can be reached from the first one."""
    first = next(iter(steps))
    reached, ahead = {first}, [first]
    while ahead:
        ahead = [after for state in ahead for after in steps[state] if after not in reached]
        reached.update(ahead)
    assert reached == set(steps)
    assert all(steps.values())


def test_a_round_that_runs_can_only_be_closed():
    """What has been played is never unmade by a step back: no way leads from a running round to a draw."""
    assert lifecycle.ROUND_STEPS["running"] == {"closed"}
    assert lifecycle.ROUND_STEPS["closed"] == {"running"}


@pytest.mark.parametrize("status", sorted(lifecycle.OVER))
def test_an_act_says_itself_where_it_is_done_at_an_event_that_is_over(status):
    with pytest.raises(Refused, match="event_over"):
        lifecycle.check_not_over(status, lifecycle.NEVER)
    lifecycle.check_not_over(status, {status})
    for other in {*map(str, EventStatus.values)} - lifecycle.OVER:
        lifecycle.check_not_over(other, lifecycle.NEVER)
