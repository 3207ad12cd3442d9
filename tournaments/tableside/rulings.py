"""Rulings: the form for one kind of renonc with its usual ruling preselected, and the list of all of an event.

At a table of Smear there is no renonc; a revoke is ruled on with a warning, or the deal is dealt once more.
"""

from __future__ import annotations

import uuid
from typing import Any
from zoneinfo import ZoneInfo

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.rules.refusals import Refused
from games.rules.renonc import PROPOSES_BAN, WITHOUT_PENALTY, catalogue_of
from tournaments import access, rights
from tournaments.acts.visit import signed_in
from tournaments.models import Table
from tournaments.operations.rulings.judging import preview_ruling, rule
from tournaments.queries.rulings import misdeals_at, rulings_at
from tournaments.queries.tables import TableView
from tournaments.tableside.face import TABLE, tableside
from tournaments.tableside.ruling_form import RulingForm
from tournaments.tableside.sheet import read_choice
from tournaments.tableside.table_answers import (
    UNPROCESSABLE,
    Place,
    Refusal,
    fetch,
    gone,
    named,
    refusal_of,
    renewed,
    wants_part,
)
from tournaments.texts.about_consequences import consequence_lines
from tournaments.texts.about_rulings import DECISIONS, JUDGES, RENONC_KINDS


@tableside.view("<slug:slug>/rulings/", right="event.watch", name="rulings")
def rulings_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Every ruling of the event at the tables that whoever asks looks after."""
    account = signed_in(request)
    event = access.event_for(account, slug, "event.watch")
    found = rulings_at(access.tables_for_staff(account, event))
    rows = [
        (
            ruling,
            RENONC_KINDS[ruling.kind],
            DECISIONS[ruling.decision],
            JUDGES[ruling.judged_by],
        )
        for ruling in found
    ]
    roles = access.roles_at(account, event)
    values = {
        "event": event,
        "rows": rows,
        "may_propose": bool(roles & rights.where_held("event.rule")),
        "may_direct": bool(roles & rights.where_held("event.direct")),
    }
    with timezone.override(ZoneInfo(event.time_zone)):
        return named(render(request, "tableside/rulings.html", values), None)


@tableside.view(
    f"{TABLE}rulings/<slug:kind>/",
    right="table.record",
    methods="GET POST",
    name="ruling",
    wanted=gettext_lazy("Ruling at a table"),
)
def ruling_page(request: HttpRequest, slug: str, round_number: int, table_number: int, kind: str) -> HttpResponse:
    """The form for a ruling of one kind; sent, the ruling itself."""
    place = Place(slug, round_number, table_number)
    view = fetch(request, place)
    if view.state is None or kind not in catalogue_of(is_smear=view.is_smear):
        raise Http404
    if request.method != "POST":
        form = RulingForm(view=view, kind=kind, initial=_initial(request, view, kind))
        return _page(request, place, view, form)
    form = RulingForm(request.POST, view=view, kind=kind)
    if not form.is_valid():
        return _page(request, place, view, form, status=UNPROCESSABLE)
    said, by, now = form.draft(), signed_in(request), timezone.now()
    try:
        if form.is_to_be_looked_at:
            found = consequence_lines(preview_ruling(by=by, draft=said, now=now, **place.named()))
            return _page(request, place, view, form, found=found)
        rule(by=by, draft=said, now=now, **place.named())
    except Refused as refused:
        return _page(request, place, fetch(request, place), form, refusal=refusal_of(refused))
    messages.success(request, _("The ruling is recorded: %(decision)s.") % {"decision": DECISIONS[said.decision]})
    return gone(request, place.base, form.cleaned_data["entry_id"])


def _initial(request: HttpRequest, view: TableView, kind: str) -> dict[str, Any]:
    return {
        **_fresh(view),
        "decision": catalogue_of(is_smear=view.is_smear)[kind][0],
        "judged_by": view.instance,
        "bench": [] if view.is_smear else list(read_choice(request.GET, view).bench),
    }


def _misdealt(place: Place, view: TableView) -> list[tuple[str, str, int]]:
    """Seat, nick and which misdeal of his in this game the next one would be, of those who have dealt wrongly."""
    if view.state is None:
        return []
    table = Table.objects.get(
        round__event__slug=place.slug, round__number=place.round_number, number=place.table_number
    )
    before = misdeals_at(table, view.state)
    seats = view.state.seats.items()
    return [
        (seat, view.nick(seat), before[seat_now.occupant] + 1) for seat, seat_now in seats if before[seat_now.occupant]
    ]


def _fresh(view: TableView) -> dict[str, Any]:
    return {"entry_id": uuid.uuid4(), "expected_position": view.length + 1}


def _page(
    request: HttpRequest,
    place: Place,
    view: TableView,
    form: RulingForm,
    *,
    refusal: Refusal | None = None,
    found: list[str] | None = None,
    status: int = 200,
) -> HttpResponse:
    entry_id = form.cleaned_data.get("entry_id") if form.is_bound else None
    status, kind = refusal.status if refusal else status, form.kind
    context = {
        "place": place,
        "view": view,
        "kind": RENONC_KINDS[kind],
        "proposes_ban": kind in PROPOSES_BAN,
        "has_no_penalty": kind in WITHOUT_PENALTY,
        "misdealt": _misdealt(place, view) if kind == "c" else [],
        "form": renewed(form, **_fresh(view), looked=form.mark if found else ""),
        "found": found,
        "refusal": refusal,
    }
    with timezone.override(ZoneInfo(view.zone)):
        answer = render(request, "tableside/ruling.html", context, status=status)
    return named(answer, entry_id if wants_part(request) else None)
