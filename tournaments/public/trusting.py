"""How a phone comes to trust the laptop of the hall (`./run --https`), what that brings, and how to take it back.

The certificate is handed out over plain http, because nobody trusts https here yet. Its fingerprint stands on the
director's screen as well: whoever wants to be sure compares the two.
"""

from __future__ import annotations

import hashlib
import ssl

import segno
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import content_disposition_header

from tournaments.public.face import public
from tournaments.public.open_page import open_page

LOCAL = {"localhost", "127.0.0.1", "[::1]"}


@public.view("trust/", right="public.read", name="trust")
@open_page
def trust(request: HttpRequest) -> HttpResponse:
    """The steps, in pictures; where no authority is, what it would take."""
    certificate = _certificate()
    context: dict[str, object] = {"section": "trust", "is_safe": request.is_secure()}
    if certificate:
        address = f"{site_for_others(request)}{reverse('public:trust_certificate')}"
        context |= {
            "address": address,
            "code": segno.make(address, error="m", micro=False).svg_data_uri(scale=6, border=4),
            "fingerprint": hashlib.sha256(certificate).digest().hex(":").upper(),
            "safe_address": _safe_address(request),
        }
    return render(request, "public/trust.html", context)


@public.view("trust/scwu.crt", right="public.read", name="trust_certificate")
@open_page
def certificate(_request: HttpRequest) -> HttpResponse:
    """The authority's certificate, as phones want it to install one; where there is none, the page that says so."""
    content = _certificate()
    if not content:
        return redirect("public:trust")
    answer = HttpResponse(content, content_type="application/x-x509-ca-cert")
    answer["Content-Disposition"] = content_disposition_header(as_attachment=True, filename="scwu.crt") or ""
    return answer


def _certificate() -> bytes:
    """The bytes that are hashed and installed; none where `./run` was not asked for https."""
    if not settings.HALL_HTTPS_PORT:
        return b""
    return ssl.PEM_cert_to_DER_cert(settings.HALL_AUTHORITY.read_text())


def site_for_others(request: HttpRequest) -> str:
    """The site as a phone can reach it: the laptop's own name for itself is no use to others."""
    host = request.get_host()
    return settings.SITE_URL if host.rpartition(":")[0] in LOCAL or host in LOCAL else f"{request.scheme}://{host}"


def _safe_address(request: HttpRequest) -> str:
    """The same host over https."""
    host = site_for_others(request).partition("://")[2]
    name = host if host.endswith("]") else host.rpartition(":")[0] or host
    return f"https://{name}:{settings.HALL_HTTPS_PORT}/"
