"""What stands before every page: login, language, headers, and the names that we answer to."""

import logging

import pytest
from django.contrib.auth.decorators import login_not_required
from django.db import DatabaseError, connection
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory, override_settings
from django.urls import include, path

from scwu import addresses, health
from scwu.logs import OnceAMinute, Text
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
    for asked in ("/union/journal/?act=a%00&chain=%00&%00=1", "/admin/tournaments/registration/?status=%00&q=%00"):
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
    assert not quiet.filter(record(logging.WARNING, 20, 1)), "the same words"
    assert quiet.filter(record(logging.WARNING, 10, 2)), "other words from the same place"
    assert quiet.filter(record(logging.ERROR, 30, 1))
    assert quiet.filter(record(logging.ERROR, 30, 1))


def test_how_often_a_warning_was_held_back_is_said_with_the_next():
    quiet, again = OnceAMinute(), record(logging.WARNING, 10, 1)
    for _ in range(3):
        quiet.filter(record(logging.WARNING, 10, 1))
    quiet._seconds = 0
    assert quiet.filter(again)
    assert Text().format(again).endswith("No message for event 1 (2 more like this since the last one)")
