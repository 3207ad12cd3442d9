"""From when and until when the hall is told no standings (models/hiding.py)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.factories.base import NOW
from tests.factories.tournaments import EventFactory, RoundFactory
from tournaments.models import Event, hides_standings, hiding_standings

pytestmark = pytest.mark.django_db

PLAYED = {"status": "closed", "started_at": NOW}
RUNNING = {"status": "running", "started_at": NOW}
AHEAD = {"status": "planned"}
SEATED = {"status": "published"}


def an_event(*rounds: dict[str, Any], status: str = "running", from_round: int = 2, **fields: Any) -> Event:
    event = EventFactory.create(status=status, regulations={"hidden_from_round": from_round}, **fields)
    for number, round_ in enumerate(rounds, start=1):
        RoundFactory.create(event=event, number=number, **round_)
    return event


@pytest.mark.parametrize(
    ("rounds", "hidden"),
    [
        pytest.param([RUNNING, AHEAD], False, id="before the round"),
        pytest.param([PLAYED, SEATED], False, id="while people look for their seats"),
        pytest.param([PLAYED, RUNNING], True, id="from its start on"),
        pytest.param([PLAYED, PLAYED], True, id="between the last round and the final"),
        pytest.param([PLAYED, PLAYED, RUNNING | {"kind": "final"}], True, id="while the final is played"),
        pytest.param([PLAYED, PLAYED, PLAYED | {"kind": "final"}], False, id="after the final"),
        pytest.param(
            [PLAYED, PLAYED, PLAYED | {"kind": "final"}, RUNNING | {"kind": "small_final"}],
            True,
            id="while a small final is played",
        ),
        pytest.param([PLAYED, PLAYED, PLAYED | {"kind": "small_final"}], True, id="after the small final alone"),
    ],
)
def test_standings_are_hidden_from_the_start_of_the_round_until_every_final_is_over(
    rounds: list[dict[str, Any]], hidden: bool
) -> None:
    event = an_event(*rounds)
    assert hides_standings(event) is hidden
    assert hiding_standings().filter(pk=event.pk).exists() is hidden


@pytest.mark.parametrize(
    "fields", [{"from_round": 0}, {"status": "finished"}, {"status": "cancelled"}, {"standings_shown_at": NOW}]
)
def test_standings_are_told_where_nothing_hides_them(fields: dict[str, Any], django_assert_num_queries: Any) -> None:
    event = an_event(PLAYED, RUNNING, **fields)
    with django_assert_num_queries(0):
        assert not hides_standings(event)
    assert not hiding_standings().exists()
