"""A bound for what one request may bring, kept while it arrives.

Django under ASGI writes a whole request body to a temporary file before any view or form can say "too large". So this
sits in front of it: a body that announces too much is refused at once, one that announces nothing or lies is cut off
at the bound. Finer limits (an event file, a form) belong to the views.
"""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

Scope = dict[str, Any]
Message = Mapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Application = Callable[[Scope, Receive, Send], Awaitable[None]]


class TooLarge(Exception):
    """The body went past the bound."""


def announced_length(scope: Scope) -> int:
    """The request's Content-Length, 0 when it has none or nonsense."""
    for name, value in scope["headers"]:
        if name == b"content-length" and value.isdigit():
            return int(value)
    return 0


def limit_body(application: Application, max_bytes: int) -> Application:
    """The same application, for requests of at most `max_bytes`; larger ones get a 413."""

    async def limited(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await application(scope, receive, send)
            return
        if announced_length(scope) > max_bytes:
            await refuse(send)
            return
        received = 0

        async def counted() -> Message:
            nonlocal received
            message = await receive()
            received += len(message.get("body", b""))
            if received > max_bytes:
                raise TooLarge
            return message

        try:
            await application(scope, counted, send)
        except TooLarge:
            await refuse(send)

    return limited


async def refuse(send: Send) -> None:
    """Answer 413 and close: the rest of the body is not wanted."""
    headers = [(b"content-type", b"text/plain; charset=utf-8"), (b"connection", b"close")]
    await send({"type": "http.response.start", "status": 413, "headers": headers})
    await send({"type": "http.response.body", "body": b"This request is too large.\n"})
