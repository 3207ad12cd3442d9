"""A person's tokens for the API: make one, take one back, find out whose one is.

Only the SHA-256 of a secret is stored; whoever reads the database cannot use it. A plain hash is enough, because a
secret is 256 random bits and not somebody's password. A token may what its scope says of what its account may, until
its end; a revoked one, or one of an account that was switched off, is refused with the next request, for nothing is
remembered in between. Dangerous acts, which ask people for a fresh proof, are in no scope.
"""

from __future__ import annotations

import hashlib
import secrets
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import QuerySet

from tournaments import rights
from tournaments.models import Account, ApiToken, Event, TokenScope
from tournaments.operations import journal

PREFIX = "scwu_"  # so that a secret which slipped into a mail or a repository is recognised
LONGEST_LABEL = 80
LIFETIMES = {1: timedelta(days=1), 30: timedelta(days=30), 365: timedelta(days=365)}  # by days, as people choose


@transaction.atomic
def create_token(
    *,
    account: Account,
    label: str,
    now: datetime,
    scope: str = TokenScope.ALL,
    event: Event | None = None,
    lifetime: timedelta = LIFETIMES[365],
) -> tuple[ApiToken, str]:
    """Make a token of `account`. Returns it with its secret, which is shown once: nobody can read it again.

    `label` says where the token is used, for the list on the person's own page; `event`: where one that only records
    does so.
    """
    secret = PREFIX + secrets.token_urlsafe(32)
    label = " ".join(label.split())[:LONGEST_LABEL] or "API"
    token = ApiToken.objects.create(
        account=account,
        secret_hash=_hash(secret),
        label=label,
        scope=scope,
        event=event,
        created_at=now,
        ends_at=now + lifetime,
    )
    journal.note("token_made", by=account, now=now, subject=f"token:{token.pk}", new={"scope": scope})
    return token, secret


@transaction.atomic
def revoke_token(*, token: ApiToken, by: Account | None = None, now: datetime) -> None:
    """Refuse the token from now on. Its row stays, with the time of its end."""
    if ApiToken.objects.filter(pk=token.pk, revoked_at=None).update(revoked_at=now):
        journal.note("token_revoked", by=by or token.account, now=now, subject=f"token:{token.pk}")
    token.refresh_from_db(fields=["revoked_at"])


def tokens_of(account: Account, *, now: datetime) -> QuerySet[ApiToken]:
    """The tokens of `account` that are in force, newest first, with their events."""
    mine = ApiToken.objects.filter(account=account, revoked_at=None, ends_at__gt=now)
    return mine.select_related("event").order_by("-created_at", "-pk")


def token_behind(secret: str, *, now: datetime) -> ApiToken | None:
    """The token of this secret, with its account and event.

    None if there is none, or if the token or the account is not in force. One statement.
    """
    tokens = ApiToken.objects.filter(secret_hash=_hash(secret), revoked_at=None, ends_at__gt=now)
    return tokens.filter(account__is_active=True).select_related("account", "event").first()


def is_in_scope(token: ApiToken, *, right: str, reads: bool, is_dangerous: bool, slug: str) -> bool:
    """Whether a token may be used for an act of this right, at the event `slug` if its address names one.

    `reads`: whether the act changes nothing; `is_dangerous`: whether it asks people for a fresh proof. What the account
    itself may is proved besides.
    """
    named = rights.SCOPES[token.scope]
    if is_dangerous:
        return named is not None and right in named
    if token.event is not None and not reads and token.event.slug != slug:
        return False
    return reads or named is None or right in named


def _hash(secret: str) -> str:
    return hashlib.sha256(secret.encode("utf-8", "surrogateescape")).hexdigest()
