"""Published results at their permanent addresses: the stored document as a page and as a file.

What is shown is the document, never today's scores: a correction is a further publication. Only the nicks of the day
come from the registrations, because the document names entries by their keys. The head of the
table logs stands under it, so that everybody can check later that no log was changed.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from typing import Any

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from tournaments import access
from tournaments.facts.masking import unmasked
from tournaments.public.events import badge_of
from tournaments.public.face import public
from tournaments.public.open_page import open_page
from tournaments.queries.documents import nicks_at
from tournaments.queries.versions import live_page
from tournaments.standings.places import place_text
from tournaments.standings.reasons import Reason
from tournaments.texts.about_languages import name_order
from tournaments.texts.about_reasons import reasons_shown

PER_PAGE = 200
FORMAT = ("format", "finalists", "standings", "tables", "findings")  # scwu-results/1, and nothing besides


@public.view("e/<slug:slug>/results/", right="public.read", name="results_latest")
@open_page
def newest(request: HttpRequest, slug: str) -> HttpResponse:
    """On to the newest results, or to the live standings while nothing is published."""
    found = access.public_event_page(slug)
    if found.last_publication is None:
        return redirect("public:standings", slug=slug)
    return redirect("public:results", slug=slug, number=found.last_publication)


@public.view("e/<slug:slug>/results/<int:number>/", right="public.read", name="results")
@live_page
def publication(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """The results as they were published."""
    published = access.public_publication(slug, number)
    document: Mapping[str, Any] = published.document
    nicks = nicks_at(published.event)
    page = Paginator(_rows(document, nicks), PER_PAGE).get_page(request.GET.get("page"))
    context = {
        "section": "events",
        "event": published.event,
        "badge": badge_of(published.event.status),
        "publication": published,
        "rows": list(page),
        "page_obj": page,
        "guests": _guests(document, nicks),
        "findings": document.get("findings", ()),
    }
    return render(request, "public/publication.html", context)


@public.view("e/<slug:slug>/results/<int:number>/scwu-results.json", right="public.read", name="results_json")
@live_page
def document(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """The document `scwu-results/1` as a file."""
    published = access.public_publication(slug, number)
    stored = {key: published.document[key] for key in FORMAT if key in published.document}
    text = json.dumps(stored, ensure_ascii=False, indent=2) + "\n"
    headers = {"Content-Disposition": f'attachment; filename="{slug}-results-{published.number}.json"'}
    return HttpResponse(text, content_type="application/json; charset=utf-8", headers=headers)


def _rows(document: Mapping[str, Any], nicks: Mapping[str, str]) -> list[dict[str, Any]]:
    """The official order with what each did, and the computed place where the referee set another."""
    figures = {standing["entry"]: standing for standing in document["standings"]}
    equals = Counter(line["computed"] for line in document["official"])
    rows = []
    for line in document["official"]:
        entry, computed = line["entry"], place_text(line["computed"], line["computed"] + equals[line["computed"]] - 1)
        who = document["entries"].get(entry, {})
        why = [Reason(code, values) for code, values in document.get("reasons", {}).get(entry, ())]
        rows.append(
            {
                "place": computed if line["place"] == line["computed"] else str(line["place"]),
                "computed": computed if line["note"] else "",
                "note": unmasked(line["note"], nicks),
                "nick": nicks.get(entry, entry),
                "club": who.get("club") or "",
                "country": who.get("country") or "",
                "deals": figures[entry]["deals"],
                "letters": figures[entry]["letters"],
                "success": figures[entry]["success"],
                **{name: figures[entry].get(name) for name in ("games", "games_won", "points")},
                "why": reasons_shown(why, nicks),
            }
        )
    return rows


def _guests(document: Mapping[str, Any], nicks: Mapping[str, str]) -> list[str]:
    """Who played without taking a place."""
    seated = {seat["entry"] for table in document["tables"] for seat in table["seats"].values()}
    placed = {standing["entry"] for standing in document["standings"]}
    return sorted((nicks.get(entry, entry) for entry in seated - placed), key=name_order())
