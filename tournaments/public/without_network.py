"""What a phone has when there is no network: the service worker, the page that it shows then, lines carried as codes.

Nothing here is anybody's: the pages are the same for all, and what waits on a phone is known to the phone alone.
"""

from __future__ import annotations

import hashlib
import json
from functools import cache
from pathlib import Path

from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.contrib.staticfiles import finders
from django.contrib.staticfiles.storage import staticfiles_storage
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from tournaments.public.face import public
from tournaments.public.open_page import open_page

LEAVING = ("/sign-in/", "/sign-out/")  # whoever sends a form there is somebody else afterwards


@public.view("sw.js", right="public.read", name="service_worker")
@login_not_required
@require_safe
def service_worker(_request: HttpRequest) -> HttpResponse:
    """The worker of the whole site; or, with SCWU_SERVICE_WORKER=0, one that takes away what others have kept."""
    shell = {
        "version": _version(),
        "files": settings.STATIC_URL,
        "pages": [reverse("public:without_network"), reverse("public:carry")],
        "fallback": reverse("public:without_network"),
        "leaving": LEAVING,
        "off": not settings.SERVICE_WORKER,
    }
    answer = HttpResponse(f"self.SHELL = {json.dumps(shell)};\n{_source()}", content_type="text/javascript")
    answer["Cache-Control"] = "no-store"
    return answer


@public.view("offline/", right="public.read")
@open_page
def without_network(request: HttpRequest) -> HttpResponse:
    """In the place of a page that cannot be had: what waits on this phone, and the tables that it can still open."""
    return render(request, "public/without_network.html")


@public.view("carry/", right="public.read")
@open_page
def carry(request: HttpRequest) -> HttpResponse:
    """Lines of another phone, which stand in the part of the address that no browser sends; or one's own as codes."""
    return render(request, "public/carry.html")


@cache
def _source() -> str:
    return Path(str(finders.find("tournaments/phone/service-worker.js"))).read_text()


def _version() -> str:
    """Another one whenever a page or a file may have changed, so that browsers notice."""
    files = getattr(staticfiles_storage, "manifest_hash", "")
    return hashlib.sha256(f"{settings.BUILD} {files} {_source()}".encode()).hexdigest()[:12]
