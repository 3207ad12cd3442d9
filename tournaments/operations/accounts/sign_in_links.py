"""Signing in without a password: one-time links, by e-mail or printed on the director's console.

A link's address carries a signed id and nothing else; it is spent by one conditional UPDATE, so it works once even
if two people click at the same moment. The signature is over the account and the end too: who can write in the database
turns no link of his own into somebody else's. Asking for a link says the same whether or not the address is known.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from functools import partial
from uuid import UUID

from django.core.signing import BadSignature, Signer
from django.db import transaction
from django.utils.http import url_has_allowed_host_and_scheme

from games.rules.refusals import Refused
from tournaments.models import Account, Event, Message, SignInLink
from tournaments.operations import journal
from tournaments.operations.accounts.empowering import empower
from tournaments.operations.errands import hand_out

LONGEST_PATH = 200
LINK_LIFETIME = timedelta(minutes=30)
SALT = "scwu.sign-in-link"


def make_link(
    *, account: Account, now: datetime, next_path: str = "", lifetime: timedelta = LINK_LIFETIME
) -> SignInLink:
    """A fresh one-time link for `account`. `next_path` is a path of this site, or nothing."""
    is_ours = next_path.startswith("/") and url_has_allowed_host_and_scheme(next_path, allowed_hosts=None)
    if not is_ours or len(next_path) > LONGEST_PATH:
        next_path = ""
    return SignInLink.objects.create(account=account, next_path=next_path, created_at=now, expires_at=now + lifetime)


@transaction.atomic
def hand_out_link(
    *,
    account: Account,
    by: Account | str,
    now: datetime,
    event: Event | None = None,
    next_path: str = "",
    lifetime: timedelta = LINK_LIFETIME,
) -> SignInLink:
    """Make a link that `by` hands over. The journal says who let whom in; what opens the door stands nowhere."""
    link = make_link(account=account, now=now, next_path=next_path, lifetime=lifetime)
    journal.note("link_handed_out", by=by, now=now, event=event, subject=account.key)
    return link


@transaction.atomic
def have_link_sent(
    *, account: Account, by: Account, now: datetime, event: Event | None = None, next_path: str = ""
) -> None:
    """E-mail a one-time link to the account, where it is not for `by` to see."""
    send_link(email=account.email, now=now, next_path=next_path)
    journal.note("link_sent", by=by, now=now, event=event, subject=account.key)


@transaction.atomic
def set_password(*, account: Account, password: str, now: datetime) -> None:
    """Set one's own password. Who gets in with it from now on is the account's owner alone; the journal says when."""
    account.set_password(password)
    account.save(update_fields=["password"])
    journal.note("password_set", by=account, now=now, subject=account.key)


def link_token(link: SignInLink) -> str:
    """Return what stands in the link's address."""
    return _signer(link).sign(str(link.pk))


def send_link(*, email: str, now: datetime, next_path: str = "") -> None:
    """E-mail a one-time link to `email`, if such an account is there and active."""
    account = Account.objects.filter(email=email.strip().lower(), is_active=True).first()
    if account is None:
        return
    with transaction.atomic():
        link = make_link(account=account, now=now, next_path=next_path)
        message = Message.objects.create(
            key=f"sign-in:{link.pk}", account=account, kind="sign_in", values={"link": str(link.pk)}, created_at=now
        )
        # Somebody waits before the screen. The sweep would find the message too, some seconds later.
        transaction.on_commit(partial(hand_out, "send_message", message_id=message.pk))


def find_link(*, token: str, now: datetime) -> SignInLink:
    """The link behind `token`. Raises Refused `link_wrong`, `link_used` or `link_expired`."""
    try:
        key = UUID(token.partition(":")[0])
        link = SignInLink.objects.select_related("account").get(pk=key, account__is_active=True)
        _signer(link).unsign(token)
    except (BadSignature, ValueError, SignInLink.DoesNotExist):
        raise Refused("link_wrong") from None
    if link.used_at is not None:
        raise Refused("link_used")
    if link.expires_at <= now:
        raise Refused("link_expired")
    return link


def spend_link(*, token: str, now: datetime) -> SignInLink:
    """Use the link behind `token` up: nobody can sign in by it after this.

    Raises Refused `link_wrong`, `link_used` or `link_expired`.
    """
    link = find_link(token=token, now=now)
    if not SignInLink.objects.filter(pk=link.pk, used_at=None).update(used_at=now):
        raise Refused("link_used")
    return link


@transaction.atomic
def ensure_director(*, email: str, now: datetime) -> Account:
    """Return the account `email`, made if it is new, with the right to make events and to enter the admin.

    The first one of an installation is the union's keeper as well: somebody has to be able to appoint others.
    """
    email = email.strip().lower()
    account = Account.objects.filter(email=email).first() or Account.objects.create_user(email)
    rights = {"may_direct": True, "is_staff": True}
    if not Account.objects.filter(is_superuser=True, is_active=True).exists():
        rights["is_superuser"] = True
    new = {right: given for right, given in rights.items() if getattr(account, right) != given}
    for right, given in rights.items():
        setattr(account, right, given)
    account.save(update_fields=list(rights))
    if new:
        old = dict.fromkeys(new, False)
        empower(account, list(new), by=journal.TERMINAL, now=now)
        journal.note("rights_given", by=journal.TERMINAL, now=now, subject=account.key, old=old, new=new)
    return account


def choose_language(*, account: Account, language: str) -> None:
    """Set the language in which `account` gets its e-mails, and its pages after signing in."""
    account.language = language
    account.save(update_fields=["language"])


def _signer(link: SignInLink) -> Signer:
    """What signs the address of this link, for its account and until its end."""
    return Signer(salt=f"{SALT}|{link.account_id}|{link.expires_at.timestamp():.0f}")
