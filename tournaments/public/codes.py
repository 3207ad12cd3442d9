"""Signing in by a code from an e-mail, which may be read on another device than the one that signs in.

The views are allauth's; ours adds the brake on both sides: so many codes for one mailbox, so many from one machine. A
mailbox that no account has gets no mail, and the page says the same.
"""

from __future__ import annotations

from typing import Any

from allauth.account.views import ConfirmLoginCodeView, RequestLoginCodeView
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from tournaments.public.throttle import LINK, is_too_much
from tournaments.public.too_much import too_much


class RequestCode(RequestLoginCodeView):  # type: ignore[misc]  # allauth ships no types
    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        now = timezone.now()
        if is_too_much(request, LINK, account=request.POST.get("email", ""), now=now):
            return too_much(request, now)
        answer: HttpResponse = super().post(request, *args, **kwargs)
        return answer


request_code = RequestCode.as_view()
confirm_code = ConfirmLoginCodeView.as_view()
