"""Who takes a badge home: everybody who has completed the word of a round (competition.md 1 and 2.2)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

from django.db.models import F, QuerySet

from tournaments.models import Club, Event, Occupant, Player, Round, RoundKind
from tournaments.queries.seating import seating_of

MOST = 300  # games looked at, the newest; who has played more has his older badges on the pages of their tables


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


@dataclass(frozen=True, slots=True)
class Won:
    """A badge that was won, and where."""

    nick: str
    word: str
    event_name: str
    slug: str
    day: date
    round: int
    table: int


def badges_of_player(player: Player) -> list[Won]:
    """The badges that he has won, the newest first. One statement."""
    return list(_won(Occupant.objects.filter(registration__player=player)))


def badges_of_club(club: Club) -> list[Won]:
    """The badges won by whoever was registered for the club then, the newest first. One statement."""
    return list(_won(Occupant.objects.filter(registration__club=club)))


def _won(occupants: QuerySet[Occupant]) -> Iterator[Won]:
    """Of those who sit in their seats at the end, as `badges_of` sees a round; a play-off has no word, Smear none.

    A badge of a rehearsal is none: clubs are real there, and whoever plays for them is nobody.
    """
    played = occupants.filter(active=True, table__game__isnull=False, round__playing_word__isnull=False)
    known = played.exclude(round__kind=RoundKind.PLAY_OFF).filter(round__event__in=Event.objects.listed())
    rows = known.filter(round__started_at__isnull=False).annotate(seats=F("table__game__state__seats"))
    newest = rows.order_by("-round__event__date", "-round__event", "-round__number")
    shown = newest.select_related("round__event", "round__playing_word", "table", "registration")
    for one in shown.defer("round__event__regulations")[:MOST]:
        word, own = one.round.playing_word, one.seats.get(one.seat, {})
        has_it = own.get("left") is not None and own["letters"] >= len(word.letters) if word else False
        if word and has_it and own["occupant"] == one.label:
            event = one.round.event
            where = (event.name, event.slug, event.date, one.round.number, one.table.number)
            yield Won(one.registration.nick, word.word, *where)
