"""The live stream of an event: "changed, version n" as server-sent events, and nothing else.

What changed is fetched by the page, as a fragment with its ETag. So a message is the same for everybody, and a lost one
costs the time of a heartbeat. The first message comes at once with the present version; every 20 seconds a comment
keeps proxies from hanging up, and a `beat` lets the page say that it is still in touch.

The view here is the door: it says who may listen, to which event, from which version on, and with which headers. Only
where there is no event that anyone may see does it ask who is there: whoever may watch a draft may follow it. The
server (scwu/web/streams.py) then keeps the connection and lets the hub write to it. Where streams cannot be held (too
many, or another server) the answer is a plain 503 and pages poll (static/tournaments/live.js).
"""

from __future__ import annotations

import json

from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse

from tournaments import access
from tournaments.models import Account
from tournaments.public.face import public
from tournaments.queries.versions import seen_since

ADDRESS = r"/e/[-a-zA-Z0-9_]+/stream/"
HUB = "scwu.hub"  # in META: the hub that will hold the stream; absent where nobody can
HELD = b"x-held"  # the server takes it off: the event and the version whose stream it is to hold
RETRY_MILLISECONDS = 3000
HEADERS = {"Cache-Control": "no-cache, no-transform", "X-Accel-Buffering": "no"}
BEAT = b": beat\nevent: beat\ndata: {}\n\n"


@public.view("e/<slug:slug>/stream/", right="public.read")
@login_not_required
def stream(request: HttpRequest, slug: str) -> HttpResponse:
    """Server-sent events of one event: the head of the answer, and what the server needs to go on."""
    found = seen_since(request, slug) or _watched(request, slug)
    if found is None:
        raise Http404
    listeners = request.META.get(HUB)
    if listeners is None:
        return _cannot("Live streams need the site's own server; this page polls instead.")
    if listeners.is_full:
        return _cannot("Too many live streams at the moment; this page polls instead.")
    headers = {**HEADERS, HELD.decode(): f"{found[0]} {found[1]}"}
    return HttpResponse(content_type="text/event-stream", headers=headers)


def beginning(version: int) -> bytes:
    """How every stream begins."""
    return f"retry: {RETRY_MILLISECONDS}\n\n".encode() + changed(version)


def changed(version: int) -> bytes:
    """The message that the event has changed, as bytes of the stream."""
    return f"event: changed\ndata: {json.dumps({'version': version})}\n\n".encode()


def _watched(request: HttpRequest, slug: str) -> tuple[int, int] | None:
    """(event, version) of an event that whoever asks watches from inside: of a draft, looked up for him alone."""
    if not isinstance(request.user, Account):
        return None
    events = access.events_where(request.user, "event.watch")
    return events.filter(slug=slug).values_list("pk", "version").first()


def _cannot(why: str) -> HttpResponse:
    return HttpResponse(f"{why}\n", content_type="text/plain; charset=utf-8", status=503, headers={"Retry-After": "30"})
