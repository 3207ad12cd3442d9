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
    """An event as the pages of its words need it.

    `plays`: registered for it, and so shut out: he neither reads its words nor says which is played.
    """

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
    plays = plays_at(account, event)
    return EventOfWords(
        event=event,
        is_commission=not account.is_superuser and may(account, "words.read"),
        plays=plays,
        arranges=not plays and may(account, "words.arrange", event=event),
    )


def event_for_reading_words(account: Account, slug: str) -> Event:
    """The event, if `account` is of the commission and does not play in it."""
    found = event_for_words(account, slug)
    if not found.reads:
        raise PermissionDenied
    return found.event


def may_read_set_word(account: Account, event: Event, *, plays: bool | None = None) -> bool:
    """Whether a word that a director set by hand may be shown to `account` before the start. `plays`: if it is known.

    Only to directors of the event who do not play in it: the keeper acts for them everywhere, but reads no word.
    """
    directs = Staff.objects.filter(account=account, event=event, role=StaffRole.DIRECTOR, ended_at=None)
    if account.is_superuser and not directs.exists():
        return False
    return not (plays_at(account, event) if plays is None else plays)


def plays_at(account: Account, event: Event) -> bool:
    """Whether the words of `event` are closed to `account`, because whoever has it is registered. Two statements."""
    return Registration.objects.of_person(account).in_the_event().filter(event=event).exists()


def may_propose_words(account: Account) -> bool:
    """Whether `account` is somebody the union knows: a player, or with a role or office. One statement."""
    if account.may_direct or account.is_superuser:
        return True
    known = Exists(Player.objects.filter(account=account)) | Exists(Office.objects.in_force().filter(account=account))
    role = Exists(Staff.objects.filter(account=account, ended_at=None))
    return Account.objects.filter(known | role, pk=account.pk).exists()
