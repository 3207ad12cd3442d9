"""For how long nothing has come from a table, in the unit that one would say."""

import pytest
from django.utils.translation import override

from tournaments.texts.about_tables import quiet_text


@pytest.mark.parametrize(
    ("minutes", "english", "czech"),
    [
        (13, "nothing for 13 min", "13 min bez zápisu"),
        (59, "nothing for 59 min", "59 min bez zápisu"),
        (60, "nothing for 1 hour", "1 hodinu bez zápisu"),
        (5 * 60 - 1, "nothing for 4 hours", "4 hodiny bez zápisu"),
        (48 * 60 - 1, "nothing for 47 hours", "47 hodin bez zápisu"),
        (48 * 60, "nothing for 2 days", "2 dny bez zápisu"),
        (366_511, "nothing for 254 days", "254 dní bez zápisu"),
    ],
)
def test_a_silence_is_said_in_minutes_hours_or_days(minutes: int, english: str, czech: str):
    assert quiet_text(minutes) == english
    with override("cs"):
        assert quiet_text(minutes) == czech
