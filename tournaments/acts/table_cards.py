"""A table as a card of the board says it, for the board itself and for the director's desk."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from hashlib import sha256

from django.template.loader import render_to_string
from django.utils.translation import get_language

from tournaments.models import Account, Event
from tournaments.queries.boards import BoardTable, overdue
from tournaments.queries.phones import heard
from tournaments.queries.tables_public import SeatNow
from tournaments.texts.about_forecasts import minutes_text


@dataclass(frozen=True, slots=True)
class Card:
    """`rows`: the seats with their word boxes; `minutes`: how long it will still take, empty where nobody can say."""

    table: BoardTable
    rows: tuple[tuple[SeatNow, str], ...]
    minutes: str


def board_etag(event: Event, account: Account, *, now: datetime) -> str:
    """What somebody's live tables depend on: the event, what phones told, how long nothing came. Two statements."""
    told = f"{heard(event, now=now)}-{_digest(overdue(event, now=now))}"
    return f'"{event.version}-{account.pk}-{get_language()}-{told}"'


def _digest(said: object) -> str:
    return sha256(repr(said).encode()).hexdigest()[:12]


def cards_of(tables: Iterable[BoardTable]) -> list[Card]:
    """The cards of these tables. Each state of a word is rendered once, however many seats are in it. No statement."""
    word = cache(_word)
    return [_card(table, word) for table in tables]


def _card(table: BoardTable, word: Callable[[tuple[str, ...], int], str]) -> Card:
    rows = tuple((seat, word(table.letters, seat.letters) if table.letters else "") for seat in table.now.seats)
    return Card(table, rows, minutes_text(table.minutes) if table.minutes else "")


def _word(letters: tuple[str, ...], taken: int) -> str:
    return render_to_string("parts/word.html", {"letters": letters, "taken": taken, "small": True})
