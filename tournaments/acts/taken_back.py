"""In place of a page of a round or a table that is not there any more: why, and where to go on."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from tournaments import access
from tournaments.texts.about_events import round_title


def taken_back_page(
    request: HttpRequest, slug: str, number: int, table: int = 0, *, is_part: bool = False
) -> HttpResponse:
    """Say that the round is seated anew or was taken out of the plan. `is_part`: without the page around it.

    Raises Http404 where nothing was taken back.
    """
    found = access.taken_back(slug, number, table)
    context = {
        "section": "events",
        "event": found.event,
        "number": number,
        "kind": found.kind,
        "title": round_title(number, found.kind),
        "is_removed": found.is_removed,
        "address": request.path,
    }
    answer = render(request, f"public/taken_back{'_live' if is_part else ''}.html", context)
    answer["X-Version"] = str(found.event.version)
    return answer
