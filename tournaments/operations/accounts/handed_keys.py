"""What somebody else may have kept of an account before it got an office: a session, a token, a password, a phone.

A director hands sign-in links over himself, for accounts that hold nothing yet (`access.may_hand_link`): he may have
used one first, also for an address whose owner knows nothing of it. So before an account gets an office that needs a
second factor everything is taken away that could have been made with such a link; the owner comes in by e-mail. Links
printed at the terminal are the server's own, and those that somebody made for himself are nobody else's.
"""

from __future__ import annotations

from datetime import datetime

from allauth.mfa.models import Authenticator

from tournaments import rights
from tournaments.models import Account, ApiToken, JournalLine, SignInLink
from tournaments.operations import journal
from tournaments.operations.accounts.sessions import end_sessions


def take_back_handed_keys(account: Account, *, role: str, by: Account, now: datetime) -> bool:
    """Take every way in away from an account whose link somebody else has held, before it gets a powerful office.

    Returns whether anything was taken away. For use in the transaction that gives the office, before it is given.
    """
    if role not in rights.NEED_SECOND_FACTOR or not _was_handed_over(account):
        return False
    SignInLink.objects.filter(account=account, used_at=None).update(used_at=now)
    ApiToken.objects.filter(account=account, revoked_at=None).update(revoked_at=now)
    Authenticator.objects.filter(user=account).delete()
    account.set_unusable_password()
    account.save(update_fields=["password"])
    end_sessions(account=account, now=now)
    journal.note("handed_keys_taken_back", by=by, now=now, subject=account.key)
    return True


def _was_handed_over(account: Account) -> bool:
    """Whether somebody else has held a link to it since everything was taken back last."""
    lines = JournalLine.objects.filter(subject=account.key)
    last = lines.filter(act="handed_keys_taken_back").order_by("-pk").values_list("pk", flat=True).first() or 0
    handed = lines.filter(act="link_handed_out", pk__gt=last)
    return handed.exclude(by__in=(journal.TERMINAL, account.key)).exists()
