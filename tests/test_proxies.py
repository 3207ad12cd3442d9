"""What proxies are believed (scwu/proxies.py): those that the site was told of, and nobody else."""

from typing import Any

import pytest
from allauth.account.adapter import get_adapter
from django.core.exceptions import ImproperlyConfigured
from django.test import RequestFactory, override_settings
from rest_framework.settings import api_settings
from rest_framework.throttling import AnonRateThrottle

from scwu import proxies
from scwu.web.files import Files
from scwu.web.front import Front
from scwu.web.server import configuration
from tests.web import Visit
from tournaments.facts.networks import place_of

PEER = "127.0.0.9"  # from where tests/web.py connects
VISITOR, SECOND, STRANGER = "203.0.113.7", "10.0.0.2", "198.51.100.66"


class Told:
    """Stands behind the front door and remembers what it was told."""

    def __init__(self) -> None:
        self.scopes: list[dict[str, Any]] = []

    async def __call__(self, scope: dict[str, Any], _receive: Any, send: Any) -> None:
        self.scopes.append(scope)
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b""})


def through_asgi(headers: dict[str, str], path: str = "/") -> tuple[int, dict[str, Any]]:
    """The status, and what Django would be told: address, scheme, host, and what is left of the headers."""
    behind = Told()
    visit = Visit(path, headers=headers).at(Front(behind, behind, Files()))
    if not behind.scopes:
        return visit.status, {"body": visit.body.decode()}
    (scope,) = behind.scopes
    left = {name.decode(): value.decode() for name, value in scope["headers"]}
    told = {"client": scope["client"][0], "scheme": scope["scheme"], "host": left.pop("host"), "left": left}
    return visit.status, {**told, "via": scope.get("via_proxy", False), "number": scope.get("request_id", "")}


def through_wsgi(headers: dict[str, str], path: str = "/") -> tuple[int, dict[str, Any]]:
    """The same by the WSGI door."""
    said: list[Any] = []

    def behind(environ: dict[str, Any], start: Any) -> list[bytes]:
        said.append(environ)
        start("200 OK", [])
        return []

    environ = {"REMOTE_ADDR": PEER, "wsgi.url_scheme": "http", "HTTP_HOST": "localhost", "PATH_INFO": path}
    environ |= {f"HTTP_{name.upper().replace('-', '_')}": value for name, value in headers.items()}
    answered: list[str] = []
    body = b"".join(proxies.Doorkeeper(behind)(environ, lambda status, _headers: answered.append(status)))
    if not said:
        return int(answered[0][:3]), {"body": body.decode()}
    names = {name[5:].lower().replace("_", "-"): value for name, value in said[0].items() if name.startswith("HTTP_")}
    told = {"client": said[0]["REMOTE_ADDR"], "scheme": said[0]["wsgi.url_scheme"], "host": names.pop("host")}
    return 200, {**told, "left": names, "via": said[0][proxies.VIA], "number": said[0].get(proxies.NUMBER, "")}


doors = pytest.mark.parametrize("through", [through_asgi, through_wsgi])


def of(*words: str) -> override_settings:
    return override_settings(PROXIES=proxies.named(words))


@doors
@pytest.mark.parametrize(
    ("known", "headers", "client", "scheme", "host"),
    [
        pytest.param([], {}, PEER, "http", "localhost", id="nobody between"),
        pytest.param([PEER], {}, PEER, "http", "localhost", id="a proxy that says nothing"),
        pytest.param(
            [PEER],
            {"X-Forwarded-For": VISITOR, "X-Forwarded-Proto": "https", "X-Forwarded-Host": "cats.example.org"},
            VISITOR, "https", "cats.example.org", id="a proxy that says all",
        ),
        pytest.param(["127.0.0.0/8"], {"X-Forwarded-For": f"{STRANGER}, {VISITOR}"}, VISITOR, "http", "localhost",
                     id="what the visitor wrote himself"),
        pytest.param([PEER, "10.0.0.0/24"], {"X-Forwarded-For": f"{STRANGER}, {VISITOR}, {SECOND}",
                     "X-Forwarded-Proto": "http, https, http"}, VISITOR, "https", "localhost", id="proxies that add"),
        pytest.param([PEER, SECOND], {"X-Forwarded-For": f"{VISITOR}, {SECOND}", "X-Forwarded-Proto": "https"},
                     VISITOR, "https", "localhost", id="two proxies, the last of which replaces"),
        pytest.param([PEER], {"X-Forwarded-For": "[2001:db8::7]:443"}, "2001:db8::7", "http", "localhost", id="a port"),
        pytest.param([PEER], {"X-Forwarded-For": f"::ffff:{VISITOR}"}, VISITOR, "http", "localhost", id="IPv4 in IPv6"),
        pytest.param([PEER], {"X-Forwarded-For": f"{VISITOR}, nonsense"}, PEER, "http", "localhost", id="no address"),
        pytest.param([PEER], {"X-Forwarded-Proto": "gopher"}, PEER, "http", "localhost", id="no scheme"),
    ],
)  # fmt: skip
def test_who_asked_is_what_known_proxies_say(through, known, headers, client, scheme, host):
    with of(*known):
        status, told = through(headers)
    assert (status, told["client"], told["scheme"], told["host"]) == (200, client, scheme, host)
    assert told["left"] == {}, "nothing behind the door can read them in another way"


@doors
@pytest.mark.parametrize("known", [[], [SECOND]])
def test_nobody_else_is_believed(through, known):
    spoofed = {
        "X-Forwarded-For": VISITOR, "X-Forwarded-Proto": "https", "X-Forwarded-Host": "evil.example",
        "X-Real-IP": VISITOR, "Forwarded": f"for={VISITOR};proto=https", "X-Request-ID": "mine",
    }  # fmt: skip
    with of(*known):
        _, told = through(spoofed)
    assert (told["client"], told["scheme"], told["host"], told["number"]) == (PEER, "http", "localhost", "")
    assert told["left"] == {}
    assert told["via"], "and it shows that somebody stands between"


@doors
def test_the_number_of_a_request_comes_from_a_known_proxy(through):
    with of(PEER):
        assert through({"X-Request-ID": "from-the-proxy"})[1]["number"] == "from-the-proxy"


@doors
@override_settings(SECURE_SSL_REDIRECT=True)
def test_a_proxy_that_nobody_named_gets_a_sentence_and_no_redirect_for_ever(through):
    status, told = through({"X-Forwarded-For": VISITOR, "X-Forwarded-Proto": "https"})
    assert status == 503
    assert f"Set SCWU_PROXIES={PEER}" in told["body"]
    assert through({"X-Forwarded-Proto": "https"}, "/health/live/")[0] == 200, "a balancer that asks by itself"
    assert through({})[0] == 200, "a visitor of plain http is led to https by Django"


@doors
@override_settings(SECURE_SSL_REDIRECT=True)
def test_whoever_starts_it_without_naming_a_proxy_is_told(through, caplog):
    with of(PEER):
        through({})
    assert caplog.text == ""
    through({})
    assert "SCWU_PROXIES is not set" in caplog.text


def test_the_server_under_it_believes_nobody_by_itself():
    """uvicorn would take whoever connects from this machine for a proxy."""
    assert configuration(Told(), 1).proxy_headers is False


@pytest.mark.parametrize("word", ["1", "proxy.example.org", "10.0.0.0/33"])
def test_what_is_no_address_is_refused_in_a_sentence(word: str):
    with pytest.raises(ImproperlyConfigured, match="SCWU_PROXIES lists addresses or networks"):
        proxies.named([word])


@pytest.mark.django_db
def test_brakes_and_the_api_count_visitors_and_not_the_proxy():
    """Whoever asks through the front door is REMOTE_ADDR, which is what each of the three brakes asks for."""

    with of(PEER):
        _, told = through_asgi({"X-Forwarded-For": VISITOR})
    request = RequestFactory().get("/", REMOTE_ADDR=told["client"], HTTP_X_FORWARDED_FOR=STRANGER)
    assert place_of(request.META["REMOTE_ADDR"]) == VISITOR
    assert get_adapter().get_client_ip(request) == VISITOR
    assert api_settings.NUM_PROXIES == 0
    assert AnonRateThrottle().get_ident(request) == VISITOR
