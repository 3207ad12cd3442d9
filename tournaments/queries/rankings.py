"""The ranking of a season as its pages and the API show it, and why somebody has the points that he has.

Counted from the places of the newest final publications (`RankedResult`), with the club of the day and whoever a
registration belongs to now. A season of 200 events with 64 players is five statements and some 100 ms, so it is kept
under a fingerprint of everything that it was counted from: one look at sums tells whether any of it has changed, and
nobody who changes something has to know of this.
"""

from __future__ import annotations

import datetime as dt
import hashlib
import json
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from django.core.cache import cache
from django.db.models import Count, F, Max, Q, Sum
from django.http import Http404

from tournaments.facts.nicks import nick_key
from tournaments.models import (
    Club,
    Event,
    EventStatus,
    Membership,
    Player,
    RankedBody,
    RankedResult,
    RankedTeam,
    Season,
)
from tournaments.queries.ranking_rules import Tables, rules_of, tables_of
from tournaments.standings.ranking import (
    Award,
    ClubLine,
    ClubShare,
    Played,
    PlayerLine,
    Ranking,
    Result,
    Rules,
    TeamResult,
    awards_of,
    club_shares,
    counted,
    ranking,
    team_points,
)

KEPT_SECONDS = 24 * 3600


@dataclass(frozen=True, slots=True)
class RankedEvent:
    pk: int
    slug: str
    name: str
    date: dt.date
    series: str
    publication: int


@dataclass(frozen=True, slots=True)
class Why:
    """One event of a player with what it brought him. `table` is what the places of the event earn."""

    event: RankedEvent
    award: Award
    club: str
    table: tuple[int, ...]
    average: bool


def seasons() -> list[int]:
    """The years of all seasons, newest first. One statement."""
    return list(Season.objects.order_by("-year").values_list("year", flat=True))


def newest_ranked() -> int | None:
    """The newest season with final results. One statement."""
    rows = RankedResult.objects.exclude(event__status=EventStatus.CANCELLED).aggregate(year=Max("event__season__year"))
    found: int | None = rows["year"]
    return found


def newest_with_points(player: Player) -> int | None:
    """The newest season in which a place of the player could earn points. One statement."""
    rows = RankedResult.objects.filter(registration__player=player, place__gt=0, claims=True, played=True)
    found: int | None = rows.exclude(event__status=EventStatus.CANCELLED).aggregate(year=Max("event__season__year"))[
        "year"
    ]
    return found


def season_with(year: int) -> Season:
    """Return the season of a year. Raises Http404."""
    for season in Season.objects.filter(year=year):
        return season
    raise Http404


def ranking_of(season: Season, *, until: dt.date | None = None) -> Ranking:
    """The ranking, kept for as long as nothing of it changes. `until`: from the events up to this day alone."""
    rules, tables = rules_of(season), tables_of(season)
    key = f"ranking:{season.pk}:{until or ''}"
    print_ = _fingerprint(season, rules, tables)
    kept = cache.get(key)
    if kept is not None and kept[0] == print_:
        found: Ranking = kept[1]
        return found
    found = ranking(played_in(season, tables=tables, until=until), rules)
    cache.set(key, (print_, found), KEPT_SECONDS)
    return found


def ranking_with(season: Season, *, rules: Rules, tables: Tables) -> Ranking:
    """How the ranking would be under these rules and tables."""
    return ranking(played_in(season, tables=tables), rules)


def played_in(
    season: Season, *, tables: Tables, until: dt.date | None = None, player: int | None = None, club: int | None = None
) -> list[Played]:
    """The events of a season with final results, in order of their days. Three statements.

    `player` or `club`: only the events in which they have a part, with all who played there.
    """
    events = _events(season)
    if until is not None:
        events = events.filter(date__lte=until)
    if player is not None:
        events = events.filter(ranked_results__registration__player=player)
    if club is not None:
        mine = Q(ranked_results__registration__club=club) | Q(ranked_teams__club=club)
        events = events.filter(mine).distinct()
    rows = list(events.order_by("date", "pk").values_list("pk", "series_id", "regulations"))
    results: dict[int, list[Result]] = defaultdict(list)
    teams: dict[int, list[TeamResult]] = defaultdict(list)
    chosen = [pk for pk, _, _ in rows]
    whole = player is None and club is None and until is None
    of_season = Q(event__season=season) if whole else Q(event__in=chosen)
    found = RankedResult.objects.filter(of_season).order_by("registration_id")
    columns = ("registration__player_id", "registration__club_id", "place", "sharing", "claims", "played")
    for event, player_, club_, place, sharing, claims, sat in found.values_list("event_id", *columns):
        results[event].append(Result(player_, club_, place, sharing, claims, sat))
    for event, *values in (
        RankedTeam.objects.filter(of_season).order_by("club_id").values_list("event_id", "club_id", "place", "sharing")
    ):
        teams[event].append(TeamResult(*values))
    return [
        Played(
            event=pk,
            table=tables[series, RankedBody.PLAYERS],
            results=results[pk],
            club_table=tables[series, RankedBody.CLUBS],
            teams=teams[pk],
            average=regulations.get("shared_points") == "average",
        )
        for pk, series, regulations in rows
    ]


# --- What the pages show ----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class NamedPlayer:
    line: PlayerLine
    nick: str
    club: str
    club_code: str
    country: str


@dataclass(frozen=True, slots=True)
class NamedClub:
    line: ClubLine
    name: str
    code: str
    country: str


def players_found(lines: Sequence[PlayerLine], search: str) -> Sequence[PlayerLine]:
    """The lines of the players whose nick, present or former, has `search` in it. At most one statement."""
    key = nick_key(search)
    if not key:
        return lines
    named = Player.objects.filter(Q(nick_key__contains=key) | Q(aliases__nick_key__contains=key))
    found = set(named.values_list("pk", flat=True))
    return [line for line in lines if line.player in found]


def named_players(lines: Sequence[PlayerLine], season: Season) -> list[NamedPlayer]:
    """The lines with the nicks and clubs of now. Two statements."""
    nicks = dict(Player.objects.filter(pk__in=[line.player for line in lines]).values_list("pk", "nick"))
    clubs = _clubs_of(list(nicks), season)
    nobody = ("", "", "")
    return [NamedPlayer(line, nicks.get(line.player, "–"), *clubs.get(line.player, nobody)) for line in lines]


def named_clubs(lines: Sequence[ClubLine]) -> list[NamedClub]:
    """The lines with names, codes and countries. One statement."""
    rows = Club.objects.filter(pk__in=[line.club for line in lines])
    named = {pk: rest for pk, *rest in rows.values_list("pk", "name", "code", "federation__country")}
    return [NamedClub(line, *named.get(line.club, ("–", "", ""))) for line in lines]


def why_player(season: Season, player: Player) -> tuple[list[Why], Fraction, Rules]:
    """Tell event by event what the player got and whether it counts, with the sum; in the order of the events."""
    rules, tables = rules_of(season), tables_of(season)
    played = played_in(season, tables=tables, player=player.pk)
    awards = counted(awards_of(played, rules).get(player.pk, []), rules)
    events, clubs = ranked_events(played), _club_names(awards)
    by_event = {ranked.event: ranked for ranked in played}
    lines = [
        Why(
            events[award.event],
            award,
            clubs.get(award.club or 0, ""),
            by_event[award.event].table,
            by_event[award.event].average,
        )
        for award in awards
    ]
    return lines, sum((award.points for award in awards if award.state == "counted"), Fraction(0)), rules


@dataclass(frozen=True, slots=True)
class WhyClub:
    """`shares` with nicks, and the events in which its team won points: (event, place, sharing, points)."""

    shares: list[tuple[ClubShare, str]]
    teams: list[tuple[RankedEvent, int, int, Fraction]]
    points: Fraction


def why_club(season: Season, club: Club) -> WhyClub:
    """Tell what its players and its teams brought the club. Everybody's best results are asked of the whole season."""
    rules, tables = rules_of(season), tables_of(season)
    played = played_in(season, tables=tables)
    awards = {player: counted(rows, rules) for player, rows in awards_of(played, rules).items()}
    shares = club_shares(awards, rules).get(club.pk, [])
    teams = [
        (event.event, team, points)
        for event in played
        for team, points in team_points(event)
        if team.club == club.pk and points
    ]
    won = {event for event, _, _ in teams}
    events = ranked_events([ranked for ranked in played if ranked.event in won])
    nicks = dict(Player.objects.filter(pk__in=[share.player for share in shares]).values_list("pk", "nick"))
    of_members = sum((share.points for share in shares if share.counts), Fraction(0))
    return WhyClub(
        shares=[(share, nicks[share.player]) for share in shares],
        teams=[(events[event], team.place, team.sharing, points) for event, team, points in teams],
        points=sum((points for _, _, points in teams), of_members),
    )


def ranked_events(played: Sequence[Played]) -> dict[int, RankedEvent]:
    """The events with their names and the number of the publication that counts. One statement."""
    rows = Event.objects.filter(pk__in=[ranked.event for ranked in played]).annotate(
        newest=Max("publications__number", filter=Q(publications__final=True))
    )
    found = rows.values_list("pk", "slug", "name", "date", "series__name", "newest")
    return {row[0]: RankedEvent(*row) for row in found}


def _events(season: Season) -> Any:
    return Event.objects.filter(season=season).exclude(status=EventStatus.CANCELLED)


def _clubs_of(players: list[int], season: Season) -> dict[int, tuple[str, str, str]]:
    rows = Membership.objects.present().filter(player__in=players, season=season)
    return {
        pk: (name, code, country)
        for pk, name, code, country in rows.values_list(
            "player_id", "club__name", "club__code", "club__federation__country"
        )
    }


def _club_names(awards: Sequence[Award]) -> dict[int, str]:
    clubs = {award.club for award in awards if award.club}
    return dict(Club.objects.filter(pk__in=clubs).values_list("pk", "name")) if clubs else {}


def _fingerprint(season: Season, rules: Rules, tables: Tables) -> str:
    """Changes with every publication, merge, change of club or day, table and rule. Two statements, on sums."""
    results = RankedResult.objects.filter(event__season=season).exclude(event__status=EventStatus.CANCELLED)
    sums = results.aggregate(
        n=Count("pk"),
        newest=Max("publication_id"),
        publications=Sum("publication_id"),
        places=Sum(F("place") * F("registration_id")),
        sharing=Sum(F("sharing") * F("registration_id")),
        claims=Sum("registration_id", filter=Q(claims=True)),
        played=Sum("registration_id", filter=Q(played=True)),
        players=Sum(F("registration__player_id") * F("registration_id")),
        clubs=Sum(F("registration__club_id") * F("registration_id")),
    )
    events = _events(season).filter(ranked_results__isnull=False).distinct().order_by("pk")
    days = [[pk, series, day.isoformat()] for pk, series, day in events.values_list("pk", "series_id", "date")]
    said = [
        {name: int(value or 0) for name, value in sums.items()},
        days,
        [rules.best_of, rules.best_members, rules.close_up],
        sorted([series, body, list(points)] for (series, body), points in tables.items()),
    ]
    return hashlib.sha256(json.dumps(said).encode()).hexdigest()
