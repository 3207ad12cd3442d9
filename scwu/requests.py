"""Every request has a number, and a line in the log when it is answered.

The number comes from a trusted proxy (scwu/proxies.py) or is made here; it stands in the answer (X-Request-ID) and in
every line that is logged meanwhile, so that what somebody reports by it can be found. The line says what was asked,
what was answered, how long it took, from where, and a key of the account: one person's requests can be put together,
and neither his name nor his row is found by it without the site's own key. Of an address the words that may be a
secret or a name (links of letters, nicks, what was searched for) are not written down.
"""

from __future__ import annotations

import hashlib
import hmac
import logging
import re
import time
import uuid
from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.functional import SimpleLazyObject

from scwu import proxies
from scwu.logs import FACTS, REQUEST
from scwu.metrics import counted

logger = logging.getLogger(__name__)

NUMBER = re.compile(r"[A-Za-z0-9._:-]{1,64}")
HEADER = "X-Request-ID"
KEPT = (200, 304)  # of an event's page that was handed out before its view was looked up (scwu/kept_pages.py)
PART = re.compile(r"<(?:(\w+):)?(\w+)>")


def new_number() -> str:
    return uuid.uuid4().hex


class Numbered:
    """The outermost middleware."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        believed = request.META.get(proxies.NUMBER, "")
        number = believed if NUMBER.fullmatch(believed) else new_number()
        token, began = REQUEST.set(number), time.monotonic()
        try:
            response = self._get_response(request)
            response.headers[HEADER] = number
            seconds = time.monotonic() - began
            counted.answered(request.method or "", response.status_code, seconds)
            note(request, response.status_code, seconds)
        finally:
            REQUEST.reset(token)
        return response


def note(request: HttpRequest, status: int, seconds: float) -> None:
    """The line of a request."""
    facts = {
        "method": request.method,
        "address": where(request, status),
        "status": status,
        "ms": round(1000 * seconds, 1),
        "account": account_key(request),
        "from": request.META.get("REMOTE_ADDR", ""),
    }
    words = "{method} {address} {status} {ms} ms {account} {from}".format_map(facts)
    logger.info("%s", words, extra={FACTS: facts})


def where(request: HttpRequest, status: int) -> str:
    """The address, with what may be a secret or a name left as the name of its place."""
    match = request.resolver_match
    if match is None and status in KEPT:
        return request.path
    if match is None:  # nothing of ours, or answered before it was looked up
        return f"/{request.path.split('/')[1][:40]}/…" if request.path.count("/") > 1 else "/…"

    def filled(part: re.Match[str]) -> str:
        kind, name = part.groups()
        return str(match.kwargs.get(name, part[0])) if kind in ("int", "slug") else part[0]

    return "/" + PART.sub(filled, match.route)


def account_key(request: HttpRequest) -> str:
    """A keyed digest of who asks; `-` for nobody, and where nothing has asked who it is: looking it up costs."""
    account = request.__dict__.get("user")
    if type(account) is SimpleLazyObject:
        account = getattr(request, "_cached_user", None)
    number = getattr(account, "pk", None)
    if number is None:
        return "-"
    return hmac.new(settings.SECRET_KEY.encode(), f"scwu/log/{number}".encode(), hashlib.sha256).hexdigest()[:12]
