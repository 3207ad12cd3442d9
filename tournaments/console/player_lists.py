"""A list of players from a spreadsheet into an event: tried first, then taken in, all of it or nothing."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from games.rules.refusals import Refused
from tournaments.acts.face import Values
from tournaments.acts.visit import UNPROCESSABLE, Visit
from tournaments.console.face import desk
from tournaments.exchange.people_file import MOST_BYTES, MOST_ROWS
from tournaments.models import Event
from tournaments.operations.files import people_lists as operations
from tournaments.operations.files.people_uploads import people_in
from tournaments.operations.upkeep import kept_backups
from tournaments.texts.about_ranking import rows_said


@desk.page("<slug:slug>/list/", right="event.people")
def player_list(event: Event, visit: Visit) -> HttpResponse:
    """Where a file or cells are handed in."""
    return _page(event, visit)


@desk.act(
    "<slug:slug>/list/",
    right="event.people",
    page=player_list,
    to="people",
    wanted=_("Taking in a list of players"),
    code="desk:player_list",
)
def take_people(event: Event, visit: Visit) -> Values:
    """Try a file or cells; what was tried is taken in."""
    if "list" not in visit.sent:
        return _try(event, visit)
    scope = operations.Scope(event=event)
    rows = operations.unsealed(visit.sent.get("list", ""), scope, by=visit.by)
    kept_backups.before("people_taken_in", by=visit.by, now=visit.now)
    taken = operations.take_people(rows, scope, by=visit.by, now=visit.now)
    n = taken.new + taken.added
    return ngettext("%(n)d player of the list is in.", "%(n)d players of the list are in.", n) % {"n": n}


def _try(event: Event, visit: Visit) -> HttpResponse:
    """What would become of the rows, and what is wrong with them."""
    scope = operations.Scope(event=event)
    try:
        file = people_in(visit.request.FILES.get("file"), visit.sent.get("pasted", ""))
    except Refused as refused:
        visit.explain(refused)
        return _page(event, visit)
    checked = operations.check_people(file.rows, scope, now=visit.now)
    is_fine = not any(row.faults for row in checked)
    answer = _page(
        event,
        visit,
        rows=rows_said(checked),
        left_out=file.left_out,
        is_fine=is_fine,
        sealed=operations.sealed(file.rows, scope, by=visit.by) if is_fine else "",
    )
    answer.status_code = 200 if is_fine else UNPROCESSABLE
    return answer


def _page(event: Event, visit: Visit, **values: Any) -> HttpResponse:
    shown = {"tab": "people", "event": event, "most_bytes": MOST_BYTES, "most_rows": MOST_ROWS, "for_event": True}
    return visit.page("console/player_list.html", {**shown, **values})
