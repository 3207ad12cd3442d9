"""Who may. An object is had only through a function here that says for whom: fetching is proving.

Everything refuses unless a role says otherwise. A role is a row of `Staff` at one event that has not ended; the
union's keeper (superuser) may what a director may. What a stranger may not even know of is "not found"
(Http404), what he may know but not do is PermissionDenied. Line judges see only the tables named in their role.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeVar, cast

from django.core.exceptions import PermissionDenied
from django.db import connection
from django.db.models import Exists, Model, OuterRef, Q, QuerySet, Subquery
from django.http import Http404

from games.models import Game
from games.rules.refusals import Refused
from tournaments.models import (
    Account,
    ApiToken,
    Club,
    Event,
    Federation,
    Office,
    OfficeRole,
    PlaceOverride,
    Player,
    Publication,
    Registration,
    Round,
    RoundStatus,
    Staff,
    StaffRole,
    StaffTable,
    Table,
)

Row = TypeVar("Row", bound=Model)

ON_WHOLE_EVENT = (StaffRole.DIRECTOR, StaffRole.REFEREE)
SEEN_BY_EVERYONE = (RoundStatus.PUBLISHED, RoundStatus.RUNNING, RoundStatus.CLOSED)


@dataclass(frozen=True, slots=True)
class RecordedTable:
    """A table together with the right by which its recorder holds it. `is_referee`: referee or director."""

    table: Table
    is_referee: bool

    @property
    def game(self) -> Game:
        """Its game. Raises Refused `round_not_running` before the round has started."""
        if self.table.game is None:
            raise Refused("round_not_running", round=self.table.round.number)
        return self.table.game


@dataclass(frozen=True, slots=True)
class PublicEvent:
    """An event as its public pages need it. `last_publication`: number of the newest, None before the first.

    `has_overrides`: the referee has set a place; without that the standings need not look for any.
    """

    event: Event
    last_publication: int | None
    last_is_final: bool
    has_overrides: bool


def roles_at(account: Account, event: Event) -> frozenset[str]:
    """The roles in force of `account` at `event`; a superuser directs everywhere. One statement."""
    roles = set(Staff.objects.filter(account=account, event=event, ended_at=None).values_list("role", flat=True))
    return frozenset(roles | {StaffRole.DIRECTOR.value} if account.is_superuser else roles)


def holds_office(
    account: Account, role: str, *, federation: Federation | None = None, club: Club | None = None
) -> bool:
    """Whether `account` holds this office now: an officer of `federation`, a captain of `club`. One statement.

    The keeper (superuser) acts for the union, and for nobody else: no word is shown to him as to the commission.
    """
    if account.is_superuser and role == OfficeRole.UNION:
        return True
    offices = Office.objects.in_force().filter(account=account, role=role)
    return offices.filter(federation=federation, club=club).exists()


def prove_office(
    account: Account, role: str, *, federation: Federation | None = None, club: Club | None = None
) -> None:
    """Raises PermissionDenied unless `account` holds the office."""
    if not holds_office(account, role, federation=federation, club=club):
        raise PermissionDenied


def offices_of(account: Account) -> frozenset[str]:
    """The roles of the offices that `account` holds now, whatever their bodies. One statement."""
    roles = set(Office.objects.in_force().filter(account=account).values_list("role", flat=True))
    return frozenset(roles | {OfficeRole.UNION.value} if account.is_superuser else roles)


def may_create_events(account: Account) -> bool:
    """Whether `account` may make events of its own."""
    return account.may_direct or account.is_superuser


def may_hand_link(by: Account, account: Account) -> bool:
    """Whether the director `by` may hand `account` a sign-in link himself, instead of having it e-mailed.

    The link is the account, so it may open nothing that `by` does not hold already: no keeper, nobody with a password,
    a player's page or rights of his own, and nobody with a role at an event that `by` does not direct. One statement.
    """
    if not account.is_active or account.is_superuser or account.is_staff:
        return False
    if by.is_superuser or by == account:
        return True
    if account.has_usable_password() or account.may_direct:
        return False
    directed = Staff.objects.filter(account=by, role=StaffRole.DIRECTOR, ended_at=None, event=OuterRef("event"))
    elsewhere = Staff.objects.filter(account=account, ended_at=None).exclude(Exists(directed))
    others = Account.objects.filter(pk=account.pk).filter(Exists(elsewhere) | Q(player__isnull=False))
    return not others.exists()


def events_with_role(account: Account) -> QuerySet[Event]:
    """Events at which `account` has a role, newest first. All of them for a superuser."""
    events = Event.objects.select_related("series")
    if not account.is_superuser:
        events = events.filter(Exists(_roles(account, OuterRef("pk"))))
    return events.order_by("-date", "-pk")


def public_event(slug: str) -> Event:
    """An event that anyone may see."""
    return _found(Event.objects.visible().select_related("series", "season").filter(slug=slug))


def public_event_page(slug: str) -> PublicEvent:
    """The same with what its pages say about the published results. One statement."""
    newest = Publication.objects.filter(event=OuterRef("pk")).order_by("-number")
    events = Event.objects.visible().select_related("series", "season").filter(slug=slug)
    event: Any = _found(
        events.annotate(
            last_number=Subquery(newest.values("number")[:1]),
            last_final=Subquery(newest.values("final")[:1]),
            has_overrides=Exists(PlaceOverride.objects.filter(event=OuterRef("pk"), withdrawn_at=None)),
        )
    )
    return PublicEvent(
        event=event,
        last_publication=event.last_number,
        last_is_final=bool(event.last_final),
        has_overrides=event.has_overrides,
    )


def public_round(slug: str, number: int) -> Round:
    """A round of an event that anyone may see. Its draw may still be hidden: `seating_is_public`."""
    rounds = Round.objects.select_related("event__series", "playing_word").filter(event__slug=slug, number=number)
    return _found(rounds.exclude(event__status="draft"))


def seating_is_public(round_: Round) -> bool:
    """A draw is a draft of the director until it is published."""
    return round_.status in SEEN_BY_EVERYONE


def public_table(slug: str, round_number: int, table_number: int) -> Table:
    """A table whose seating everyone may see, with its round, word and game."""
    tables = Table.objects.select_related("game", "round__event__series", "round__playing_word").filter(
        round__event__slug=slug, round__number=round_number, number=table_number, round__status__in=SEEN_BY_EVERYONE
    )
    return _found(tables.exclude(round__event__status="draft"))


def public_publication(slug: str, number: int) -> Publication:
    """Published results; they stay at their address for ever."""
    publications = Publication.objects.select_related("event__series").filter(event__slug=slug, number=number)
    return _found(publications.exclude(event__status="draft"))


def player_of(account: Account) -> Player | None:
    """The player that `account` is, if he is one."""
    return Player.objects.filter(account=account).first()


def own_registration(account: Account, event: Event) -> Registration | None:
    """The registration of `account` for `event`, whatever its state."""
    return Registration.objects.filter(event=event, player__account=account).first()


def own_token(account: Account, pk: int) -> ApiToken:
    """An API token that belongs to `account`."""
    return _found(ApiToken.objects.filter(account=account, pk=pk))


def event_for_director(account: Account, slug: str) -> Event:
    """The event, if `account` directs it."""
    return _event_for(account, slug, [StaffRole.DIRECTOR])


def event_for_referee(account: Account, slug: str) -> Event:
    """The event, if `account` directs it or is a referee of it."""
    return _event_for(account, slug, list(ON_WHOLE_EVENT))


def event_for_staff(account: Account, slug: str) -> Event:
    """The event, if `account` has any role at it."""
    return _event_for(account, slug, list(StaffRole))


def round_for_director(account: Account, slug: str, number: int) -> Round:
    """A round of an event that `account` directs."""
    event = event_for_director(account, slug)
    round_ = _found(Round.objects.select_related("playing_word").filter(event=event, number=number))
    round_.event = event
    return round_


def registration_for_director(account: Account, slug: str, key: str) -> Registration:
    """A registration for an event that `account` directs."""
    event = event_for_director(account, slug)
    registration = _found(Registration.objects.select_related("player", "club").filter(event=event, key=key))
    registration.event = event
    return registration


def tables_for_staff(account: Account, event: Event) -> QuerySet[Table]:
    """The tables of `event` that `account` may watch over: all for referees, his own for a line judge."""
    tables = Table.objects.filter(round__event=event)
    roles = roles_at(account, event)
    if roles.intersection(ON_WHOLE_EVENT):
        return tables
    if StaffRole.LINE_JUDGE in roles:
        return tables.filter(Exists(_judged(account, OuterRef("round__event"), OuterRef("number"))))
    raise PermissionDenied


def table_for_recorder(
    account: Account, slug: str, round_number: int, table_number: int, *, lock: bool = False
) -> RecordedTable:
    """A table whose game `account` may record. One statement; with `lock` its event is held first, by one more.

    `lock` needs a transaction. Every act at an event takes the same lock (operations/holding.py); on SQLite the
    transaction itself is the lock (it begins IMMEDIATE), and the statement is saved.
    """
    if lock and connection.features.has_select_for_update:
        _found(Event.objects.held().filter(slug=slug).only("pk"))
    finals = Table.objects.filter(round__event=OuterRef("round__event"), round__kind=OuterRef("round__kind"))
    tables = (
        Table.objects.select_related("game", "round__event__series", "round__playing_word")
        .filter(round__event__slug=slug, round__number=round_number, number=table_number)
        .annotate(
            may_all=Exists(_roles(account, OuterRef("round__event")).filter(role__in=ON_WHOLE_EVENT)),
            may_this=Exists(_judged(account, OuterRef("round__event"), OuterRef("number"))),
            has_siblings=Exists(finals.filter(game__isnull=False).exclude(pk=OuterRef("pk"))),
        )
    )
    table: Any = _found(tables)  # with the rights that the query annotates
    is_referee = account.is_superuser or table.may_all
    if not (is_referee or table.may_this):
        is_known = table.round.event.status != "draft" and table.round.status in SEEN_BY_EVERYONE
        raise PermissionDenied if is_known else Http404
    return RecordedTable(table=table, is_referee=is_referee)


def _event_for(account: Account, slug: str, roles: list[StaffRole]) -> Event:
    events = Event.objects.select_related("series", "season").filter(slug=slug)
    event: Any = _found(events.annotate(may=Exists(_roles(account, OuterRef("pk")).filter(role__in=roles))))
    if not (account.is_superuser or event.may):
        raise PermissionDenied if event.status != "draft" else Http404
    return cast("Event", event)


def _roles(account: Account, event: OuterRef) -> QuerySet[Staff]:
    return Staff.objects.filter(account=account, event=event, ended_at=None)


def _judged(account: Account, event: OuterRef, number: OuterRef) -> QuerySet[StaffTable]:
    return StaffTable.objects.filter(
        staff__account=account,
        staff__event=event,
        staff__role=StaffRole.LINE_JUDGE,
        staff__ended_at=None,
        number=number,
    )


def _found(rows: QuerySet[Row]) -> Row:
    for row in rows[:1]:
        return row
    raise Http404
