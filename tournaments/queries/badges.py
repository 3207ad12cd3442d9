"""Who takes a badge home: everybody who has completed the word of a round (competition.md 1 and 2.2)."""

from __future__ import annotations

from dataclasses import dataclass

from tournaments.models import Round
from tournaments.queries.seating import seating_of


@dataclass(frozen=True, slots=True)
class Badge:
    """Somebody who has completed the word. `left`: as which of his table he did."""

    nick: str
    club: str
    table: int
    left: int


def badges_of(round_: Round) -> list[Badge]:
    """The badges of a round that has started, by table and in the order in which they were taken. One statement."""
    word = round_.playing_word if round_.is_word_public else None
    if word is None:
        return []
    found = [
        Badge(
            nick=seat.registration.nick,
            club=seat.registration.club.name if seat.registration.club else "",
            table=table.number,
            left=seat.left,
        )
        for table in seating_of(round_)
        for seat in table.seats
        if seat.left is not None and seat.letters >= len(word.letters)
    ]
    return sorted(found, key=lambda badge: (badge.table, badge.left))
