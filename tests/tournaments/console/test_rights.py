"""Every address of the desk × everybody: the director alone, and strangers do not even learn of a draft."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import URLPattern

from tests.factories.stories import a_drawn_round, an_event, director_of, staff_of
from tests.tournaments.console.conftest import signed_in_as
from tournaments.console.urls import urlpatterns
from tournaments.models import Event

VALUES = {
    "slug": "harbour",
    "key": "p1",
    "number": 1,
    "nth": 1,
    "entry": 1,
    "sign": "0123456789abcdef",
    "kind": "final",
    "pk": 1,
    "series": "classic",
    "claim": "0b5e0000-0000-4000-8000-000000000002",
    "phone": "0b5e0000-0000-4000-8000-000000000001",
}
OF_AN_EVENT = [one for one in urlpatterns if "slug:slug" in str(one.pattern)]


def address(pattern: URLPattern) -> str:
    found = str(pattern.pattern)
    for name, value in VALUES.items():
        for kind in ("slug", "path", "int", "str", "uuid"):
            found = found.replace(f"<{kind}:{name}>", str(value))
    assert "<" not in found
    return f"/desk/{found}"


def statuses(client: Client, path: str) -> set[int]:
    """The answers to GET and POST; an address that only takes the other one says 405 after the right was not asked."""
    return {client.get(path).status_code, client.post(path).status_code} - {405}


@pytest.fixture
def drawn(event: Event) -> Event:
    a_drawn_round(event)
    return event


def test_nobody_but_the_director_gets_in(drawn: Event):
    """Whoever is refused leaves everything as it was, so one evening does for all addresses."""
    paths = [address(pattern) for pattern in OF_AN_EVENT]
    line_judge = signed_in_as(staff_of(drawn, "line_judge", judged=[1]))
    elsewhere = signed_in_as(director_of(an_event(players=0)))
    version = Event.objects.get(pk=drawn.pk).version
    for client in (signed_in_as(staff_of(drawn, "referee")), line_judge, elsewhere):
        assert {path: found for path in paths if (found := statuses(client, path)) != {403}} == {}
    Event.objects.filter(pk=drawn.pk).update(status="draft")
    assert {path: found for path in paths if (found := statuses(elsewhere, path)) != {404}} == {}
    assert Event.objects.get(pk=drawn.pk).version == version


def test_who_is_not_signed_in_is_sent_to_sign_in(drawn: Event):
    answers = {path: Client().get(path) for path in map(address, urlpatterns)}
    sent = {path: (one.status_code, one.headers.get("Location", "")[:9]) for path, one in answers.items()}
    assert {path: found for path, found in sent.items() if found != (302, "/sign-in/")} == {}


def test_a_role_that_has_ended_opens_nothing(drawn: Event):
    account = staff_of(drawn, "director")
    client = signed_in_as(account)
    assert client.get("/desk/harbour/").status_code == 200
    account.roles.update(ended_at="2026-03-14T18:00:00Z")
    assert client.get("/desk/harbour/").status_code == 403


def test_a_forged_post_without_its_token_does_nothing(drawn: Event):
    client = Client(enforce_csrf_checks=True)
    client.force_login(director_of(drawn))
    assert client.post("/desk/harbour/round/1/start/").status_code == 403


@pytest.mark.parametrize("path", ["round/9/", "round/9/draw/", "print/sheets/9/", "person/nobody/"])
def test_what_is_not_there_is_not_found(director: Client, path: str):
    assert director.get(f"/desk/harbour/{path}").status_code == 404
