"""Every page needs a login unless it says otherwise, and one that says otherwise is not asked who is there.

Django's own middleware looks the visitor up first and at the view second. Public pages would then read the session and
the account of everybody who is signed in, and answer 304 with three statements instead of one.

Where second factors are required, whoever holds a role that needs one and has none is sent to set it up first, from
every page that needs a login, and gets a 403 from the API.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.middleware import LoginRequiredMiddleware
from django.http import HttpRequest, JsonResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from tournaments import access
from tournaments.models import Account

OPEN = ("mfa_", "account_", "sign_out", "public:me", "public:choose_language", "public:prove_by_link")


class LoginRequired(LoginRequiredMiddleware):
    def process_view(
        self,
        request: HttpRequest,
        view_func: Callable[..., HttpResponseBase],
        view_args: tuple[Any, ...],
        view_kwargs: dict[str, Any],
    ) -> HttpResponseBase | None:
        if not getattr(view_func, "login_required", True):
            return refused_by_the_api(request, view_func)
        answer = super().process_view(request, view_func, view_args, view_kwargs)
        if answer is None and settings.SECOND_FACTOR_REQUIRED and not is_open(request) and owes(request):
            messages.warning(request, _("Your role needs a second factor. Set one up, then go on."))
            return redirect("mfa_index")
        return answer


def is_open(request: HttpRequest) -> bool:
    """Pages on which somebody sets up his second factor, or goes away."""
    match = request.resolver_match
    return match is not None and match.view_name.startswith(OPEN)


def owes(request: HttpRequest) -> bool:
    return isinstance(request.user, Account) and access.owes_second_factor(request.user)


def refused_by_the_api(request: HttpRequest, view: Callable[..., HttpResponseBase]) -> HttpResponseBase | None:
    """DRF asks for logins itself; a token is judged where it is read (tournaments/api/authentication.py)."""
    has_session = settings.SECOND_FACTOR_REQUIRED and settings.SESSION_COOKIE_NAME in request.COOKIES
    # Only a token takes the session's place; beside any other header the session still counts.
    scheme = request.headers.get("Authorization", "").partition(" ")[0].lower()
    if has_session and hasattr(view, "cls") and scheme != "bearer" and owes(request):
        return JsonResponse({"code": "second_factor_required"}, status=403)
    return None
