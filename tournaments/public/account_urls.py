"""Addresses of what django-allauth does here: codes by e-mail, second factors, proving oneself once more.

Only the views that this site uses have an address; its sign-up, passwords and e-mail pages have none. Names are
allauth's, because it looks its own addresses up by them.
"""

from __future__ import annotations

from allauth.account import views as account
from allauth.mfa.base import views as base
from allauth.mfa.recovery_codes import views as recovery_codes
from allauth.mfa.totp import views as totp
from allauth.mfa.webauthn import views as webauthn
from django.contrib.auth.decorators import login_not_required
from django.urls import URLPattern, path

from tournaments.public import codes, signing_in

# Before the address of one-time links, which takes any word.
entrance: list[URLPattern] = [
    path("sign-in/code/", codes.request_code, name="account_request_login_code"),
    path("sign-in/code/confirm/", codes.confirm_code, name="account_confirm_login_code"),
    path("sign-in/second/", login_not_required(base.authenticate), name="mfa_authenticate"),
    path("sign-in/passkey/", login_not_required(webauthn.login_webauthn), name="mfa_login_webauthn"),
]

own: list[URLPattern] = [
    path("me/confirm/", account.reauthenticate, name="account_reauthenticate"),
    path("me/second/", base.index, name="mfa_index"),
    path("me/second/confirm/", base.reauthenticate, name="mfa_reauthenticate"),
    path("me/second/app/", totp.activate_totp, name="mfa_activate_totp"),
    path("me/second/app/remove/", totp.deactivate_totp, name="mfa_deactivate_totp"),
    path("me/second/recovery/", recovery_codes.view_recovery_codes, name="mfa_view_recovery_codes"),
    path("me/second/recovery/new/", recovery_codes.generate_recovery_codes, name="mfa_generate_recovery_codes"),
    path("me/second/recovery/file/", recovery_codes.download_recovery_codes, name="mfa_download_recovery_codes"),
    path("me/second/keys/", webauthn.list_webauthn, name="mfa_list_webauthn"),
    path("me/second/keys/add/", webauthn.add_webauthn, name="mfa_add_webauthn"),
    path("me/second/keys/confirm/", webauthn.reauthenticate_webauthn, name="mfa_reauthenticate_webauthn"),
    path("me/second/keys/<int:pk>/remove/", webauthn.remove_webauthn, name="mfa_remove_webauthn"),
    path("me/second/keys/<int:pk>/edit/", webauthn.edit_webauthn, name="mfa_edit_webauthn"),
]

# Our own pages under the names by which allauth looks for them. They come last, so that ours are known by our names.
aliases: list[URLPattern] = [
    path("sign-in/", signing_in.sign_in, name="account_login"),
    path("sign-out/", signing_in.sign_out, name="account_logout"),
]
