"""Games in the database for the tests of the log."""

from __future__ import annotations

import uuid
from datetime import datetime
from typing import Any

from django.db import transaction

from games import protocol
from games.models import Game
from games.protocol import Appended, Draft
from games.rules.entries import Entry
from games.rules.notation import parse_log
from tests.factories.base import NOW


def line(text: str) -> Entry:
    """One line of the notation."""
    _, [entry] = parse_log(f"WORD ABCDEF\n{text}")
    return entry


def append(
    game: Game, text: str, *, by: str = "referee", at: int | None = None, now: datetime = NOW, **fields: Any
) -> Appended:
    """Append one line of the notation, by default where the log ends now."""
    with transaction.atomic():
        held = protocol.lock(game.pk)
        draft = Draft(**{"id": uuid.uuid4(), "entry": line(text), "expected_position": at or held.length + 1, **fields})
        return protocol.append(held, draft, by=by, now=now)


def written(game: Game) -> list[str]:
    return [f"{entry.position} {entry.kind}" for entry in game.entries.order_by("position")]
