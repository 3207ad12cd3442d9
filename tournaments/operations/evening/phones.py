"""What a phone tells of itself whenever it asks: who it is, which games it follows, how many lines wait on it.

It asks about once a minute and with every line, and a deal has no statement to spare: what it told last is remembered
in the cache, and written only when it has changed or a minute has passed. Where the cache is gone it is written. That
there is a phone, whose it is and what it calls itself is in the journal, as it is found; when it was heard is not.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.core.cache import cache
from django.db import transaction
from django.utils.crypto import salted_hmac

from games.models import Game
from tournaments.models import Account, Event, Phone
from tournaments.operations.journal import note_rest

HEARD_FOR = 60  # seconds in which a phone that says the same is not written again
TAKEOVER_SALT = "scwu.takeover/1"


@dataclass(frozen=True, slots=True)
class Told:
    """What a phone said of itself. `waiting`: game → lines that lie only there; 0 for a game that it follows."""

    device: UUID
    name: str
    page: str
    waiting: Mapping[int, int]


def hear(told: Told, *, account: Account, now: datetime) -> None:
    """Write down what a phone has told, if that is news; so its pens are held on. Two statements, or none; a few more
    for a phone that is new or has gone to somebody else.
    """
    place = f"phone-{told.device.hex}"
    said = (account.pk, told.name, told.page, *sorted(told.waiting.items()))
    if cache.get(place) == said:
        return
    says: dict[str, Any] = {
        "page": told.page,
        "waiting": {str(game): waiting for game, waiting in sorted(told.waiting.items())},
        "heard_at": now,
    }
    is_known = Phone.objects.filter(pk=told.device, account=account, name=told.name).update(**says)
    if not is_known:
        with transaction.atomic():
            Phone.objects.bulk_create(
                [Phone(id=told.device, account=account, name=told.name, **says)],
                update_conflicts=True,
                unique_fields=["id"],
                update_fields=["account", "name", *says],
            )
            note_rest(by=account, now=now)
    Game.objects.filter(pk__in=list(told.waiting), pen_holder=str(told.device)).update(pen_heard_at=now)
    cache.set(place, said, HEARD_FOR)


def takeover_code(event: Event) -> str:
    """Six digits with which a phone takes a pen over where there is no network; referees read them on their board.

    An HMAC of the event's key under the site's secret key: the same for the whole event, the same on every copy of the
    site, and nothing that is public tells it. A wrong code takes nothing, and its line asks the referee.
    """
    code = int.from_bytes(salted_hmac(TAKEOVER_SALT, str(event.pk), algorithm="sha256").digest()[:8])
    return f"{code % 1_000_000:06d}"
