"""A person's tokens for the API: make one, take one back, find out whose one is.

Only the SHA-256 of a secret is stored; whoever reads the database cannot use it. A plain hash is enough, because a
secret is 256 random bits and not somebody's password. A token may what its account may, not more; a revoked one, or
one of an account that was switched off, is refused with the next request, for nothing is remembered in between.
"""

from __future__ import annotations

import hashlib
import secrets
from datetime import datetime

from django.db import transaction
from django.db.models import QuerySet

from tournaments.models import Account, ApiToken
from tournaments.operations import journal

PREFIX = "scwu_"  # so that a secret which slipped into a mail or a repository is recognised
LONGEST_LABEL = 80


@transaction.atomic
def create_token(*, account: Account, label: str, now: datetime) -> tuple[ApiToken, str]:
    """Make a token of `account`. Returns it with its secret, which is shown once: nobody can read it again.

    `label` says where the token is used, for the list on the person's own page.
    """
    secret = PREFIX + secrets.token_urlsafe(32)
    label = " ".join(label.split())[:LONGEST_LABEL] or "API"
    token = ApiToken.objects.create(account=account, secret_hash=_hash(secret), label=label, created_at=now)
    journal.note("token_made", by=account, now=now, subject=f"token:{token.pk}")
    return token, secret


@transaction.atomic
def revoke_token(*, token: ApiToken, by: Account | None = None, now: datetime) -> None:
    """Refuse the token from now on. Its row stays, with the time of its end."""
    if ApiToken.objects.filter(pk=token.pk, revoked_at=None).update(revoked_at=now):
        journal.note("token_revoked", by=by or token.account, now=now, subject=f"token:{token.pk}")
    token.refresh_from_db(fields=["revoked_at"])


def tokens_of(account: Account) -> QuerySet[ApiToken]:
    """The tokens of `account` that are in force, newest first."""
    return ApiToken.objects.filter(account=account, revoked_at=None).order_by("-created_at", "-pk")


def account_behind(secret: str) -> Account | None:
    """Whose secret this is; None if nobody's, or if the token or the account is not in force. One statement."""
    tokens = ApiToken.objects.filter(secret_hash=_hash(secret), revoked_at=None, account__is_active=True)
    token = tokens.select_related("account").first()
    return token.account if token else None


def _hash(secret: str) -> str:
    return hashlib.sha256(secret.encode("utf-8", "surrogateescape")).hexdigest()
