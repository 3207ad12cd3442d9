"""The journal of the event: every act outside the table logs, who did it, when, on what and why; refused ones too."""

from __future__ import annotations

from operator import itemgetter
from zoneinfo import ZoneInfo

from django.http import HttpResponse
from django.utils import timezone

from tournaments.acts.visit import Visit
from tournaments.console.face import desk
from tournaments.models import Event
from tournaments.queries.journal import journal_page
from tournaments.texts.about_journal import act_text, shown_line
from tournaments.texts.about_languages import name_order


@desk.page("<slug:slug>/journal/", right="event.journal")
def journal(event: Event, visit: Visit) -> HttpResponse:
    """Fifty lines to a page, the newest first; `act` and `refused` choose."""
    asked = visit.request.GET
    act, refused = asked.get("act", "")[:40], asked.get("refused") == "1"
    found = journal_page(event=event, act=act, refused=refused, page=asked.get("page"))
    with timezone.override(ZoneInfo(event.time_zone)):
        lines = [shown_line(line, found.names) for line in found.page]
    values = {
        "tab": "settings",
        "event": event,
        "page_obj": found.page,
        "lines": lines,
        "acts": sorted(((code, act_text(code)) for code in found.acts), key=name_order(itemgetter(1))),
        "act": act,
        "refused": refused,
    }
    return visit.page("console/journal.html", values)
