"""Who has handed in a second secret: the journal knows whether he was signed in, and as whom."""

from __future__ import annotations

from typing import NamedTuple

from django.db.models import QuerySet

from tournaments.models import Event, JournalLine, Registration


class PlayerHere(NamedTuple):
    """`has_mailbox`: else the desk has let him in, and nobody but the desk can say who it was."""

    key: str
    nick: str
    has_mailbox: bool


def lines_handed_in(event: Event) -> QuerySet[JournalLine]:
    """The lines of the journal that tell of each digest for which draw it was handed in, by whom."""
    return JournalLine.objects.filter(chain__event=event, act="draw_secret_offered", refused="")


def handed_in_by(event: Event, round_number: int, attempt: int) -> dict[str, str]:
    """Whoever has handed in each digest, as the journal calls him: `account:7`, `hall`. One statement."""
    lines = lines_handed_in(event).filter(subject=f"round:{round_number}", new__attempt=attempt)
    return {new["digest"]: by for new, by in lines.values_list("new", "by")}


def players_with_accounts(event: Event) -> dict[str, PlayerHere]:
    """Those of the event who have an account, by its key. One statement."""
    rows = Registration.objects.filter(event=event, player__account__isnull=False).select_related("player__account")
    found = ((one.player.account, one) for one in rows)
    return {account.key: PlayerHere(one.key, one.nick, account.has_mailbox) for account, one in found if account}


def signed_in_as(event: Event, round_number: int, attempt: int, digest: str) -> PlayerHere | None:
    """As which player he was signed in who has handed in this digest; None if as none. At most two statements."""
    by = handed_in_by(event, round_number, attempt).get(digest)
    return players_with_accounts(event).get(by) if by else None
