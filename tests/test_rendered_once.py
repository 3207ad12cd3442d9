"""Pages that are made once for each version are what they would be without that, whoever asks and whatever was done."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from fnmatch import fnmatchcase
from typing import Any

import pytest
from django.db import transaction
from rest_framework.throttling import SimpleRateThrottle

from tests.rights_world import World, build, routes
from tests.walk import Walk, kept_routes
from tests.walked_acts import CHAPTERS, EXCUSED
from tournaments import routes as told
from tournaments.public import throttle

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def world(django_db_setup: None, django_db_blocker: Any) -> Iterator[World]:
    """One world for all tests of this file."""
    with pytest.MonkeyPatch.context() as patch, django_db_blocker.unblock(), transaction.atomic():
        patch.setattr(throttle, "_count", lambda *_args: 1)
        patch.setattr(SimpleRateThrottle, "allow_request", lambda *_args: True)
        logging.disable(logging.CRITICAL)
        yield build()
        logging.disable(logging.NOTSET)
        transaction.set_rollback(True)


@pytest.fixture
def _django_db_helper(world: World) -> Iterator[None]:
    """Instead of pytest-django's: the transaction around each test is that of the world; what it did is taken back."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


@pytest.fixture(scope="module")
def walked() -> set[str]:
    """The addresses at which an act was done so far."""
    return set()


@pytest.mark.parametrize("chapter", CHAPTERS, ids=lambda chapter: chapter.__name__)
def test_after_each_act_every_page_is_handed_out_as_it_would_be_made_now(
    world: World, walked: set[str], chapter: Callable[[Walk], None]
):
    walk = Walk(world, kept_routes(world))
    chapter(walk)
    walked |= walk.walked
    assert walk.stale == [], "these acts change a page and leave the version of its event as it was"


def test_every_act_was_walked_or_has_its_excuse(walked: set[str]):
    acting = {
        route.pattern: route.name
        for route in routes()
        for one in [told.route_of(route.name)]
        if one and one.rights.get("POST", "nobody") != "nobody"
    }
    left = {name for pattern, name in acting.items() if pattern not in walked}
    excused = {name for name in left if any(fnmatchcase(name, one) for one in EXCUSED)}
    assert left - excused == set(), "walk these in tests/walked_acts.py, or say there why not"
    assert [one for one in EXCUSED if not any(fnmatchcase(name, one) for name in left)] == [], "these need no excuse"
