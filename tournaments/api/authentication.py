"""Who asks: the person behind a token in `Authorization: Bearer <secret>`.

Nothing is remembered between requests, so a revoked token, or one of an account that was switched off, is refused
at once. The other way in is the session of our own pages, with its CSRF token (DRF's SessionAuthentication).
"""

from __future__ import annotations

from django.conf import settings
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from rest_framework.authentication import BaseAuthentication, get_authorization_header
from rest_framework.exceptions import AuthenticationFailed, PermissionDenied
from rest_framework.permissions import SAFE_METHODS
from rest_framework.request import Request

from tournaments import access
from tournaments.models import Account, ApiToken
from tournaments.operations.accounts.tokens import is_in_scope, token_behind
from tournaments.routes import route_of

SCHEME = b"bearer"


class BearerAuthentication(BaseAuthentication):
    """One statement, and none where no token is sent."""

    def authenticate(self, request: Request) -> tuple[Account, ApiToken] | None:
        scheme, _space, secret = get_authorization_header(request).partition(b" ")
        if scheme.lower() != SCHEME:
            return None
        token = token_behind(secret.strip().decode("latin-1"), now=timezone.now())
        if token is None:
            raise AuthenticationFailed(_("This token is not valid, or it was revoked."))
        account = token.account
        if not _allows(token, request):
            raise PermissionDenied(_("The scope of this token does not cover this."))
        if settings.SECOND_FACTOR_REQUIRED and access.owes_second_factor(account):
            raise PermissionDenied(_("Your role needs a second factor. Set one up, then go on."))
        return account, token

    def authenticate_header(self, request: Request) -> str:
        return "Bearer"


def _allows(token: ApiToken, request: Request) -> bool:
    """Whether the scope of the token covers what is asked for. An address without a right is covered by none."""
    where = request.resolver_match
    route = route_of(where.view_name) if where else None
    reads = request.method in SAFE_METHODS
    right = route.rights.get("GET" if reads else str(request.method), "") if route else ""
    slug = str(where.kwargs.get("slug", "")) if where else ""
    return is_in_scope(token, right=right, reads=reads, is_dangerous=bool(route and route.is_dangerous), slug=slug)


def account_of(request: Request) -> Account | None:
    """Who is signed in, by token or session; None for a visitor."""
    return request.user if isinstance(request.user, Account) else None
