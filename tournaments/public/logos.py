"""Logos of clubs: our own pixels under an address made from them, so a browser may keep them for ever.

Whatever a browser makes of the bytes, it may do nothing with them: it must not guess another kind, and as a page of its
own the picture stands in a sandbox without a right.
"""

from __future__ import annotations

from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse

from tournaments.models import ClubLogo
from tournaments.public.face import public


@public.view("logos/<str:name>.png", right="public.read")
@login_not_required
def logo(_request: HttpRequest, name: str) -> HttpResponse:
    """The picture. A logo that was replaced or removed is not found."""
    found = None if "\x00" in name else ClubLogo.objects.filter(name=name).values_list("png", flat=True).first()
    if found is None:
        raise Http404
    answer = HttpResponse(bytes(found), content_type="image/png")
    answer["Cache-Control"] = "public, max-age=31536000, immutable"
    answer["Content-Security-Policy"] = "default-src 'none'; sandbox"
    answer["Content-Disposition"] = 'inline; filename="logo.png"'
    answer["X-Content-Type-Options"] = "nosniff"
    answer["Cross-Origin-Resource-Policy"] = "same-origin"
    return answer
