"""The whole event as a file: given out, taken in; and the results document.

A file is refused before it is read if it is too large, and whole if anything in it is wrong; every fault is listed
with its JSON path, and nothing is imported (formats/event-file.md).
"""

from __future__ import annotations

import json

from django.conf import settings
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.core.files.uploadedfile import UploadedFile
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods

from games.rules.documents.faults import faults_in
from games.rules.refusals import Refused
from tournaments import access
from tournaments.console.answers import CONFLICT, UNPROCESSABLE, address, note_refused, page, signed_in
from tournaments.exchange.event_file import dump, parse
from tournaments.operations.files.event_files import hand_out_event, import_event
from tournaments.queries.documents import results_of
from tournaments.texts.about_faults import fault_text
from tournaments.texts.refusals import sentence_for

TOO_LARGE = 413


@require_GET
def files(request: HttpRequest, slug: str) -> HttpResponse:
    """What can be downloaded."""
    event = access.event_for(signed_in(request), slug, "event.files")
    return page(request, "files", event, {"tab": "settings"})


@require_GET
def event_file(request: HttpRequest, slug: str) -> HttpResponse:
    """The event file. It holds every word, also of rounds that have not started: it is the director's alone."""
    event = access.event_for(signed_in(request), slug, "event.files")
    file = hand_out_event(event=event, by=signed_in(request), now=timezone.now())
    return _download(dump(file) + "\n", f"{event.slug}.event.json")


@require_GET
def results_file(request: HttpRequest, slug: str) -> HttpResponse:
    """The results document, `scwu-results/1`."""
    event = access.event_for(signed_in(request), slug, "event.files")
    text = json.dumps(results_of(event), indent=1, ensure_ascii=False)
    return _download(text + "\n", f"{event.slug}.results.json")


def _download(text: str, name: str) -> HttpResponse:
    answer = HttpResponse(text, content_type="application/json; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="{name}"'
    answer["Cache-Control"] = "private, no-store"
    return answer


@require_http_methods(["GET", "POST"])
def take_in(request: HttpRequest) -> HttpResponse:
    """Import an event file; who imports it directs the event."""
    account = signed_in(request)
    if not access.may_create_events(account):
        raise PermissionDenied
    if request.method == "GET":
        return _upload_page(request)
    sent = request.FILES.get("file")
    if not isinstance(sent, UploadedFile):
        return _upload_page(request, _("Choose a file first."), status=UNPROCESSABLE)
    if (sent.size or 0) > settings.EVENT_FILE_MAX_BYTES:
        return _upload_page(request, too_large(), status=TOO_LARGE)
    try:
        event = import_event(file=parse(sent.read()), by=account, now=timezone.now())
    except Refused as refused:
        note_refused(request, refused)
        faults = [(fault.path, fault_text(fault)) for fault in faults_in(refused)]
        status = UNPROCESSABLE if faults else CONFLICT
        return _upload_page(request, sentence_for(refused), faults=faults, status=status)
    messages.success(request, _("%(event)s is imported. You direct it.") % {"event": event.name})
    return HttpResponseRedirect(address("event", event.slug))


def too_large() -> str:
    """The sentence about a file over the bound."""
    return _("The file is larger than %(n)d MiB; nothing was imported.") % {
        "n": settings.EVENT_FILE_MAX_BYTES // (1024 * 1024)
    }


def _upload_page(
    request: HttpRequest, sentence: str = "", *, faults: list[tuple[str, str]] | None = None, status: int = 200
) -> HttpResponse:
    values = {"sentence": sentence, "faults": faults or [], "most_bytes": settings.EVENT_FILE_MAX_BYTES}
    return render(request, "console/take_in.html", values, status=status)
