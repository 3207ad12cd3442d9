"""The numbers behind the pictures of an event and of a player: places round by round, deals in time, who sat out.

Asked for by a page of their own (public/pictures.py), from scores and logs; the pages that are watched all evening pay
nothing for them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from games import queries as game_queries
from games.rules.course import course
from games.rules.game import Tally
from tournaments.facts.regulations import Regulations
from tournaments.models import (
    Club,
    Event,
    EventStatus,
    Occupant,
    Player,
    RankedResult,
    RankedTeam,
    RoundKind,
    Score,
    Table,
)
from tournaments.projections import numbered_basic
from tournaments.standings.courses import places_by_round

SLICE = timedelta(minutes=15)
BENCHED = 12


@dataclass(frozen=True, slots=True)
class PlacesOf:
    """The places of somebody after each basic round from his first, and in the final results, 0 if there are none."""

    nick: str
    after: tuple[tuple[int, int], ...]
    result: int

    @property
    def has_led(self) -> bool:
        return any(place == 1 for _, place in self.after)


@dataclass(frozen=True, slots=True)
class EveningPictures:
    """`places`: of everybody, the best at the end first; `pace`: deals in each `SLICE` from `since`.

    `bench`: nick → deals sat out, the most first.
    """

    places: tuple[PlacesOf, ...]
    since: datetime | None
    pace: tuple[int, ...]
    bench: tuple[tuple[str, int], ...]


def evening_pictures(event: Event) -> EveningPictures:
    """What the page of pictures of an event shows. Five statements."""
    times, bench = _from_logs(event)
    return EveningPictures(
        places=_places(event),
        since=times[0] if times else None,
        pace=_in_slices(times),
        bench=tuple(bench[:BENCHED]),
    )


def _places(event: Event) -> tuple[PlacesOf, ...]:
    nicks, played = _played(event)
    after = sorted(places_by_round(played, Regulations.from_dict(event.regulations)).items())
    results = _results(event) if event.status == EventStatus.FINISHED else {}
    found = [
        PlacesOf(
            nick=nicks[entry],
            after=tuple((number, places[entry]) for number, places in after if entry in places),
            result=results.get(entry, 0),
        )
        for entry in sorted(played)
    ]
    last = len(found) + 1
    return tuple(sorted((one for one in found if one.after), key=lambda one: (one.result or last, one.after[-1][1])))


def _results(event: Event) -> dict[str, int]:
    rows = RankedResult.objects.filter(event=event, place__gt=0)
    return dict(rows.values_list("registration__key", "place"))


def _played(event: Event) -> tuple[dict[str, str], dict[str, list[tuple[int, Tally]]]]:
    rows = Score.objects.filter(event=event, rank_key__gt="").values_list("key", "registration__nick", "rounds")
    nicks, played = {}, {}
    for key, nick, rounds in rows:
        nicks[key] = nick
        played[key] = numbered_basic(rounds)
    return nicks, played


def _from_logs(event: Event) -> tuple[list[datetime], list[tuple[str, int]]]:
    """When deals that count were written down, in order; and who sat out how many of them."""
    tables = list(
        Table.objects.filter(round__event=event, game__isnull=False)
        .exclude(round__kind=RoundKind.PLAY_OFF)
        .select_related("game")
    )
    logs = game_queries.logs_of(table.game for table in tables if table.game)
    nicks = {
        (table, label): nick
        for table, label, nick in Occupant.objects.filter(table__in=tables).values_list(
            "table", "label", "registration__nick"
        )
    }
    times, sat_out = [], Counter[str]()
    for table in tables:
        assert table.game is not None  # noqa: S101 - filtered by the query; tells the type checker
        lines = logs[table.game.pk]
        _, steps = course(game_queries.setup_of(table.game), [game_queries.parsed(line) for line in lines])
        for step in steps:
            if step.deal:
                times.append(lines[step.position - 1].at_server)
                sat_out.update(nicks[table.pk, step.seats[seat].occupant] for seat in step.benched)
    return sorted(times), sorted(sat_out.items(), key=lambda item: (-item[1], item[0]))


def _in_slices(times: Sequence[datetime]) -> tuple[int, ...]:
    if not times:
        return ()
    counted = Counter(int((at - times[0]) / SLICE) for at in times)
    return tuple(counted[number] for number in range(max(counted) + 1))


_OF_EVENT = ("event__name", "event__slug", "event__date", "event__season__year")


def places_of_player(player: Player) -> list[Mapping[str, Any]]:
    """His places in final results, oldest first. One statement."""
    rows = RankedResult.objects.filter(registration__player=player, place__gt=0)
    return list(rows.order_by("event__date", "event__pk").values(*_OF_EVENT, "place"))


def places_of_club(club: Club) -> list[Mapping[str, Any]]:
    """Its places by team result in final results, oldest first. One statement."""
    rows = RankedTeam.objects.filter(club=club).order_by("event__date", "event__pk")
    return list(rows.values(*_OF_EVENT, "place"))
