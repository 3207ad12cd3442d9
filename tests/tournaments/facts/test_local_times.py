"""What the clock on the wall says, and when it does not say enough."""

import os
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

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


def transitions(zone: str) -> Iterator[tuple[datetime, timedelta, timedelta]]:
    """Each moment from 2024 to 2035 at which the clocks of a zone are changed, with what they were ahead of UTC by."""
    place, week = ZoneInfo(zone), timedelta(days=7)
    before = datetime(2024, 1, 1, tzinfo=UTC)
    while before.year < 2036:
        early, late = before, before + week
        old, new = early.astimezone(place).utcoffset(), late.astimezone(place).utcoffset()
        while old != new and late - early > timedelta(minutes=1):
            middle = early + (late - early) / 2
            early, late = (middle, late) if middle.astimezone(place).utcoffset() == old else (early, middle)
        if old != new:
            yield late.replace(second=0, microsecond=0), old, new
        before += week


def test_every_change_of_the_clocks_until_2035():
    """What the clock shows is one moment, none or two; it is that moment, or it is refused as what it is (G24)."""
    seen = set()
    for zone in zone_names() if os.environ.get("SCWU_TEST_ZONES") == "all" else zone_names()[::5]:
        for moment, old, new in transitions(zone):
            for quarter in range(-16, 17):
                local = wall_clock(moment + timedelta(minutes=15 * quarter), zone)
                either = {(local - ahead).replace(tzinfo=UTC) for ahead in (old, new)}
                meant = {one for one in either if wall_clock(one, zone) == local}
                try:
                    found = {instant(local, zone)}
                except Refused as refused:
                    found = refused.code
                assert found == (meant if len(meant) == 1 else "ambiguous_time"), (zone, local)
                seen.add(len(meant))
            if new > old:
                jumped_over = (moment + old + (new - old) / 2).replace(tzinfo=None)
                assert refusal(jumped_over.isoformat(), zone).code == "impossible_time"
    assert seen == {1, 2}
