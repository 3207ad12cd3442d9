"""What stands before every page: the bound of a request, login, language, headers, and the names that we answer to."""

import asyncio
import logging
from collections.abc import Mapping
from typing import Any

import pytest
from django.contrib.auth.decorators import login_not_required
from django.db import DatabaseError, connection
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory, override_settings
from django.urls import include, path

from scwu import addresses, health
from scwu.limits import limit_body
from scwu.logs import OnceAMinute
from scwu.nulls import NoNulls
from tests.factories.tournaments import EventFactory
from tournaments.models import Account


def members_only(_request: HttpRequest) -> HttpResponse:
    return HttpResponse("inside")


@login_not_required
def open_to_all(request: HttpRequest) -> HttpResponse:
    return HttpResponse(f"language {request.LANGUAGE_CODE}")


urlpatterns = [
    path("members/", members_only),
    path("open/", open_to_all),
    path("sign-in/", open_to_all, name="sign_in"),
    path("", include("scwu.urls")),
]


# --- The bound of a request -------------------------------------------------------------------------------------------


async def swallow(_scope: Any, receive: Any, send: Any) -> None:
    """An application that reads the whole body and says how long it was."""
    length, more = 0, True
    while more:
        message = await receive()
        length += len(message["body"])
        more = message["more_body"]
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": str(length).encode()})


def answer_to(chunks: list[bytes], headers: list[tuple[bytes, bytes]]) -> list[Mapping[str, Any]]:
    waiting = [{"type": "http.request", "body": chunk, "more_body": True} for chunk in chunks]
    waiting[-1]["more_body"] = False
    sent: list[Mapping[str, Any]] = []

    async def receive() -> Mapping[str, Any]:
        return waiting.pop(0)

    async def send(message: Mapping[str, Any]) -> None:
        sent.append(message)

    async def one_request() -> None:
        await limit_body(swallow, 10)({"type": "http", "headers": headers}, receive, send)

    asyncio.run(one_request())
    return sent


@pytest.mark.parametrize(
    ("chunks", "headers", "status"),
    [
        pytest.param([b"12345", b"67890"], [(b"content-length", b"10")], 200, id="just fits"),
        pytest.param([b"1"], [(b"content-length", b"11")], 413, id="announces too much"),
        pytest.param([b"12345", b"67890", b"1"], [], 413, id="announces nothing"),
        pytest.param([b"12345678901"], [(b"content-length", b"3")], 413, id="lies"),
        pytest.param([b"123"], [(b"content-length", b"many")], 200, id="nonsense length"),
    ],
)
def test_a_request_past_the_bound_is_refused(chunks: list[bytes], headers: list[tuple[bytes, bytes]], status: int):
    assert answer_to(chunks, headers)[0]["status"] == status


# --- Login, language, headers -----------------------------------------------------------------------------------------


@pytest.mark.urls(__name__)
@pytest.mark.django_db
def test_a_page_that_says_nothing_about_itself_needs_a_login(client: Client):
    assert client.get("/open/").status_code == 200
    response = client.get("/members/")
    assert response.status_code == 302
    assert response["Location"] == "/sign-in/?next=/members/"


@pytest.mark.urls(__name__)
@pytest.mark.parametrize(
    ("asked", "given"), [("cs-CZ,cs;q=0.9", "cs"), ("en-GB", "en"), ("pt-PT,pt", "en"), ("", "en")]
)
def test_the_browser_chooses_the_language_and_english_catches_the_rest(client: Client, asked: str, given: str):
    response = client.get("/open/", headers={"Accept-Language": asked})
    assert response.content.decode() == f"language {given}"


@pytest.mark.urls(__name__)
def test_a_visitor_changes_the_language_without_a_login(client: Client):
    response = client.post("/language/", {"language": "cs", "next": "/open/"})
    assert response["Location"] == "/open/"
    assert client.get("/open/").content.decode() == "language cs"


@pytest.mark.urls(__name__)
@pytest.mark.parametrize("address", ["/open/", "/admin/login/", "/no-such-page/"])
@pytest.mark.django_db
def test_every_page_carries_the_strict_policy(client: Client, address: str):
    policy = client.get(address)["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "script-src 'self'" in policy
    assert "unsafe" not in policy


# --- Health -----------------------------------------------------------------------------------------------------------


@pytest.mark.django_db
def test_a_nul_in_an_address_is_nobody_and_in_a_question_left_out(client: Client, keeper: Account):
    """PostgreSQL refuses a statement with one, and SQLite does not."""
    client.force_login(keeper)
    event = EventFactory.create()
    for asked in ("/union/journal/?act=a%00&chain=%00&%00=1", "/admin/tournaments/player/?nick=%00&q=%00"):
        assert client.get(asked).status_code < 400, asked
    assert client.get(f"/desk/{event.slug}/person/p%001/").status_code == 404
    assert client.post(f"/desk/{event.slug}/statuses/p%001/").status_code == 404
    request = RequestFactory().get("/?q=a%00b&q=%00&r%00=c")
    NoNulls(lambda _request: HttpResponse())(request)
    assert dict(request.GET.lists()) == {"q": ["ab", ""], "r": ["c"]}


@pytest.mark.django_db
def test_health_is_open_to_all_and_says_words(client: Client):
    response = client.get("/health/")
    assert response.status_code == 200
    assert response.json()["database"] == "ok"
    assert response["Cache-Control"].startswith("max-age=0, no-cache, no-store")


def test_only_a_lost_database_makes_the_site_unwell(monkeypatch: pytest.MonkeyPatch):
    def lost() -> None:
        raise DatabaseError("gone")

    monkeypatch.setattr(connection, "cursor", lost)
    with override_settings(REDIS_URL="unix:///nowhere.sock"):
        response = health.health(RequestFactory().get("/health/"))
    assert response.status_code == 503
    assert b'"database": "down", "broker": "down"' in response.content


@pytest.mark.django_db
def test_a_lost_broker_is_told_and_borne(client: Client):
    with override_settings(REDIS_URL="unix:///nowhere.sock"):
        response = client.get("/health/")
    assert response.status_code == 200
    assert response.json()["broker"] == "down"


# --- The names we answer to -------------------------------------------------------------------------------------------


def test_our_names_follow_the_machine_from_network_to_network(monkeypatch: pytest.MonkeyPatch):
    at_home, in_the_pub = {"wlan0": "192.168.1.7", "docker0": "172.17.0.1"}, {"wlan0": "10.4.0.99"}
    monkeypatch.setattr(addresses, "interface_addresses", lambda: at_home)
    hosts = addresses.OwnHosts(["cats.example.org"])
    assert {"localhost", "cats.example.org", "192.168.1.7"} <= set(hosts)
    assert addresses.lan_addresses() == ["192.168.1.7"]
    monkeypatch.setattr(addresses, "interface_addresses", lambda: in_the_pub)
    monkeypatch.setattr(addresses, "REFRESH_SECONDS", -1)
    assert "10.4.0.99" in set(hosts)
    assert "192.168.1.7" not in set(hosts)


# --- The log ----------------------------------------------------------------------------------------------------------


def record(level: int, line: int, *args: object) -> logging.LogRecord:
    return logging.LogRecord("scwu", level, "announce.py", line, "No message for event %s", args, None)


def test_a_warning_is_said_once_a_minute_and_a_crash_every_time():
    quiet = OnceAMinute()
    assert quiet.filter(record(logging.WARNING, 10, 1))
    assert not quiet.filter(record(logging.WARNING, 10, 2))
    assert quiet.filter(record(logging.WARNING, 20, 1)), "another place"
    assert quiet.filter(record(logging.ERROR, 30, 1))
    assert quiet.filter(record(logging.ERROR, 30, 1))
    impatient = OnceAMinute(seconds=0)
    assert impatient.filter(record(logging.WARNING, 10, 1))
    assert impatient.filter(record(logging.WARNING, 10, 2))
