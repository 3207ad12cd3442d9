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
from allauth.mfa.base.views import AuthenticateView
from allauth.mfa.models import Authenticator
from django.http import HttpRequest, HttpResponse
from django.http.request import split_domain_port
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


def takes_keys(request: HttpRequest) -> bool:
    """Whether a browser hands out keys here: only over https, or on the machine itself."""
    host = split_domain_port(request.get_host())[0]
    return request.is_secure() or host.startswith("127.") or host in ("[::1]", "localhost")


class SecondFactor(AuthenticateView):  # type: ignore[misc]  # allauth ships no types
    def get_context_data(self, **values: Any) -> dict[str, Any]:
        """A key is offered to whoever has one, where a browser takes it."""
        said: dict[str, Any] = super().get_context_data(**values)
        keys = Authenticator.objects.filter(user=self.stage.login.user, type=Authenticator.Type.WEBAUTHN)
        if not (takes_keys(self.request) and keys.exists()):
            said["MFA_SUPPORTED_TYPES"] = [kind for kind in said["MFA_SUPPORTED_TYPES"] if kind != "webauthn"]
        return said


second_factor = SecondFactor.as_view()
request_code = RequestCode.as_view()
confirm_code = ConfirmLoginCodeView.as_view()
