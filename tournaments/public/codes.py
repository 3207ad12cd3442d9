"""Signing in by a code from an e-mail, which may be read on another device than the one that signs in.

The views are allauth's; ours adds the brake on both sides: so many codes for one mailbox, so many from one machine. A
mailbox that no account has gets no mail, and the page says the same.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from allauth.account.internal.flows.login import record_authentication
from allauth.account.views import ConfirmLoginCodeView, RequestLoginCodeView
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.urls import reverse
from django.utils import timezone

from tournaments.public.throttle import LINK, is_too_much
from tournaments.public.too_much import too_much


class RequestCode(RequestLoginCodeView):  # type: ignore[misc]  # allauth ships no types
    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        now = timezone.now()
        if is_too_much(request, LINK, account=request.POST.get("email", ""), now=now):
            return too_much(request, now, LINK)
        answer: HttpResponse = super().post(request, *args, **kwargs)
        return answer


def proved_by_setting_up(view: Callable[..., HttpResponseBase]) -> Callable[..., HttpResponseBase]:
    """Whoever has just made his first second factor has proved it: he goes on to his recovery codes unasked."""

    @wraps(view)
    def set_up(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        answer = view(request, *args, **kwargs)
        if request.method == "POST" and answer.headers.get("Location") == reverse("mfa_view_recovery_codes"):
            record_authentication(request, request.user, method="mfa", reauthenticated=True)
        return answer

    return set_up


request_code = RequestCode.as_view()
confirm_code = ConfirmLoginCodeView.as_view()
