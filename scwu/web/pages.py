"""Django's pages: answered through WSGI, in a few threads that live as long as the server.

A thread is given a request when the whole of it has arrived, and is free again when the answer is made: whoever sends
or reads slowly keeps nobody waiting. The threads keep their database connections, so they are the pool. Those that do
something (POST) are never behind those that look: they have threads of their own. Nor are they behind those who sign
in: a password is made slow to check on purpose, and a hall comes at once. The hall, which looks at the pages of events,
and the desks, some of whose pages take a second, do not wait for each other either.
"""

from __future__ import annotations

import asyncio
import tempfile
import time
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from http import HTTPStatus
from typing import IO, Any
from urllib.parse import unquote_to_bytes

from django.http import HttpResponseBase

from scwu import proxies
from scwu.web.asgi_types import Headers, Receive, Scope, Send
from scwu.web.headers import page_headers

# Threads. What the hall looks at is quick, and more threads would only take the lock of Python from each other; one
# check of a password takes all processors.
LOOKING, READING, DOING, SIGNING_IN = 1, 2, 4, 1
EVENTS, SIGN_IN = "/e/", "/sign-in/"
IN_MEMORY = 1024 * 1024  # of a request's body; what is more lies in a file
# How long a body may be silent, and what it has altogether: so much, and a second more for each SLOWEST bytes.
SILENT_SECONDS, BODY_SECONDS, SLOWEST = 20.0, 60.0, 4096
SAFE = frozenset({"GET", "HEAD", "OPTIONS"})


class Gone(Exception):
    """Whoever asked hung up before all of it had arrived."""


class TooLarge(Exception):
    """The body went past the bound."""


class TooSlow(Exception):
    """The body does not come to its end."""


@dataclass(slots=True)
class Answer:
    """What goes out: the status, the headers with their names in small letters, the whole body."""

    status: int
    headers: Headers
    body: bytes

    def pop(self, name: bytes) -> bytes | None:
        """Take a header off; its value, or None."""
        value = next((value for known, value in self.headers if known == name), None)
        self.headers = [(known, value) for known, value in self.headers if known != name]
        return value

    async def go(self, send: Send) -> None:
        await send({"type": "http.response.start", "status": self.status, "headers": self.headers})
        await send({"type": "http.response.body", "body": self.body})


class Pages:
    """Asks `handler` (WSGI); `most_bytes` is the bound of one request's body, kept while it arrives."""

    def __init__(self, handler: Callable[..., Iterable[bytes]], *, most_bytes: int) -> None:
        from tournaments.queries.versions import ARRIVED  # noqa: PLC0415 - only now: it brings the models along

        self._arrived = ARRIVED
        self._handler = handler
        self._most_bytes = most_bytes
        self._looking = ThreadPoolExecutor(LOOKING, "looking")
        self._reading = ThreadPoolExecutor(READING, "reading")
        self._doing = ThreadPoolExecutor(DOING, "doing")
        self._signing_in = ThreadPoolExecutor(SIGNING_IN, "signing-in")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            body = await whole_body(scope, receive, self._most_bytes)
        except TooLarge:
            await refusal(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, "This request is too large.", scope["scheme"]).go(send)
        except TooSlow:
            await refusal(HTTPStatus.REQUEST_TIMEOUT, "This request does not arrive.", scope["scheme"]).go(send)
        except Gone:
            return
        else:
            with body:
                answer = await self.ask(scope, body)
            await answer.go(send)

    async def ask(self, scope: Scope, body: IO[bytes], **more: object) -> Answer:
        """The answer to a request; `more` goes into the environment that Django calls META."""
        environ = {**environ_of(scope, body), self._arrived: time.monotonic(), **more}
        return await asyncio.get_running_loop().run_in_executor(self._threads_for(scope), self._answer, environ)

    def _threads_for(self, scope: Scope) -> ThreadPoolExecutor:
        if scope["method"] in SAFE:
            return self._looking if scope["path"].startswith(EVENTS) else self._reading
        return self._signing_in if scope["path"].startswith(SIGN_IN) else self._doing

    def _answer(self, environ: dict[str, Any]) -> Answer:
        answer, was_lost = self._asked(environ)
        if was_lost and environ["REQUEST_METHOD"] in SAFE:  # looking again changes nothing; deeds see to themselves
            answer, _ = self._asked(environ)
        return answer

    def _asked(self, environ: dict[str, Any]) -> tuple[Answer, bool]:
        """The answer, and whether the database was lost while it was made."""
        said: list[Any] = []
        response = self._handler(dict(environ), lambda status, headers: said.extend((status, headers)))
        try:
            body = b"".join(response)
        finally:
            if isinstance(response, HttpResponseBase):
                response.close()  # and with it what Django does at the end of a request
        status, headers = said
        named = [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in headers]
        return Answer(int(status[:3]), named, body), getattr(response, "was_lost", False)


def refusal(status: HTTPStatus, sentence: str, scheme: str) -> Answer:
    """An answer of the server's own, after which the connection is closed: the rest of the request is not wanted."""
    headers = [(b"content-type", b"text/plain; charset=utf-8"), (b"connection", b"close"), *page_headers(scheme)]
    return Answer(status, headers, f"{sentence}\n".encode())


async def whole_body(scope: Scope, receive: Receive, most_bytes: int) -> IO[bytes]:
    """All that the request brings, ready to be read from its beginning.

    Raises TooLarge at once for a body that announces too much, and at the bound for one that lies or says nothing;
    TooSlow for one that drips; Gone when the connection was lost.
    """
    if announced_length(scope) > most_bytes:
        raise TooLarge
    body: IO[bytes] = tempfile.SpooledTemporaryFile(IN_MEMORY)  # noqa: SIM115 - whoever asked for it closes it
    length, more, now = 0, True, asyncio.get_running_loop().time
    began = now()
    while more:
        patience = min(SILENT_SECONDS, began + BODY_SECONDS + length / SLOWEST - now())
        try:
            async with asyncio.timeout(patience):
                message = await receive()
        except TimeoutError:
            body.close()
            raise TooSlow from None
        if message["type"] == "http.disconnect":
            body.close()
            raise Gone
        chunk = message.get("body", b"")
        length += len(chunk)
        if length > most_bytes:
            body.close()
            raise TooLarge
        body.write(chunk)
        more = message.get("more_body", False)
    scope["length"] = length
    body.seek(0)
    return body


def announced_length(scope: Scope) -> int:
    """The request's Content-Length, 0 when it has none or nonsense."""
    for name, value in scope["headers"]:
        if name == b"content-length" and value.isdigit():
            return int(value)
    return 0


def environ_of(scope: Scope, body: IO[bytes]) -> dict[str, Any]:
    """The request as WSGI (PEP 3333) tells it. A header with an underscore is left out: it could pose as another."""
    server, client = scope.get("server") or ("localhost", 80), scope.get("client")
    environ: dict[str, Any] = {
        "REQUEST_METHOD": scope["method"],
        "SCRIPT_NAME": "",
        "PATH_INFO": unquote_to_bytes(scope["raw_path"]).decode("latin-1"),
        "QUERY_STRING": scope["query_string"].decode("latin-1"),
        "SERVER_NAME": server[0],
        "SERVER_PORT": str(server[1] or 0),
        "SERVER_PROTOCOL": f"HTTP/{scope['http_version']}",
        "REMOTE_ADDR": client[0] if client else "",
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope["scheme"],
        "wsgi.input": body,
        "wsgi.errors": None,
        "wsgi.multithread": True,
        "wsgi.multiprocess": False,
        "wsgi.run_once": False,
        proxies.VIA: scope.get("via_proxy", False),
        proxies.NUMBER: scope.get("request_id", ""),
    }
    for name, value in scope["headers"]:
        if b"_" in name:
            continue
        key = f"HTTP_{name.decode('latin-1').replace('-', '_').upper()}"
        text = value.decode("latin-1")
        if key in environ:
            text = f"{environ[key]}{'; ' if key == 'HTTP_COOKIE' else ','}{text}"
        environ[key] = text
    environ["CONTENT_TYPE"] = environ.pop("HTTP_CONTENT_TYPE", "")
    environ.pop("HTTP_CONTENT_LENGTH", None)
    environ["CONTENT_LENGTH"] = str(scope.get("length", 0))
    return environ
