"""The matrix of rights against the whole site: every role at every address by every method, own and other.

tournaments/rights.py says who may what, tournaments/routes.py which address is which act; here every one of them is
asked. Nothing is rendered, for rights are proved before that; and what a request changes is taken back after it.
That the matrix itself is the agreed one, test_rights_agreed.py says.
"""

from __future__ import annotations

import json
import logging
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.db import transaction
from django.template.backends.django import Template
from rest_framework.throttling import SimpleRateThrottle

from tests.rights_world import BODIES, PERSONAS, Route, World, allowed, build, rights_at, routes
from tournaments import rights
from tournaments.public import throttle

pytestmark = pytest.mark.django_db
GOLDEN = Path(__file__).parent / "golden" / "api-fields.json"
ROUTES = routes()
ASKED_WITHIN = ("event.drafts", "table.rule")  # parts of what an address shows or takes
GENTLE = ("GET", "POST")
OTHERS = ("PUT", "PATCH", "DELETE")


@pytest.fixture(scope="module")
def world(django_db_setup: None, django_db_blocker: Any) -> Iterator[World]:
    """One world for all tests of this file."""
    with pytest.MonkeyPatch.context() as patch, django_db_blocker.unblock(), transaction.atomic():
        patch.setattr(Template, "render", lambda *_args, **_kwargs: "")
        patch.setattr(throttle, "_count", lambda *_args: 1)
        patch.setattr(SimpleRateThrottle, "allow_request", lambda *_args: True)
        logging.disable(logging.CRITICAL)
        yield build()
        logging.disable(logging.NOTSET)
        transaction.set_rollback(True)


@pytest.fixture
def _django_db_helper(world: World) -> None:
    """Instead of pytest-django's: the transaction around each test is that of the world."""


def answer_to(world: World, who: str, method: str, path: str, body: dict[str, Any] | None) -> tuple[str, str]:
    """`in`, `refused`, `no method` or `broken`, and what exactly was answered. Its effects are taken back."""
    sent = {} if body is None else {"data": json.dumps(body), "content_type": "application/json"}
    with transaction.atomic():
        answer = world.client(who).generic(method, path) if method == "GET" else None
        if answer is None:
            answer = getattr(world.client(who), method.lower())(path, **sent)
        transaction.set_rollback(True)
    said = f"{answer.status_code} {answer.headers.get('Location', '')}".strip()
    if answer.status_code == 405:
        return "no method", said
    if answer.status_code in (401, 403, 404) or is_sent_to_sign_in(answer):
        return "refused", said
    if answer.status_code >= 500 and answer.status_code != 503:  # live streams need ASGI, and say so
        return "broken", f"{said} {getattr(answer, 'exc_info', ('',))[:2]}"
    return "in", said


def is_sent_to_sign_in(answer: Any) -> bool:
    return answer.status_code == 302 and str(answer.headers["Location"]).startswith(("/sign-in/?", "/admin/login/"))


def complaints(world: World, route: Route, method: str, act: str) -> Iterator[str]:
    for where in world.variants(route, act):
        for who in PERSONAS:
            values = world.named(route, who, where)
            if values is None:
                continue
            path = world.address(route, values)
            came, said = answer_to(world, who, method, path, BODIES.get(route.name))
            expected = "in" if allowed(act, who, where) else "refused"
            if came != expected and (came, expected) != ("no method", "refused"):
                yield f"{who} at {where}: {method} {path} is {came} ({said}); for {act} the matrix says {expected}"


# --- The site ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("route", ROUTES, ids=lambda route: route.name)
def test_every_address_does_what_the_matrix_says(world: World, route: Route):
    acts = rights_at(route.name)
    assert acts, (
        f"The route {route.name} ({route.pattern}) says no right. Tell it where it stands with `@face.page`, `.act` or "
        f"`.view` (tournaments/acts/face.py). The rights and how to make one are in tournaments/rights.py."
    )
    unknown = set(acts.values()) - rights.RIGHTS.keys()
    assert not unknown, f"{route.name} asks for a right that tournaments/rights.py does not know: {unknown}"
    for method in GENTLE:
        found = list(complaints(world, route, method, acts.get(method, "nobody")))
        assert not found, "\n".join(found)


@pytest.mark.parametrize(
    "route", [one for one in ROUTES if not one.name.startswith("admin:")], ids=lambda one: one.name
)
def test_no_address_takes_another_method(world: World, route: Route):
    """Django's administration treats what it does not know as a GET; everything of ours refuses it."""
    for who in ("anonymous", "director", "keeper"):
        values = world.named(route, who, "own") or world.named(route, who, "other account")
        path = world.address(route, values or {})
        for method in OTHERS:
            came, said = answer_to(world, who, method, path, {})
            assert came in ("no method", "refused"), f"{who}: {method} {path} is {said}"


# --- The matrix is the source -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("act", "role", "name", "method"),
    [
        pytest.param("event.people", "referee", "desk:people", "GET", id="a page of the desk"),
        pytest.param("event.draw", "line_judge", "desk:draw", "POST", id="an act of the desk"),
        pytest.param("event.watch", "press", "table:board", "GET", id="the board"),
        pytest.param("event.create", "captain", "desk:choose_series", "GET", id="making events"),
        pytest.param("table.record", "commission", "api:entries", "POST", id="the API"),
        pytest.param("admin.event", "officer", "admin:index", "GET", id="the administration"),
        pytest.param("admin.desk", "referee", "admin:tournaments_step_changelist", "GET", id="a list of the desk"),
        pytest.param("admin.write", "clerk", "admin:tournaments_club_add", "GET", id="a form of the administration"),
    ],
)
def test_a_changed_cell_changes_the_answer(world: World, monkeypatch, act: str, role: str, name: str, method: str):
    [route] = [one for one in ROUTES if one.name == name]
    path = world.address(route, world.named(route, role, "own") or {})

    def answer() -> str:
        return answer_to(world, role, method, path, BODIES.get(name))[0]

    assert answer() == "refused"
    monkeypatch.setitem(rights.MATRIX[act], role, "yes")
    assert answer() == "in"


# What everybody who is signed in may is proved by signing in; these are the acts of some.
OF_SOME = [act for act, cells in rights.MATRIX.items() if cells and "player" not in cells]


@pytest.mark.parametrize("act", OF_SOME)
def test_an_act_that_is_taken_from_everybody_closes_its_doors(world: World, monkeypatch, act: str):
    """So every address asks the matrix about its act, and does not know by itself who may."""
    who = list(rights.MATRIX[act])[-1]
    doors = [(route, m) for route in ROUTES for m, its in rights_at(route.name).items() if its == act]
    assert doors or act in ASKED_WITHIN, f"no address is {act}"
    monkeypatch.setitem(rights.MATRIX, act, {})
    for route, method in doors:
        path = world.address(route, world.named(route, who, "own") or {})
        came, said = answer_to(world, who, method, path, BODIES.get(route.name))
        assert came == "refused", f"{who}: {method} {path} is {said}, though nobody may {act}"


# --- Fields by role ---------------------------------------------------------------------------------------------------


def fields_of(value: Any, prefix: str = "") -> set[str]:
    """The paths of everything in an answer: `results[].seats[].nick`."""
    if isinstance(value, list):
        return {path for one in value for path in fields_of(one, f"{prefix}[]")}
    if not isinstance(value, dict):
        return {prefix} if prefix else set()
    return {path for key, one in value.items() for path in fields_of(one, f"{prefix}.{key}" if prefix else key)}


def fields_by_role(world: World) -> dict[str, dict[str, list[str]]]:
    """Route → field → the roles that are shown it, in what the API answers at one's own event and table."""
    found: dict[str, dict[str, list[str]]] = {}
    for route in ROUTES:
        if not route.name.startswith("api:") or "GET" not in rights_at(route.name):
            continue
        for who in PERSONAS:
            answer = world.client(who).get(world.address(route, world.named(route, who, "own") or {}))
            shown = fields_of(json.loads(answer.content)) if answer.status_code == 200 else {f"({answer.status_code})"}
            for path in shown:
                found.setdefault(route.name, {}).setdefault(path, []).append(who)
    return {
        name: {path: ["everybody"] if who == list(PERSONAS) else who for path, who in sorted(paths.items())}
        for name, paths in sorted(found.items())
    }


def test_the_api_shows_each_role_the_fields_in_the_golden_file(world: World):
    """A new field, or one that a role did not see, is looked at by a person: SCWU_TEST_UPDATE=1 writes it down."""
    found = json.dumps(fields_by_role(world), indent=1) + "\n"
    if os.environ.get("SCWU_TEST_UPDATE"):
        GOLDEN.write_text(found)
    assert json.loads(found) == json.loads(GOLDEN.read_text()), (
        f"The API's fields by role are not those in {GOLDEN}. If that is meant: SCWU_TEST_UPDATE=1 pytest {__file__}"
    )
