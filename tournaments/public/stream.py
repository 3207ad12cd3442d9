"""The live stream of an event: "changed, version n" as server-sent events, and nothing else.

What changed is fetched by the page, as a fragment with its ETag. So a message is the same for everybody, and a lost one
costs the time of a heartbeat. The first message comes at once with the present version; every 20 seconds a comment
keeps proxies from hanging up, and a `beat` lets the page say that it is still in touch.

An open stream holds no database connection and no thread of the pool. Where streams cannot be held (too many, or a
WSGI server) the answer is a plain 503 and pages poll (static/tournaments/live.js).
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncGenerator

from asgiref.sync import sync_to_async
from django.contrib.auth.decorators import login_not_required
from django.core.handlers.asgi import ASGIRequest
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, StreamingHttpResponse

from tournaments.models import Event
from tournaments.public.face import public
from tournaments.public.hub import Hub, hub, let_go, versions_of

BEAT_SECONDS = 20.0
RETRY_MILLISECONDS = 3000
HEADERS = {"Cache-Control": "no-cache, no-transform", "X-Accel-Buffering": "no"}


@public.view("e/<slug:slug>/stream/", right="public.read")
@login_not_required
async def stream(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Server-sent events of one event."""
    event_id = await sync_to_async(event_behind)(slug)
    if event_id is None:
        raise Http404
    if not isinstance(request, ASGIRequest):
        return _cannot("Live streams need an ASGI server; this page polls instead.")
    listeners = hub()
    if listeners.is_full:
        return _cannot("Too many live streams at the moment; this page polls instead.")
    return StreamingHttpResponse(messages(event_id, listeners), content_type="text/event-stream", headers=HEADERS)


async def messages(event_id: int, listeners: Hub, *, beat: float = BEAT_SECONDS) -> AsyncGenerator[bytes, None]:
    """The text of the stream. Listening begins before the version is looked up: nothing falls in between."""
    async with listeners.listener(event_id) as queue:
        yield f"retry: {RETRY_MILLISECONDS}\n\n".encode()
        version = max((version for _, version in await sync_to_async(versions_of)([event_id])), default=0)
        yield changed(version)
        while True:
            try:
                async with asyncio.timeout(beat):  # wait_for of Python 3.11 loses a cancellation that meets a version
                    heard = await queue.get()
            except TimeoutError:
                yield b": beat\nevent: beat\ndata: {}\n\n"
                continue
            if heard is None:
                return
            if heard > version:
                version = heard
                yield changed(version)


def changed(version: int) -> bytes:
    """The message that the event has changed, as bytes of the stream."""
    return f"event: changed\ndata: {json.dumps({'version': version})}\n\n".encode()


def event_behind(slug: str) -> int | None:
    """The id of an event that anyone may see. One statement; the connection does not stay with the stream."""
    try:
        return Event.objects.visible().filter(slug=slug).values_list("pk", flat=True).first()
    finally:
        let_go()


def _cannot(why: str) -> HttpResponse:
    return HttpResponse(f"{why}\n", content_type="text/plain; charset=utf-8", status=503, headers={"Retry-After": "30"})
