"""An address for an account that came without one, at a door: asked for by its owner, and his once a letter reached it.

Until the link of that letter is followed in a browser where he is signed in, nothing about the account changes. That
an address has an account already is told to nobody: then no letter goes there, and the page says the same.
"""

from __future__ import annotations

import uuid
from datetime import datetime, timedelta
from functools import partial

from django.core import signing
from django.db import IntegrityError, transaction

from games.rules.refusals import Refused
from tournaments.models import Account, Message
from tournaments.operations import journal
from tournaments.operations.errands import hand_out

LIFETIME = timedelta(minutes=30)
SALT = "scwu.new-address"
KIND = "new_address"  # of the letter


@transaction.atomic
def ask_for_address(*, account: Account, email: str, now: datetime) -> None:
    """Send a link to an address that is to be that of `account`. Raises Refused `address_there` if it has one."""
    _refuse_reached(account)
    email = email.strip().lower()
    if Account.objects.filter(email=email).exists():
        return
    message = Message.objects.create(
        key=f"{KIND}:{uuid.uuid4()}", account=account, kind=KIND, values={"email": email}, created_at=now
    )
    journal.note("address_asked", by=account, now=now, subject=account.key)
    transaction.on_commit(partial(hand_out, "send_message", message_id=message.pk))


def address_token(message: Message) -> str:
    """Return what stands in the address of the letter's link."""
    assert message.account is not None  # noqa: S101 – it was written so above; tells the type checker
    said = [message.account.pk, message.values["email"], message.created_at.timestamp()]
    return signing.dumps(said, salt=SALT)


def address_in(token: str, *, account: Account, now: datetime) -> str:
    """The address that `token` proves for `account`.

    Raises Refused `link_wrong` (also where it is another account's link), `link_expired`, `address_there`.
    """
    try:
        whose, email, sent_at = signing.loads(token, salt=SALT)
    except (signing.BadSignature, ValueError):
        raise Refused("link_wrong") from None
    if whose != account.pk:
        raise Refused("link_wrong")
    if now.timestamp() > sent_at + LIFETIME.total_seconds():
        raise Refused("link_expired")
    _refuse_reached(account)
    return str(email)


@transaction.atomic
def take_address(*, token: str, account: Account, now: datetime) -> None:
    """Make the address that `token` proves that of `account`.

    Raises what `address_in` raises, also Refused `link_wrong` if somebody has the address meanwhile.
    """
    email, before = address_in(token, account=account, now=now), account.email
    try:
        with transaction.atomic():
            taken = Account.objects.filter(pk=account.pk, email=before).update(email=email)
    except IntegrityError:
        raise Refused("link_wrong") from None
    if not taken:
        raise Refused("address_there")
    account.email = email
    journal.note("address_taken", by=account, now=now, subject=account.key)


def _refuse_reached(account: Account) -> None:
    if account.has_mailbox or account.is_phone:
        raise Refused("address_there")
