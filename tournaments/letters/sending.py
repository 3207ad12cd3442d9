"""Sending the e-mails that acts have written down (`Message`).

A message is written in the transaction of its act, so none speaks of what did not happen, and none is lost. One
sender takes it by a conditional UPDATE. A sender killed between taking and sending leaves it taken: after
`GIVE_BACK` another may try again; the same Message-ID lets mail programs see a doubled letter as one.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.core.mail import EmailMessage
from django.db.models import F, Q
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone, translation

from tournaments.letters import account_letters, event_letters, union_letters
from tournaments.models import Claim, Event, Message, SignInLink
from tournaments.operations.accounts import addresses
from tournaments.operations.accounts.sign_in_links import link_token
from tournaments.operations.events import mailings
from tournaments.operations.people.claims import claim_path

GIVE_BACK = timedelta(minutes=5)
MOST_ATTEMPTS = 5
KINDS = (
    *("sign_in", "sign_in_code", "claim", "reminder", "word_due", addresses.KIND),
    *mailings.KINDS,
    *union_letters.KINDS,
    *account_letters.KINDS,
)


def messages_to_send(now: datetime) -> list[int]:
    """Ids of the messages that nobody has sent and nobody is sending, oldest first. One statement."""
    rows = Message.objects.filter(_free(now)).order_by("created_at", "pk")
    return list(rows.values_list("pk", flat=True)[:200])


def send_message(*, message_id: int, now: datetime) -> bool:
    """Send one message; False if somebody else has it. Raises what the mail server raises: the sweep tries again."""
    taken = Message.objects.filter(_free(now), pk=message_id)
    if not taken.update(taken_at=now, attempts=F("attempts") + 1):
        return False
    message = Message.objects.select_related("account").get(pk=message_id)
    email = written(message)
    if email is not None:
        email.send()
    Message.objects.filter(pk=message_id).update(sent_at=now)
    return True


def written(message: Message) -> EmailMessage | None:
    """The letter in its reader's language, or None if what it speaks of is gone, or nobody is there to read it."""
    if message.account is None:
        claim = Claim.objects.select_related("player", "event").filter(pk=message.values["claim"]).first()
        return _email(message, claim.email, claim.language, _of_claim(claim)) if claim and claim.email else None
    if message.kind == addresses.KIND:
        link = settings.SITE_URL + reverse("public:prove_address", args=[addresses.address_token(message)])
        return _email(message, message.values["email"], message.account.language, lambda: {"link": link})
    gone = message.values.get("email")  # an address that the letter says was taken off the account
    if not (gone or message.account.has_mailbox):
        return None
    return _email(message, gone or message.account.email, message.account.language, lambda: _values(message))


def _email(
    message: Message, to: str, language: str, values_of: Callable[[], dict[str, Any] | None]
) -> EmailMessage | None:
    with translation.override(language or settings.LANGUAGE_CODE):
        values = values_of()
        if values is None:
            return None
        text = render_to_string(f"mail/{message.kind}.txt", values).strip()
    subject, _, body = text.partition("\n")
    host = settings.DEFAULT_FROM_EMAIL.partition("@")[2] or "localhost"
    return EmailMessage(
        subject=" ".join(subject.split()),  # no line break of a name gets into a header
        body=body.strip() + "\n",
        to=[to],
        headers={
            "Message-ID": f"<{message.key.replace(':', '.')}@{host}>",
            "Auto-Submitted": "auto-generated",
            **(event_letters.letter_headers(message) if message.kind in mailings.KINDS else {}),
        },
    )


def _of_claim(claim: Claim) -> Callable[[], dict[str, Any]]:
    link = settings.SITE_URL + claim_path(claim)
    return lambda: {"claim": claim, "is_held": claim.player is None, "link": link}


def _values(message: Message) -> dict[str, Any] | None:
    """What the letter says; None if it has nothing to say any more, or is about a rehearsal."""
    if message.kind not in KINDS:
        raise ValueError(message.kind)
    event = Event.objects.filter(pk=message.values.get("event") or 0).first()
    if event is not None and event.is_rehearsal:
        return None
    if message.kind == "sign_in":
        link = SignInLink.objects.filter(pk=message.values["link"]).first()
        return {"link": settings.SITE_URL + reverse("sign_in_link", args=[link_token(link)])} if link else None
    if message.kind in mailings.KINDS:
        return event_letters.values_of(message)
    if message.kind == "sign_in_code":
        return {"code": message.values["code"]}
    if message.kind in account_letters.KINDS:
        return account_letters.values_of(message)
    if message.kind == "word_due":
        return event_letters.word_due_values(message)
    if message.kind in union_letters.KINDS:
        return union_letters.values_of(message)
    return event_letters.reminder_values(event, timezone.now()) if event else None


def _free(now: datetime) -> Q:
    return Q(sent_at=None, attempts__lt=MOST_ATTEMPTS) & (Q(taken_at=None) | Q(taken_at__lt=now - GIVE_BACK))
