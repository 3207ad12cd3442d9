"""What all pages of the desk have in common: open to all, answered "nothing new" where nothing is, unknown to robots.

A desk page is the same for everybody who asks for the same address in the same language and with the same pack, as long
as this build of the site runs; so that is its ETag. The module that steps through a deal asks for a part: it has the
drawings of the cards already, which are half of the page. There are more deals than stars: robots are asked to stay
away from every page that holds one.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from functools import wraps

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.translation import get_language
from django.views.decorators.http import condition
from django.views.decorators.vary import vary_on_headers

from tournaments.public.open_page import open_page
from tournaments.public.packs import chosen_pack

PART = "X-Desk-Part"
View = Callable[[HttpRequest], HttpResponse]


def desk_page(view: View) -> View:
    """A page whose content follows from its address alone."""
    return open_page(vary_on_headers(PART)(condition(etag_func=_etag)(unlisted(view))))


def is_part(request: HttpRequest) -> bool:
    return PART in request.headers


def unlisted(view: View) -> View:
    """Robots do not list what has anything asked of it, and do not follow what it links to."""

    @wraps(view)
    def answer(request: HttpRequest) -> HttpResponse:
        response = view(request)
        if request.GET or request.method == "POST":
            response["X-Robots-Tag"] = "noindex, nofollow"
        return response

    return answer


def _etag(request: HttpRequest) -> str:
    asked = (request.get_full_path(), get_language() or "", chosen_pack(request), str(is_part(request)))
    said = "|".join((*asked, settings.BUILD))
    return f'"{hashlib.sha256(said.encode("utf-8", "surrogatepass")).hexdigest()[:32]}"'
