"""Appointing somebody by e-mail address: an account without a password is made where there is none.

Whoever is appointed signs in by a one-time link, e-mailed or handed over by the director (`access.may_hand_link`).
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from tournaments.models import Account, Event, Staff
from tournaments.operations.acting import act_on
from tournaments.operations.events.making import appoint


def appoint_by_email(
    *,
    event: Event,
    email: str,
    role: str,
    by: Account | None = None,
    now: datetime,
    name: str = "",
    tables: Sequence[int] = (),
) -> Staff:
    """Give a role to the account with this address; `name` is kept only for a new account."""
    with act_on(event, by=by, now=now):
        email = email.strip().lower()
        account = Account.objects.filter(email=email).first() or Account.objects.create_user(email, name=name.strip())
        return appoint(event=event, account=account, role=role, by=by, now=now, tables=list(tables))
