"""What everybody may know of an event's words: the digests of sealed ones, and after the start how to check them."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from tournaments import access
from tournaments.public.face import public
from tournaments.queries.versions import live_page
from tournaments.queries.words import commitments_of


@public.view("e/<slug:slug>/words/", right="public.read")
@live_page
def words(request: HttpRequest, slug: str) -> HttpResponse:
    """The commitments of an event, by round and in reserve, with the reason of each swap."""
    event = access.public_event(slug)
    rows = commitments_of(event)
    context = {
        "section": "events",
        "event": event,
        "rounds": sorted((one for one in rows if one.round is not None), key=lambda one: one.round or 0),
        "reserves": [one for one in rows if one.round is None and one.dropped_at is None],
        "dropped": [one for one in rows if one.dropped_at is not None],
        "example": next((one for one in rows if one.opening), None),
    }
    return render(request, "public/words.html", context)
