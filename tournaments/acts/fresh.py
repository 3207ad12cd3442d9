"""A fresh proof of who somebody is, which dangerous acts ask for: a phone left on a table bans nobody.

An act says `fresh=True` where it is told (`Face.act`). Fresh is what signed in, or proved itself once more, within
`ACCOUNT_REAUTHENTICATION_TIMEOUT`: by password, an app's code, a key, or a new link. Whoever has none of the first
three came by link alone, and is led to the page that says where he gets a new one (public/proving_oneself.py). What he
sent is kept in his session meanwhile, and done when he has proved himself.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import wraps
from typing import Any

from allauth.account.internal.flows.login import get_authentication_records
from allauth.core.exceptions import ReauthenticationRequired
from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase

from tournaments.operations.accounts.sessions import signed_in_at

View = Callable[..., HttpResponseBase]


def is_fresh(request: HttpRequest) -> bool:
    """Whether the account that asks has proved itself a moment ago, in this session."""
    proofs = [record["at"] for record in get_authentication_records(request, request.user)]
    newest: float = max([signed_in_at(request.session), *proofs])
    return time.time() - newest < settings.ACCOUNT_REAUTHENTICATION_TIMEOUT


def demand_fresh(request: HttpRequest) -> None:
    """Raises ReauthenticationRequired, which leads to the proof and keeps what was sent, unless there is one."""
    if not is_fresh(request):
        raise ReauthenticationRequired


def freshly_proved(view: View, *methods: str) -> View:
    """A view that is opened by a fresh proof alone, or asked by one of these methods."""

    @wraps(view)
    def answer(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if request.user.is_authenticated and (not methods or request.method in methods):
            demand_fresh(request)
        return view(request, *args, **kwargs)

    return answer
