"""Browsers as cheap as they can be made, so that they leave the machine to the server they measure.

`Kept` is one browser on one connection, for rows that ask one request after the other. `Line` is the same inside an
event loop, for many at once, and `Stream` an open event stream. None understands more of HTTP than it needs here.
"""

from __future__ import annotations

import asyncio
import gzip
import json
import re
import socket
import time
import uuid
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, NamedTuple, cast

PATIENCE = 120.0
VERSION = re.compile(rb'"version": ?(\d+)')
BROWSER = {"Accept-Encoding": "gzip, deflate", "User-Agent": "bench", "Accept": "text/html"}
# What phone/outbox.js sends with its lines, and live.js when it fetches a fragment.
OUTBOX = {"Accept": "application/json", "Content-Type": "application/json", "X-Outbox": "1"}
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
        found = VERSION.search(self.text.encode())
        return int(self.header("x-version") or (found[1] if found else 0))

    @property
    def text(self) -> str:
        return (gzip.decompress(self.body) if self.header("content-encoding") == "gzip" else self.body).decode()


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


class Said(NamedTuple):
    """A request, the id that its answer has to name ("" for none), and who wants to hear the answer."""

    entry: str
    data: bytes
    hear: Callable[[Answer], None] = lambda _: None


class Phone:
    """A phone at one table: it knows the log as the site told it last, and brings the next deals as its outbox does."""

    def __init__(
        self, slug: str, table: int, session: str, *, game: int, account: str, deals: int, round_number: int = 2
    ) -> None:
        self.slug, self.table, self.length = slug, table, deals
        self._api = f"/api/v1/events/{slug}/rounds/{round_number}/tables/{table}/entries/"
        self._token = uuid.uuid4().hex
        self._game, self._account = game, account
        self._device, self._counter = str(uuid.uuid4()), 0
        self._known: dict[str, Any] = {"position": 0, "head": "", "counter": 0, "epoch": 0, "pen": "free"}
        self.headers = BROWSER | {
            "Cookie": f"sessionid={session}; csrftoken={self._token}; django_language=cs",
            "Accept-Language": "cs",
        }

    def tap(self) -> Said:
        """What brings the next deal."""
        return self.bring(1)

    def bring(self, number: int, *, is_void: bool = False) -> Said:
        """The same of so many deals, at most as many as a request may hold; void ones have no end."""
        lines = [self._deal(is_void=is_void) for _ in range(number)]
        told = {name: self._known[name] for name in ("position", "head", "counter")}
        body = {"v": 1, "device": self._device, "name": "bench", "page": "table", "lines": lines}
        said = json.dumps(body | {"games": {self._game: told}, "waiting": {self._game: 0}})
        headers = self.headers | OUTBOX
        return Said(lines[-1]["id"], request("POST", "/t/lines/", headers, said.encode()), self._hear)

    def _hear(self, answer: Answer) -> None:
        """Know what an answer told of the log. Raises RuntimeError if a line was not applied."""
        told = json.loads(answer.text)
        self._known |= told["games"][str(self._game)]
        if others := [line for line in told["lines"] if line["status"] != "applied"]:
            raise RuntimeError(f"Not applied: {others}")

    def line(self) -> Said:
        """The next deal by the API."""
        self.length += 1
        entry = str(uuid.uuid4())
        said = json.dumps({"id": entry, "expected_position": self.length, "entry": self._entry})
        headers = self.headers | {"Content-Type": "application/json", "X-CSRFToken": self._token, "Accept": "*/*"}
        return Said(entry, request("POST", self._api, headers, said.encode()))

    def _deal(self, *, is_void: bool) -> dict[str, Any]:
        self.length += 1
        self._counter += 1
        now = datetime.now(UTC).isoformat()
        known = {"base": self._known["position"], "head": self._known["head"], "pen": self._known["epoch"]}
        return known | {
            "v": 1,
            "id": str(uuid.uuid4()),
            "game": self._game,
            "by": self._account,
            "device": self._device,
            "counter": self._counter,
            "entry": {"kind": "void_deal", "reason": "bench"} if is_void else self._entry,
            "slot": self.length,
            "holds": self._known["pen"] == "mine",
            "seen": False,
            "at": now,
            "contact": now,
            "since": 0,
        }

    @property
    def _entry(self) -> dict[str, str]:
        """Losers go round the seats, so that no game ends too soon."""
        return {"kind": "deal", "loser": "ABCD"[self.length % 4]}
