"""The last way back for somebody who lost his phone and his recovery codes: another takes his second factor away.

The union does it when it knows who is asking, or whoever may run commands on the server. It opens nothing by itself:
the account is still entered by its e-mail or password. It stands in the journal.
"""

from __future__ import annotations

from datetime import datetime

from allauth.mfa.models import Authenticator
from django.core.exceptions import PermissionDenied
from django.db import transaction

from tournaments.models import Account
from tournaments.operations import journal
from tournaments.operations.accounts.sessions import end_sessions


@transaction.atomic
def remove_second_factor(*, account: Account, by: Account | str, now: datetime, reason: str = "") -> int:
    """Take the second factors of `account` away and sign it out everywhere. Returns how many there were.

    Raises PermissionDenied: a keeper's is taken away by a keeper or at the terminal.
    """
    if isinstance(by, Account) and account.is_superuser and not by.is_superuser:
        raise PermissionDenied
    factors = Authenticator.objects.filter(user=account)
    number: int = factors.count()
    if number:
        factors.delete()
        end_sessions(account=account, now=now)  # the lost phone may be signed in
        journal.note(
            "second_factor_removed", by=by, now=now, subject=account.key, old={"number": number}, reason=reason
        )
    return number
