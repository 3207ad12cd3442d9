"""What letters about an event say: an invitation, and that an application was taken or a place became free.

Who opted out meanwhile gets none, nor does anybody once the event is past it: that is asked when the letter is sent.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from django.conf import settings
from django.urls import reverse

from tournaments.models import Account, Event, Mailing, MailOptOut, Message, Round
from tournaments.operations.events.mailings import BEFORE_IT, OPT_OUT, WHILE
from tournaments.texts.about_events import round_title

EVENING = 17  # the hour from which "today" is said as "tonight"


def values_of(message: Message) -> dict[str, Any] | None:
    """What the letter says, or None if it is not to be sent any more."""
    if message.account is None or MailOptOut.objects.filter(account=message.account_id).exists():
        return None
    event = Event.objects.filter(pk=message.values["event"]).first()
    if event is None or event.status not in (WHILE if message.kind == "invitation" else BEFORE_IT):
        return None
    mailing = Mailing.objects.filter(pk=message.values.get("mailing")).first()
    return values_for(event, note=mailing.note if mailing else "", out=opt_out_address(message.account))


def values_for(event: Event, *, note: str, out: str) -> dict[str, Any]:
    """The values of a letter about `event`."""
    return {
        "event": event,
        "note": note,
        "link": settings.SITE_URL + reverse("public:enter", args=[event.slug]),
        "page": settings.SITE_URL + reverse("public:event", args=[event.slug]),
        "out": out,
    }


def reminder_values(event: Event, now: datetime) -> dict[str, Any] | None:
    """What a reminder says; None once the event has begun or was called off, for clock or mail server may be late."""
    if event.status not in BEFORE_IT:
        return None
    page = settings.SITE_URL + reverse("public:event", args=[event.slug])
    return {"event": event, "link": page, "when": when(event, now)}


def word_due_values(message: Message) -> dict[str, Any] | None:
    """What the letter about a round without a word says, or None once it has one."""
    round_ = Round.objects.select_related("event").filter(pk=message.values["round"]).first()
    if round_ is None or not round_.lacks_word or round_.event.is_over:
        return None
    slug = round_.event.slug
    page = reverse("commission:event", args=[slug])
    if message.values["to"] == "director":
        page = reverse("desk:round", args=[slug, round_.number])
    title = round_title(round_.number, round_.kind)
    return {"event": round_.event, "title": title, "starts_at": round_.starts_at, "link": settings.SITE_URL + page}


def when(event: Event, now: datetime) -> str:
    """How a reminder names the day: `tonight` (from 17:00 on), `today`, `tomorrow`, else nothing: then it is a date."""
    zone = ZoneInfo(event.time_zone)
    days = (event.date - now.astimezone(zone).date()).days
    if days == 0:
        is_evening = event.starts_at is not None and event.starts_at.astimezone(zone).hour >= EVENING
        return "tonight" if is_evening else "today"
    return "tomorrow" if days == 1 else ""


def letter_headers(message: Message) -> dict[str, str]:
    """How mail programs offer opting out themselves (RFC 2369, RFC 8058)."""
    assert message.account is not None  # noqa: S101 – they go to accounts alone; tells the type checker
    return {
        "List-Unsubscribe": f"<{opt_out_address(message.account)}>",
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    }


def opt_out_address(account: Account) -> str:
    """The signed address at which `account` opts out."""
    return settings.SITE_URL + reverse("public:no_mail", args=[OPT_OUT.sign(str(account.pk))])
