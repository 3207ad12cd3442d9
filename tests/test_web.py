"""The server's process: what a request brings, what an answer carries, who waits for whom."""

import asyncio
import socket
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, cast

import pytest
from django.test import Client, override_settings
from django.urls import reverse

from scwu.web import pages, server
from scwu.web.files import Files
from scwu.web.headers import page_headers, security_headers
from scwu.web.pages import DOING, LOOKING, READING, SIGN_IN, Pages
from tests.web import Connection, Visit


def swallow(environ: dict[str, Any], start: Callable[..., object]) -> list[bytes]:
    """A WSGI application that reads the whole body and says how long it was."""
    length = len(environ["wsgi.input"].read(int(environ["CONTENT_LENGTH"])))
    start("200 OK", [("X-Length", str(length))])
    return [str(length).encode()]


def tell(name: str) -> Callable[..., list[bytes]]:
    """A WSGI application that says what stands in its environment."""

    def answer(environ: dict[str, Any], start: Callable[..., object]) -> list[bytes]:
        start("200 OK", [])
        return [repr(environ.get(name)).encode()]

    return answer


# --- What a request brings --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("chunks", "headers", "status"),
    [
        pytest.param((b"12345", b"67890"), {"Content-Length": "10"}, 200, id="just fits"),
        pytest.param((b"1",), {"Content-Length": "11"}, 413, id="announces too much"),
        pytest.param((b"12345", b"67890", b"1"), {}, 413, id="announces nothing"),
        pytest.param((b"12345678901",), {"Content-Length": "3"}, 413, id="lies"),
        pytest.param((b"123",), {"Content-Length": "many"}, 200, id="nonsense length"),
    ],
)
def test_a_request_past_the_bound_is_refused(chunks: tuple[bytes, ...], headers: dict[str, str], status: int):
    visit = Visit(method="POST", chunks=chunks, headers=headers).at(Pages(swallow, most_bytes=10))
    assert visit.status == status
    assert ("connection" in visit.answered) == (status == 413)
    assert (dict(page_headers("http")).items() <= dict(visit.sent[0]["headers"]).items()) == (status == 413)


def test_a_page_is_asked_only_when_the_whole_request_is_there():
    """So nobody who sends slowly holds a thread; and of whoever hangs up in the middle nothing is done."""
    pages = Pages(tell("PATH_INFO"), most_bytes=100)
    assert Visit(method="POST", chunks=(b"half",), hangs_up=True).at(pages).sent == []


@pytest.mark.parametrize(
    ("path", "headers", "name", "said"),
    [
        ("/e/%C4%8Daj/?q=%C4%8D", {}, "PATH_INFO", "/e/čaj/".encode().decode("latin-1")),
        ("/e/x/?q=%C4%8D", {}, "QUERY_STRING", "q=%C4%8D"),
        ("/", {"Cookie": "a=1"}, "HTTP_COOKIE", "a=1"),
        ("/", {"X_Forwarded_Proto": "https"}, "HTTP_X_FORWARDED_PROTO", None),
        ("/", {"Content-Type": "text/csv"}, "CONTENT_TYPE", "text/csv"),
        ("/", {}, "REMOTE_ADDR", "127.0.0.9"),
        ("/", {}, "wsgi.url_scheme", "http"),
    ],
)
def test_django_is_told_what_was_asked(path: str, headers: dict[str, str], name: str, said: str | None):
    assert Visit(path, headers=headers).at(Pages(tell(name), most_bytes=10)).body.decode() == repr(said)


def test_headers_that_come_twice_are_one():
    visit = Visit("/")
    scope = visit.scope()
    scope["headers"] += [(b"cookie", b"a=1"), (b"cookie", b"b=2"), (b"accept", b"x"), (b"accept", b"y")]
    for name, said in (("HTTP_COOKIE", "a=1; b=2"), ("HTTP_ACCEPT", "x,y")):
        visit = Visit("/")
        asyncio.run(Pages(tell(name), most_bytes=10)({**scope}, visit.receive, visit.send))
        assert visit.body.decode() == repr(said)


@pytest.mark.parametrize(
    ("method", "path"), [("GET", "/"), ("GET", "/e/x/"), ("POST", "/sign-in/"), ("POST", "/sign-in/link/")]
)
def test_who_does_something_never_waits_for_those_who_look_or_sign_in(method: str, path: str):
    """All threads that the others may have stand still; a deal goes through."""
    go_on = threading.Event()

    def slow(environ: dict[str, Any], start: Callable[..., object]) -> list[bytes]:
        if environ["PATH_INFO"] == path:
            assert go_on.wait(10)
        start("200 OK", [])
        return [b"done"]

    async def evening() -> None:
        pages = Pages(slow, most_bytes=10)
        crowd = [asyncio.create_task(Visit(path, method=method).to(pages)) for _ in range(3 * (LOOKING + DOING))]
        await asyncio.sleep(0)
        deal = await asyncio.wait_for(Visit("/t/x/1/1/deals/", method="POST").to(pages), 5)
        assert deal.body == b"done"
        go_on.set()
        assert {visit.body for visit in await asyncio.gather(*crowd)} == {b"done"}

    asyncio.run(evening())


def test_the_hall_and_the_desks_do_not_wait_for_each_other():
    go_on = threading.Event()

    def slow(environ: dict[str, Any], start: Callable[..., object]) -> list[bytes]:
        if environ["PATH_INFO"] == "/desk/x/draw/":
            assert go_on.wait(10)
        start("200 OK", [])
        return [b"done"]

    async def evening() -> None:
        pages = Pages(slow, most_bytes=10)
        directors = [asyncio.create_task(Visit("/desk/x/draw/").to(pages)) for _ in range(3 * READING)]
        await asyncio.sleep(0)
        assert (await asyncio.wait_for(Visit("/e/x/").to(pages), 5)).body == b"done"
        go_on.set()
        await asyncio.gather(*directors)

    asyncio.run(evening())


def test_everything_that_checks_a_password_at_the_door_is_signing_in():
    for name in ("sign_in", "send_sign_in_link", "mfa_authenticate", "account_confirm_login_code"):
        assert reverse(name).startswith(SIGN_IN)


# --- Files ------------------------------------------------------------------------------------------------------------


@pytest.fixture
def files(tmp_path: Path, settings: Any) -> Files:
    (tmp_path / "cat.css").write_text("a{}" * 100)
    (tmp_path / "cat.css.gz").write_bytes(b"small")
    settings.STATIC_ROOT, settings.WHITENOISE_AUTOREFRESH, settings.WHITENOISE_USE_FINDERS = str(tmp_path), False, False
    return Files()


def test_a_file_goes_out_past_django_with_the_headers_that_django_gives(files: Files, settings: Any):
    settings.MIDDLEWARE = [name for name in settings.MIDDLEWARE if "session" not in name.lower()]
    scope = Visit("/static/cat.css", headers={"Accept-Encoding": "gzip"}).scope()
    answer = files.answer(scope)
    assert answer is not None
    by_django = Client().get("/static/cat.css", headers={"Accept-Encoding": "gzip"})
    assert (answer.status, answer.body) == (200, b"small") == (by_django.status_code, by_django.getvalue())
    assert dict(answer.headers) == {
        name.lower().encode(): value.encode() for name, value in by_django.items() if name != "Set-Cookie"
    }


def test_what_is_no_file_is_a_page(files: Files):
    assert files.answer(Visit("/static/dog.css").scope()) is None
    assert files.answer(Visit("/static/../settings.py").scope()) is None
    assert files.answer(Visit("/e/cat.css").scope()) is None


def test_a_file_that_stands_unchanged_is_not_sent_again(files: Files):
    first = files.answer(Visit("/static/cat.css").scope())
    assert first is not None
    etag = dict(first.headers)[b"etag"].decode()
    again = files.answer(Visit("/static/cat.css", headers={"If-None-Match": etag}).scope())
    assert again is not None
    assert (again.status, again.body) == (304, b"")


def test_plain_http_is_led_to_https_by_django(files: Files):
    with override_settings(SECURE_SSL_REDIRECT=True):
        assert files.answer(Visit("/static/cat.css").scope()) is None
        assert files.answer(Visit("/static/cat.css", scheme="https").scope()) is not None


def test_security_headers_are_those_of_django():
    names = {name.decode() for name, _ in security_headers("http")}
    assert names == {
        "x-content-type-options",
        "referrer-policy",
        "cross-origin-opener-policy",
        "cross-origin-resource-policy",
        "permissions-policy",
    }


@pytest.mark.django_db
@override_settings(SECURE_HSTS_SECONDS=60)
@pytest.mark.parametrize("scheme", ["http", "https"])
def test_what_the_server_refuses_by_itself_carries_what_a_page_does(scheme: str):
    """Found out from a page: whatever middleware comes later is missed here."""
    page_headers.cache_clear()
    of_pages = {"content-type", "content-length", "content-language", "vary", "cache-control", "expires", "set-cookie"}
    of_pages.add("x-request-id")
    page = Client().get("/sign-in/", secure=scheme == "https")
    sent = {name.decode(): value.decode() for name, value in page_headers(scheme)}
    assert sent == {name.lower(): value for name, value in page.headers.items() if name.lower() not in of_pages}
    page_headers.cache_clear()


# --- The server -------------------------------------------------------------------------------------------------------


def connected(site: Any) -> socket.socket:
    host, port = site.url.removeprefix("http://").split(":")
    return socket.create_connection((host, int(port)), timeout=10)


def asked(site: Any, request: bytes, connection: socket.socket) -> list[bytes]:
    """What the connection brought, arrival by arrival, until the answer was whole."""
    connection.sendall(request)
    arrivals = [connection.recv(1 << 20)]
    head, _, body = arrivals[0].partition(b"\r\n\r\n")
    (length,) = [int(line.split(b":")[1]) for line in head.split(b"\r\n") if line.startswith(b"content-length")]
    while len(body) < length:
        arrivals.append(connection.recv(1 << 20))
        body += arrivals[-1]
    return arrivals


def test_on_a_kept_connection_head_and_body_arrive_together(site: Any):
    """Whoever waits for the acknowledgement of the head gets the body 40 ms late."""
    host, port = site.url.removeprefix("http://").split(":")
    with socket.create_connection((host, int(port)), timeout=10) as connection:
        for _ in range(3):
            (arrival,) = asked(site, b"GET /health/ HTTP/1.1\r\nHost: localhost\r\n\r\n", connection)
            assert arrival.startswith(b"HTTP/1.1 200")
            assert b"database" in arrival


@pytest.mark.parametrize(
    ("writes", "pieces"),
    [
        ([b"HTTP/1.1 200 OK", b"body"], [b"HTTP/1.1 200 OKbody"]),
        ([b"HTTP/1.1 304", b""], [b"HTTP/1.1 304"]),
        ([b"HTTP/1.1 200 OK"], [b"HTTP/1.1 200 OK"]),
        ([b"HTTP/1.1 200 OK", b"a", b"b", b"c"], [b"HTTP/1.1 200 OKa", b"b", b"c"]),
        ([b"HTTP/1.1 100 Continue", b"HTTP/1.1 200 OK", b"a"], [b"HTTP/1.1 100 Continue", b"HTTP/1.1 200 OKa"]),
    ],
)
@pytest.mark.parametrize("end", ["flush", "close"])
def test_head_and_body_go_out_in_one_piece(writes: list[bytes], pieces: list[bytes], end: str):
    below = Connection()
    answer = server.InOnePiece(cast("asyncio.Transport", below))
    for data in writes:
        answer.write(data)
    getattr(answer, end)()
    assert below.written == pieces
    assert bool(below.ended) == (end == "close")


def test_a_question_about_a_head_is_answered_by_one(site: Any):
    host, port = site.url.removeprefix("http://").split(":")
    with socket.create_connection((host, int(port)), timeout=10) as connection:
        for _ in range(2):
            connection.sendall(b"HEAD /health/ HTTP/1.1\r\nHost: localhost\r\n\r\n")
            answer = connection.recv(1 << 20)
            assert answer.startswith(b"HTTP/1.1 200")
            assert answer.endswith(b"\r\n\r\n")


def test_questions_that_come_in_one_packet_are_answered_one_after_the_other(site: Any):
    """Also those about a head, whose answers have no body that would take it along."""
    with connected(site) as connection:
        connection.sendall(b"".join(b"%b /health/ HTTP/1.1\r\nHost: localhost\r\n\r\n" % name for name in METHODS))
        answers = b""
        while answers.count(b"HTTP/1.1 200") < len(METHODS) or not answers.endswith(b"}"):
            arrived = connection.recv(1 << 20)
            assert arrived
            answers += arrived
    assert answers.count(b"database") == METHODS.count(b"GET")


METHODS = (b"HEAD", b"HEAD", b"GET", b"HEAD", b"GET")


def test_every_connection_sends_at_once(site: Any):
    """TCP_NODELAY on the sockets of the server itself."""
    host, port = site.url.removeprefix("http://").split(":")
    with socket.create_connection((host, int(port)), timeout=10) as connection:
        asked(site, b"GET /health/ HTTP/1.1\r\nHost: localhost\r\n\r\n", connection)
        sockets = [one.transport.get_extra_info("socket") for one in site.server.server_state.connections]
        assert sockets
        assert all(one.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY) for one in sockets)


@pytest.mark.parametrize(
    ("bound", "drips"),
    [("SILENT_SECONDS", []), ("BODY_SECONDS", [0.02] * 40)],
    ids=["silent", "a byte now and then"],
)
def test_a_body_that_does_not_come_is_not_waited_for_for_ever(monkeypatch, bound: str, drips: list[float]):
    """Nor one that drips: it holds a connection, and what of it has arrived."""
    monkeypatch.setattr(pages, bound, 0.1)
    monkeypatch.setattr(pages, "SLOWEST", 1_000_000)
    left, sent = list(drips), []

    async def receive() -> dict[str, Any]:
        await asyncio.sleep(left.pop() if left else 100)
        return {"type": "http.request", "body": b"x", "more_body": True}

    async def send(message: Any) -> None:
        sent.append(message)

    scope = {"type": "http", "method": "POST", "scheme": "http", "path": "/", "headers": []}
    asyncio.run(Pages(swallow, most_bytes=10_000)(scope, receive, send))
    assert sent[0]["status"] == 408
    assert (b"connection", b"close") in sent[0]["headers"]


def test_half_a_head_is_not_waited_for_for_ever(site: Any, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(server, "HEAD_SECONDS", 0.05)
    host, port = site.url.removeprefix("http://").split(":")
    with socket.create_connection((host, int(port)), timeout=10) as connection:
        asked(site, b"GET /health/ HTTP/1.1\r\nHost: localhost\r\n\r\n", connection)
        connection.sendall(b"GET /health/ HTTP/1.1\r\nHost: loc")
        assert connection.recv(100) == b""


@pytest.mark.parametrize(
    "begins",
    [
        pytest.param(b"GET /", id="an address"),
        pytest.param(b"GET /health/ HTTP/1.1\r\nHost: localhost\r\nX-Long: ", id="a header"),
        pytest.param(b"POST /health/ HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\nX-Long: ", id="behind a body"),
    ],
)
def test_no_head_grows_without_end(site: Any, begins: bytes):
    """The parser copies what it has with every packet: a few seconds of this would stop the hall for a minute."""
    with connected(site) as connection, suppress(ConnectionError):  # cut off while it was sending
        connection.sendall(begins)
        for _ in range(64):
            connection.sendall(b"a" * 65_536)
        assert connection.recv(1 << 16).startswith(b"HTTP/1.1 400")


@pytest.mark.parametrize(
    ("request_", "status"),
    [
        (b"nonsense\r\n\r\n", 400),
        (b"POST /sign-in/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99999999999\r\n\r\n", 413),
    ],
)
def test_a_refusal_of_the_server_carries_the_headers_of_a_page(site: Any, request_: bytes, status: int):
    with connected(site) as connection:
        connection.sendall(request_)
        head = connection.recv(1 << 16).partition(b"\r\n\r\n")[0].split(b"\r\n")
    assert head[0].split()[1] == b"%d" % status
    assert {b"%s: %s" % header for header in page_headers("http")} <= set(head)


def test_what_stands_behind_a_body_is_no_header(site: Any):
    """It would have come past a proxy that says who asks."""
    with connected(site) as connection:
        connection.sendall(b"POST /language/ HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n")
        connection.sendall(b"0\r\nHost: elsewhere\r\n\r\n")
        assert connection.recv(1 << 16).startswith(b"HTTP/1.1 302")


def test_there_is_room_for_streams_and_some_is_kept_for_the_rest(monkeypatch: pytest.MonkeyPatch):
    set_to = []
    monkeypatch.setattr(server.resource, "getrlimit", lambda _which: (1024, 4096))
    monkeypatch.setattr(server.resource, "setrlimit", lambda _which, limits: set_to.append(limits))
    assert server.room_for_streams() == 4096 - server.KEPT_FREE
    assert set_to == [(4096, 4096)]


def test_the_whole_chain_of_django_stands_before_every_page(site: Any):
    """The same answer as Django's own test client gets, header by header."""
    host, port = site.url.removeprefix("http://").split(":")
    with socket.create_connection((host, int(port)), timeout=10) as connection:
        head, _, body = b"".join(
            asked(site, b"GET /players/ HTTP/1.1\r\nHost: localhost\r\n\r\n", connection)
        ).partition(b"\r\n\r\n")
    told = dict(line.decode().split(": ", 1) for line in head.split(b"\r\n")[1:])
    by_django = Client(HTTP_HOST="localhost").get("/players/")
    told.pop("date")
    by_django["X-Request-ID"] = told["x-request-id"]  # of each request another one
    assert told == {name.lower(): value for name, value in by_django.items()} | {"content-length": str(len(body))}
    assert body == by_django.content
