"""Who may. An object is had only through a function here that says for whom: fetching is proving.

Which role may what is said by the matrix (`tournaments.rights`) alone; here it is found out which roles an account
holds: by its flags, as `Staff` of an event, by an `Office` of the union. Every function asks about one act of the
matrix, in one statement. What a stranger may not even know of is "not found" (Http404), what he may know but not do is
PermissionDenied. Line judges see only the tables named in their role.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import reduce
from operator import or_
from typing import Any, TypeVar, cast

from allauth.mfa.models import Authenticator
from django.core.exceptions import PermissionDenied
from django.db import connection
from django.db.models import Exists, Model, OuterRef, Q, QuerySet, Subquery, Value
from django.http import Http404

from games.models import Game
from games.rules.refusals import Refused
from tournaments import rights
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

OF_SOME_TABLES = frozenset({StaffRole.LINE_JUDGE.value})
ALWAYS, NEVER = Q(Value(value=True)), Q(Value(value=False))
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


def flags_of(account: Account) -> frozenset[str]:
    """The roles that an account holds by itself: everybody signed in is a player. No statement."""
    flags = {"organiser": account.may_direct, "clerk": account.is_staff, "keeper": account.is_superuser}
    return frozenset({"player", *(role for role, held in flags.items() if held)}) if account.is_active else frozenset()


def may(
    account: Account,
    act: str,
    *,
    event: Event | None = None,
    club: Club | None = None,
    federation: Federation | None = None,
) -> bool:
    """Whether `account` may do `act`, at this event, in this club or federation. At most one statement.

    Without a body, a right that is held `own` counts for nothing: it has to be said of what.
    """
    if flags_of(account) & rights.anywhere(act):
        return True
    if not rights.where_held(act) & (rights.AT_EVENTS | rights.OFFICES):  # no row could give it
        return False
    granted = _granted(account, act, event) | _granted_by_office(account, act, club=club, federation=federation)
    return Account.objects.filter(granted, pk=account.pk, is_active=True).exists()


def prove(
    account: Account,
    act: str,
    *,
    event: Event | None = None,
    club: Club | None = None,
    federation: Federation | None = None,
) -> None:
    """Raises PermissionDenied unless `account` may do `act` there."""
    if not may(account, act, event=event, club=club, federation=federation):
        raise PermissionDenied


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


def owes_second_factor(account: Account) -> bool:
    """Whether `account` holds a role that needs a second factor, and has none. One statement.

    Asked only where second factors are required (`settings.SECOND_FACTOR_REQUIRED`), or to remind of them.
    """
    roles = rights.NEED_SECOND_FACTOR
    staff = Staff.objects.filter(account=account, ended_at=None, role__in=roles & rights.AT_EVENTS)
    offices = Office.objects.in_force().filter(account=account, role__in=roles & rights.OFFICES)
    held = ALWAYS if flags_of(account) & roles else Q(Exists(staff)) | Q(Exists(offices))
    factors = Authenticator.objects.filter(user=account, type__in=["totp", "webauthn"])
    return Account.objects.filter(held, ~Exists(factors), pk=account.pk).exists()


def may_create_events(account: Account) -> bool:
    """Whether `account` may make events of its own."""
    return may(account, "event.create")


def may_hand_link(by: Account, account: Account) -> bool:
    """Whether the director `by` may hand `account` a sign-in link himself, instead of having it e-mailed.

    The link is the account, so it may open nothing that `by` does not hold already: no keeper, nobody with a password,
    a player's page, an office or rights of his own, and nobody with a role at an event that `by` does not direct. The
    keeper may for all but the commission. One statement.
    """
    if not account.is_active or account.is_superuser or account.is_staff:
        return False
    if by == account:
        return True
    if by.is_superuser:  # who reads no word does not come in as somebody who does either
        return not Office.objects.filter(account=account, role=OfficeRole.COMMISSION, ended_at=None).exists()
    if account.has_usable_password() or account.may_direct:
        return False
    directed = Staff.objects.filter(account=by, role=StaffRole.DIRECTOR, ended_at=None, event=OuterRef("event"))
    elsewhere = Staff.objects.filter(account=account, ended_at=None).exclude(Exists(directed))
    office = Office.objects.filter(account=account, ended_at=None)
    others = Account.objects.filter(pk=account.pk)
    others = others.filter(Exists(elsewhere) | Exists(office) | Q(player__isnull=False))
    return not others.exists()


def events_with_role(account: Account) -> QuerySet[Event]:
    """Events at which `account` has a role, newest first. All of them for a superuser."""
    events = Event.objects.select_related("series")
    if not flags_of(account) & rights.anywhere("event.watch"):
        roles = rights.where_held("event.watch")
        events = events.filter(Exists(_roles(account, OuterRef("pk")).filter(role__in=roles)))
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


def club_for(account: Account, code: str, act: str) -> Club:
    """The club with this code, if `account` may do `act` in it."""
    club = _found(Club.objects.select_related("federation").filter(code=_asked(code)))
    prove(account, act, club=club)
    return club


def federation_for(account: Account, country: str, act: str) -> Federation:
    """The federation of a country, if `account` may do `act` in it."""
    federation = _found(Federation.objects.filter(country=_asked(country)))
    prove(account, act, federation=federation)
    return federation


def player_of(account: Account) -> Player | None:
    """The player that `account` is, if he is one."""
    return Player.objects.filter(account=account).first()


def own_registration(account: Account, event: Event) -> Registration | None:
    """The registration of `account` for `event`, whatever its state."""
    return Registration.objects.filter(event=event, player__account=account).first()


def own_token(account: Account, pk: int) -> ApiToken:
    """An API token that belongs to `account`."""
    return _found(ApiToken.objects.filter(account=account, pk=pk))


def event_for(account: Account, slug: str, act: str) -> Event:
    """The event, if `account` may do `act` at it."""
    events = Event.objects.select_related("series", "season").filter(slug=slug)
    event: Any = _found(events.annotate(may=_granted(account, act, OuterRef("pk"))))
    if not event.may:
        raise PermissionDenied if event.status != "draft" else Http404
    return cast("Event", event)


def round_for(account: Account, slug: str, number: int, act: str) -> Round:
    """A round of an event at which `account` may do `act`."""
    event = event_for(account, slug, act)
    round_ = _found(Round.objects.select_related("playing_word").filter(event=event, number=number))
    round_.event = event
    return round_


def registration_for(account: Account, slug: str, key: str, act: str) -> Registration:
    """A registration for an event at which `account` may do `act`."""
    event = event_for(account, slug, act)
    registration = _found(Registration.objects.select_related("player", "club").filter(event=event, key=_asked(key)))
    registration.event = event
    return registration


def event_for_director(account: Account, slug: str) -> Event:
    """The event, if `account` directs it."""
    return event_for(account, slug, "event.direct")


def event_for_referee(account: Account, slug: str) -> Event:
    """The event, if `account` directs it or is a referee of it."""
    return event_for(account, slug, "event.drafts")


def event_for_staff(account: Account, slug: str) -> Event:
    """The event, if `account` has any role at it."""
    return event_for(account, slug, "event.watch")


def round_for_director(account: Account, slug: str, number: int) -> Round:
    """A round of an event that `account` directs."""
    return round_for(account, slug, number, "event.direct")


def registration_for_director(account: Account, slug: str, key: str) -> Registration:
    """A registration for an event that `account` directs."""
    return registration_for(account, slug, key, "event.direct")


@dataclass(frozen=True, slots=True)
class EventOfWords:
    """An event as the pages of its words need it. `plays`: registered for it, and so shut out from its words."""

    event: Event
    is_commission: bool
    plays: bool
    arranges: bool

    @property
    def reads(self) -> bool:
        """Whether the words themselves may be shown, and voted on."""
        return self.is_commission and not self.plays


def event_for_words(account: Account, slug: str) -> EventOfWords:
    """The event with what `account` may do with its words. The keeper is never of the commission: he reads none."""
    event = event_for(account, slug, "words.watch")
    return EventOfWords(
        event=event,
        is_commission=not account.is_superuser and may(account, "words.read"),
        plays=plays_at(account, event),
        arranges=may(account, "words.arrange", event=event),
    )


def event_for_reading_words(account: Account, slug: str) -> Event:
    """The event, if `account` is of the commission and does not play in it."""
    found = event_for_words(account, slug)
    if not found.reads:
        raise PermissionDenied
    return found.event


def may_read_set_word(account: Account, event: Event) -> bool:
    """Whether the word that the director set by hand may be shown to `account` before the start.

    Only to directors of the event: the keeper acts for them everywhere, but reads no word. For others no statement.
    """
    return (
        not account.is_superuser
        or Staff.objects.filter(account=account, event=event, role=StaffRole.DIRECTOR, ended_at=None).exists()
    )


def plays_at(account: Account, event: Event) -> bool:
    """Whether `account` is registered for `event` and has not withdrawn. One statement."""
    return Registration.objects.of_person(account).not_withdrawn().filter(event=event).exists()


def may_propose_words(account: Account) -> bool:
    """Whether `account` is somebody the union knows: a player, or with a role or office. One statement."""
    if account.may_direct or account.is_superuser:
        return True
    known = Exists(Player.objects.filter(account=account)) | Exists(Office.objects.in_force().filter(account=account))
    role = Exists(Staff.objects.filter(account=account, ended_at=None))
    return Account.objects.filter(known | role, pk=account.pk).exists()


def sees_drafts(account: Account, event: Event) -> bool:
    """Whether `account` sees what is not published yet at `event`. One statement, for the keeper none."""
    return may(account, "event.drafts", event=event)


def tables_for_staff(account: Account, event: Event) -> QuerySet[Table]:
    """The tables of `event` that `account` may watch over: all for referees, his own for a line judge."""
    tables = Table.objects.filter(round__event=event)
    if flags_of(account) & rights.anywhere("event.watch"):
        return tables
    roles = roles_at(account, event) & rights.where_held("event.watch")
    if roles - OF_SOME_TABLES:
        return tables
    if roles:
        return tables.filter(Exists(_judged(account, OuterRef("round__event"), OuterRef("number"))))
    prove(account, "event.watch")
    return tables


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
            may_record=_granted_at_table(account, "table.record"),
            may_rule=_granted_at_table(account, "table.rule"),
            has_siblings=Exists(finals.filter(game__isnull=False).exclude(pk=OuterRef("pk"))),
        )
    )
    table: Any = _found(tables)  # with the rights that the query annotates
    if not table.may_record:
        is_known = table.round.event.status != "draft" and table.round.status in SEEN_BY_EVERYONE
        raise PermissionDenied if is_known else Http404
    return RecordedTable(table=table, is_referee=table.may_rule)


def _granted(account: Account, act: str, event: Event | OuterRef | None) -> Q:
    """The condition, in a statement about `event`, that `account` may do `act` there."""
    if flags_of(account) & rights.anywhere(act):
        return ALWAYS
    staff = Staff.objects.filter(account=account, ended_at=None)
    granted = NEVER
    if (here := rights.where_held(act) & rights.AT_EVENTS) and event is not None:
        granted |= Q(Exists(staff.filter(Q(event=event), role__in=here)))
    if everywhere := rights.anywhere(act) & rights.AT_EVENTS:
        granted |= Q(Exists(staff.filter(role__in=everywhere)))
    return granted | _granted_by_office(account, act)


def _granted_by_office(
    account: Account, act: str, *, club: Club | None = None, federation: Federation | None = None
) -> Q:
    """The same for the offices of the union: a captain's club, an officer's federation, all others everywhere."""
    everywhere, here = rights.anywhere(act), rights.where_held(act)
    ways = [Q(role__in=everywhere & rights.OFFICES)] if everywhere & rights.OFFICES else []
    if club is not None and "captain" in here:
        ways.append(Q(role="captain", club=club))
    if club is not None and "officer" in here:
        ways.append(Q(role="officer", federation=club.federation_id))
    if federation is not None and "officer" in here:
        ways.append(Q(role="officer", federation=federation))
    if not ways:
        return NEVER
    return Q(Exists(Office.objects.in_force().filter(reduce(or_, ways), account=account)))


def _granted_at_table(account: Account, act: str) -> Q:
    """The same in a statement about tables: a line judge has his tables, the others the whole event."""
    granted = _granted(account, act, None)
    roles = rights.where_held(act) & rights.AT_EVENTS
    if on_event := roles - OF_SOME_TABLES:
        granted |= Q(Exists(_roles(account, OuterRef("round__event")).filter(role__in=on_event)))
    if roles & OF_SOME_TABLES:
        granted |= Q(Exists(_judged(account, OuterRef("round__event"), OuterRef("number"))))
    return granted


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


def _asked(text: str) -> str:
    """What stands in an address, if the database can be asked for it: PostgreSQL has no NUL in its texts."""
    if "\x00" in text:
        raise Http404
    return text


def _found(rows: QuerySet[Row]) -> Row:
    for row in rows[:1]:
        return row
    raise Http404
