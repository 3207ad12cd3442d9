"""The people of every story: who they are and at which event. `evening` runs its first round at three tables."""

from __future__ import annotations

import pytest

from tests.factories import stories
from tests.factories.tournaments import AccountFactory, PlayerFactory
from tournaments.models import Account, Event, Round


@pytest.fixture
def event(db: None) -> Event:
    """A Classic with fifteen players, all checked in, nothing drawn."""
    return stories.an_event(players=15, status="closed")


@pytest.fixture
def evening(event: Event) -> Round:
    """The first round of `event`, running at three tables of five for the word KAMIL."""
    return stories.a_running_round(event, sizes=(5, 5, 5))


@pytest.fixture
def director(event: Event) -> Account:
    return stories.director_of(event)


@pytest.fixture
def referee(event: Event) -> Account:
    return stories.staff_of(event, "referee")


@pytest.fixture
def line_judge(event: Event) -> Account:
    """Looks after table 2, in every round."""
    return stories.staff_of(event, "line_judge", judged=[2])


@pytest.fixture
def player(event: Event) -> Account:
    """The account of p1, who plays and has no role."""
    account = AccountFactory.create(name="Player")
    one = stories.registration(event, "p1").player
    one.account = account
    one.save()
    return account


@pytest.fixture
def stranger(db: None) -> Account:
    """Registered with the union, at no event."""
    account = AccountFactory.create(name="Stranger")
    PlayerFactory.create(nick="STRANGER", account=account)
    return account


@pytest.fixture
def keeper(db: None) -> Account:
    """The union's keeper, a superuser."""
    return AccountFactory.create(name="Keeper", is_staff=True, is_superuser=True)
