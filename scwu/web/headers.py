"""The headers of our middleware, for what goes out past Django: files, and what the server refuses by itself."""

from __future__ import annotations

import io
from functools import cache

from csp.middleware import CSPMiddleware
from django.core.handlers.wsgi import WSGIRequest
from django.http import HttpResponse
from django.middleware.clickjacking import XFrameOptionsMiddleware
from django.middleware.security import SecurityMiddleware

from scwu.security import MoreHeaders
from scwu.web.asgi_types import Headers

FOR_ALL = (SecurityMiddleware, MoreHeaders)
FOR_PAGES = (*FOR_ALL, CSPMiddleware, XFrameOptionsMiddleware)


@cache
def security_headers(scheme: str) -> Headers:
    """What our middleware adds to every answer that went out by this scheme."""
    return _added(scheme, FOR_ALL)


@cache
def page_headers(scheme: str) -> Headers:
    """What it adds to a page."""
    return _added(scheme, FOR_PAGES)


def _added(
    scheme: str, chain: tuple[type[SecurityMiddleware | MoreHeaders | CSPMiddleware | XFrameOptionsMiddleware], ...]
) -> Headers:
    request = WSGIRequest({"REQUEST_METHOD": "GET", "wsgi.url_scheme": scheme, "wsgi.input": io.BytesIO()})
    bare = HttpResponse()
    plain = set(bare.headers)
    for middleware in chain:
        middleware(lambda _request: bare).process_response(request, bare)
    return [(name.lower().encode(), value.encode()) for name, value in bare.items() if name not in plain]
