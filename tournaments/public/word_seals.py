"""What everybody may know of an event's words: the digests of sealed ones, and after the start how to check them."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from tournaments import access
from tournaments.public.face import public
from tournaments.queries.event_words import commitments_of
from tournaments.queries.versions import live_page


@public.view("e/<slug:slug>/words/", right="public.read")
@live_page
def words(request: HttpRequest, slug: str) -> HttpResponse:
    """The commitments of an event, by round and in reserve, with the reason of each swap. Smear has no words."""
    event = access.public_event(slug)
    if event.is_smear:
        raise Http404
    rows = commitments_of(event)
    context = {
        "section": "events",
        "event": event,
        "rounds": sorted((row for row in rows if row.round is not None), key=lambda row: row.round or 0),
        "reserves": [row for row in rows if row.round is None and row.dropped_at is None],
        "dropped": [row for row in rows if row.dropped_at is not None],
        "example": next((row for row in rows if row.opening), None),
    }
    return render(request, "public/words.html", context)
