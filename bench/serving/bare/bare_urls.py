"""The site's addresses, and before them two views that do as little as a view can: answer "ok", insert one row.

They pass the same middleware as every page, so what they cost is what nobody can save.
"""

from django.contrib.auth.decorators import login_not_required
from django.db import connection
from django.http import HttpRequest, HttpResponse
from django.urls import path
from django.views.decorators.csrf import csrf_exempt

from scwu.urls import handler403, handler500
from scwu.urls import urlpatterns as of_the_site

__all__ = ["handler403", "handler500", "urlpatterns"]


@login_not_required
def bare(_request: HttpRequest) -> HttpResponse:
    """ "ok", and nothing is asked."""
    return HttpResponse("ok")


@csrf_exempt
@login_not_required
def bare_insert(_request: HttpRequest) -> HttpResponse:
    """One row by the driver's cursor, committed by itself. `aside.py` has made the table."""
    with connection.cursor() as cursor:
        cursor.execute("INSERT INTO bench_bare (note) VALUES (%s)", ["one row"])
    return HttpResponse("ok")


urlpatterns = [path("bare/", bare), path("bare/insert/", bare_insert), *of_the_site]
