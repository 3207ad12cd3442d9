"""The ranking of a season: points of players and of clubs from places in events (competition.md 3.8).

An event's points table says what each place earns; a place beyond its end earns nothing. A shared place gives each the
points of that place, or the average of the places that are taken up together (`shared_points` of the event's
regulations): two 7ths of a table `… 6 5 …` get 6 each, or 5 1/2 each. Points are exact fractions.

Who takes no place (unclassified), who has no claim to points (a stand-in) and who never sat in a deal of his own earns
nothing. Unclassified players are behind nobody's place, so places have closed up already. A place without claim stays
taken: nobody moves up into its points, unless the season's rules say `close_up`.

`best_of`: only a player's n best results count, the better one first, of equal ones the earlier event; the others are
shown as dropped. Equal points share a rank (two 3rds, then a 5th). Who has no points has no rank.

A club has the sum of the points that count for its players and were won under its colours: the club of the day of the
event, whatever club they belong to later. `best_members`: only its n best players count. What its teams won in events
with a table for clubs (places by team result, 3.10) is added, always.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import groupby
from typing import Literal, NamedTuple, TypeVar

State = Literal["counted", "dropped", "no_claim", "unclassified", "no_deal", "no_table"]
NONE = Fraction(0)
Of = TypeVar("Of")


class Result(NamedTuple):
    """What one player did in one event. `place` 0: none. `claims`: may earn points. `played`: sat in an own deal."""

    player: int
    club: int | None
    place: int
    sharing: int = 1
    claims: bool = True
    played: bool = True


class TeamResult(NamedTuple):
    club: int
    place: int
    sharing: int = 1


@dataclass(frozen=True, slots=True)
class Played:
    """An event with final results. `table`: points of places 1, 2 …; `club_table` the same for teams."""

    event: int
    table: tuple[int, ...]
    results: Sequence[Result]
    club_table: tuple[int, ...] = ()
    teams: Sequence[TeamResult] = ()
    average: bool = False


@dataclass(frozen=True, slots=True)
class Rules:
    """Of a season. None: no limit."""

    best_of: int | None = None
    best_members: int | None = None
    close_up: bool = False


class Award(NamedTuple):
    """What an event brought a player, and whether it counts."""

    event: int
    club: int | None
    place: int
    sharing: int
    points: Fraction
    state: State


@dataclass(frozen=True, slots=True)
class PlayerLine:
    rank: int
    player: int
    points: Fraction
    counted: int
    events: int


@dataclass(frozen=True, slots=True)
class ClubLine:
    """`members`: how many players count; `team_points`: how much of `points` its teams won."""

    rank: int
    club: int
    points: Fraction
    members: int
    team_points: Fraction


@dataclass(frozen=True, slots=True)
class Ranking:
    players: tuple[PlayerLine, ...]
    clubs: tuple[ClubLine, ...]


class ClubShare(NamedTuple):
    """What a player brought his club, and whether he is among those who count."""

    player: int
    points: Fraction
    counts: bool


def ranking(played: Iterable[Played], rules: Rules) -> Ranking:
    """Players and clubs by points, best first, equal ones by key."""
    events = list(played)
    awards = {player: counted(rows, rules) for player, rows in awards_of(events, rules).items()}
    lines = []
    for player, rows in awards.items():
        took_part = [award for award in rows if award.state in ("counted", "dropped")]
        points = _sum(award.points for award in rows if award.state == "counted")
        lines.append((points, player, sum(award.state == "counted" for award in took_part), len(took_part)))
    return Ranking(
        players=tuple(
            PlayerLine(rank, player, points, n, of)
            for rank, (points, player, n, of) in _ranked([line for line in lines if line[0]])
        ),
        clubs=tuple(
            ClubLine(rank, club, points, members, team)
            for rank, (points, club, members, team) in _ranked(_clubs(awards, events, rules))
        ),
    )


def awards_of(played: Iterable[Played], rules: Rules) -> dict[int, list[Award]]:
    """Player → what each event brought him, in the order of the events; which of them count is asked afterwards."""
    found: dict[int, list[Award]] = defaultdict(list)
    for event in played:
        results = closed_up(event.results) if rules.close_up else event.results
        for result in results:
            state = _state(result, event.table)
            points = _points(event.table, result.place, result.sharing, event.average) if state == "counted" else NONE
            found[result.player].append(Award(event.event, result.club, result.place, result.sharing, points, state))
    return found


def counted(awards: Sequence[Award], rules: Rules) -> list[Award]:
    """The same awards, those beyond the n best marked as dropped."""
    if rules.best_of is None:
        return list(awards)
    earning = [index for index, award in enumerate(awards) if award.state == "counted"]
    dropped = set(sorted(earning, key=lambda index: (-awards[index].points, index))[rules.best_of :])
    return [award._replace(state="dropped") if index in dropped else award for index, award in enumerate(awards)]


def closed_up(results: Sequence[Result]) -> list[Result]:
    """The results with the places of those who earn nothing given to who comes next; the others keep theirs."""
    found = [result for result in results if not result.place]
    gone = 0
    placed = sorted((result for result in results if result.place), key=lambda result: result.place)
    for _, rows in groupby(placed, key=lambda result: result.place):
        group = list(rows)
        earning = sum(result.claims for result in group)
        found.extend(
            result._replace(place=result.place - gone, sharing=earning) if result.claims else result for result in group
        )
        gone += len(group) - earning
    return found


def club_shares(awards: Mapping[int, Sequence[Award]], rules: Rules) -> dict[int, list[ClubShare]]:
    """Club → its players with what they brought it, best first, equal ones by key. `awards` are those `counted`."""
    sums: dict[int, dict[int, Fraction]] = defaultdict(dict)
    for player, rows in awards.items():
        for award in rows:
            if award.state == "counted" and award.points and award.club is not None:
                sums[award.club][player] = sums[award.club].get(player, NONE) + award.points
    return {
        club: [
            ClubShare(player, points, rules.best_members is None or number <= rules.best_members)
            for number, (player, points) in enumerate(
                sorted(shares.items(), key=lambda share: (-share[1], share[0])), start=1
            )
        ]
        for club, shares in sums.items()
    }


def team_points(event: Played) -> Iterable[tuple[TeamResult, Fraction]]:
    """What each team of an event won for its club."""
    for team in event.teams:
        yield team, _points(event.club_table, team.place, team.sharing, event.average)


def _clubs(
    awards: Mapping[int, Sequence[Award]], events: Iterable[Played], rules: Rules
) -> list[tuple[Fraction, int, int, Fraction]]:
    members: dict[int, tuple[Fraction, int]] = {
        club: (_sum(share.points for share in shares if share.counts), sum(share.counts for share in shares))
        for club, shares in club_shares(awards, rules).items()
    }
    teams: dict[int, Fraction] = defaultdict(Fraction)
    for event in events:
        for team, points in team_points(event):
            teams[team.club] += points
    found = []
    for club in members.keys() | teams.keys():
        of_members, number = members.get(club, (NONE, 0))
        if points := of_members + teams.get(club, NONE):
            found.append((points, club, number, teams.get(club, NONE)))
    return found


def _state(result: Result, table: tuple[int, ...]) -> State:
    if not table:
        return "no_table"
    if not result.place:
        return "unclassified"
    if not result.claims:
        return "no_claim"
    return "counted" if result.played else "no_deal"


@lru_cache(maxsize=4096)
def _points(table: tuple[int, ...], place: int, sharing: int, average: bool) -> Fraction:  # noqa: FBT001 – cached by position
    if not average or sharing <= 1:
        return Fraction(table[place - 1]) if place <= len(table) else NONE
    return Fraction(sum(table[place - 1 : place - 1 + sharing]), sharing)


def _sum(points: Iterable[Fraction]) -> Fraction:
    """Mostly whole numbers; adding fractions one by one would take most of the time of a ranking."""
    whole, broken = 0, NONE
    for value in points:
        if value.denominator == 1:
            whole += value.numerator
        else:
            broken += value
    return broken + whole


def _ranked(lines: list[tuple[Fraction, int, int, Of]]) -> list[tuple[int, tuple[Fraction, int, int, Of]]]:
    """The lines with their ranks, best first; the second of a line is its key."""
    ordered = sorted(lines, key=lambda line: (-line[0], line[1]))
    found: list[tuple[int, tuple[Fraction, int, int, Of]]] = []
    for _, rows in groupby(ordered, key=lambda line: line[0]):
        rank = len(found) + 1
        found.extend((rank, line) for line in rows)
    return found
