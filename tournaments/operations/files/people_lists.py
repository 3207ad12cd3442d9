"""Taking in a list of players: first tried, with every fault of every row in plain words; then all of it or nothing.

The union and the officers of federations take players into the union: the owner of an e-mail address is asked whether
he is the player (people/claims.py), and a club is asked to take him, as always (competition.md 4); one without a
captain has him at once. A director takes players
into his event, as he does at the door: who is new asks his club, conditions are passed over and that is noted, and
addresses are none of his business; who has withdrawn from the event stays withdrawn, since a list made before he said
so would bring him back unasked. What the trial found is asked again under the lock when the list is confirmed. Who
is known already stays as he is, so a list that is sent twice does nothing the second time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass, field
from datetime import datetime

from django.core import signing
from django.core.exceptions import ValidationError
from django.core.validators import MaxLengthValidator, validate_email
from django.db import IntegrityError, transaction
from django.db.models import F

from games.rules.refusals import Refused
from tournaments.exchange.people_file import LONGEST_CELL, Row
from tournaments.facts.look_alikes import looks
from tournaments.facts.nicks import nick_key, strange_in
from tournaments.models import (
    Account,
    Club,
    Event,
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
from tournaments.operations.people.claims import offer_all, offered
from tournaments.operations.people.players import clean_nick, create_player, create_players, nicks_alike, players_named
from tournaments.operations.union.memberships import ask_to_join
from tournaments.operations.union.seasons import season_of

SALT = "scwu.people-list"
KEPT_SECONDS = 3600
NEW, KNOWN, ADDED, GONE = "new", "known", "added", "withdrawn"


@dataclass(frozen=True, slots=True)
class Scope:
    """Into what a list is taken: an event, or the union; by an officer only for the clubs of his federation."""

    event: Event | None = None
    federation: Federation | None = None

    @property
    def name(self) -> str:
        """Return what a trial is bound to: a list that was tried in one place is not taken in another."""
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
    is_gone: bool = False

    @property
    def state(self) -> str:
        """`new`, `known` (nothing to do), `added`, or `withdrawn` (from this event: he stays so)."""
        if self.player is None:
            return NEW
        if self.is_gone:
            return GONE
        return ADDED if self.joins or self.email or not self.is_in else KNOWN

    def fault(self, code: str, **values: object) -> None:
        """Keep that something is wrong with this row."""
        self.faults.append((code, values))


@dataclass(frozen=True, slots=True)
class Taken:
    """How many players are new, and how many of the known ones got something: a club, an account, a place."""

    new: int
    added: int


def check_people(rows: Sequence[Row], scope: Scope, *, now: datetime) -> list[Checked]:
    """Look at every row. Returns them with their faults; as many statements for a thousand rows as for one."""
    checked = [Checked(row) for row in rows]
    for person in checked:
        _check_cells(person)
    _check_nicks(checked)
    _check_clubs(checked, scope)
    _find_players(checked, scope, now=now)
    if scope.event is not None:
        for person in checked:
            if person.row.email:
                person.fault("email_not_here")
    else:
        _check_emails(checked, scope, now=now)
    return checked


@transaction.atomic
def take_people(rows: Sequence[Row], scope: Scope, *, by: Account, now: datetime) -> Taken:
    """Take in all of the list, or nothing of it.

    Raises Refused `people_list_faulty`, `event_full`, `event_over`.
    """
    if scope.event is not None:
        hold_event(scope.event)
    checked = check_people(rows, scope, now=now)
    if any(person.faults for person in checked):
        raise Refused("people_list_faulty")
    new = [person for person in checked if person.state == NEW]
    added = [person for person in checked if person.state == ADDED]
    if scope.event is not None:
        _enter_all(scope.event, [*new, *added], by=by, now=now)
    else:
        try:
            with transaction.atomic():
                _create_all(new, now=now)
                _join_all(new, added, by=by, now=now)
                addresses = {person.email: person.player for person in (*new, *added) if person.email and person.player}
                offer_all(addresses, by=by, now=now)
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
                "players": [person.player.pk for person in new if person.player],
                "added": [person.player.pk for person in added if person.player],
            },
        )
    return Taken(len(new), len(added))


def sealed(rows: Sequence[Row], scope: Scope, *, by: Account) -> str:
    """Sign the rows of a trial, to be sent back when it is confirmed: good for this person and place alone."""
    return signing.dumps([asdict(row) for row in rows], salt=_salt(scope, by), compress=True)


def unsealed(text: str, scope: Scope, *, by: Account) -> list[Row]:
    """Return the rows of a trial that was signed by `sealed`. Raises Refused `people_list_stale`."""
    try:
        rows = signing.loads(text, salt=_salt(scope, by), max_age=KEPT_SECONDS)
    except signing.BadSignature:
        raise Refused("people_list_stale") from None
    return [Row(**{**row, "formulas": tuple(row["formulas"]), "too_long": tuple(row["too_long"])}) for row in rows]


def _salt(scope: Scope, by: Account) -> str:
    return f"{SALT}:{by.pk}:{scope.name}"


# --- What may be wrong ------------------------------------------------------------------------------------------------


def _check_cells(person: Checked) -> None:
    for column in person.row.formulas:
        person.fault("formula", column=column)
    for column in person.row.too_long:
        person.fault("too_long", column=column, most=LONGEST_CELL)
    if not person.row.nick:
        if "nick" not in (*person.row.formulas, *person.row.too_long):
            person.fault("no_nick")
        return
    try:
        person.nick = clean_nick(person.row.nick)
    except Refused:
        person.fault("nick_malformed", nick=person.row.nick[:60])


def _check_nicks(checked: Iterable[Checked]) -> None:
    _once(checked, lambda person: nick_key(person.nick) if person.nick else "", "nick_twice")


def _once(checked: Iterable[Checked], key: Callable[[Checked], str], code: str) -> None:
    first: dict[str, int] = {}
    for person in checked:
        if said := key(person):
            if said in first:
                person.fault(code, row=first[said])
            first.setdefault(said, person.row.number)


def _check_clubs(checked: Sequence[Checked], scope: Scope) -> None:
    clubs: dict[str, list[Club]] = {}
    for club in Club.objects.select_related("federation"):
        for said in {nick_key(club.code), nick_key(club.name)}:
            clubs.setdefault(said, []).append(club)
    countries = set(Federation.objects.values_list("country", flat=True))
    for person in checked:
        country = person.row.country.upper()
        if country and country not in countries:
            person.fault("country_unknown", country=person.row.country[:20])
        if not person.row.club:
            continue
        found = clubs.get(nick_key(person.row.club), [])
        exact = [club for club in found if club.code.casefold() == person.row.club.casefold()]
        in_country = [club for club in found if club.federation.country == country]
        candidates = exact or in_country or found
        if not candidates:
            person.fault("club_unknown", club=person.row.club[:80])
        elif len(candidates) > 1:
            person.fault("club_ambiguous", club=person.row.club[:80])
        else:
            person.club = candidates[0]
            _check_country(person, person.club, country, scope)


def _check_country(person: Checked, club: Club, country: str, scope: Scope) -> None:
    if country and country != club.federation.country:
        person.fault("country_other", club=club.name, country=club.federation.country)
    if scope.federation is not None and club.federation_id != scope.federation.pk:
        person.fault("club_elsewhere", club=club.name)


def _find_players(checked: Sequence[Checked], scope: Scope, *, now: datetime) -> None:
    found = players_named([person.nick for person in checked if person.nick])
    for person in checked:
        person.player = found.get(nick_key(person.nick)) if person.nick else None
    _check_new_nicks([person for person in checked if person.nick and person.player is None])
    _same_player(checked)
    players = [person.player.pk for person in checked if person.player]
    if scope.event is not None:
        _find_registrations(checked, scope.event, players, now=now)
        return
    season = season_of(now.date())
    members = Membership.objects.filter(player__in=players, season=season).select_related("club")
    left_first = members.order_by(F("left_at").asc(nulls_last=True))  # so that the present one is the last word
    homes = {membership.player_id: (membership.club, membership.left_at is None) for membership in left_first}
    asked = set(
        JoinRequest.objects.filter(player__in=players, season=season, status=RequestStatus.OPEN).values_list(
            "player_id", flat=True
        )
    )
    led = set(Office.objects.in_force().filter(role=OfficeRole.CAPTAIN).values_list("club_id", flat=True))
    for person in checked:
        person.is_in = True
        if person.club is None:
            continue
        home, is_member = homes.get(person.player.pk, (None, False)) if person.player else (None, False)
        if home is not None and home != person.club:
            person.fault("club_other", club=home.name)  # also one that he has left: it was his club of this season
        person.joins = not is_member and not (person.player and person.player.pk in asked)
        person.asks = person.joins and person.club.pk in led


def _check_new_nicks(new: Sequence[Checked]) -> None:
    """Nobody new is taken for somebody else, in any way: neither for who is here nor for who comes with him."""
    alike = nicks_alike([person.nick for person in new])
    before: dict[str, str] = {}
    for person in new:
        key = nick_key(person.nick)
        is_alike = person.nick in alike or any(before.setdefault(look, key) != key for look in looks(person.nick))
        if code := strange_in(person.nick) or ("nick_alike" if is_alike else ""):
            person.fault(code, nick=person.nick)


def _same_player(checked: Iterable[Checked]) -> None:
    """Two nicks of the list that are spellings of one player here."""
    first: dict[int, int] = {}
    for person in checked:
        if person.player is None:
            continue
        if person.player.pk in first and not any(code == "nick_twice" for code, _ in person.faults):
            person.fault("nick_twice", row=first[person.player.pk])
        first.setdefault(person.player.pk, person.row.number)


def _find_registrations(checked: Iterable[Checked], event: Event, players: list[int], *, now: datetime) -> None:
    entered = Registration.objects.filter(event=event, player__in=players)
    statuses = dict(entered.values_list("player_id", "status"))
    banned = banned_players(players, now=now)
    for person in checked:
        if person.player is not None:
            status = statuses.get(person.player.pk)
            person.is_in = status in registrations.TAKING_PART
            person.is_gone = status == RegistrationStatus.WITHDRAWN
            if person.player.pk in banned:
                person.fault("banned")


def _check_emails(checked: Sequence[Checked], scope: Scope, *, now: datetime) -> None:
    for person in checked:
        person.email = _email(person)
    banned = banned_emails([person.email for person in checked if person.email], now=now)
    _once(checked, lambda person: person.email, "email_twice")
    taken = dict(
        Account.objects.filter(email__in=[person.email for person in checked if person.email]).values_list(
            "email", "pk"
        )
    )
    asked = offered((person.player for person in checked if person.player and person.email), now=now)
    for person in checked:
        if person.player is not None and (person.player.pk, person.email) in asked:
            person.email = ""  # its owner has been asked
        if not person.email:
            continue
        if person.email in banned:
            person.fault("banned")
        if person.player is not None and person.player.account_id is not None:
            if taken.get(person.email) == person.player.account_id:
                person.email = ""  # he has it already: nothing to do
            else:
                person.fault("email_has_account")
        elif person.email in taken:
            person.fault("email_taken")
        elif person.player is not None and scope.federation is not None:
            person.fault("email_not_yours")


def _email(person: Checked) -> str:
    said = person.row.email.lower()
    if not said:
        return ""
    try:
        MaxLengthValidator(LONGEST_CELL)(said)  # in small letters an İ is two
        validate_email(said)
    except ValidationError:
        person.fault("email_malformed", email=person.row.email[:80])
        return ""
    return said


# --- Taking them in ---------------------------------------------------------------------------------------------------


def _create_all(new: Sequence[Checked], *, now: datetime) -> None:
    homes = {person.nick: None if person.asks else person.club for person in new}
    players = create_players(homes, day=now.date(), now=now)
    by_key = dict(zip(map(nick_key, homes), players, strict=True))
    for person in new:
        person.player = by_key[nick_key(person.nick)]


def _join_all(new: Iterable[Checked], added: Iterable[Checked], *, by: Account, now: datetime) -> None:
    """Those who are known join at once where nobody has to be asked; for all others the captain is."""
    season = season_of(now.date())
    members = (
        Membership(player=person.player, club=person.club, season=season)
        for person in added
        if person.joins and not person.asks
    )
    Membership.objects.bulk_create(members, batch_size=500)
    for person in (*new, *added):
        if person.asks and person.player is not None and person.club is not None:
            ask_to_join(player=person.player, club=person.club, year=season.year, by=by, now=now)


def _enter_all(event: Event, checked: Sequence[Checked], *, by: Account, now: datetime) -> None:
    """Confirm all of them, new or known, in the order of the list."""
    with act_on(event, by=by, now=now) as act:
        inside = Registration.objects.filter(event=event).playing().count()
        if event.capacity is not None and inside + len(checked) > event.capacity:
            raise Refused("event_full", capacity=event.capacity)
        for person in checked:
            if person.player is None:
                person.player = create_player(nick=person.nick, club=person.club, by=by, now=now)
            current = Registration.objects.filter(event=event, player=person.player).first()
            if current is None:
                entered = registrations.enter(
                    act, player=person.player, status=RegistrationStatus.CONFIRMED, club=person.club
                )
                entry_conditions.note_passed(act, entered)
                continue
            current.event = event
            registrations.change_status(registration=current, status=RegistrationStatus.CONFIRMED, by=by, now=now)
