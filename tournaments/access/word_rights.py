"""Who may do what with the words of an event. Who plays in it reads none, and the keeper is never of the commission.

competition.md 6.
"""

from __future__ import annotations

from dataclasses import dataclass

from django.core.exceptions import PermissionDenied
from django.db.models import Exists

from tournaments.access.events import event_for
from tournaments.access.roles import may
from tournaments.models import Account, Event, Office, Player, Registration, Staff, StaffRole


@dataclass(frozen=True, slots=True)
class EventOfWords:
    """An event as the pages of its words need it. `plays`: registered for it, and so shut out from its words."""

    event: Event
    is_commission: bool
    plays: bool
    arranges: bool

    @property
    def reads(self) -> bool:
        """Whether the words themselves may be shown, and voted on."""
        return self.is_commission and not self.plays


def event_for_words(account: Account, slug: str) -> EventOfWords:
    """The event with what `account` may do with its words. The keeper is never of the commission: he reads none."""
    event = event_for(account, slug, "words.watch")
    return EventOfWords(
        event=event,
        is_commission=not account.is_superuser and may(account, "words.read"),
        plays=plays_at(account, event),
        arranges=may(account, "words.arrange", event=event),
    )


def event_for_reading_words(account: Account, slug: str) -> Event:
    """The event, if `account` is of the commission and does not play in it."""
    found = event_for_words(account, slug)
    if not found.reads:
        raise PermissionDenied
    return found.event


def may_read_set_word(account: Account, event: Event) -> bool:
    """Whether the word that the director set by hand may be shown to `account` before the start.

    Only to directors of the event: the keeper acts for them everywhere, but reads no word. For others no statement.
    """
    return (
        not account.is_superuser
        or Staff.objects.filter(account=account, event=event, role=StaffRole.DIRECTOR, ended_at=None).exists()
    )


def plays_at(account: Account, event: Event) -> bool:
    """Whether `account` is registered for `event` and has not withdrawn. One statement."""
    return Registration.objects.of_person(account).not_withdrawn().filter(event=event).exists()


def may_propose_words(account: Account) -> bool:
    """Whether `account` is somebody the union knows: a player, or with a role or office. One statement."""
    if account.may_direct or account.is_superuser:
        return True
    known = Exists(Player.objects.filter(account=account)) | Exists(Office.objects.in_force().filter(account=account))
    role = Exists(Staff.objects.filter(account=account, ended_at=None))
    return Account.objects.filter(known | role, pk=account.pk).exists()
