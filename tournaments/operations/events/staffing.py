"""Appointing somebody by e-mail address: an account without a password is made where there is none.

Whoever is appointed signs in by a one-time link, e-mailed or handed over by the director (`access.may_hand_link`).
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from tournaments.models import Account, Event, Staff
from tournaments.operations.acting import act_on
from tournaments.operations.events.making import appoint
from tournaments.operations.people.claims import new_account


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
    """Give a role to the account with this address; `name` is kept only for a new account.

    Without an address, who stands in the room gets an account that only the phone can enter which reads his code.
    """
    with act_on(event, by=by, now=now):
        email, name = email.strip().lower(), name.strip()
        known = Account.objects.filter(email=email).first() if email else None
        account = known or new_account(email=email, name=name)
        return appoint(event=event, account=account, role=role, by=by, now=now, tables=list(tables))
