"""The facts of an evening for whoever writes about it: who, where, word by word, who led when, who won.

Only what everybody may read: a word from the start of its round on, places as the standings show them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from tournaments.models import Event, Occupant, Registration, RoundStatus, Table
from tournaments.queries.events import RoundLine, rounds_of
from tournaments.queries.feats import RecordHeld, records_of_event
from tournaments.queries.pictures import EveningPictures, evening_pictures
from tournaments.queries.rulings import standing_rulings_at
from tournaments.queries.standing_rows import Row
from tournaments.queries.standings import standings_page
from tournaments.scenes import FINALS


@dataclass(frozen=True, slots=True)
class ArticleFacts:
    """`led`: round → nicks that were first after it; `finalists`: round of a final → who sat there.

    `top`: the head of the standings, ties of the third too; `seen`: what the pictures of the event are drawn from;
    `races`: round and number of each table of a final.
    """

    players: int
    clubs: int
    countries: int
    deals: int
    rounds: Sequence[RoundLine]
    led: Mapping[int, Sequence[str]]
    finalists: Mapping[int, Sequence[str]]
    top: Sequence[Row]
    records: Sequence[RecordHeld]
    rulings: int
    rise: Rise | None
    seen: EveningPictures
    races: Sequence[tuple[int, int]]


class Rise(NamedTuple):
    """Whose place after his last closed basic round is most places better than after his first."""

    nick: str
    before: int
    after: int


PODIUM = 3
EXTREMES = (("short_game", "long_game"), ("fast_game", "slow_game"))


def article_facts(event: Event) -> ArticleFacts:
    """Collect them. A dozen statements or so, whatever the size of the event."""
    played = Registration.objects.filter(event=event, score__deals__gt=0)
    homes = list(played.exclude(club=None).values_list("club", "club__federation__country"))
    seen = evening_pictures(event)
    rounds = [line for line in rounds_of(event) if line.started_at]
    closed = {line.number for line in rounds if line.status == RoundStatus.CLOSED}
    courses = {one.nick: [(number, place) for number, place in one.after if number in closed] for one in seen.places}
    led: dict[int, list[str]] = {}
    for nick, line in courses.items():
        for number, place in line:
            if place == 1:
                led.setdefault(number, []).append(nick)
    return ArticleFacts(
        players=played.count(),
        clubs=len({club for club, _ in homes}),
        countries=len({country for _, country in homes}),
        deals=_deals(event) if event.is_smear else sum(seen.pace),
        rounds=rounds,
        led=led,
        finalists=_finalists(event),
        top=[row for row in standings_page(event).rows if 0 < row.official <= PODIUM and row.deals],
        records=_telling(records_of_event(event)),
        rulings=standing_rulings_at(event),
        rise=_rise(courses),
        seen=seen,
        races=_races(event),
    )


def _rise(courses: Mapping[str, Sequence[tuple[int, int]]]) -> Rise | None:
    """None if nobody rose by two places at least; of several who rose alike the one who came further forward."""
    rises = [Rise(nick, line[0][1], line[-1][1]) for nick, line in courses.items() if line]
    found = max(rises, key=lambda one: (one.before - one.after, -one.after), default=None)
    return found if found and found.before - found.after > 1 else None


def _telling(records: Sequence[RecordHeld]) -> list[RecordHeld]:
    """Without the longest and the shortest game where they are as long: of a single game that tells nothing."""
    values = {one.kind: one.value for one in records}
    alike = [pair for pair in EXTREMES if values.get(pair[0]) == values.get(pair[1])]
    return [one for one in records if not any(one.kind in pair for pair in alike)]


def _finalists(event: Event) -> dict[int, list[str]]:
    """Who sat in a final, table by table and seat by seat, stand-ins among them."""
    seated = Occupant.objects.filter(table__round__event=event, table__round__kind__in=FINALS, active=True)
    found: dict[int, list[str]] = {}
    for number, nick in seated.order_by("table__round__number", "table__number", "label").values_list(
        "table__round__number", "registration__nick"
    ):
        found.setdefault(number, []).append(nick)
    return found


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
