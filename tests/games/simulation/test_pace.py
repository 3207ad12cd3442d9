"""How long the deals of a table took, read from its log."""

from datetime import datetime, timedelta

from games.rules.notation import parse_log
from games.rules.replay import replay
from games.simulation.pace import Pace, pace_of
from tests.factories.base import NOW


def pace(text: str) -> Pace:
    """Of a log with a minute before each line."""
    lines = [line.split(" ", 1) for line in text.strip().splitlines()]
    setup, log = parse_log("\n".join(["KAMIL ABCDE", *(line for _, line in lines)]))
    return pace_of(replay(setup, log).lines, [_at(minute) for minute, _ in lines], NOW)


def _at(minute: str) -> datetime:
    return NOW + timedelta(minutes=float(minute))


def test_deals_are_timed_from_the_opening_to_the_line_of_the_last():
    assert pace("5 A /E\n9 B /A\n16 +C") == Pace(2, 9 * 60)


def test_nothing_is_known_before_the_first_deal():
    assert pace_of((), [], NOW) == Pace(0, 0)


def test_a_pause_lengthens_nothing_but_the_clock():
    """Neither its beginning in the middle of a deal nor its length is seen afterwards."""
    whole = pace("5 A /E\n10 B /A")
    for away in (0, 3, 40):
        assert pace(f"5 A /E\n7 pause\n{7 + away} resume\n{10 + away} B /A") == whole


def test_a_deal_that_ends_a_pause_itself_is_not_timed():
    assert pace("5 A /E\n7 pause\n30 B /A\n36 C /B") == Pace(2, 11 * 60)


def test_a_void_deal_takes_its_time_but_is_none():
    assert pace("5 A /E\n8 void /A\n14 B /A") == Pace(2, 14 * 60)


def test_what_is_struck_was_no_deal_and_its_time_is_that_of_the_next():
    assert pace("5 A /E\n6 x1\n7 B /E") == Pace(1, 7 * 60)
    assert pace("5 A /E\n6 pause\n7 x2\n9 B /A") == Pace(2, 9 * 60)


def test_a_clock_that_goes_back_takes_nothing_away():
    assert pace("5 A /E\n4 B /A\n9 C /B") == Pace(3, 9 * 60)


def test_lines_that_a_correction_makes_impossible_are_no_deals():
    assert pace("5 A /E\n9 B /E\n12 C /E\n13 ~2 loser=E") == Pace(2, 12 * 60)
