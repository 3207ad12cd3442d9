"""The whole event as a file: given out, taken in; and the results document.

A file is refused before it is read if it is too large, and whole if anything in it is wrong; every fault is listed
with its JSON path, and nothing is imported (formats/event-file.md).
"""

from __future__ import annotations

import json

from django.conf import settings
from django.contrib import messages
from django.core.files.uploadedfile import UploadedFile
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.rules.documents.faults import faults_in
from games.rules.refusals import Refused
from tournaments import access
from tournaments.acts.visit import CONFLICT, UNPROCESSABLE, Visit, note_refusal, signed_in, stay_signed_in
from tournaments.console.face import desk
from tournaments.exchange.event_file import dump, parse
from tournaments.models import Event
from tournaments.operations.files import event_files as operations
from tournaments.operations.upkeep import kept_backups
from tournaments.queries.documents import results_of
from tournaments.texts.about_faults import fault_text
from tournaments.texts.refusals import sentence_for

TOO_LARGE = 413


@desk.page("<slug:slug>/files/", right="event.files")
def files(event: Event, visit: Visit) -> HttpResponse:
    """What can be downloaded."""
    return visit.page("console/files.html", {"tab": "settings", "event": event})


@desk.page("<slug:slug>/files/event.json", right="event.files")
def event_file(event: Event, visit: Visit) -> HttpResponse:
    """The event file. It holds every word, also of rounds that have not started: it is the director's alone."""
    file = operations.hand_out_event(event=event, by=visit.by, now=visit.now)
    return _download(dump(file) + "\n", f"{event.slug}.event.json")


@desk.page("<slug:slug>/files/results.json", right="event.files")
def results_file(event: Event, _visit: Visit) -> HttpResponse:
    """The results document, `scwu-results/1`."""
    text = json.dumps(results_of(event), indent=1, ensure_ascii=False)
    return _download(text + "\n", f"{event.slug}.results.json")


def _download(text: str, name: str) -> HttpResponse:
    answer = HttpResponse(text, content_type="application/json; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="{name}"'
    answer["Cache-Control"] = "private, no-store"
    return answer


@desk.page("+file/", right="event.create")
def take_in(visit: Visit) -> HttpResponse:
    """Where an event file is handed in."""
    return _upload_page(visit.request)


@desk.view("+file/", right="event.create", methods="POST", wanted=_("Importing an event file"), code="desk:take_in")
def import_event(request: HttpRequest) -> HttpResponse:
    """Import an event file; who imports it directs the event."""
    account = signed_in(request)
    access.prove(account, "event.create")
    sent = request.FILES.get("file")
    if not isinstance(sent, UploadedFile):
        return _upload_page(request, gettext("Choose a file first."), status=UNPROCESSABLE)
    if (sent.size or 0) > settings.EVENT_FILE_MAX_BYTES:
        return _upload_page(request, too_large(), status=TOO_LARGE)
    try:
        file = parse(sent.read())
        kept_backups.before("event_imported", by=account, now=timezone.now())
        event = operations.import_event(file=file, by=account, now=timezone.now())
        stay_signed_in(request)
    except Refused as refused:
        note_refusal(request, refused)
        faults = [(fault.path, fault_text(fault)) for fault in faults_in(refused)]
        status = UNPROCESSABLE if faults else CONFLICT
        return _upload_page(request, sentence_for(refused), faults=faults, status=status)
    messages.success(request, gettext("%(event)s is imported. You direct it.") % {"event": event.name})
    return HttpResponseRedirect(desk.address("event", slug=event.slug))


def too_large() -> str:
    """The sentence about a file over the bound."""
    return gettext("The file is larger than %(n)d MiB; nothing was imported.") % {
        "n": settings.EVENT_FILE_MAX_BYTES // (1024 * 1024)
    }


def _upload_page(
    request: HttpRequest, sentence: str = "", *, faults: list[tuple[str, str]] | None = None, status: int = 200
) -> HttpResponse:
    values = {"sentence": sentence, "faults": faults or [], "most_bytes": settings.EVENT_FILE_MAX_BYTES}
    return render(request, "console/take_in.html", values, status=status)
