"""Who may enter an event, why somebody may not, and how a director lets him in all the same.

competition.md 4: not every event is open; who may not enter is told why. All conditions have to hold; those of an
event without any let everybody in. A director enters whom he likes (a walk-in, a confirmation, a list): that is noted
in the journal with the conditions that were passed over. Whether somebody is banned is no condition (bans.py).

A newcomer has never sat in a deal of a finished event; a first season is one before which he has not. The quota counts
the players of the club of the season who applied, wait or are in. A squad is named by the captain, six for a season.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.db.models import Exists, Min, OuterRef, QuerySet

from games.rules.refusals import Refused
from tournaments.facts.nicks import nick_key
from tournaments.models import (
    Account,
    ConditionKind,
    EliteMember,
    EntryCondition,
    Event,
    EventStatus,
    Invitation,
    Membership,
    Player,
    Registration,
    RegistrationStatus,
    Season,
    SquadPlace,
)
from tournaments.operations import journal
from tournaments.operations.acting import Act, act_on
from tournaments.operations.people.players import players_named
from tournaments.queries.rankings import ranking_of

MOST = 1000
MOST_NAMED = 2000


@dataclass(frozen=True, slots=True)
class Condition:
    """A condition as it is set; see `EntryCondition`."""

    kind: ConditionKind
    number: int | None = None
    season: Season | None = None
    until: dt.date | None = None


def conditions_of(event: Event) -> list[EntryCondition]:
    """The conditions of an event in the order of their kinds. One statement."""
    found = EntryCondition.objects.filter(event=event).select_related("season")
    order = list(ConditionKind)
    return sorted(found, key=lambda condition: order.index(ConditionKind(condition.kind)))


def unmet(*, event: Event, player: Player) -> list[Refused]:
    """Every condition that keeps `player` out, with its reason. One statement for an event without conditions."""
    reasons = []
    for condition in conditions_of(event):
        reason = _REASONS[ConditionKind(condition.kind)](condition, event, player)
        if reason is not None:
            reasons.append(reason)
    return reasons


def who_may(event: Event, players: QuerySet[Player]) -> QuerySet[Player]:
    """Those of `players` whom no condition keeps out: the same answer as `unmet`, for all of them at once."""
    for condition in conditions_of(event):
        players = _FILTERS[ConditionKind(condition.kind)](condition, event, players)
    return players


def note_passed(act: Act, registration: Registration) -> list[Refused]:
    """Note which conditions the director has passed over for somebody. Returns them."""
    passed = unmet(event=registration.event, player=registration.player)
    if passed:
        new = {"conditions": [condition.code for condition in passed]}
        act.note("conditions_passed", subject=f"entry:{registration.key}", new=new, bump=False)
    return passed


def set_conditions(*, event: Event, conditions: Sequence[Condition], by: Account, now: datetime) -> None:
    """Put these conditions in place of those of before (competition.md 4); who is registered stays.

    Raises Refused `condition_needs_number`, `condition_needs_season`.
    """
    with act_on(event, by=by, now=now) as act:
        for condition in conditions:
            if (
                condition.kind in (ConditionKind.RANKING, ConditionKind.CLUB_QUOTA)
                and not 1 <= (condition.number or 0) <= MOST
            ):
                raise Refused("condition_needs_number", most=MOST)
            if condition.kind in (ConditionKind.RANKING, ConditionKind.ELITE) and condition.season is None:
                raise Refused("condition_needs_season")
        old = {condition.kind: _said(condition) for condition in conditions_of(event)}
        new = {condition.kind.value: _said(condition) for condition in conditions}
        if old == new:
            return
        EntryCondition.objects.filter(event=event).delete()
        EntryCondition.objects.bulk_create(
            EntryCondition(
                event=event,
                kind=condition.kind,
                number=condition.number,
                season=condition.season,
                until=condition.until,
            )
            for condition in conditions
        )
        act.note("entry_conditions_set", old=old, new=new)


def invite(*, event: Event, nicks: Iterable[str], by: Account, now: datetime) -> int:
    """Put players on the list of the invited. Returns how many are new.

    Raises Refused `nobody_named` if one of `nicks` is nobody's; then nobody is invited.
    """
    with act_on(event, by=by, now=now) as act:
        players = _named(nicks)
        known = set(Invitation.objects.filter(event=event, player__in=players).values_list("player_id", flat=True))
        new = [player for player in players if player.pk not in known]
        Invitation.objects.bulk_create(Invitation(event=event, player=player, at=now) for player in new)
        for player in new:
            act.note("player_invited", subject=f"player:{player.pk}", bump=False)
        return len(new)


def uninvite(*, event: Event, player: Player, by: Account, now: datetime) -> None:
    """Take a player off the list of the invited; a registration that he has stays."""
    with act_on(event, by=by, now=now) as act:
        if Invitation.objects.filter(event=event, player=player).delete()[0]:
            act.note("invitation_taken_back", subject=f"player:{player.pk}", bump=False)


@transaction.atomic
def name_elite(*, season: Season, nicks: Iterable[str], by: Account, now: datetime) -> int:
    """Put players on the union's list of the Elite of a season. Returns how many are new.

    Raises Refused `nobody_named` if one of `nicks` is nobody's; then nobody is put there.
    """
    players = _named(nicks)
    known = set(EliteMember.objects.filter(season=season, player__in=players).values_list("player_id", flat=True))
    new = [player for player in players if player.pk not in known]
    EliteMember.objects.bulk_create(EliteMember(season=season, player=player, at=now) for player in new)
    for player in new:
        journal.note("elite_named", by=by, now=now, subject=f"player:{player.pk}", new={"season": season.year})
    return len(new)


@transaction.atomic
def drop_elite(*, season: Season, player: Player, by: Account, now: datetime) -> None:
    """Take a player off the list of the Elite."""
    if EliteMember.objects.filter(season=season, player=player).delete()[0]:
        journal.note("elite_dropped", by=by, now=now, subject=f"player:{player.pk}", old={"season": season.year})


def _named(nicks: Iterable[str]) -> list[Player]:
    wanted = list(dict.fromkeys(" ".join(nick.split()) for nick in nicks if nick.strip()))[:MOST_NAMED]
    found = players_named(wanted)
    for nick in wanted:
        if nick_key(nick) not in found:
            raise Refused("nobody_named", nick=nick[:80])
    return list({found[nick_key(nick)].pk: found[nick_key(nick)] for nick in wanted}.values())


def _said(condition: Condition | EntryCondition) -> Mapping[str, int | str]:
    said: dict[str, int | str] = {}
    if condition.number is not None:
        said["number"] = condition.number
    if condition.season is not None:
        said["season"] = condition.season.year
    if condition.until is not None:
        said["until"] = condition.until.isoformat()
    return said


# --- One by one, with the reason --------------------------------------------------------------------------------------


def _invited(condition: EntryCondition, event: Event, player: Player) -> Refused | None:
    invited = Invitation.objects.filter(event=event, player=player).exists()
    return None if invited else Refused("not_invited")


def _elite(condition: EntryCondition, event: Event, player: Player) -> Refused | None:
    season = condition.season or event.season
    is_elite = EliteMember.objects.filter(season=season, player=player).exists()
    return None if is_elite else Refused("not_elite", year=season.year)


def _ranking(condition: EntryCondition, event: Event, player: Player) -> Refused | None:
    season, number = condition.season or event.season, condition.number or 0
    lines = ranking_of(season, until=condition.until).players
    rank = next((line.rank for line in lines if line.player == player.pk), None)
    if rank is None:
        return Refused("no_rank", number=number, year=season.year)
    return None if rank <= number else Refused("not_in_ranking", number=number, year=season.year, rank=rank)


def _newcomers(condition: EntryCondition, event: Event, player: Player) -> Refused | None:
    return Refused("not_a_newcomer") if _played(event).filter(player=player).exists() else None


def _first_season(condition: EntryCondition, event: Event, player: Player) -> Refused | None:
    year = _played(event).filter(player=player).aggregate(year=Min("event__season__year"))["year"]
    return None if year is None or year >= event.season.year else Refused("not_first_season", year=year)


def _club_quota(condition: EntryCondition, event: Event, player: Player) -> Refused | None:
    number = condition.number or 0
    members = Membership.objects.present().filter(player=player, season=event.season)
    membership = members.select_related("club").first()
    if membership is None:
        return None
    others = _counted(event).filter(club=membership.club).exclude(player=player)
    return Refused("club_quota_full", club=membership.club.name, number=number) if others.count() >= number else None


def _squad(condition: EntryCondition, event: Event, player: Player) -> Refused | None:
    named = _in_a_squad(event).filter(membership__player=player).exists()
    return None if named else Refused("not_in_squad", year=event.season.year)


_REASONS = {
    ConditionKind.INVITED: _invited,
    ConditionKind.ELITE: _elite,
    ConditionKind.RANKING: _ranking,
    ConditionKind.NEWCOMERS: _newcomers,
    ConditionKind.FIRST_SEASON: _first_season,
    ConditionKind.CLUB_QUOTA: _club_quota,
    ConditionKind.SQUAD: _squad,
}


# --- All at once ------------------------------------------------------------------------------------------------------


def _filter_invited(condition: EntryCondition, event: Event, players: QuerySet[Player]) -> QuerySet[Player]:
    return players.filter(Exists(Invitation.objects.filter(event=event, player=OuterRef("pk"))))


def _filter_elite(condition: EntryCondition, event: Event, players: QuerySet[Player]) -> QuerySet[Player]:
    season = condition.season or event.season
    return players.filter(Exists(EliteMember.objects.filter(season=season, player=OuterRef("pk"))))


def _filter_ranking(condition: EntryCondition, event: Event, players: QuerySet[Player]) -> QuerySet[Player]:
    lines = ranking_of(condition.season or event.season, until=condition.until).players
    return players.filter(pk__in=[line.player for line in lines if line.rank <= (condition.number or 0)])


def _filter_newcomers(condition: EntryCondition, event: Event, players: QuerySet[Player]) -> QuerySet[Player]:
    return players.exclude(Exists(_played(event).filter(player=OuterRef("pk"))))


def _filter_first_season(condition: EntryCondition, event: Event, players: QuerySet[Player]) -> QuerySet[Player]:
    earlier = _played(event).filter(player=OuterRef("pk"), event__season__year__lt=event.season.year)
    return players.exclude(Exists(earlier))


def _filter_club_quota(condition: EntryCondition, event: Event, players: QuerySet[Player]) -> QuerySet[Player]:
    """Who is counted himself counts not against himself: with him the quota is full, without him it is not."""
    counts: dict[int, set[int]] = {}
    for club, player in _counted(event).filter(club__isnull=False).values_list("club_id", "player_id"):
        counts.setdefault(club or 0, set()).add(player)
    number = condition.number or 0
    full = Membership.objects.present().filter(
        season=event.season, club__in=[club for club, inside in counts.items() if len(inside) >= number]
    )
    still_in = {player for inside in counts.values() if len(inside) == number for player in inside}
    return players.exclude(Exists(full.filter(player=OuterRef("pk")).exclude(player__in=still_in)))


def _filter_squad(condition: EntryCondition, event: Event, players: QuerySet[Player]) -> QuerySet[Player]:
    return players.filter(Exists(_in_a_squad(event).filter(membership__player=OuterRef("pk"))))


_FILTERS = {
    ConditionKind.INVITED: _filter_invited,
    ConditionKind.ELITE: _filter_elite,
    ConditionKind.RANKING: _filter_ranking,
    ConditionKind.NEWCOMERS: _filter_newcomers,
    ConditionKind.FIRST_SEASON: _filter_first_season,
    ConditionKind.CLUB_QUOTA: _filter_club_quota,
    ConditionKind.SQUAD: _filter_squad,
}


def _played(event: Event) -> QuerySet[Registration]:
    """Who sat in a deal of another event that is finished."""
    others = Registration.objects.filter(event__status=EventStatus.FINISHED, score__deals__gt=0)
    return others.exclude(event=event)


def _counted(event: Event) -> QuerySet[Registration]:
    return Registration.objects.filter(event=event).exclude(status=RegistrationStatus.WITHDRAWN)


def _in_a_squad(event: Event) -> QuerySet[SquadPlace]:
    """The places in squads of the season whose players have not left their club."""
    return SquadPlace.objects.filter(season=event.season, membership__left_at=None)
