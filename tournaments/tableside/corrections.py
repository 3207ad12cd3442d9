"""Correcting an earlier line: change what it says, take it back, or put back what was taken.

Nothing is erased (competition.md 2.10): a correction is a further line of the log, and everything after the corrected
line is worked out again. What has become impossible by it shows as a finding at its line.
"""

from __future__ import annotations

import hashlib
import uuid
from typing import Any
from zoneinfo import ZoneInfo

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.protocol import Draft
from games.rules.entries import Amend, Seating, Strike
from games.rules.payload import entry_payload
from games.rules.refusals import Refused
from tournaments import access, lifecycle
from tournaments.acts.visit import signed_in
from tournaments.models import Round, RoundKind, RoundStatus
from tournaments.operations.evening import recording
from tournaments.operations.evening.recording import Recorded
from tournaments.operations.rulings.correcting import correct, preview_correction
from tournaments.queries.seating import seating_of
from tournaments.queries.substitutions import taken_back
from tournaments.queries.tables import LineView, TableView
from tournaments.tableside import pieces
from tournaments.tableside.face import TABLE, tableside
from tournaments.tableside.forms import CorrectionForm, StrikeForm, can_be_changed
from tournaments.tableside.shown import shown_lines
from tournaments.tableside.smear_forms import SmearCorrectionForm
from tournaments.tableside.table_answers import (
    UNPROCESSABLE,
    Place,
    Refusal,
    fetch_line,
    gone,
    named,
    refusal_of,
    renewed,
    wants_part,
)
from tournaments.texts import refusals
from tournaments.texts.about_consequences import consequence_lines

Correction = CorrectionForm | SmearCorrectionForm


@tableside.view(f"{TABLE}lines/<int:position>/", right="table.record", name="line")
def line_page(request: HttpRequest, slug: str, round_number: int, table_number: int, position: int) -> HttpResponse:
    """One line of the log with what can be done about it."""
    place = Place(slug, round_number, table_number)
    view, line = fetch_line(request, place, position)
    return _page(request, place, view, line)


@tableside.view(
    f"{TABLE}lines/<int:position>/amendments/",
    right="table.record",
    methods="POST",
    code="table:amendments",
)
def amend(request: HttpRequest, slug: str, round_number: int, table_number: int, position: int) -> HttpResponse:
    """Changes what the line says."""
    place = Place(slug, round_number, table_number)
    view, line = fetch_line(request, place, position)
    form = _form(view, line, request.POST)
    is_changed = form.is_valid() and bool(form.changes())
    if not is_changed and any(str(earlier.id) == request.POST.get("entry_id") for earlier in view.lines):
        # The phone asks again: what it sent is what the line says now.
        return gone(request, place.base, form.cleaned_data["entry_id"])
    if not is_changed:
        if form.is_valid():
            form.add_error(None, _("Nothing is changed yet."))
        return _page(request, place, view, line, correction=form, status=UNPROCESSABLE)
    return _correct(request, place, position, form)


@tableside.view(
    f"{TABLE}lines/<int:position>/strikes/",
    right="table.record",
    methods="POST",
    code="table:strikes",
)
def strike(request: HttpRequest, slug: str, round_number: int, table_number: int, position: int) -> HttpResponse:
    """Takes the line back, with a reason; or, if it was taken back, puts it back."""
    place, form = Place(slug, round_number, table_number), StrikeForm(request.POST)
    if not form.is_valid():
        view, line = fetch_line(request, place, position)
        refusal = Refusal(form.sentences(), UNPROCESSABLE)
        return _page(request, place, view, line, strike_form=form, refusal=refusal)
    return _correct(request, place, position, form)


def _form(view: TableView, line: LineView, data: QueryDict | None = None, **options: Any) -> Correction:
    """The form for what the line says, as the game wants it."""
    form = SmearCorrectionForm if view.is_smear else CorrectionForm
    return form(data, view=view, line=line, **options)


def _correct(request: HttpRequest, place: Place, position: int, form: Correction | StrikeForm) -> HttpResponse:
    by, now, draft = signed_in(request), timezone.now(), form.draft()
    forms: dict[str, Any] = {
        "correction": form if isinstance(form, CorrectionForm | SmearCorrectionForm) else None,
        "strike_form": form if isinstance(form, StrikeForm) else None,
    }
    try:
        view, line = fetch_line(request, place, position)
        if _is_late(view) and request.POST.get("looked") != _mark(draft):
            found = consequence_lines(preview_correction(by=by, draft=draft, now=now, **place.named()))
            return _page(request, place, view, line, **forms, found=found, looked=_mark(draft))
        corrected = correct(by=by, draft=draft, now=now, **place.named())
    except Refused as refused:
        view, line = fetch_line(request, place, position)
        return _page(request, place, view, line, **forms, refusal=refusal_of(refused))
    _say(request, corrected.recorded)
    if _says_who_sits(view, line):
        _say_what_stays(request, corrected.recorded.table.round)
    if _is_late(view):
        for sentence in consequence_lines(corrected.consequences):
            messages.success(request, sentence)
    return gone(request, place.base, form.cleaned_data["entry_id"])


def _is_late(view: TableView) -> bool:
    """Whether the round is closed, and who looks may correct all the same."""
    return view.round_status == RoundStatus.CLOSED and view.is_referee


def _mark(draft: Draft) -> str:
    """What was looked at: another choice, or a line recorded meanwhile, is looked at anew."""
    return hashlib.sha256(f"{draft.expected_position} {entry_payload(draft.entry)}".encode()).hexdigest()


def _say(request: HttpRequest, recorded: Recorded) -> None:
    messages.success(request, _("The log is corrected. Everything after that line was worked out again."))
    lost = sum(not line.applied and not line.struck for line in recorded.state.lines)
    if lost:
        said = ngettext(
            "%(lost)s line of the log does not count now. The log says why.",
            "%(lost)s lines of the log do not count now. The log says why.",
            lost,
        )
        messages.warning(request, said % {"lost": lost})


def _say_what_stays(request: HttpRequest, round_: Round) -> None:
    """What a substitution has left behind that is taken back: the director may change it, and reads it at the desk."""
    for one in taken_back(round_, seating_of(round_)):
        said = _(
            "%(nick)s has the seat again that %(stand_in)s took over. What the substitution said of the two besides "
            "has stayed; the director reads it at the desk, on the page of round %(round)s, and changes it if need be."
        )
        nicks = {"nick": one.back.nick, "stand_in": one.stand_in.nick}
        messages.warning(request, said % {**nicks, "round": round_.number})


def _page(
    request: HttpRequest,
    place: Place,
    view: TableView,
    line: LineView,
    *,
    correction: Correction | None = None,
    strike_form: StrikeForm | None = None,
    refusal: Refusal | None = None,
    found: list[str] | None = None,
    looked: str = "",
    status: int = 200,
) -> HttpResponse:
    sent = strike_form or correction
    entry_id = sent.cleaned_data.get("entry_id") if sent else None
    target = struck_by(view, line) if line.is_struck else line
    if strike_form and strike_form.cleaned_data.get("position", target.position) != target.position:
        strike_form = None  # what it takes back was meanwhile: to put that back has a reason of its own
    why_not = _why_not(request, place, target.position)
    if correction is None and can_be_changed(line):
        correction = _form(view, line, initial=_fresh(view))
    shown = shown_lines(view)[line.position - 1]
    strike = strike_form or StrikeForm(initial={**_fresh(view), "position": target.position})
    if _changes_who_plays(view, line):
        reason = strike["reason"]
        reason.field.required, reason.label = True, _("Reason, for everybody to read")
    context = {
        "place": place,
        "view": view,
        "one": shown,
        "log": [pieces.line(shown, ZoneInfo(view.zone))],
        "correction": correction and renewed(correction, **_fresh(view)),
        "strike": renewed(strike, **_fresh(view)),
        "target": target,
        "is_late": _is_late(view),
        "found": found,
        "looked": looked,
        "why_not": why_not and refusals.sentence_for(Refused(why_not)),
        "is_held": view.is_held(target.position),
        "refusal": refusal,
    }
    status = refusal.status if refusal else status
    with timezone.override(ZoneInfo(view.zone)):
        answer = render(request, "tableside/line.html", context, status=status)
    return named(answer, entry_id if wants_part(request) else None)


def _why_not(request: HttpRequest, place: Place, position: int) -> str:
    """The code with which whoever looks may not correct the line; empty if he may."""
    account = signed_in(request)
    held = access.table_for_recorder(account, place.slug, place.round_number, place.table_number)
    if held.table.round.event.status in lifecycle.OVER - lifecycle.FINISHED:
        return "event_over"
    return recording.why_not_correct(held, position, by=account)


def struck_by(view: TableView, line: LineView) -> LineView:
    """The strike in force that takes `line` out."""
    strikes = (
        strike_line
        for strike_line in view.lines
        if isinstance(strike_line.entry, Strike) and strike_line.entry.position == line.position
    )
    return next((strike_line for strike_line in strikes if strike_line.is_applied), line)


def _changes_who_plays(view: TableView, line: LineView) -> bool:
    """Whether the line, or the one that it speaks of, says who has a seat that goes by rank."""
    return view.round_kind != RoundKind.BASIC and _says_who_sits(view, line)


def _says_who_sits(view: TableView, line: LineView) -> bool:
    """Whether the line, or the one that it speaks of, says who has a seat."""
    entry = line.entry
    while isinstance(entry, Amend | Strike) and (earlier := view.line(entry.position)):
        entry = earlier.entry
    return isinstance(entry, Seating)


def _fresh(view: TableView) -> dict[str, Any]:
    """The hidden part of a new form."""
    return {"entry_id": uuid.uuid4(), "expected_position": view.length + 1, "base": view.length, "pen": view.pen.epoch}
