"""One page per event with every ruling in its public part: what was decided, by whom, what became of it; or "none"."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from tournaments import access
from tournaments.models import Event
from tournaments.public.events import event_frame
from tournaments.public.face import public
from tournaments.queries.rulings import rulings_of_event
from tournaments.queries.versions import live_page
from tournaments.texts.about_events import round_title
from tournaments.texts.about_rulings import DECISIONS, JUDGES, OUTCOMES, RENONC_KINDS


@public.view("e/<slug:slug>/rulings/", right="public.read")
@live_page
def event_rulings(request: HttpRequest, slug: str) -> HttpResponse:
    """The rulings in the order in which they were given; the facts are private and not here."""
    found = access.public_event_page(slug)
    context = {"rows": rulings_shown(found.event)}
    return render(request, "public/event_rulings.html", event_frame(found, "rulings") | context)


def rulings_shown(event: Event) -> list[dict[str, Any]]:
    """The rulings of an event with their words."""
    rulings = rulings_of_event(event)
    numbers = {ruling.pk: number for number, ruling in enumerate(rulings, start=1)}
    mended = {ruling.pk for ruling in rulings if ruling.is_mended}
    return [
        {
            "one": ruling,
            "number": number,
            "title": round_title(ruling.round_number, ruling.round_kind),
            "kind": RENONC_KINDS[ruling.kind],
            "decision": DECISIONS[ruling.decision],
            "judge": JUDGES[ruling.judged_by],
            "overrules": numbers.get(ruling.overrules or 0),
            "is_mending": ruling.overrules in mended,
            "outcome": OUTCOMES.get(ruling.appeal.outcome, "") if ruling.appeal else "",
        }
        for number, ruling in enumerate(rulings, start=1)
    ]
