"""The journals of all events and of the union, for the union's board."""

from __future__ import annotations

from operator import itemgetter

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from tournaments import access
from tournaments.queries.journal import UNION, journal_page
from tournaments.texts.about_journal import act_text, shown_line
from tournaments.texts.about_languages import name_order
from tournaments.union.answers import page, signed_in


@require_safe
def journal(request: HttpRequest) -> HttpResponse:
    """All lines, or those of one event (`chain`: its slug) or of the union alone."""
    access.prove(signed_in(request), "union.journal")
    chain, act = request.GET.get("chain", "")[:80], request.GET.get("act", "")[:40]
    refused = request.GET.get("refused") == "1"
    found = journal_page(chain=chain, act=act, refused=refused, page=request.GET.get("page"))
    values = {
        "tab": "journal",
        "page_obj": found.page,
        "lines": [shown_line(line, found.names) for line in found.page],
        "acts": sorted(((one, act_text(one)) for one in found.acts), key=name_order(itemgetter(1))),
        "act": act,
        "refused": refused,
        "chain": chain,
        "union_chain": UNION,
    }
    return page(request, "journal", values)
