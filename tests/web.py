"""A request as uvicorn hands it over, and what comes back; for tests of scwu/web without a server."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

Message = Mapping[str, Any]


@dataclass
class Visit:
    """One request: `chunks` of its body arrive one by one; what was sent back stands in `sent`."""

    path: str = "/"
    method: str = "GET"
    headers: Mapping[str, str] = field(default_factory=dict)
    chunks: tuple[bytes, ...] = (b"",)
    scheme: str = "http"
    hangs_up: bool = False
    transport: Any = None
    sent: list[Message] = field(default_factory=list)
    left: asyncio.Event = field(default_factory=asyncio.Event)

    def scope(self) -> dict[str, Any]:
        path, _, query = self.path.partition("?")
        scope = {
            "type": "http",
            "http_version": "1.1",
            "method": self.method,
            "scheme": self.scheme,
            "path": path,
            "raw_path": path.encode(),
            "query_string": query.encode(),
            "server": ("127.0.0.1", 8000),
            "client": ("127.0.0.9", 5000),
            "headers": [(b"host", b"localhost"), *((k.lower().encode(), v.encode()) for k, v in self.headers.items())],
        }
        return scope | ({"transport": self.transport} if self.transport is not None else {})

    async def receive(self) -> Message:
        if self.chunks:
            chunk, *rest = self.chunks
            self.chunks = tuple(rest)
            return {"type": "http.request", "body": chunk, "more_body": bool(rest) or self.hangs_up}
        if not self.hangs_up:
            await self.left.wait()
        return {"type": "http.disconnect"}

    async def send(self, message: Message) -> None:
        self.sent.append(message)

    async def to(self, application: Callable[..., Awaitable[None]]) -> "Visit":
        await application(self.scope(), self.receive, self.send)
        return self

    def at(self, application: Callable[..., Awaitable[None]]) -> "Visit":
        """Ask and wait, in a loop of its own."""
        return asyncio.run(self.to(application))

    @property
    def status(self) -> int:
        return int(self.sent[0]["status"])

    @property
    def answered(self) -> dict[str, str]:
        """The headers that came back."""
        return {name.decode(): value.decode() for name, value in self.sent[0]["headers"]}

    @property
    def body(self) -> bytes:
        return b"".join(message.get("body", b"") for message in self.sent)


class Connection:
    """A transport that remembers what was written to it. `behind`: bytes that its reader has not taken."""

    def __init__(self, behind: int = 0) -> None:
        self.behind, self.written, self.ended = behind, [], ""  # type: tuple[int, list[bytes], str]

    def write(self, data: bytes) -> None:
        self.written.append(data)

    def get_write_buffer_size(self) -> int:
        return self.behind

    def is_closing(self) -> bool:
        return bool(self.ended)

    def close(self) -> None:
        self.ended = "closed"

    def abort(self) -> None:
        self.ended = "cut off"
