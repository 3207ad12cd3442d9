"""Who asks: the person behind a token in `Authorization: Bearer <secret>`.

Nothing is remembered between requests, so a revoked token, or one of an account that was switched off, is refused
at once. The other way in is the session of our own pages, with its CSRF token (DRF's SessionAuthentication).
"""

from __future__ import annotations

from django.conf import settings
from django.utils.translation import gettext_lazy as _
from rest_framework.authentication import BaseAuthentication, get_authorization_header
from rest_framework.exceptions import AuthenticationFailed, PermissionDenied
from rest_framework.request import Request

from tournaments import access
from tournaments.models import Account
from tournaments.operations.accounts.tokens import account_behind

SCHEME = b"bearer"


class BearerAuthentication(BaseAuthentication):
    """One statement, and none where no token is sent."""

    def authenticate(self, request: Request) -> tuple[Account, None] | None:
        scheme, _space, secret = get_authorization_header(request).partition(b" ")
        if scheme.lower() != SCHEME:
            return None
        account = account_behind(secret.strip().decode("latin-1"))
        if account is None:
            raise AuthenticationFailed(_("This token is not valid, or it was revoked."))
        if settings.SECOND_FACTOR_REQUIRED and access.owes_second_factor(account):
            raise PermissionDenied(_("Your role needs a second factor. Set one up, then go on."))
        return account, None

    def authenticate_header(self, request: Request) -> str:
        return "Bearer"


def account_of(request: Request) -> Account | None:
    """Who is signed in, by token or session; None for a visitor."""
    return request.user if isinstance(request.user, Account) else None
