"""Players and clubs as anyone finds them: by nick without regard to case and accents, a hundred to a page.

competition.md 4: former spellings find their player too. Results keep the club of their day, so a player's events
show the club of the registration, his club list the memberships. A place is shown where an event has final results;
it is counted on the index from the score, not read from documents that may be large.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from operator import itemgetter
from typing import Any

from django.core.paginator import Page, Paginator
from django.db.models import (
    Case,
    Count,
    Exists,
    F,
    FilteredRelation,
    IntegerField,
    OuterRef,
    Q,
    QuerySet,
    Subquery,
    When,
)
from django.db.models.functions import Coalesce
from django.http import Http404

from tournaments.facts.nicks import nick_key
from tournaments.models import (
    Club,
    ClubAlias,
    Event,
    Membership,
    NickAlias,
    Player,
    Publication,
    Registration,
    Sanction,
    Score,
    Season,
    is_hiding,
)
from tournaments.queries.by_name import page_by_name
from tournaments.texts.about_languages import name_order

PER_PAGE = 100
EVENTS_PER_PAGE = 50
FIGURES = (*(f"score__{name}" for name in ("deals", "letters", "games", "games_won", "points")), "set_place")
OF_EVENTS = (
    *("event__slug", "event__name", "event__date", "event__status", "event__regulations", "event__series__name"),
    *("nick", "status", "classified", "club__name", "club__federation__country", "hides_standings"),
    *("score__deals", "score__letters", "score__games", "score__games_won", "score__points"),
    *("published", "published_final", "set_place", "place", "sharing"),
)


def players_page(*, search: str, year: int, page: str | int | None) -> Page[Any]:
    """Players in the order of their nicks, with the club of `year`. Four statements."""
    players = Player.objects.all()
    if key := nick_key(search):
        former = NickAlias.objects.filter(player=OuterRef("pk"), nick_key__contains=key)
        players = players.filter(Q(nick_key__contains=key) | Exists(former))
    season = Season.objects.filter(year=year).values_list("pk", flat=True).first()
    present = Q(memberships__season=season or 0, memberships__left_at=None)
    club = FilteredRelation("memberships", condition=present)
    rows = (
        players.annotate(member=club)
        .annotate(
            code=F("member__club__code"),
            club=F("member__club__name"),
            country=F("member__club__federation__country"),
        )
        .order_by("nick_key")
        .values("pk", "nick", "code", "club", "country")
    )
    found = page_by_name(rows, name_order(itemgetter("nick")), page, PER_PAGE)
    found.object_list = _with_club_at_events(list(found), year)
    return found


def _with_club_at_events(rows: list[Any], year: int) -> list[Any]:
    """Who has no club, but played for one: a walk-in whom his club has not taken yet. Its name is `played_for`."""
    played = Registration.objects.not_withdrawn().filter(
        player__in=[row["pk"] for row in rows if not row["club"]],
        event__in=Event.objects.visible().filter(season__year=year),
        club__isnull=False,
    )
    clubs = dict(played.order_by("applied_at", "pk").values_list("player", "club__name"))
    return [row | {"played_for": clubs.get(row["pk"], "")} for row in rows]


def player_with(pk: int) -> Player:
    """The player, also one whose record was merged into another. Raises Http404."""
    for player in _with_a_page().filter(pk=pk):
        return player
    raise Http404


def player_shown(pk: int, *, now: datetime) -> Player:
    """The player like `player_with`, with `ban` and `banned_until` of what is public of a ban. One statement."""
    bans = Sanction.objects.public_at(now).filter(player=OuterRef("pk")).order_by("-confirmed_at", "-pk")
    shown = _with_a_page().annotate(
        ban=Subquery(bans.values("kind")[:1]), banned_until=Subquery(bans.values("ends_on")[:1])
    )
    for player in shown.filter(pk=pk):
        return player
    raise Http404


def _with_a_page() -> QuerySet[Player]:
    """Everybody, and who is invented as long as a rehearsal goes on in which he plays: its pages lead to his."""
    going_on = Registration.objects.filter(player=OuterRef("pk"), event__rehearsal_until__isnull=False)
    return Player.everyone.filter(Q(is_invented=False) | Exists(going_on))


def former_nicks(player: Player) -> list[str]:
    """His former spellings. One statement."""
    return sorted(player.aliases.values_list("nick", flat=True), key=name_order())


def clubs_of(player: Player) -> Sequence[Mapping[str, object]]:
    """Season by season, newest first. One statement."""
    rows = Membership.objects.filter(player=player).order_by("-season__year", F("left_at").asc(nulls_first=True))
    return list(rows.values("season__year", "club__code", "club__name", "club__federation__country", "left_at"))


def events_of(player: Player, page: str | int | None) -> Page[Any]:
    """The events that he entered and anyone may see, newest first, with places where published. Two statements.

    Where the standings are hidden nothing is told that adds up over tables (models/hiding.py).
    """
    newest = Publication.objects.filter(event=OuterRef("event")).order_by("-number")
    override = FilteredRelation("overrides", condition=Q(overrides__withdrawn_at=None))
    ahead = _how_many(rank_key__lt=OuterRef("score__rank_key"))
    level = _how_many(rank_key=OuterRef("score__rank_key"))
    computed = Case(When(published_final=True, score__rank_key__gt="", then=Coalesce(ahead, 0) + 1))
    rows = (
        Registration.objects.filter(player=player)
        .filter(event__in=Event.objects.listed())
        .exclude(status="withdrawn", score__deals=0)
        .annotate(
            override=override,
            published=Subquery(newest.values("number")[:1]),
            published_final=Subquery(newest.values("final")[:1]),
            hides_standings=is_hiding("event"),
        )
        .annotate(set_place=F("override__place"), place=computed, sharing=level)
        .order_by("-event__date", "-event__pk")
        .values(*OF_EVENTS)
    )
    found = Paginator(rows, EVENTS_PER_PAGE).get_page(page)
    found.object_list = [row | dict.fromkeys(FIGURES) if row["hides_standings"] else row for row in found]
    return found


def _how_many(**stand: OuterRef) -> Subquery:
    """How many of the event of a registration stand so."""
    scores = Score.objects.filter(event=OuterRef("event"), rank_key__gt="", **stand)
    counted = scores.order_by().values("event").annotate(n=Count("pk")).values("n")
    return Subquery(counted, output_field=IntegerField())


def clubs_page(*, search: str, year: int, page: str | int | None) -> Page[Any]:
    """Clubs by name, with their members of `year`. Two statements.

    Names are few and kept as written, so they are compared as the database does it, and codes with them.
    """
    clubs = Club.objects.all()
    if search:
        clubs = clubs.filter(Q(name__icontains=search) | Q(code__icontains=search))
    members = Count("memberships", filter=Q(memberships__season__year=year, memberships__left_at=None))
    rows = clubs.annotate(members=members, country=F("federation__country"), picture=F("logo__name"))
    values = rows.order_by("name", "code").values("code", "name", "country", "members", "picture")
    return page_by_name(values, name_order(itemgetter("name")), page, PER_PAGE)


def club_with(code: str) -> Club | None:
    """The club that has this code now, with its federation and the name of its logo."""
    clubs = Club.objects.select_related("federation", "logo").defer("logo__png")
    return clubs.filter(code=code).first()


def code_since(code: str) -> str:
    """The present code of the club that had this one. Raises Http404."""
    for since in ClubAlias.objects.filter(code=code).values_list("club__code", flat=True):
        return since
    raise Http404


def members_of(club: Club, page: str | int | None) -> Page[Any]:
    """Members, newest season first, and in a season its squad. Two statements."""
    squad_first = F("squad_place__number").asc(nulls_last=True)
    rows = Membership.objects.filter(club=club).order_by("-season__year", squad_first, "player__nick_key")
    values = rows.values("season__year", "player_id", "player__nick", "left_at", "squad_place__number")
    by_nick = name_order(itemgetter("player__nick"))

    def order(row: Mapping[str, Any]) -> tuple[Any, ...]:
        place = row["squad_place__number"]
        return -row["season__year"], place is None, place or 0, by_nick(row)

    return page_by_name(values, order, page, PER_PAGE)
