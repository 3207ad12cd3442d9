"""The version of an event, and pages that answer "nothing new" with one look at it.

The ETag of every public page and fragment of an event is its version, the language and the build of this site: all
that such a page shows comes from the event's rows and from the templates, and each act that changes a row raises the
version (`projections.bump`). So an unchanged page costs one statement. The version is read before the page: content
can be newer than its ETag, never older. Such pages never look at who asks; times stand in them as times, not as ages.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, ParamSpec, cast

from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.db import connection
from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_cache_control, patch_vary_headers
from django.utils.translation import get_language
from django.views.decorators.http import condition, require_safe

from tournaments.models import EventStatus

LOOK_UP = "SELECT version FROM tournaments_event WHERE slug = %s AND status <> %s"

Rest = ParamSpec("Rest")
LiveView = Callable[Concatenate[HttpRequest, str, Rest], HttpResponse]


def version_of(slug: str) -> int | None:
    """The version of an event that anyone may see; None if there is no such event. One statement.

    In plain SQL: this look-up is all that an unchanged page costs, and building it by the ORM would double that.
    """
    with connection.cursor() as cursor:
        cursor.execute(LOOK_UP, [slug, EventStatus.DRAFT])
        row = cursor.fetchone()
    return None if row is None else int(row[0])


def etag(version: int) -> str:
    """What stands in the ETag header, quotes included."""
    return f'"{version}-{get_language()}-{settings.BUILD}"'


def live_page(view: LiveView[Rest]) -> LiveView[Rest]:
    """A public page or fragment of an event (`slug`): 304 while its version stands, asked again every time.

    `Vary` names the cookie because the language may come from one; the pages themselves set none.
    """

    def current(request: HttpRequest, slug: str, *args: Any, **kwargs: Any) -> str | None:
        version = version_of(slug)
        return None if version is None else etag(version)

    conditional = condition(etag_func=current)(view)

    @wraps(view)
    def answer(request: HttpRequest, slug: str, *args: Rest.args, **kwargs: Rest.kwargs) -> HttpResponse:
        response = conditional(request, slug, *args, **kwargs)
        patch_cache_control(response, no_cache=True)
        patch_vary_headers(response, ["Cookie", "Accept-Language"])
        return response

    return cast("LiveView[Rest]", login_not_required(require_safe(answer)))
