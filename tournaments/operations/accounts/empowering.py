"""What happens whenever an account gets an office, a role or a right: others lose their ways in, and its owner is told.

Directors hand sign-in links over themselves, for accounts that hold nothing yet (`access.may_hand_link`): one may have
used a link first, also for an address whose owner knows nothing of it. So with every office, role or right everything
is taken away that could have been made with such a link: sessions, tokens, second factors, the password, and an
address that was added since, which has to be proved again; the owner comes in by e-mail, or by a link anew. Links
printed at the terminal are the server's own, and those that somebody made for himself are nobody else's. Every row of
`Office` and `Staff` and every flag of an account comes with a call of `empower`
(tests/tournaments/operations/accounts/test_empowering.py reads the sources).
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from uuid import uuid4

from allauth.mfa.models import Authenticator
from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet

from tournaments.models import NO_MAIL_DOMAIN, Account, ApiToken, JournalLine, Message, Office, SignInLink, Staff
from tournaments.operations import journal
from tournaments.operations.accounts.sessions import end_sessions

FLAGS = ("may_direct", "is_staff", "is_superuser")  # the rights that stand in the account's own row


def empower(
    account: Account, given: Office | Staff | Sequence[str], *, by: Account | str | None, now: datetime
) -> bool:
    """Take every way in away from an account whose link somebody else has held, and tell its owner what he was given.

    `given`: the row, or names of `FLAGS`. Who has taken it himself, such as by founding a club, stays signed in where
    he did it if the face says so (`acts/visit.py`, `stay_signed_in`). Returns whether anything was taken away. For use
    in the transaction that gives.
    """
    address = account.email
    is_taken_back = _take_back(account, by=by, now=now)
    if account != by:
        gone = {"email": address} if address != account.email else {}
        tell_owner(account, "appointed", now=now, **_named(given), is_taken_back=is_taken_back, **gone)
    return is_taken_back


def is_in_other_hands(account: Account) -> bool:
    """Whether whoever is signed in may be somebody else, who has held a link: then a letter is its owner's proof, where
    letters reach him.
    """
    return settings.MAIL_IS_SENT and account.has_mailbox and _was_handed_over(account)


@transaction.atomic
def take_back(account: Account, *, now: datetime) -> None:
    """Take every such way away from an account whose owner has come by a letter."""
    _take_back(account, by=account, now=now)


def tell_owner(account: Account, kind: str, *, now: datetime, **values: object) -> None:
    """Write to the owner of an account what has become of it, in the language that he chose (letters/)."""
    Message.objects.create(key=f"{kind}:{uuid4()}", account=account, kind=kind, values=values, created_at=now)


def _named(given: Office | Staff | Sequence[str]) -> dict[str, object]:
    """What the letter says was given: a row by its key, or rights by name."""
    if isinstance(given, Office):
        return {"office": given.pk}
    return {"staff": given.pk} if isinstance(given, Staff) else {"rights": list(given)}


def without_mailbox() -> str:
    """The address of an account that no letter can reach."""
    return f"{uuid4()}@{NO_MAIL_DOMAIN}"


def _take_back(account: Account, *, by: Account | str | None, now: datetime) -> bool:
    if not _was_handed_over(account):
        return False
    _release_address(account)
    SignInLink.objects.filter(account=account, used_at=None).update(used_at=now)
    ApiToken.objects.filter(account=account, revoked_at=None).update(revoked_at=now)
    Authenticator.objects.filter(user=account).delete()
    account.set_unusable_password()
    account.save(update_fields=["password"])
    end_sessions(account=account, now=now)
    journal.note("handed_keys_taken_back", by=by, now=now, subject=account.key)
    return True


def _release_address(account: Account) -> None:
    """Take an address off the account that was added while somebody else could have been signed in."""
    handed = _handed_over(account).order_by("pk").values_list("pk", flat=True).first()
    if JournalLine.objects.filter(subject=account.key, act="address_taken", pk__gt=handed).exists():
        account.email = without_mailbox()
        account.save(update_fields=["email"])


def _was_handed_over(account: Account) -> bool:
    """Whether somebody else has held a link to it since everything was taken back last."""
    return _handed_over(account).exists()


def _handed_over(account: Account) -> QuerySet[JournalLine]:
    lines = JournalLine.objects.filter(subject=account.key)
    last = lines.filter(act="handed_keys_taken_back").order_by("-pk").values_list("pk", flat=True).first() or 0
    handed = lines.filter(act="link_handed_out", pk__gt=last)
    return handed.exclude(by__in=(journal.TERMINAL, account.key))
