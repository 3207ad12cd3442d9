"""The journals of all events and of the union, for the union's board."""

from __future__ import annotations

from operator import itemgetter

from django.http import HttpResponse

from tournaments.acts.visit import Visit
from tournaments.models import Event
from tournaments.queries.journal import UNION, journal_page
from tournaments.texts.about_journal import act_text, shown_line
from tournaments.texts.about_languages import name_order
from tournaments.union.face import union

NEWEST = 500  # events to choose from


@union.page("journal/", right="union.journal")
def journal(visit: Visit) -> HttpResponse:
    """All lines, or those of one event (`chain`: its slug) or of the union alone."""
    asked = visit.request.GET
    chain, act, refused = asked.get("chain", "")[:80], asked.get("act", "")[:40], asked.get("refused") == "1"
    found = journal_page(chain=chain, act=act, refused=refused, page=asked.get("page"))
    values = {
        "tab": "journal",
        "page_obj": found.page,
        "lines": [shown_line(line, found.names) for line in found.page],
        "acts": sorted(((code, act_text(code)) for code in found.acts), key=name_order(itemgetter(1))),
        "act": act,
        "refused": refused,
        "chain": chain,
        "union_chain": UNION,
        "events": Event.objects.order_by("-date", "-pk").only("slug", "name", "date")[:NEWEST],
    }
    return visit.page("union/journal.html", values)
