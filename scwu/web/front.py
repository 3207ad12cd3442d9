"""What every request meets first: files, streams and pages are told apart by their address."""

from __future__ import annotations

import re

from scwu import proxies
from scwu.web.asgi_types import Receive, Scope, Send
from scwu.web.files import Files
from scwu.web.pages import Pages, refusal
from scwu.web.streams import Streams
from tournaments.public import stream

STREAM = re.compile(stream.ADDRESS)


class Front:
    """The ASGI application of the site."""

    def __init__(self, pages: Pages, streams: Streams, files: Files) -> None:
        self._pages, self._streams, self._files = pages, streams, files
        proxies.ask_for_proxies()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            raise ValueError(f"Nothing here speaks {scope['type']}.")
        if (sentence := proxies.settle(scope)) is not None:
            await refusal(proxies.REFUSED, sentence, scope["scheme"]).go(send)
        elif (file := self._files.answer(scope)) is not None:
            await file.go(send)
        elif scope["method"] in ("GET", "HEAD") and "transport" in scope and STREAM.fullmatch(scope["path"]):
            await self._streams(scope, receive, send)
        else:
            await self._pages(scope, receive, send)
