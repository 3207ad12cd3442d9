"""The facts of an evening for whoever writes about it: who, where, word by word, who led when, who won.

Only what everybody may read: a word from the start of its round on, places as the standings show them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from tournaments.models import Event, Registration, Ruling, Table
from tournaments.queries.events import RoundLine, rounds_of
from tournaments.queries.feats import RecordHeld, records_of_event
from tournaments.queries.pictures import EveningPictures, evening_pictures
from tournaments.queries.standings import Row, standings_page
from tournaments.scenes import FINALS


@dataclass(frozen=True, slots=True)
class ArticleFacts:
    """`led`: round → nicks that were first after it; `top`: the head of the standings, ties of the third too.

    `seen`: what the pictures of the event are drawn from; `races`: round and number of each table of a final.
    """

    players: int
    clubs: int
    countries: int
    deals: int
    rounds: Sequence[RoundLine]
    led: Mapping[int, Sequence[str]]
    top: Sequence[Row]
    records: Sequence[RecordHeld]
    rulings: int
    rise: Rise | None
    seen: EveningPictures
    races: Sequence[tuple[int, int]]


class Rise(NamedTuple):
    """Whose place after his last basic round is most places better than after his first."""

    nick: str
    before: int
    after: int


PODIUM = 3


def article_facts(event: Event) -> ArticleFacts:
    """Collect them. A dozen statements or so, whatever the size of the event."""
    played = Registration.objects.filter(event=event, score__deals__gt=0)
    homes = list(played.exclude(club=None).values_list("club", "club__federation__country"))
    seen = evening_pictures(event)
    led: dict[int, list[str]] = {}
    for one in seen.places:
        for number, place in one.after:
            if place == 1:
                led.setdefault(number, []).append(one.nick)
    return ArticleFacts(
        players=played.count(),
        clubs=len({club for club, _ in homes}),
        countries=len({country for _, country in homes}),
        deals=_deals(event) if event.is_smear else sum(seen.pace),
        rounds=[line for line in rounds_of(event) if line.started_at],
        led=led,
        top=[row for row in standings_page(event).rows if 0 < row.official <= PODIUM and row.deals],
        records=records_of_event(event),
        rulings=Ruling.objects.filter(table__round__event=event, overruled_by=None).count(),
        rise=_rise(seen),
        seen=seen,
        races=_races(event),
    )


def _rise(seen: EveningPictures) -> Rise | None:
    """None if nobody rose by two places at least; of several who rose alike the one who came further forward."""
    rises = [Rise(one.nick, one.after[0][1], one.after[-1][1]) for one in seen.places]
    found = max(rises, key=lambda one: (one.before - one.after, -one.after), default=None)
    return found if found and found.before - found.after > 1 else None


def _deals(event: Event) -> int:
    """Of Smear no pictures count them."""
    deals = Table.objects.filter(round__event=event, game__isnull=False).values_list("game__state__deals", flat=True)
    return sum(number or 0 for number in deals)


def _races(event: Event) -> list[tuple[int, int]]:
    """The tables of finals at which there is a letters race to be drawn (two deals at least)."""
    if event.is_smear:
        return []
    tables = Table.objects.filter(round__event=event, round__kind__in=FINALS, game__state__deals__gte=2)
    return list(tables.order_by("round__number", "number").values_list("round__number", "number"))
