"""uvicorn, with what a hall needs: it holds as many streams as the machine allows, and no half request for ever.

The listening socket comes from the supervisor as a socket, not by its number: uvicorn would take a number for a Unix
socket, nobody would then set TCP_NODELAY, and on a connection that is kept each answer's body would wait 40 ms for the
acknowledgement of its head.
"""

from __future__ import annotations

import asyncio
import gc
import resource
import socket
import sys
from collections import deque
from http import HTTPStatus

import uvicorn
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol, RequestResponseCycle

from scwu.postgresql.bounds import bound_waiting
from scwu.web.asgi_types import Application
from scwu.web.pages import refusal
from scwu.web.secure import RENEW_SECONDS, Secure

HEAD_SECONDS = 20.0  # in which the head of a request must have arrived
MOST_UNFINISHED = 256 * 1024  # bytes of a head that does not come to its end: the parser copies it with every packet
KEEP_SECONDS = 65  # an idle connection is kept for the next request
STOP_SECONDS = 3
CONTINUE = b"HTTP/1.1 100"
MOST_DESCRIPTORS = 65_536
KEPT_FREE = 512  # descriptors that no stream may take: for deals, pages, files and databases


class InOnePiece:
    """A transport for one answer, whose head waits for the body: both go out in one packet."""

    def __init__(self, transport: asyncio.Transport) -> None:
        self._transport = transport
        self._head: bytes | None = None
        self.is_closing = transport.is_closing

    def write(self, data: bytes) -> None:
        if self._head is None and not data.startswith(CONTINUE):
            self._head = data
        elif self._head:
            self._transport.write(self._head + data)
            self._head = b""
        else:
            self._transport.write(data)

    def flush(self) -> None:
        """No body comes."""
        if self._head:
            self._transport.write(self._head)
            self._head = b""

    def close(self) -> None:
        self.flush()
        self._transport.close()


class Connection(HttpToolsProtocol):
    """A connection that hands its transport to the application, and is closed when a head does not come to its end.

    uvicorn knows the request that came last. One that is still under way before it (a stream, whose reader has asked
    for something else behind it) must hear too when the connection is lost, and its answer is the one that is complete.
    """

    _patience: asyncio.TimerHandle | None = None
    _unfinished = 0  # bytes of a head, or of what may stand around a body, that the parser keeps to itself

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn's own
        super().connection_made(transport)
        self._under_way: deque[RequestResponseCycle] = deque()  # in the order in which they are answered
        self._wait_for_head()

    def connection_lost(self, exc: Exception | None) -> None:
        self._head_is_here()
        for cycle in self._under_way:
            cycle.disconnected = True
            cycle.message_event.set()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        self._unfinished += len(data)
        super().data_received(data)
        if self._unfinished > MOST_UNFINISHED and not self.transport.is_closing():
            self.send_400_response("This head is too long.")

    def on_header(self, name: bytes, value: bytes) -> None:
        """What stands behind a body (RFC 9112, 7.1.2) is no header: it came past the proxy that looks at headers."""
        if self._patience is not None:
            super().on_header(name, value)

    def on_body(self, body: bytes) -> None:
        self._unfinished = 0
        super().on_body(body)

    def on_message_begin(self) -> None:
        self._unfinished = 0
        super().on_message_begin()
        self.scope["transport"] = self.transport  # type: ignore[typeddict-unknown-key]
        if self._patience is None:
            self._wait_for_head()

    def on_headers_complete(self) -> None:
        self._unfinished = 0
        self._head_is_here()
        super().on_headers_complete()
        self.cycle.transport = InOnePiece(self.transport)  # type: ignore[assignment]  # all that a cycle asks of it
        self._under_way.append(self.cycle)

    def on_response_complete(self) -> None:
        self._under_way.popleft().transport.flush()  # type: ignore[attr-defined]  # as above
        super().on_response_complete()

    def send_400_response(self, msg: str) -> None:
        """What no request could be read from is answered here, with the headers that a page carries."""
        answer = refusal(HTTPStatus.BAD_REQUEST, msg, self.scheme or "http")
        head = [STATUS_LINE[400], *(b"%s: %s\r\n" % header for header in answer.headers)]
        self.transport.write(b"%scontent-length: %d\r\n\r\n%s" % (b"".join(head), len(answer.body), answer.body))
        self.transport.close()

    def _unsupported_upgrade_warning(self) -> None:
        """Who asks for a web socket gets the page; that is nobody's fault here, and nothing for the log."""

    def _wait_for_head(self) -> None:
        self._patience = self.loop.call_later(HEAD_SECONDS, self.transport.close)

    def _head_is_here(self) -> None:
        if self._patience is not None:
            self._patience.cancel()
            self._patience = None


class Server(uvicorn.Server):
    """The site's server, beside http on a second port over TLS where it is given one.

    Streams end when it is to stop: it would wait for them.
    """

    def __init__(self, stop_seconds: int = STOP_SECONDS, secure: Secure | None = None) -> None:
        from scwu import asgi  # noqa: PLC0415 - only now: what it opens belongs to the process that serves

        super().__init__(configuration(asgi.application, stop_seconds))
        self.listeners = asgi.listeners
        self._secure = secure
        if secure is not None:
            self.config.callback_notify, self.config.timeout_notify = secure.follow, RENEW_SECONDS

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self._secure is None:
            return
        loop = asyncio.get_running_loop()
        state = {"server_state": self.server_state, "app_state": self.lifespan.state}
        self.servers.append(
            await loop.create_server(
                lambda: Connection(config=self.config, _loop=loop, **state),
                sock=self._secure.listener,
                ssl=self._secure.context,
                ssl_handshake_timeout=HEAD_SECONDS,
                backlog=self.config.backlog,
            )
        )

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self.listeners.end()
        await super().shutdown(sockets)


def configuration(application: Application, stop_seconds: int) -> uvicorn.Config:
    """How the site is served."""
    return uvicorn.Config(
        application,
        http=Connection,
        ws="none",
        lifespan="off",
        log_level="warning",
        access_log=False,
        server_header=False,
        proxy_headers=False,  # uvicorn would believe whoever connects from this machine; see scwu/proxies.py
        timeout_keep_alive=KEEP_SECONDS,
        timeout_graceful_shutdown=stop_seconds,
    )


def room_for_streams() -> int:
    """Take as many descriptors as the machine gives to a process; how many streams may have one each."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = MOST_DESCRIPTORS if hard == resource.RLIM_INFINITY else min(hard, MOST_DESCRIPTORS)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
    return max(most - KEPT_FREE, 0)


def serve(listener: socket.socket, secure: Secure | None = None) -> None:
    """Serve the site on an open port, and on one over TLS, until told to stop by a signal."""
    sys.setswitchinterval(0.0005)  # a deal waits for its next statement no longer than the pages beside it need
    bound_waiting()
    gc.set_threshold(20_000, 20, 20)  # a page makes some thousand objects and leaves none behind
    server = Server(secure=secure)
    server.listeners.most = room_for_streams()
    server.run(sockets=[listener])
