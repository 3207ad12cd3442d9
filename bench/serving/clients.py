"""Browsers as cheap as they can be made, so that they leave the machine to the server they measure.

`Kept` is one browser on one connection, for rows that ask one request after the other. `Line` is the same inside an
event loop, for many at once, and `Stream` an open event stream. None understands more of HTTP than it needs here.
"""

from __future__ import annotations

import asyncio
import json
import re
import socket
import time
import uuid
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import cast

PATIENCE = 120.0
VERSION = re.compile(rb'"version": ?(\d+)')
BROWSER = {"Accept-Encoding": "gzip, deflate", "User-Agent": "bench", "Accept": "text/html"}
# What outbox.js sends with a form, and live.js when it fetches a fragment.
RESEND = {"Accept": "text/html, application/json", "X-Resend": "1"}
LIVE = {"Accept": "text/html", "X-Live": "1"}


@dataclass(frozen=True, slots=True)
class Answer:
    status: int
    head: bytes
    body: bytes

    def header(self, name: str) -> str:
        """The value of a header as it came, "" without one. `name` in small letters."""
        start = self.head.lower().find(f"\r\n{name}: ".encode())
        if start < 0:
            return ""
        start += len(name) + 4
        return self.head[start : self.head.find(b"\r\n", start)].decode()

    @property
    def version(self) -> int:
        """The version of the event that the answer names, in a header or in its JSON; 0 without one."""
        found = VERSION.search(self.body)
        return int(self.header("x-version") or (found[1] if found else 0))


def parsed(data: bytes) -> tuple[Answer, bytes] | None:
    """The first answer of what has arrived and what follows it; None while it is not complete."""
    end = data.find(b"\r\n\r\n")
    if end < 0:
        return None
    came = data[: end + 2]
    head, status, start = came.lower(), int(came[9:12]), end + 4
    if status in (204, 304):
        return Answer(status, came, b""), data[start:]
    if b"\r\ntransfer-encoding: chunked" in head:
        return _chunked(status, came, data, start)
    length = head.find(b"\r\ncontent-length: ")
    size = int(head[length + 18 : head.find(b"\r\n", length + 18)]) if length >= 0 else 0
    if len(data) < start + size:
        return None
    return Answer(status, came, data[start : start + size]), data[start + size :]


def _chunked(status: int, head: bytes, data: bytes, start: int) -> tuple[Answer, bytes] | None:
    parts: list[bytes] = []
    while (line := data.find(b"\r\n", start)) >= 0:
        size = int(data[start:line], 16)
        start = line + 2 + size + 2
        if len(data) < start:
            return None
        if size == 0:
            return Answer(status, head, b"".join(parts)), data[start:]
        parts.append(data[line + 2 : line + 2 + size])
    return None


def request(method: str, path: str, headers: dict[str, str], body: bytes = b"") -> bytes:
    """A request as it goes over the line."""
    lines = [f"{method} {path} HTTP/1.1", "Host: 127.0.0.1", *(f"{name}: {value}" for name, value in headers.items())]
    if method == "POST":
        lines.append(f"Content-Length: {len(body)}")
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + body


class Kept:
    """One browser: one connection that it keeps, opened again where the server has closed it meanwhile."""

    def __init__(self, address: tuple[str, int], **headers: str) -> None:
        self._address = address
        self.headers = BROWSER | headers
        self._socket: socket.socket | None = None
        self.arrivals: list[float] = []  # when the pieces of the last answer came

    def __enter__(self) -> Kept:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def get(self, path: str, **headers: str) -> Answer:
        return self.send(request("GET", path, self.headers | headers))

    def post(self, path: str, body: bytes, headers: dict[str, str]) -> Answer:
        return self.send(request("POST", path, self.headers | headers, body))

    def send(self, data: bytes) -> Answer:
        is_new = self._socket is None
        try:
            return self._sent(data)
        except ConnectionError:
            if is_new:
                raise
            self.close()
            return self._sent(data)

    def close(self) -> None:
        if self._socket:
            self._socket.close()
        self._socket = None

    def _sent(self, data: bytes) -> Answer:
        if self._socket is None:
            self._socket = socket.create_connection(self._address, timeout=PATIENCE)
            self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._socket.sendall(data)
        arrived, self.arrivals = b"", []
        while not (found := parsed(arrived)):
            piece = self._socket.recv(1 << 18)
            if not piece:
                raise ConnectionResetError("closed before the answer was there")
            self.arrivals.append(time.perf_counter())
            arrived += piece
        if b"\r\nconnection: close" in found[0].head.lower():
            self.close()
        return found[0]


class Line(asyncio.Protocol):
    """One kept connection in an event loop; one request at a time."""

    def __init__(self, address: tuple[str, int]) -> None:
        self._address = address
        self._transport: asyncio.Transport | None = None
        self._arrived = b""
        self._waiting: asyncio.Future[Answer] | None = None

    async def send(self, data: bytes) -> Answer:
        is_new = self._transport is None
        try:
            return await self._sent(data)
        except ConnectionError:
            if is_new:
                raise
            return await self._sent(data)

    async def _sent(self, data: bytes) -> Answer:
        loop = asyncio.get_running_loop()
        if self._transport is None:
            await loop.create_connection(lambda: self, *self._address)
        assert self._transport is not None  # noqa: S101 - connection_made has set it
        self._waiting = loop.create_future()
        self._transport.write(data)
        async with asyncio.timeout(PATIENCE):
            return await self._waiting

    def close(self) -> None:
        if self._transport:
            self._transport.abort()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport, self._arrived = cast("asyncio.Transport", transport), b""

    def data_received(self, data: bytes) -> None:
        self._arrived += data
        found = parsed(self._arrived)
        if found is None:
            return
        answer, self._arrived = found
        if b"\r\nconnection: close" in answer.head.lower() and self._transport:
            self._transport.close()
            self._transport = None
        if self._waiting and not self._waiting.done():
            self._waiting.set_result(answer)

    def connection_lost(self, exc: Exception | None) -> None:
        self._transport = None
        if self._waiting and not self._waiting.done():
            self._waiting.set_exception(ConnectionResetError("closed before the answer was there"))


class Stream(asyncio.Protocol):
    """An open event stream. `heard` is called with every version that arrives; `status`: 0 until the head is there."""

    def __init__(self, path: str, heard: Callable[[Stream, int], None], headers: dict[str, str]) -> None:
        self._request = request("GET", path, headers | {"Accept": "text/event-stream"})
        self._heard = heard
        self.status = 0
        self.version = 0
        self.begun = asyncio.Event()  # the first version is there, or there will be none
        self.message = b""  # the bytes of the last message as they came, with all their framing
        self.is_open = False
        self.transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport, self.is_open = cast("asyncio.Transport", transport), True
        self.transport.write(self._request)

    def data_received(self, data: bytes) -> None:
        if not self.status:
            self.status = int(data[9:12])
            if self.status != 200 and self.transport:
                self.transport.close()
        found = VERSION.findall(data)
        if found:
            self.message = data
            self.version = int(found[-1])
            self.begun.set()
            self._heard(self, self.version)

    def connection_lost(self, exc: Exception | None) -> None:
        self.is_open = False
        self.begun.set()

    def close(self) -> None:
        if self.transport:
            self.transport.abort()


async def open_streams(
    address: tuple[str, int], path: str, heard: Sequence[Callable[[Stream, int], None]], *, at_once: int = 100
) -> list[Stream]:
    """A stream for each of those who want to hear: it has heard its first version, or was refused.

    `at_once` of them are on their way together.
    """
    loop, gate = asyncio.get_running_loop(), asyncio.Semaphore(at_once)

    async def one(tell: Callable[[Stream, int], None]) -> Stream:
        async with gate:
            stream = Stream(path, tell, BROWSER)
            try:
                async with asyncio.timeout(PATIENCE):
                    await loop.create_connection(lambda: stream, *address)
                    await stream.begun.wait()
            except (OSError, TimeoutError):
                stream.close()
            return stream

    return list(await asyncio.gather(*map(one, heard)))


class Phone:
    """A phone at one table: it knows the log's length and makes the form of the next deal as the page does."""

    def __init__(self, slug: str, table: int, session: str, *, deals: int, round_number: int = 2) -> None:
        self.slug, self.table, self.length = slug, table, deals
        self._form = f"/t/{slug}/{round_number}/{table}/deals/"
        self._api = f"/api/v1/events/{slug}/rounds/{round_number}/tables/{table}/entries/"
        self._token = uuid.uuid4().hex
        self.headers = BROWSER | {
            "Cookie": f"sessionid={session}; csrftoken={self._token}; django_language=cs",
            "Accept-Language": "cs",
        }

    def form(self) -> tuple[str, bytes]:
        """The request that records the next deal by the form, and the id that its answer has to name."""
        self.length += 1
        entry = str(uuid.uuid4())
        fields = {
            "csrfmiddlewaretoken": self._token,
            "entry_id": entry,
            "expected_position": self.length,
            "base": self.length - 1,
            "slot": self.length,
            "pen": 1,
            "shows": f"{self.length - 1}-1-ABCD-cs",
            "bench": "",
            "loser": self.loser,
            "dealer": "",
            **{f"points_{seat}": "" for seat in "ABCD"},
        }
        body, boundary = multipart(fields)
        headers = self.headers | RESEND | {"Content-Type": f"multipart/form-data; boundary={boundary}"}
        return entry, request("POST", self._form, headers, body)

    def line(self) -> tuple[str, bytes]:
        """The same by the API, whose answer names the id in its body and not in a header."""
        self.length += 1
        entry = str(uuid.uuid4())
        deal = {"kind": "deal", "loser": self.loser}
        said = json.dumps({"id": entry, "expected_position": self.length, "entry": deal})
        headers = self.headers | {"Content-Type": "application/json", "X-CSRFToken": self._token, "Accept": "*/*"}
        return "", request("POST", self._api, headers, said.encode())

    @property
    def loser(self) -> str:
        """Losers go round the seats, so that no game ends too soon."""
        return "ABCD"[self.length % 4]


def multipart(fields: dict[str, object]) -> tuple[bytes, str]:
    """A form as `fetch` sends FormData."""
    boundary = "----BenchFormBoundary7MA4YWxkTrZu0gW"
    parts = [
        f'--{boundary}\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{value}\r\n'
        for name, value in fields.items()
    ]
    return "".join([*parts, f"--{boundary}--\r\n"]).encode(), boundary
