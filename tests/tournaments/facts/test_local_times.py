"""What the clock on the wall says, and when it does not say enough."""

from datetime import UTC, datetime

import pytest

from games.rules.refusals import Refused
from tournaments.facts.local_times import instant, wall_clock, zone_names


def at(text: str) -> datetime:
    return datetime.fromisoformat(text)


def refusal(text: str, zone: str) -> Refused:
    with pytest.raises(Refused) as caught:
        instant(at(text), zone)
    return caught.value


@pytest.mark.parametrize(
    ("local", "zone", "expected"),
    [
        ("2026-11-21T18:00", "Europe/Prague", "2026-11-21T17:00+00:00"),
        ("2026-07-21T18:00", "Europe/Prague", "2026-07-21T16:00+00:00"),
        ("2026-11-21T18:00", "Asia/Kolkata", "2026-11-21T12:30+00:00"),
        ("2026-11-21T18:00", "UTC", "2026-11-21T18:00+00:00"),
    ],
)
def test_the_instant_is_that_of_the_zone_on_that_day(local: str, zone: str, expected: str):
    assert instant(at(local), zone) == at(expected)
    assert wall_clock(at(expected), zone) == at(local)


@pytest.mark.parametrize(
    ("local", "zone"),
    [
        ("2027-03-28T02:30", "Europe/Prague"),
        ("2027-03-28T02:00", "Europe/Prague"),
        ("2027-03-14T02:30", "America/New_York"),
        ("2011-12-30T12:00", "Pacific/Apia"),  # a whole day was left out there
    ],
)
def test_a_time_that_the_clock_jumps_over_is_refused(local: str, zone: str):
    refused = refusal(local, zone)
    assert refused.code == "impossible_time"
    assert refused.values["time"] == local[-5:]
    assert refused.values["zone"] == zone
    assert refused.values["date"].isoformat() == local[:10]


@pytest.mark.parametrize(
    ("local", "zone"),
    [
        ("2026-10-25T02:30", "Europe/Prague"),
        ("2026-10-25T02:00", "Europe/Prague"),
        ("2026-11-01T01:30", "America/New_York"),
    ],
)
def test_a_time_that_comes_twice_is_refused(local: str, zone: str):
    assert refusal(local, zone).code == "ambiguous_time"


@pytest.mark.parametrize("local", ["2027-03-28T01:59", "2027-03-28T03:00", "2026-10-25T01:59", "2026-10-25T03:00"])
def test_the_minutes_beside_the_change_are_times_like_others(local: str):
    assert wall_clock(instant(at(local), "Europe/Prague"), "Europe/Prague") == at(local)


@pytest.mark.parametrize("zone", ["", "Prague", "Europe/Smoke", "../../etc/passwd", "Etc/GMT+1"])
def test_a_zone_that_nobody_knows_is_refused(zone: str):
    assert refusal("2026-11-21T18:00", zone).code == "unknown_zone"


def test_instants_are_given_in_utc_and_zones_are_in_order():
    assert instant(at("2026-11-21T18:00"), "Europe/Prague").tzinfo is UTC
    assert list(zone_names()[:-1]) == sorted(zone_names()[:-1])


@pytest.mark.parametrize(
    ("local", "zone"), [("0001-01-01T00:00", "Europe/Prague"), ("9999-12-31T23:59", "America/New_York")]
)
def test_the_ends_of_the_calendar_are_no_times_of_an_evening(local: str, zone: str):
    assert refusal(local, zone).code == "impossible_time"
