"""Whatever is sent to whatever address by whomever: it is done, or refused in words, and never is it a crash.

Every field of every form is found by machine (tests/fuzzed.py) and sent wrong in every way. Here an act has
its turn with some of them, always the same ones; `SCWU_TEST_FUZZ=20` is ten times as many, `SCWU_TEST_FUZZ=all` each
field in every way by everybody, which takes hours.
"""

from __future__ import annotations

import logging
import os
import sys
from collections.abc import Callable, Iterator
from fnmatch import fnmatchcase
from typing import Any

import pytest
from allauth.mfa.adapter import get_adapter
from allauth.mfa.models import Authenticator
from django.conf import settings
from django.db import transaction
from rest_framework.throttling import SimpleRateThrottle

from tests.fuzzed import MARK, MARKS, PARTS_OF_ADDRESSES, Fuzz, Hostile, a_form, asked_for
from tests.one_world import taken_back  # noqa: F401 - a fixture
from tests.rights_world import World, build, routes
from tests.walk import Walk
from tests.walked_acts import CHAPTERS, EXCUSED
from tournaments import routes as told
from tournaments.public import throttle

pytestmark = pytest.mark.django_db
WANTED = os.environ.get("SCWU_TEST_FUZZ", "2")
EACH = 0 if WANTED == "all" else int(WANTED)


@pytest.fixture(scope="module")
def world(django_db_setup: None, django_db_blocker: Any) -> Iterator[World]:
    """One world for all tests of this file."""
    with pytest.MonkeyPatch.context() as patch, django_db_blocker.unblock(), transaction.atomic():
        patch.setattr(throttle, "_count", lambda *_args: 1)
        patch.setattr(SimpleRateThrottle, "allow_request", lambda *_args: True)
        patch.setattr(settings, "ACCOUNT_REAUTHENTICATION_TIMEOUT", sys.maxsize)  # the long form takes hours
        logging.disable(logging.CRITICAL)
        world = build()
        secret = get_adapter().encrypt("JBSWY3DPEHPK3PXP")  # that of the world is none
        Authenticator.objects.filter(type="totp").update(data={"secret": secret})
        yield world
        logging.disable(logging.NOTSET)
        transaction.set_rollback(True)


@pytest.fixture(scope="module")
def hostile() -> Iterator[Hostile]:
    made = Hostile(EACH)
    yield made
    sys.stderr.write(f"{made.sent} requests\n")


@pytest.mark.parametrize("chapter", CHAPTERS, ids=lambda chapter: chapter.__name__)
def test_every_field_of_every_act_may_be_anything(world: World, hostile: Hostile, chapter: Callable[[Walk], None]):
    hostile.faults.clear()
    chapter(Fuzz(world, [], hostile=hostile))
    assert hostile.faults == [], "\n".join(hostile.faults)


# --- What no act walks ------------------------------------------------------------------------------------------------

ASKERS = ("anonymous", "player", "keeper")


def addresses(world: World, method: str, who: str) -> Iterator[tuple[str, str]]:
    """Every address that takes this method, with its name; not those that stream."""
    for route in routes():
        rights = told.route_of(route.name)
        values = world.named(route, who, "own") or world.named(route, who, "other account")
        if rights and rights.rights.get(method, "nobody") != "nobody" and values is not None:
            path = world.address(route, values)
            if "stream" not in route.name and "live/" not in path:
                yield route.name, path


def test_every_field_may_be_anything_where_no_act_is_walked(world: World, hostile: Hostile):
    """Signing in, the second factor, what stores nothing: as a visitor, as a player and as the keeper."""
    hostile.faults.clear()
    for who in ASKERS[::2] if EACH else ASKERS:
        for name, path in addresses(world, "POST", who):
            if any(fnmatchcase(name, one) for one in EXCUSED):
                names: set[str] = set()
                with asked_for(names):
                    hostile.send(f"{name} by {who}: nothing", world.client(who), "POST", path, **a_form({}))
                hostile.fields(f"{name} by {who}", world.client(who), path, names, {})
    assert hostile.faults == [], "\n".join(hostile.faults)


def test_every_question_may_be_anything(world: World, hostile: Hostile):
    """What stands after the `?` of every page: the names that it looks up, and some that it might."""
    hostile.faults.clear()
    for who in ASKERS[-1:] if EACH else ASKERS:
        for name, path in addresses(world, "GET", who):
            names: set[str] = set()
            with asked_for(names):
                hostile.send(f"{name} by {who}", world.client(who), "GET", path)
            for kind, asked in hostile.questions(name, names | {"page", "q"}):
                query = {"QUERY_STRING": asked}
                hostile.send(f"{name} by {who}: ?{asked[:60]} {kind}", world.client(who), "GET", path, **query)
    assert hostile.faults == [], "\n".join(hostile.faults)


def test_every_part_of_an_address_may_be_anything(world: World, hostile: Hostile):
    """It is not found, or it is the page: by GET and by POST."""
    hostile.faults.clear()
    client = world.client("keeper")
    for method in ("GET", "POST"):
        for route in routes():
            values = world.named(route, "keeper", "own") or world.named(route, "keeper", "other account")
            rights = told.route_of(route.name)
            if not values or rights is None or rights.rights.get(method, "nobody") == "nobody":
                continue
            for part in sorted(route.parameters):
                right = world.address(route, {**values, part: MARK if isinstance(values[part], str) else MARKS})
                for kind, wrong in hostile.some(PARTS_OF_ADDRESSES, route.name + part, 1):
                    path = right.replace(str(MARKS), MARK).replace(MARK, wrong)
                    hostile.send(f"{method} {route.name}: {part} {kind}", client, method, path)
    assert hostile.faults == [], "\n".join(hostile.faults)
