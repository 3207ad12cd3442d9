"""E-mails to many: invitations to all who may enter an event, and news of one's own registration.

competition.md 4: every registered player is invited by e-mail to each event he may enter. A director sees the letter
and how many will get it, and sends it once; from then on a worker writes the messages in batches, each in one
transaction with the mark of how far it is. A worker killed between two batches, two workers at once, a form sent
twice: the key `invite:<event>:<account>` is unique, so nobody has two. Who enters, is banned or opts out meanwhile gets
none; that is asked again when the letter is sent.

Opting out needs no password: the link in the letter is signed, and does nothing until its button is pressed, because
programs that look for viruses follow links. Sign-in letters and reminders of events that one has entered still come.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from uuid import UUID

from django.core.signing import BadSignature, Signer
from django.db import transaction
from django.db.models import CharField, Exists, F, OuterRef, QuerySet, Value
from django.db.models.functions import Cast, Concat

from games.rules.refusals import Refused
from tournaments.models import (
    Account,
    Event,
    EventStatus,
    Mailing,
    MailOptOut,
    Message,
    Player,
    Registration,
    RegistrationStatus,
    Sanction,
)
from tournaments.operations import journal
from tournaments.operations.acting import act_on
from tournaments.operations.errands import hand_out
from tournaments.operations.events.entry_conditions import who_may

BATCH = 200
KINDS = ("invitation", "confirmed", "moved_up")
OPT_OUT = Signer(salt="scwu.mail-opt-out")
WHILE = (EventStatus.ANNOUNCED, EventStatus.OPEN)
BEFORE_IT = (EventStatus.ANNOUNCED, EventStatus.OPEN, EventStatus.CLOSED)


@dataclass(frozen=True, slots=True)
class Audience:
    """How many an invitation would reach, and how many not, and why. `others` have an account and may enter."""

    to_write: int
    invited_before: int
    opted_out: int
    without_account: int


def audience(event: Event, *, now: datetime) -> Audience:
    """Count who would get an invitation now. A few statements, whatever the number of players."""
    able = _able(event, now=now)
    open_to = able.filter(account__is_active=True)
    out = Exists(MailOptOut.objects.filter(account=OuterRef("account_id")))
    before = Exists(_written(event))
    return Audience(
        to_write=open_to.exclude(out).exclude(before).count(),
        invited_before=open_to.filter(before).count(),
        opted_out=open_to.filter(out).exclude(before).count(),
        without_account=able.filter(account=None).count(),
    )


def send_invitations(*, event: Event, note: str, form: UUID, by: Account, now: datetime) -> Mailing:
    """Invite all who may enter and were not invited yet; the same `form` again is the same mailing.

    Raises Refused `id_reused` for the form of another event, `mailing_not_now`, `mailing_to_nobody`.
    """
    with act_on(event, by=by, now=now) as act:
        known = Mailing.objects.filter(form=form).first()
        if known is not None:
            if known.event_id != event.pk:
                raise Refused("id_reused")
            return known
        if event.status not in WHILE:
            raise Refused("mailing_not_now")
        number = audience(event, now=now).to_write
        if not number:
            raise Refused("mailing_to_nobody")
        mailing = Mailing.objects.create(event=event, note=note.strip(), form=form, by=by, at=now)
        new = {"mailing": mailing.pk, "players": number}
        act.note("invitations_sent", new=new, bump=False)
        transaction.on_commit(partial(hand_out, "write_mailing", mailing_id=mailing.pk))
        return mailing


def mailings_to_write() -> list[int]:
    """Ids of the mailings whose messages are not all written. One statement."""
    return list(Mailing.objects.filter(done_at=None).order_by("pk").values_list("pk", flat=True)[:100])


def write_batch(*, mailing_id: int, now: datetime) -> bool:
    """Write the next messages of a mailing; False if it is done, or somebody else is writing the same batch."""
    with transaction.atomic():
        mailing = Mailing.objects.select_related("event").filter(pk=mailing_id, done_at=None).first()
        if mailing is None:
            return False
        accounts = _next_accounts(mailing, now=now)
        messages = [
            _message("invitation", f"invite:{mailing.event_id}:{account}", account, mailing, now)
            for account in accounts
        ]
        Message.objects.bulk_create(messages, ignore_conflicts=True)
        is_last = len(accounts) < BATCH
        mine = Mailing.objects.filter(pk=mailing_id, last_account=mailing.last_account, done_at=None)
        if not mine.update(
            last_account=accounts[-1] if accounts else mailing.last_account,
            written=F("written") + len(accounts),
            done_at=now if is_last else None,
        ):
            transaction.set_rollback(True)
            return False
    return not is_last


def tell_confirmed(registrations: Iterable[Registration], *, before: str, now: datetime) -> None:
    """Write to those who are confirmed now: their application was taken, or a place became free for them.

    One message per change; nobody is told what he sees himself at the door, or once the event runs.
    """
    kind = {RegistrationStatus.APPLIED: "confirmed", RegistrationStatus.WAITING: "moved_up"}.get(
        RegistrationStatus(before)
    )
    told = [registration for registration in registrations if registration.status == RegistrationStatus.CONFIRMED]
    if kind is None or not told or told[0].event.status not in BEFORE_IT:
        return
    rows = Registration.objects.filter(
        pk__in=[registration.pk for registration in told], player__account__is_active=True
    )
    wanted = rows.filter(player__account__mail_opt_out=None)
    by_registration = dict(wanted.values_list("pk", "player__account_id"))
    Message.objects.bulk_create(
        (
            Message(
                key=f"{kind}:{registration.pk}:{now:%Y%m%d%H%M%S%f}",
                account_id=by_registration[registration.pk],
                kind=kind,
                values={"event": registration.event_id},
                created_at=now,
            )
            for registration in told
            if registration.pk in by_registration
        ),
        ignore_conflicts=True,
        batch_size=500,
    )


# --- Opting out -------------------------------------------------------------------------------------------------------


def account_opting_out(token: str) -> Account:
    """Return the account whose letter the link stood in. Raises Refused `link_wrong`."""
    try:
        key = int(OPT_OUT.unsign(token))
    except (BadSignature, ValueError):
        raise Refused("link_wrong") from None
    account = Account.objects.filter(pk=key, is_active=True).first()
    if account is None:
        raise Refused("link_wrong")
    return account


def gets_letters(account: Account) -> bool:
    """Whether `account` wants invitations and news. One statement."""
    return not MailOptOut.objects.filter(account=account).exists()


@transaction.atomic
def choose_letters(*, account: Account, wanted: bool, now: datetime) -> None:
    """Let an account opt out of letters, or in again; doing it twice is doing it once."""
    if wanted == gets_letters(account):
        return
    if wanted:
        MailOptOut.objects.filter(account=account).delete()
    else:
        MailOptOut.objects.get_or_create(account=account, defaults={"at": now})
    journal.note("letters_chosen", by=account, now=now, subject=account.key, new={"wanted": wanted})


def _able(event: Event, *, now: datetime) -> QuerySet[Player]:
    """Who may enter and has not: neither is in, nor was."""
    players = Player.objects.exclude(Exists(Registration.objects.filter(event=event, player=OuterRef("pk"))))
    banned = Sanction.objects.bans_at(now).filter(player=OuterRef("pk"))
    return who_may(event, players.exclude(Exists(banned)))


def _next_accounts(mailing: Mailing, *, now: datetime) -> list[int]:
    """The next accounts in the order of their keys, whoever of them was invited already."""
    able = _able(mailing.event, now=now).filter(account__is_active=True, account__mail_opt_out=None)
    following = able.filter(account_id__gt=mailing.last_account).exclude(Exists(_written(mailing.event)))
    return [key for key in following.order_by("account_id").values_list("account_id", flat=True)[:BATCH] if key]


def _written(event: Event) -> QuerySet[Message]:
    key = Concat(Value(f"invite:{event.pk}:"), Cast(OuterRef("account_id"), CharField()))
    return Message.objects.filter(key=key)


def _message(kind: str, key: str, account: int, mailing: Mailing, now: datetime) -> Message:
    values = {"event": mailing.event_id, "mailing": mailing.pk}
    return Message(key=key, account_id=account, kind=kind, values=values, created_at=now)
