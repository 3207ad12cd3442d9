"""Calling the referee: the table's button, the bell on the devices of referees, and the page of who plays there.

A call needs somebody who hears it, so it is made online only: `call.js` says so where there is no network.
"""

from __future__ import annotations

from collections.abc import Callable
from zoneinfo import ZoneInfo

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.rules.refusals import Refused
from tournaments import access
from tournaments.access.tables import RecordedTable
from tournaments.acts.taken_back import taken_back_page
from tournaments.acts.visit import note_refusal, signed_in
from tournaments.facts.nicks import shown
from tournaments.models import LONGEST_WISH
from tournaments.operations.evening import calls, recording
from tournaments.queries.calls import open_calls
from tournaments.queries.rooms import calls_for, referees_at
from tournaments.queries.tables import table_view
from tournaments.tableside.face import TABLE, tableside
from tournaments.tableside.table_answers import Place, named, redirected
from tournaments.texts.about_events import round_title
from tournaments.texts.refusals import sentence_for


@tableside.view(f"{TABLE}here/", right="table.sit", name="here")
def here(request: HttpRequest, slug: str, round_number: int, table_number: int) -> HttpResponse:
    """The page of somebody who plays at the table: call the referee, agree with the result. While its round is seated
    anew, and once that has left the plan, only that.
    """
    place, account = Place(slug, round_number, table_number), signed_in(request)
    try:
        held = access.table_for_sitter(account, slug, round_number, table_number)
    except Http404:
        return named(taken_back_page(request, slug, round_number, table_number), None)
    view = table_view(held.table, viewer=account, is_referee=held.is_referee)
    round_ = held.table.round
    is_shown = access.seating_is_public(round_)  # of a draft that follows a seating who watches is told nothing
    context = {
        "place": place,
        "view": view,
        "held": held,
        "back": "here",
        "is_drawn_again": is_shown and round_.is_told_again,
        "is_promised_again": is_shown and not round_.is_told_again and round_.is_promised_again,
        "round_title": round_title(view.round_number, view.round_kind),
        "room_referees": referees_at(held.table.round.event, view.number),
    }
    with timezone.override(ZoneInfo(view.zone)):
        answer = render(request, "tableside/here.html", context)
    answer["X-Version"] = str(view.version)
    return named(answer, None)


@tableside.view(f"{TABLE}agree/", right="table.sit", methods="POST", wanted=gettext_lazy("Agreeing with a result"))
def agree(request: HttpRequest, slug: str, round_number: int, table_number: int) -> HttpResponse:
    """Who plays at the table agrees with the result on his own phone."""
    place = Place(slug, round_number, table_number)
    try:
        recording.agree(by=signed_in(request), now=timezone.now(), **place.named())
    except Refused as refused:
        note_refusal(request, refused)
        messages.warning(request, sentence_for(refused))
    else:
        messages.success(request, _("You have agreed with the result."))
    return redirected(f"{place.base}here/")


@tableside.view(
    f"{TABLE}calls/", right="table.sit", methods="POST", name="call_referee", wanted=gettext_lazy("Calling the referee")
)
def call_referee(request: HttpRequest, slug: str, round_number: int, table_number: int) -> HttpResponse:
    """Call the referee to this table."""
    account = signed_in(request)
    held = access.table_for_sitter(account, slug, round_number, table_number)
    wish = shown(request.POST.get("reason", "")[: 2 * LONGEST_WISH])[:LONGEST_WISH]
    return _done(
        request,
        held,
        lambda: calls.call_referee(table=held.table, by=account, now=timezone.now(), reason=wish),
        _("The referee is called."),
    )


@tableside.view(
    f"{TABLE}calls/answer/", right="table.rule", methods="POST", wanted=gettext_lazy("Answering the call of a table")
)
def answer_call(request: HttpRequest, slug: str, round_number: int, table_number: int) -> HttpResponse:
    """Say that one is coming."""
    account = signed_in(request)
    held = access.table_for_referee(account, slug, round_number, table_number)
    return _done(
        request,
        held,
        lambda: calls.answer_call(table=held.table, by=account, now=timezone.now()),
        _("The table sees that you are coming."),
    )


@tableside.view(
    f"{TABLE}calls/end/", right="table.sit", methods="POST", wanted=gettext_lazy("Ending the call of a table")
)
def end_call(request: HttpRequest, slug: str, round_number: int, table_number: int) -> HttpResponse:
    """It is done, or nobody is needed any more."""
    account = signed_in(request)
    held = access.table_for_sitter(account, slug, round_number, table_number)
    return _done(
        request,
        held,
        lambda: calls.end_call(table=held.table, by=account, now=timezone.now()),
        _("The call is done."),
    )


@tableside.view("<slug:slug>/calls/", right="event.watch", name="calls")
def bell(request: HttpRequest, slug: str) -> HttpResponse:
    """The open calls of the tables over which one watches; nothing new while the event stands."""
    account = signed_in(request)
    event = access.event_for(account, slug, "event.watch")
    but = request.GET.get("but")  # a table's page shows its own call itself
    open_now = open_calls(access.tables_for_staff(account, event))
    found = calls_for(account, event, [call for call in open_now if f"{call.round}-{call.table}" != but])
    context = {
        "event": event,
        "calls": found,
        "may_answer": access.may(account, "table.rule", event=event),
        "back": "desk" if request.GET.get("desk") else "board",
    }
    with timezone.override(ZoneInfo(event.time_zone)):
        answer = render(request, "tableside/parts/bell_now.html", context)
    answer["X-Version"] = str(event.version)
    return named(answer, None)


def _done(request: HttpRequest, held: RecordedTable, act: Callable[[], object], said: str) -> HttpResponse:
    back = _back(request, held)  # first: of a form that nobody can read nothing is done
    try:
        act()
    except Refused as refused:
        note_refusal(request, refused)
        messages.warning(request, sentence_for(refused))
    else:
        messages.success(request, said)
    return redirected(back)


def _back(request: HttpRequest, held: RecordedTable) -> str:
    """Where the button stood: the desk, the board, the page of who plays here, or that of who records here."""
    table = held.table
    back = request.POST.get("back", "")
    if back == "desk" and held.is_referee:
        return reverse("desk:event", args=[table.round.event.slug])
    if back == "board" and held.is_referee:
        return reverse("table:board", args=[table.round.event.slug])
    base = Place(table.round.event.slug, table.round.number, table.number).base
    return f"{base}here/" if back == "here" or not held.may_record else base
