"""Phones as they were heard, and what they brought that needs a referee: rows, where the way does not matter."""

from __future__ import annotations

import json
import uuid
from datetime import datetime

from games.arrivals.sent import said
from games.models import Arrival, Game
from games.protocol import digest_of_arrival
from tests.factories.base import NOW
from tournaments.models import Account, Phone, Table


def a_phone(account: Account, *games: Game | None, heard_at: datetime = NOW, waiting: int = 0) -> Phone:
    """A phone of `account` that follows these games; `waiting` lines of the first lie only on it."""
    lines = {str(game.pk): 0 if number else waiting for number, game in enumerate(games) if game}
    return Phone.objects.create(id=uuid.uuid4(), account=account, name="Test", waiting=lines, heard_at=heard_at)


def a_flag(table: Table, status: str = "quarantined", code: str = "no_right", *, at: datetime = NOW) -> uuid.UUID:
    """A penalty letter that a phone brought and that has no effect."""
    game, line = table.game, uuid.uuid4()
    assert game is not None
    phone = {"device": str(uuid.uuid4()), "counter": 1, "by": "account:0"}
    entry = {"kind": "penalty_letter", "seat": "A", "reason": "late"}
    told = {"slot": 1, "base": 0, "head": "", "pen": 0, "holds": False, "seen": False, "witness": "A"}
    when = {"at": at.isoformat(), "contact": at.isoformat(), "since": 0}
    sent = {"v": 1, "id": str(line), "game": game.pk, "entry": entry, **phone, **told, **when}
    row = Arrival(
        line=line,
        said=said(sent),
        game=game,
        status=status,
        code=code,
        **phone,
        brought_by="account:0",
        raw=json.dumps(sent),
        tapped_at=at,
        at_server=at,
    )
    row.digest = digest_of_arrival(game.kept_head, row)
    row.save()
    Game.objects.filter(pk=game.pk).update(kept=game.kept + 1, kept_head=row.digest)
    game.refresh_from_db()
    return line
