"""Addresses of what django-allauth does here: codes by e-mail, second factors, proving oneself once more.

Only the views that this site uses have an address; its sign-up, passwords and e-mail pages have none. Names are
allauth's, because it looks its own addresses up by them.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from allauth.account import views as account
from allauth.mfa.base import views as base
from allauth.mfa.recovery_codes import views as recovery_codes
from allauth.mfa.totp import views as totp
from allauth.mfa.webauthn import views as webauthn
from cryptography.fernet import InvalidToken
from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.urls import URLPattern, path
from django.views.decorators.http import require_http_methods

from tournaments.acts.fresh import freshly_proved
from tournaments.public import codes
from tournaments.public.second_factor_forms import KEY_CHANGED
from tournaments.routes import foreign

Views = Callable[..., HttpResponseBase]


def pages(view: Views) -> Views:
    """Read and sent, nothing else: allauth's views take a PUT for a POST."""
    return require_http_methods(["GET", "HEAD", "POST"])(view)


def entrance_pages(view: Views) -> Views:
    """Like `pages`, for views that need nobody signed in."""
    return login_not_required(pages(view))


# Before the address of one-time links, which takes any word.
entrance: list[URLPattern] = [
    path("sign-in/code/", entrance_pages(codes.request_code), name="account_request_login_code"),
    path("sign-in/code/confirm/", entrance_pages(codes.confirm_code), name="account_confirm_login_code"),
    path("sign-in/second/", entrance_pages(codes.second_factor), name="mfa_authenticate"),
    path("sign-in/passkey/", entrance_pages(webauthn.login_webauthn), name="mfa_login_webauthn"),
]


def guarded(view: Views) -> Views:
    """Like `pages`: what changes a second factor, or shows what stands in for one, asks for a fresh proof."""
    return pages(freshly_proved(sealed_under_this_key(view)))


def sealed_under_this_key(view: Views) -> Views:
    """Where the site's key has changed, nobody can read his codes: a sentence says what to do, on the page before."""

    @wraps(view)
    def answer(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        try:
            return view(request, *args, **kwargs)
        except InvalidToken:
            messages.error(request, KEY_CHANGED)
            return redirect("mfa_index")

    return answer


own: list[URLPattern] = [
    path("me/confirm/", pages(account.reauthenticate), name="account_reauthenticate"),
    path("me/second/", pages(base.index), name="mfa_index"),
    path("me/second/confirm/", pages(base.reauthenticate), name="mfa_reauthenticate"),
    path("me/second/app/", guarded(codes.proved_by_setting_up(totp.activate_totp)), name="mfa_activate_totp"),
    path("me/second/app/remove/", guarded(totp.deactivate_totp), name="mfa_deactivate_totp"),
    path("me/second/recovery/", guarded(recovery_codes.view_recovery_codes), name="mfa_view_recovery_codes"),
    path(
        "me/second/recovery/new/", guarded(recovery_codes.generate_recovery_codes), name="mfa_generate_recovery_codes"
    ),
    path(
        "me/second/recovery/file/", guarded(recovery_codes.download_recovery_codes), name="mfa_download_recovery_codes"
    ),
    path("me/second/keys/", pages(webauthn.list_webauthn), name="mfa_list_webauthn"),
    path("me/second/keys/add/", guarded(codes.proved_by_setting_up(webauthn.add_webauthn)), name="mfa_add_webauthn"),
    path("me/second/keys/confirm/", pages(webauthn.reauthenticate_webauthn), name="mfa_reauthenticate_webauthn"),
    path("me/second/keys/<int:pk>/remove/", guarded(webauthn.remove_webauthn), name="mfa_remove_webauthn"),
    path("me/second/keys/<int:pk>/edit/", guarded(webauthn.edit_webauthn), name="mfa_edit_webauthn"),
]

foreign(
    """
GET,POST  account.enter   account_request_login_code account_confirm_login_code mfa_authenticate mfa_login_webauthn
GET,POST  account.own     account_reauthenticate mfa_reauthenticate mfa_reauthenticate_webauthn
GET       account.own     mfa_index mfa_list_webauthn
"""
)
foreign(
    """
GET,POST  account.own     mfa_activate_totp mfa_deactivate_totp mfa_generate_recovery_codes
GET       account.own     mfa_view_recovery_codes mfa_download_recovery_codes
GET,POST  account.own     mfa_add_webauthn mfa_edit_webauthn mfa_remove_webauthn
""",
    is_dangerous=True,
)
