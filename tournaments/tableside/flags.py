"""A flag: what a phone brought against what stands, side by side, and one tap that settles it.

From the board it is two taps: the flag, then what it is. Three, where somebody is asked whether he means it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from uuid import UUID
from zoneinfo import ZoneInfo

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.arrivals.sent import Sent, Undo
from games.rules.entries import Deal, SmearDeal, VoidDeal
from games.rules.refusals import Refused
from tournaments import access
from tournaments.acts.visit import note_refusal, signed_in
from tournaments.operations.rulings.settling import settle
from tournaments.queries.flags import FlagView, flag_view
from tournaments.queries.tables import TableView, table_view
from tournaments.tableside.face import TABLE, tableside
from tournaments.tableside.shown import shown_lines
from tournaments.tableside.table_answers import Place, Refusal, named, redirected, refusal_of
from tournaments.texts import about_arrivals
from tournaments.texts.about_log import wanted_text

# What the buttons say: by the status of the flag, then by the verdict. What is not told here is said as in "".
CHOICES: Mapping[str, Mapping[str, Any]] = {
    "maybe_duplicate": {
        "leave": gettext_lazy("The same deal: it counts once"),
        "take": gettext_lazy("Two deals: both count"),
        "instead": gettext_lazy("The same deal, but the phone is right"),
    },
    "conflict": {
        "leave": gettext_lazy("What stands is right"),
        "instead": gettext_lazy("The phone is right: in place of what stands"),
        "take": gettext_lazy("Two deals: both count"),
    },
    "": {
        "leave": gettext_lazy("It does not count"),
        "take": gettext_lazy("It counts"),
        "instead": gettext_lazy("It counts in place of what stands"),
    },
}
FLAG = f"{TABLE}flags/<uuid:arrival>/"


@tableside.view(FLAG, right="table.rule", methods="GET POST", name="flag", wanted=gettext_lazy("Settling a flag"))
def flag_page(request: HttpRequest, slug: str, round_number: int, table_number: int, arrival: UUID) -> HttpResponse:
    """Both sides of a flag; sent, what the referee says it is."""
    place = Place(slug, round_number, table_number)
    if request.method != "POST":
        return _page(request, place, arrival)
    by, verdict = signed_in(request), request.POST.get("verdict", "")
    try:
        settle(by=by, arrival=arrival, verdict=verdict, now=timezone.now(), **place.named())
    except Refused as refused:
        note_refusal(request, refused)
        return _page(request, place, arrival, refusal=refusal_of(refused))
    messages.success(request, _("Table %(n)s: settled. The log says what you decided.") % {"n": table_number})
    return redirected(reverse("table:board", args=[slug]))


def _page(request: HttpRequest, place: Place, arrival: UUID, refusal: Refusal | None = None) -> HttpResponse:
    account = signed_in(request)
    held = access.table_for_recorder(account, place.slug, place.round_number, place.table_number)
    if not held.is_referee:
        raise PermissionDenied
    found = flag_view(held.table, arrival)
    if found is None:
        raise Http404
    view = table_view(held.table, viewer=account, is_referee=True)
    words = CHOICES.get(found.flag.status, CHOICES[""])
    context = {
        "place": place,
        "view": view,
        "flag": found,
        "why": about_arrivals.sentence(found.flag.status, found.flag.code),
        "ours": _what(view, found),
        "theirs": _stands(view, found),
        "last": _last(view) if found.about is None else "",
        "choices": [(verdict, words[verdict]) for verdict in words if verdict in found.verdicts],
        "settled": about_arrivals.settled_sentence(found.settled) if found.settled else "",
        "number": _number(found),
        "refusal": refusal,
    }
    status = refusal.status if refusal else 200
    with timezone.override(ZoneInfo(view.zone)):
        return named(render(request, "tableside/flag.html", context, status=status), None)


def _number(found: FlagView) -> int | None:
    """Of the deal that the phone speaks of, as people count: a slot counts void deals too."""
    sent = found.flag.arrival.sent
    if sent is None or not isinstance(sent.entry, Deal | SmearDeal):
        return None
    before = found.known.played[: max(sent.slot - 1, 0)]
    return sent.slot - sum(isinstance(line.entry, VoidDeal) for line in before)


def _what(view: TableView, found: FlagView) -> str:
    """What the phone says, in the words of the log; empty if nobody can read it."""
    sent = found.flag.arrival.sent
    if not isinstance(sent, Sent) or view.state is None:
        return ""
    if isinstance(sent.entry, Undo):
        line = found.known.by_id.get(sent.entry.line)
        said = shown_lines(view)[line.position - 1].text if line else ""
        return _("Take back: %(line)s") % {"line": said or "–"}
    return wanted_text(view.state, view.names, sent.entry)


def _stands(view: TableView, found: FlagView) -> str:
    return shown_lines(view)[found.about.position - 1].text if found.about else ""


def _last(view: TableView) -> str:
    lines = shown_lines(view)
    return lines[-1].text if lines else ""
