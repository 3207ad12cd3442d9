"""What a club, its captain, its officers and its members look at.

Requests of seasons that are over stand nowhere: they can neither be accepted nor harm anybody. A page of the union
says in whose hands a club is; without a captain that is the federation's or the union's.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from operator import attrgetter, itemgetter
from typing import Any

from django.core.paginator import Page, Paginator
from django.db.models import Count, Exists, F, OuterRef, Q, QuerySet
from django.utils.translation import get_language

from tournaments.facts.countries import country_name
from tournaments.models import (
    Account,
    Club,
    Federation,
    JoinRequest,
    Membership,
    Merge,
    Office,
    OfficeRole,
    Player,
    RequestStatus,
)
from tournaments.queries.by_name import page_by_name
from tournaments.texts.about_languages import name_order

PER_PAGE = 100
PRESENT_FIRST = F("left_at").asc(nulls_first=True)
MOST_REQUESTS = 200


@dataclass(frozen=True, slots=True)
class Roster:
    """The members of a club in one season, the six of the squad first and in their order."""

    year: int
    members: Sequence[Membership]

    @property
    def squad(self) -> list[Membership]:
        return [member for member in self.members if hasattr(member, "squad_place")]

    @property
    def others(self) -> list[Membership]:
        return [member for member in self.members if not hasattr(member, "squad_place")]


@dataclass(frozen=True, slots=True)
class ClubDesk:
    """Everything that the page of a captain shows."""

    club: Club
    captains: Sequence[Office]
    requests: Sequence[JoinRequest]
    rosters: Sequence[Roster]


def club_desk(club: Club, *, year: int) -> ClubDesk:
    """Three statements, however many members and requests there are."""
    members = Membership.objects.present().filter(club=club, season__year__in=(year, year + 1))
    members = members.select_related("player__account", "season", "squad_place")
    rows = list(members)
    return ClubDesk(
        club=club,
        captains=captains_of(club),
        requests=list(open_requests(year).filter(club=club)[:MOST_REQUESTS]),
        rosters=[
            Roster(season_year, sorted((row for row in rows if row.season.year == season_year), key=_squad_first()))
            for season_year in (year, year + 1)
        ],
    )


def captains_of(club: Club) -> list[Office]:
    """Return who leads the club now: one person, or nobody. One statement."""
    offices = Office.objects.in_force().filter(role=OfficeRole.CAPTAIN, club=club)
    return list(offices.select_related("account__player").order_by("starts_at"))


def open_requests(year: int) -> QuerySet[JoinRequest]:
    """Requests that still can be answered, oldest first."""
    requests = JoinRequest.objects.filter(status=RequestStatus.OPEN, season__year__gte=year)
    return requests.select_related("player", "season", "club").order_by("made_at", "pk")


def requests_of(player: Player, year: int) -> list[JoinRequest]:
    """Return the player's requests to join that nobody has answered. One statement."""
    return list(open_requests(year).filter(player=player))


def memberships_of(player: Player, year: int) -> list[Membership]:
    """Return the player's clubs of this season and the next, also one that he has left. One statement."""
    mine = Membership.objects.filter(player=player, season__year__gte=year)
    return list(mine.select_related("club__federation", "season").order_by("season__year", PRESENT_FIRST))


def clubs_led_by(account: Account, year: int) -> list[Mapping[str, Any]]:
    """The clubs of which he is captain now, with how many ask to join. One statement."""
    led = Office.objects.in_force().filter(account=account, role=OfficeRole.CAPTAIN, club=OuterRef("pk"))
    asking = Q(join_requests__status=RequestStatus.OPEN, join_requests__season__year__gte=year)
    counted = Club.objects.filter(Exists(led)).annotate(requests=Count("join_requests", filter=asking))
    return sorted(counted.order_by("code").values("code", "name", "requests"), key=name_order(itemgetter("name")))


def federations_of(account: Account) -> list[Federation]:
    """The federations of which he is an officer now. One statement."""
    led = Office.objects.in_force().filter(account=account, role=OfficeRole.OFFICER, federation=OuterRef("pk"))
    return _by_country(Federation.objects.filter(Exists(led)), attrgetter("country"))


def all_federations(year: int) -> list[dict[str, Any]]:
    """Every federation with its clubs, its officers, and the requests that no captain can answer. One statement."""
    captain = Office.objects.in_force().filter(role=OfficeRole.CAPTAIN, club=OuterRef("clubs"))
    asking = Q(clubs__join_requests__status=RequestStatus.OPEN, clubs__join_requests__season__year__gte=year)
    officers = Q(offices__ended_at=None, offices__role=OfficeRole.OFFICER, offices__in=Office.objects.in_force())
    counted = Federation.objects.annotate(
        n_clubs=Count("clubs", distinct=True),
        n_officers=Count("offices", filter=officers, distinct=True),
        n_requests=Count("clubs__join_requests", filter=asking & ~Exists(captain), distinct=True),
    )
    rows = counted.values("country", "name", "n_clubs", "n_officers", "n_requests")
    return _by_country(rows, itemgetter("country"))


def clubs_of_federation(federation: Federation, *, year: int, page: str | int | None) -> Page[Any]:
    """Its clubs with members, open requests, and whether somebody leads them. Two statements."""
    captain = Office.objects.in_force().filter(role=OfficeRole.CAPTAIN, club=OuterRef("pk"))
    members = Count("memberships", filter=Q(memberships__season__year=year, memberships__left_at=None), distinct=True)
    asking = Q(join_requests__status=RequestStatus.OPEN, join_requests__season__year__gte=year)
    rows = Club.objects.filter(federation=federation).annotate(
        members=members, requests=Count("join_requests", filter=asking, distinct=True), has_captain=Exists(captain)
    )
    values = rows.order_by("name", "code").values("code", "name", "members", "requests", "has_captain")
    return page_by_name(values, name_order(itemgetter("name")), page, PER_PAGE)


def officers_of(federation: Federation) -> list[Office]:
    """Return who speaks for the federation now. One statement."""
    offices = Office.objects.in_force().filter(role=OfficeRole.OFFICER, federation=federation)
    return list(offices.select_related("account__player").order_by("starts_at"))


def offices(page: str | int | None) -> Page[Office]:
    """Return all offices that have not ended, and then those that have, newest first. Two statements."""
    rows = Office.objects.select_related("account__player", "federation", "club")
    return Paginator(
        rows.order_by(F("ended_at").desc(nulls_first=True), "role", "-starts_at", "-pk"), PER_PAGE
    ).get_page(page)


def merges(page: str | int | None) -> Page[Merge]:
    """Return a page of the merges of players, newest first. Two statements."""
    rows = Merge.objects.select_related("survivor", "merged", "alias", "by").order_by("-at", "-pk")
    return Paginator(rows, PER_PAGE).get_page(page)


def _squad_first() -> Callable[[Membership], tuple[Any, ...]]:
    by_nick = name_order(lambda member: str(member.player.nick))

    def order(member: Membership) -> tuple[Any, ...]:
        place = getattr(member, "squad_place", None)
        return place.number if place else 99, by_nick(member)

    return order


def _by_country(rows: Iterable[Any], country: Callable[[Any], str]) -> list[Any]:
    """By the names of their countries as they are shown."""
    language = get_language() or ""
    return sorted(rows, key=name_order(lambda row: country_name(country(row), language)))
