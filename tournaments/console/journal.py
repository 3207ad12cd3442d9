"""The journal of the event: every act outside the table logs, who did it, when, on what and why; refused ones too."""

from __future__ import annotations

from operator import itemgetter
from zoneinfo import ZoneInfo

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_safe

from tournaments import access
from tournaments.console.answers import page, signed_in
from tournaments.queries.journal import journal_page
from tournaments.texts.about_journal import act_text, shown_line
from tournaments.texts.about_languages import name_order


@require_safe
def journal(request: HttpRequest, slug: str) -> HttpResponse:
    """Fifty lines to a page, the newest first; `act` and `refused` choose."""
    event = access.event_for(signed_in(request), slug, "event.journal")
    act, refused = request.GET.get("act", "")[:40], request.GET.get("refused") == "1"
    found = journal_page(event=event, act=act, refused=refused, page=request.GET.get("page"))
    with timezone.override(ZoneInfo(event.time_zone)):
        lines = [shown_line(line, found.names) for line in found.page]
    values = {
        "tab": "settings",
        "page_obj": found.page,
        "lines": lines,
        "acts": sorted(((one, act_text(one)) for one in found.acts), key=name_order(itemgetter(1))),
        "act": act,
        "refused": refused,
    }
    return page(request, "journal", event, values)
