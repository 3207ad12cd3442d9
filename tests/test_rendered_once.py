"""Pages that are made once for each version are what they would be without that, whoever asks and whatever was done."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from fnmatch import fnmatchcase

import pytest
import time_machine

from tests import walked_acts
from tests.one_world import one_world, taken_back  # noqa: F401 - fixtures
from tests.rights_world import Route, World, routes
from tests.walk import LANGUAGES, READERS, Walk, kept_routes, no_store, route_named, said
from tests.walked_acts import CHAPTERS, EXCUSED
from tournaments import routes as told
from tournaments.queries import rendered_once

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def kept(world: World) -> list[Route]:
    return kept_routes(world)


@pytest.mark.parametrize("chapter", CHAPTERS, ids=lambda chapter: chapter.__name__)
def test_after_each_act_every_page_is_handed_out_as_it_would_be_made_now(
    world: World, kept: list[Route], chapter: Callable[[Walk], None]
):
    walk = Walk(world, kept)
    chapter(walk)
    assert walk.stale == [], "these acts change a page and leave the version of its event as it was"
    assert walk.untold == {}, "these acts write rows after their last line of the journal, or note nothing"


def test_what_is_true_of_a_page_stays_true_while_nothing_is_done(world: World, kept: list[Route]):
    """No page of an event looks at the clock: times stand in it as times, and what they bring is done by steps."""
    walk = Walk(world, kept)
    walk.look_at(world.event, world.other_event)
    for later in (timedelta(hours=2), timedelta(days=2), timedelta(days=800)):
        clock = time_machine.travel(datetime.now(UTC) + later, tick=False)
        walk.happen(f"{later}", clock.start)
        clock.stop()
    assert walk.stale == []


@pytest.mark.parametrize("first", READERS)
def test_every_page_is_alike_for_everybody_whoever_has_asked_first(world: World, kept: list[Route], first: str):
    """Byte for byte what the view makes for him, and nothing personal in it."""
    readers = {who: world.client(who) for who in READERS}
    for route in kept:
        rendered_once.forget_all()
        for language in LANGUAGES:
            address = world.address(route, world.named(route, "player", "own") or {})
            asked = {"headers": {"accept-language": language}}
            handed = said(readers[first].get(address, **asked))
            assert handed[0] == 200, address
            assert not {"Set-Cookie", "Authorization"} & handed[1].keys(), address
            assert b"csrf" not in handed[2], address
            for who, reader in readers.items():
                again = reader.get(address, **asked)
                assert said(again) == handed, (address, language, who)
                assert not again.cookies, (address, language, who)
            with no_store():
                assert said(readers[first].get(address, **asked)) == handed, (address, language)


def test_every_act_is_walked_or_has_its_excuse():
    """What a chapter does not do as it says fails there."""
    source = inspect.getsource(walked_acts)
    walked = {route_named(name).pattern for name in re.findall(r'walk\.do\(\s*"([^"]+)"', source)}
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
