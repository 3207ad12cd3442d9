"""Taking in a list of players: first tried, with every fault of every row in plain words; then all of it or nothing.

The union and the officers of federations take players into the union: an e-mail address becomes an account, and a club
is asked to take him, as always (competition.md 4); one without a captain has him at once. A director takes players
into his event, as he does at the door: who is new asks his club, conditions are passed over and that is noted, and
addresses are none of his business. What the trial found is asked again under the lock when the list is confirmed. Who
is known already stays as he is, so a list that is sent twice does nothing the second time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass, field
from datetime import datetime

from django.contrib.auth.hashers import make_password
from django.core import signing
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import IntegrityError, transaction
from django.db.models import F

from games.rules.refusals import Refused
from tournaments.exchange.people_file import LONGEST_CELL, Row
from tournaments.facts.nicks import nick_key
from tournaments.models import (
    Account,
    Club,
    Event,
    EventStatus,
    Federation,
    JoinRequest,
    Membership,
    Office,
    OfficeRole,
    Player,
    Registration,
    RegistrationStatus,
    RequestStatus,
)
from tournaments.operations import journal
from tournaments.operations.acting import act_on
from tournaments.operations.bans.banned_identities import banned_emails
from tournaments.operations.bans.doors import banned_players
from tournaments.operations.events import entry_conditions, registrations
from tournaments.operations.holding import hold_event
from tournaments.operations.people.players import clean_nick, create_player, create_players, players_named
from tournaments.operations.union.memberships import ask_to_join
from tournaments.operations.union.seasons import season_of

SALT = "scwu.people-list"
KEPT_SECONDS = 3600
NEW, KNOWN, ADDED = "new", "known", "added"


@dataclass(frozen=True, slots=True)
class Scope:
    """Into what a list is taken: an event, or the union; by an officer only for the clubs of his federation."""

    event: Event | None = None
    federation: Federation | None = None

    @property
    def name(self) -> str:
        """What a trial is bound to."""
        if self.event is not None:
            return f"event:{self.event.pk}"
        return f"federation:{self.federation.pk}" if self.federation else "union"


@dataclass(slots=True)
class Checked:
    """A row with what will become of it: a new player, one who is known and stays, or one who gets something added."""

    row: Row
    faults: list[tuple[str, dict[str, object]]] = field(default_factory=list)
    nick: str = ""
    club: Club | None = None
    player: Player | None = None
    joins: bool = False
    asks: bool = False
    email: str = ""
    is_in: bool = False

    @property
    def state(self) -> str:
        """`new`, `known` (nothing to do) or `added`."""
        if self.player is None:
            return NEW
        return ADDED if self.joins or self.email or not self.is_in else KNOWN

    def fault(self, code: str, **values: object) -> None:
        """Something is wrong with this row."""
        self.faults.append((code, values))


@dataclass(frozen=True, slots=True)
class Taken:
    """How many players are new, and how many of the known ones got something: a club, an account, a place."""

    new: int
    added: int


def check_people(rows: Sequence[Row], scope: Scope, *, now: datetime) -> list[Checked]:
    """Every row with its faults. As many statements for a thousand rows as for one."""
    checked = [Checked(row) for row in rows]
    for one in checked:
        _check_cells(one)
    _check_nicks(checked)
    _check_clubs(checked, scope)
    _find_players(checked, scope, now=now)
    if scope.event is not None:
        for one in checked:
            if one.row.email:
                one.fault("email_not_here")
    else:
        _check_emails(checked, scope, now=now)
    return checked


@transaction.atomic
def take_people(rows: Sequence[Row], scope: Scope, *, by: Account, now: datetime) -> Taken:
    """All of the list. Raises Refused `people_list_faulty`, `event_full`, `event_over`: then nothing of it."""
    if scope.event is not None:
        hold_event(scope.event)
    checked = check_people(rows, scope, now=now)
    if any(one.faults for one in checked):
        raise Refused("people_list_faulty")
    new = [one for one in checked if one.state == NEW]
    added = [one for one in checked if one.state == ADDED]
    if scope.event is not None:
        _enter_all(scope.event, [*new, *added], by=by, now=now)
    else:
        try:
            with transaction.atomic():
                _create_all(new, now=now)
                _join_all(new, added, by=by, now=now)
                _give_accounts([*new, *added], by)
        except IntegrityError:  # somebody registered himself a moment ago; the next trial says who
            raise Refused("people_list_faulty") from None
    if new or added:
        journal.note(
            "people_taken_in",
            by=by,
            now=now,
            event=scope.event,
            subject=scope.name,
            new={
                "players": [one.player.pk for one in new if one.player],
                "added": [one.player.pk for one in added if one.player],
            },
        )
    return Taken(len(new), len(added))


def sealed(rows: Sequence[Row], scope: Scope, *, by: Account) -> str:
    """The rows of a trial, to be sent back when it is confirmed: signed, and good for this person and place alone."""
    return signing.dumps([asdict(one) for one in rows], salt=_salt(scope, by), compress=True)


def unsealed(text: str, scope: Scope, *, by: Account) -> list[Row]:
    """The rows of a trial. Raises Refused `people_list_stale`."""
    try:
        rows = signing.loads(text, salt=_salt(scope, by), max_age=KEPT_SECONDS)
    except signing.BadSignature:
        raise Refused("people_list_stale") from None
    return [Row(**{**one, "formulas": tuple(one["formulas"]), "too_long": tuple(one["too_long"])}) for one in rows]


def _salt(scope: Scope, by: Account) -> str:
    return f"{SALT}:{by.pk}:{scope.name}"


# --- What may be wrong ------------------------------------------------------------------------------------------------


def _check_cells(one: Checked) -> None:
    for column in one.row.formulas:
        one.fault("formula", column=column)
    for column in one.row.too_long:
        one.fault("too_long", column=column, most=LONGEST_CELL)
    if not one.row.nick:
        if "nick" not in (*one.row.formulas, *one.row.too_long):
            one.fault("no_nick")
        return
    try:
        one.nick = clean_nick(one.row.nick)
    except Refused:
        one.fault("nick_malformed", nick=one.row.nick[:60])


def _check_nicks(checked: Iterable[Checked]) -> None:
    _once(checked, lambda one: nick_key(one.nick) if one.nick else "", "nick_twice")


def _once(checked: Iterable[Checked], key: Callable[[Checked], str], code: str) -> None:
    first: dict[str, int] = {}
    for one in checked:
        if said := key(one):
            if said in first:
                one.fault(code, row=first[said])
            first.setdefault(said, one.row.number)


def _check_clubs(checked: Sequence[Checked], scope: Scope) -> None:
    clubs: dict[str, list[Club]] = {}
    for club in Club.objects.select_related("federation"):
        for said in {nick_key(club.code), nick_key(club.name)}:
            clubs.setdefault(said, []).append(club)
    countries = set(Federation.objects.values_list("country", flat=True))
    for one in checked:
        country = one.row.country.upper()
        if country and country not in countries:
            one.fault("country_unknown", country=one.row.country[:20])
        if not one.row.club:
            continue
        found = clubs.get(nick_key(one.row.club), [])
        exact = [club for club in found if club.code.casefold() == one.row.club.casefold()]
        in_country = [club for club in found if club.federation.country == country]
        candidates = exact or in_country or found
        if not candidates:
            one.fault("club_unknown", club=one.row.club[:80])
        elif len(candidates) > 1:
            one.fault("club_ambiguous", club=one.row.club[:80])
        else:
            one.club = candidates[0]
            _check_country(one, one.club, country, scope)


def _check_country(one: Checked, club: Club, country: str, scope: Scope) -> None:
    if country and country != club.federation.country:
        one.fault("country_other", club=club.name, country=club.federation.country)
    if scope.federation is not None and club.federation_id != scope.federation.pk:
        one.fault("club_elsewhere", club=club.name)


def _find_players(checked: Sequence[Checked], scope: Scope, *, now: datetime) -> None:
    found = players_named([one.nick for one in checked if one.nick])
    for one in checked:
        one.player = found.get(nick_key(one.nick)) if one.nick else None
    _same_player(checked)
    players = [one.player.pk for one in checked if one.player]
    if scope.event is not None:
        _find_registrations(checked, scope.event, players, now=now)
        return
    season = season_of(now.date())
    members = Membership.objects.filter(player__in=players, season=season).select_related("club")
    left_first = members.order_by(F("left_at").asc(nulls_last=True))  # so that the present one is the last word
    homes = {one.player_id: (one.club, one.left_at is None) for one in left_first}
    asked = set(
        JoinRequest.objects.filter(player__in=players, season=season, status=RequestStatus.OPEN).values_list(
            "player_id", flat=True
        )
    )
    led = set(Office.objects.in_force().filter(role=OfficeRole.CAPTAIN).values_list("club_id", flat=True))
    for one in checked:
        one.is_in = True
        if one.club is None:
            continue
        home, is_member = homes.get(one.player.pk, (None, False)) if one.player else (None, False)
        if home is not None and home != one.club:
            one.fault("club_other", club=home.name)  # also one that he has left: it was his club of this season
        one.joins = not is_member and not (one.player and one.player.pk in asked)
        one.asks = one.joins and one.club.pk in led


def _same_player(checked: Iterable[Checked]) -> None:
    """Two nicks of the list that are spellings of one player here."""
    first: dict[int, int] = {}
    for one in checked:
        if one.player is None:
            continue
        if one.player.pk in first and not any(code == "nick_twice" for code, _ in one.faults):
            one.fault("nick_twice", row=first[one.player.pk])
        first.setdefault(one.player.pk, one.row.number)


def _find_registrations(checked: Iterable[Checked], event: Event, players: list[int], *, now: datetime) -> None:
    inside = set(
        Registration.objects.filter(event=event, player__in=players, status__in=registrations.TAKING_PART).values_list(
            "player_id", flat=True
        )
    )
    banned = banned_players(players, now=now)
    for one in checked:
        if one.player is not None:
            one.is_in = one.player.pk in inside
            if one.player.pk in banned:
                one.fault("banned")


def _check_emails(checked: Sequence[Checked], scope: Scope, *, now: datetime) -> None:
    for one in checked:
        one.email = _email(one)
    banned = banned_emails([one.email for one in checked if one.email], now=now)
    _once(checked, lambda one: one.email, "email_twice")
    taken = dict(
        Account.objects.filter(email__in=[one.email for one in checked if one.email]).values_list("email", "pk")
    )
    for one in checked:
        if not one.email:
            continue
        if one.email in banned:
            one.fault("banned")
        if one.player is not None and one.player.account_id is not None:
            if taken.get(one.email) == one.player.account_id:
                one.email = ""  # he has it already: nothing to do
            else:
                one.fault("email_has_account")
        elif one.email in taken:
            one.fault("email_taken")
        elif one.player is not None and scope.federation is not None:
            one.fault("email_not_yours")


def _email(one: Checked) -> str:
    said = one.row.email.lower()
    if not said:
        return ""
    try:
        validate_email(said)
    except ValidationError:
        one.fault("email_malformed", email=one.row.email[:80])
        return ""
    return said


# --- Taking them in ---------------------------------------------------------------------------------------------------


def _create_all(new: Sequence[Checked], *, now: datetime) -> None:
    homes = {one.nick: None if one.asks else one.club for one in new}
    players = create_players(homes, day=now.date(), now=now)
    by_key = {player.nick_key: player for player in players}
    for one in new:
        one.player = by_key[nick_key(one.nick)]


def _join_all(new: Iterable[Checked], added: Iterable[Checked], *, by: Account, now: datetime) -> None:
    """Those who are known join at once where nobody has to be asked; for all others the captain is."""
    season = season_of(now.date())
    members = (
        Membership(player=one.player, club=one.club, season=season) for one in added if one.joins and not one.asks
    )
    Membership.objects.bulk_create(members, batch_size=500)
    for one in (*new, *added):
        if one.asks and one.player is not None and one.club is not None:
            ask_to_join(player=one.player, club=one.club, year=season.year, by=by, now=now)


def _give_accounts(checked: Iterable[Checked], by: Account) -> None:
    """An account for each address; its owner signs in by a link. Letters come in the language of who took him in."""
    with_address = [one for one in checked if one.email]
    accounts = Account.objects.bulk_create(
        (Account(email=one.email, language=by.language, password=make_password(None)) for one in with_address),
        batch_size=500,
    )
    players = []
    for one, account in zip(with_address, accounts, strict=True):
        if one.player is not None:
            one.player.account = account
            players.append(one.player)
    Player.objects.bulk_update(players, ["account"], batch_size=200)


def _enter_all(event: Event, checked: Sequence[Checked], *, by: Account, now: datetime) -> None:
    """Confirm all of them, new or known, in the order of the list."""
    with act_on(event, by=by, now=now) as act:
        if event.status in (EventStatus.FINISHED, EventStatus.CANCELLED):
            raise Refused("event_over")
        inside = Registration.objects.filter(event=event).playing().count()
        if event.capacity is not None and inside + len(checked) > event.capacity:
            raise Refused("event_full", capacity=event.capacity)
        for one in checked:
            if one.player is None:
                one.player = create_player(nick=one.nick, club=one.club, by=by, now=now)
            current = Registration.objects.filter(event=event, player=one.player).first()
            if current is None:
                entered = registrations.enter(
                    act, player=one.player, status=RegistrationStatus.CONFIRMED, club=one.club
                )
                entry_conditions.note_passed(act, entered)
                continue
            current.event = event
            if current.status == RegistrationStatus.WITHDRAWN:
                registrations.change_status(registration=current, status=RegistrationStatus.APPLIED, by=by, now=now)
            registrations.change_status(registration=current, status=RegistrationStatus.CONFIRMED, by=by, now=now)
