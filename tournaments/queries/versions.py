"""The version of an event, and pages that answer "nothing new" with one look at it.

The ETag of every public page and fragment of an event is its version, the language and the build of this site: all
that such a page shows comes from the event's rows and from the templates, and each act that changes a row raises the
version (`projections.bump`). So an unchanged page costs one statement, and so does one that somebody was shown before
(`rendered_once`). The version is read before the page: content can be newer than its ETag, never older. So the ETag is
a weak one, alike for the page as it is and compressed. Such pages never look at who asks; times stand in them as times,
not as ages.

One look answers everybody who was waiting when it began (`seen_since`): a hall that comes back at once costs a few
statements. That counts on PostgreSQL, where each is a journey, and each journey waits for its turn on the processors.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from functools import partial, wraps
from typing import Concatenate, ParamSpec, cast

from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.db import connection
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.cache import get_conditional_response
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from tournaments.models import EventStatus
from tournaments.queries.rendered_once import address_of, made_for_nobody, shelf_for

LOOK_UP = "SELECT id, version FROM tournaments_event WHERE slug = %s AND status <> %s"
# The cookie may say the language; the pages themselves set none.
HEADERS = {"Cache-Control": "no-cache", "Vary": "Cookie, Accept-Language, Accept-Encoding"}
ARRIVED = "scwu.arrived"  # in META: when the whole request was here, by time.monotonic(); absent where nobody says it
LOOKED_UP = "version_looked_up"  # on a request, for the view: the present version, where another one was kept

Rest = ParamSpec("Rest")
LiveView = Callable[Concatenate[HttpRequest, str, Rest], HttpResponse]
_looks: dict[str, tuple[float, tuple[int, int]]] = {}  # of each slug: when the last look began, and what was found


def seen_since(request: HttpRequest, slug: str) -> tuple[int, int] | None:
    """(event, version) of an event that anyone may see, as it was when this request was there or later; or None.

    At most one statement. It is plain SQL: this look-up is all that an unchanged page costs, and building it by the ORM
    would double that. Behind a server that does not say when a request arrived, everybody looks for himself.
    """
    arrived, look = request.META.get(ARRIVED), _looks.get(slug)
    if look is not None and arrived is not None and arrived <= look[0]:
        return look[1]
    began = time.monotonic()
    with connection.cursor() as cursor:
        cursor.execute(LOOK_UP, [slug, EventStatus.DRAFT])
        found: tuple[int, int] | None = cursor.fetchone()
    if found is not None:
        _looks[slug] = began, found
    return found


def version_for(request: HttpRequest, slug: str) -> int | None:
    """The version of `seen_since`."""
    found = seen_since(request, slug)
    return None if found is None else found[1]


def etag(version: int) -> str:
    """What stands in the ETag header, quotes included."""
    return f'W/"{version}-{get_language()}-{settings.BUILD}"'


def live_page(view: LiveView[Rest]) -> LiveView[Rest]:
    """A public page or fragment of an event (`slug`): made once for each version and language, asked again every time.

    304 while its version stands. The view gets a request without anything of who asks (`made_for_nobody`).
    """

    @wraps(view)
    def answer(request: HttpRequest, slug: str, *args: Rest.args, **kwargs: Rest.kwargs) -> HttpResponse:
        version = getattr(request, LOOKED_UP, None) or version_for(request, slug)
        if version is None:
            raise Http404
        headers = {"ETag": etag(version), **HEADERS}
        if unchanged := _unchanged(request, headers):
            return unchanged
        make = partial(made_for_nobody, request, slug, lambda nobody: view(nobody, slug, *args, **kwargs), headers)
        shelf = shelf_for(request)
        page = shelf.take(address_of(request), version, make) if shelf else make()
        return page.answer_to(request)

    return cast("LiveView[Rest]", login_not_required(require_safe(answer)))


def kept_answer(request: HttpRequest) -> HttpResponse | None:
    """What the view of this address would answer, if that is kept in the present version: one statement, and no view.

    None: the view has to be asked. What is kept is for anybody, so nothing that stands before the view is left out.
    """
    shelf = shelf_for(request) if request.method in ("GET", "HEAD") else None
    kept = shelf.kept(address_of(request)) if shelf else None
    if kept is None:
        return None
    version, page = kept
    now = version_for(request, page.event)
    if now != version:
        setattr(request, LOOKED_UP, now)
        return None
    return _unchanged(request, page.headers) or page.answer_to(request)


def _unchanged(request: HttpRequest, headers: Mapping[str, str]) -> HttpResponse | None:
    """304 if the reader has what these headers stand for (412 if he insists on something else); or None."""
    answer = get_conditional_response(request, etag=headers["ETag"])
    if answer is not None:
        for name in ("ETag", *HEADERS):
            answer.headers[name] = headers[name]
    return answer
