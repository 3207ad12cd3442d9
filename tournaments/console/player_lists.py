"""A list of players from a spreadsheet into an event: tried first, then taken in, all of it or nothing."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from games.rules.refusals import Refused
from tournaments import access
from tournaments.console.answers import Refusal, acted, address, page, refusal_of, signed_in
from tournaments.exchange.people_file import MOST_BYTES, MOST_ROWS
from tournaments.models import Event
from tournaments.operations.files.people_lists import Scope, check_people, sealed, take_people, unsealed
from tournaments.operations.files.people_uploads import people_in
from tournaments.texts.about_ranking import rows_said

ACT = "event.people"


@require_http_methods(["GET", "HEAD", "POST"])
def player_list(request: HttpRequest, slug: str) -> HttpResponse:
    """POST of a file or of cells tries it; POST of what was tried takes it in."""
    account = signed_in(request)
    event = access.event_for(account, slug, ACT)
    scope, now = Scope(event=event), timezone.now()
    if request.method != "POST":
        return _page(request, event)
    if "list" not in request.POST:
        try:
            file = people_in(request.FILES.get("file"), request.POST.get("pasted", ""))
        except Refused as refused:
            return _page(request, event, refusal=refusal_of(refused, "list"))
        checked = check_people(file.rows, scope, now=now)
        is_fine = not any(one.faults for one in checked)
        values = {
            "rows": rows_said(checked),
            "left_out": file.left_out,
            "is_fine": is_fine,
            "sealed": sealed(file.rows, scope, by=account) if is_fine else "",
        }
        return _page(request, event, values, status=200 if is_fine else 422)

    def act() -> str:
        taken = take_people(unsealed(request.POST["list"], scope, by=account), scope, by=account, now=now)
        n = taken.new + taken.added
        return ngettext("%(n)d player of the list is in.", "%(n)d players of the list are in.", n) % {"n": n}

    return acted(
        request,
        act,
        to=address("people", slug),
        refused=lambda refused: _page(request, event, refusal=refusal_of(refused, "list")),
    )


def _page(
    request: HttpRequest,
    event: Event,
    values: dict[str, Any] | None = None,
    refusal: Refusal | None = None,
    *,
    status: int = 200,
) -> HttpResponse:
    context = {"tab": "people", "most_bytes": MOST_BYTES, "most_rows": MOST_ROWS, "for_event": True, **(values or {})}
    return page(request, "player_list", event, context, refusal, status=status)
