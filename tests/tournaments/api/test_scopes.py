"""What a token may do, asked of every address of the API with every method that it knows."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone
from rest_framework.test import APIClient

from tests.factories import stories
from tests.rights_world import routes
from tournaments.models import Season
from tournaments.operations.accounts import tokens
from tournaments.routes import route_of

pytestmark = pytest.mark.django_db
SCOPE = "The scope of this token does not cover this."
TOKENS = ("read", "record here", "record elsewhere", "all", "ended", "revoked")
ASKED = [
    (route.name, tuple(sorted(route.parameters)), method)
    for route in routes()
    if route.name.startswith("api:") and (told := route_of(route.name)) and route.name != "api:unknown"
    for method in told.rights
]


def expected(kind: str, name: str, method: str) -> str:
    """What stands against it, worked out without the site: `token`, `scope`, or nothing that concerns the token."""
    if kind in ("ended", "revoked"):
        return "token"
    if method == "GET" or kind == "all":
        return ""
    return "" if (kind, name) == ("record here", "api:entries") else "scope"


def answered(client: APIClient, address: str, method: str) -> str:
    answer = client.generic(method, address, "{}", content_type="application/json", headers={"accept-language": "en"})
    assert answer.status_code < 500, (method, address)
    if answer.status_code == 401:
        return "token"
    return "scope" if SCOPE in answer.content.decode() else ""


@pytest.mark.parametrize("kind", TOKENS)
def test_scope_and_end_of_a_token_hold_at_every_address(kind, evening, director):
    now = timezone.now()
    made = {
        "read": {"scope": "read"},
        "record here": {"scope": "record", "event": evening.event},
        "record elsewhere": {"scope": "record", "event": stories.an_event(players=0, slug="elsewhere")},
        "ended": {"scope": "all", "lifetime": timedelta(seconds=-1)},
    }
    token, secret = tokens.create_token(account=director, label=kind, now=now, **made.get(kind, {"scope": "all"}))
    if kind == "revoked":
        tokens.revoke_token(token=token, now=now)
    client = APIClient()
    client.credentials(HTTP_AUTHORIZATION=f"Bearer {secret}")
    here = {
        "slug": evening.event.slug,
        "number": 1,
        "table": 1,
        "year": Season.objects.latest("year").year,
        "player": stories.registration(evening.event, "p1").player_id,
    }
    assert len(ASKED) > 15
    found = {
        (name, method): answered(client, reverse(name, kwargs={key: here[key] for key in keys}), method)
        for name, keys, method in ASKED
    }
    assert found == {(name, method): expected(kind, name, method) for name, _, method in ASKED}
    assert {method for _, method in found} == {"GET", "POST"}
