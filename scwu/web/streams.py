"""Live streams: Django is asked at the door, once; from then on a stream is a connection that the hub writes to.

Who may listen to what, and every header, is said by the view (tournaments/public/stream.py) through the whole chain of
a page. An open stream then holds a connection and a sleeping coroutine: no thread, no database, no request of Django.
"""

from __future__ import annotations

import io

from scwu.web.asgi_types import Receive, Scope, Send
from scwu.web.pages import Pages
from tournaments.public import hub, stream


class Streams:
    def __init__(self, pages: Pages, listeners: hub.Hub) -> None:
        self._pages, self._listeners = pages, listeners

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        answer = await self._pages.ask(scope, io.BytesIO(), **{stream.HUB: self._listeners})
        held = answer.pop(stream.HELD)
        if held is None:
            await answer.go(send)
            return
        answer.pop(b"content-length")
        if scope["method"] == "HEAD":
            await answer.go(send)
            return
        event_id, version = map(int, held.split())
        scope["headers"] = []  # a stream lasts for hours: what was said at its beginning need not be kept
        await send({"type": "http.response.start", "status": answer.status, "headers": answer.headers})
        await send({"type": "http.response.body", "body": stream.beginning(version), "more_body": True})
        with self._listeners.listening(event_id, version, scope["transport"]):
            while (await receive())["type"] != "http.disconnect":
                pass
