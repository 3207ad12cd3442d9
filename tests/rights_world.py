"""One world for the matrix of rights: somebody in every role, an own and another of everything, and every address.

A route whose address names something new gets a line in `named`: what stands in its address when it is one's own, and
what when it is somebody else's. `where` is one of `Where`; `who` is a persona. None says that he has none of his own.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Literal

from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from django.apps import apps
from django.contrib import admin
from django.contrib.contenttypes.models import ContentType
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver
from django.utils import timezone

from games.models import SecretWord
from tests.factories import stories
from tests.factories.base import NOW
from tests.factories.phones import a_flag, a_phone
from tests.factories.tournaments import AccountFactory, ClubFactory, FederationFactory, PlayerFactory
from tests.factories.words import a_proposal
from tests.rights_judged import Judged, judge
from tournaments import rights
from tournaments import routes as told
from tournaments.letters.event_letters import opt_out_address
from tournaments.models import (
    Account,
    ApiToken,
    Call,
    Claim,
    Club,
    ClubLogo,
    Event,
    EventWord,
    Federation,
    JoinRequest,
    Merge,
    Occupant,
    Office,
    Player,
    Round,
    Staff,
    Step,
    Table,
)
from tournaments.operations.accounts.sessions import devices_of
from tournaments.operations.accounts.sign_in_links import link_token, make_link
from tournaments.operations.accounts.tokens import create_token
from tournaments.operations.evening import rounds
from tournaments.operations.events import at_the_door
from tournaments.operations.events.check_in_codes import check_in_code
from tournaments.operations.people.claims import claim_token, offer
from tournaments.operations.results.publishing_standings import publish_standings
from tournaments.operations.seating import ceremonies, promises

Where = Literal["own", "other table", "other event", "other club", "other federation", "other account"]

# Everybody of the matrix, one whose roles have all ended, and one whose account was closed while he was signed in.
PERSONAS = (*rights.ROLES, "revoked", "closed")

# What is sent by POST where an empty form would not come as far as the proof.
BODIES: dict[str, dict[str, Any]] = {
    "api:entries": {
        "id": "00000000-0000-4000-8000-000000000001",
        "expected_position": 4,
        "entry": {"kind": "deal", "loser": "A", "bench": ["E"]},
    },
}


def roles_of(who: str) -> frozenset[str]:
    """What a persona is in the matrix."""
    if who in ("anonymous", "closed"):
        return frozenset({"anonymous"})
    if who == "revoked":
        return frozenset({"player"})
    return frozenset({"player", who, *(["union"] if who == "keeper" else [])})


def allowed(act: str, who: str, where: Where) -> bool:
    """What the matrix says about a persona there."""
    return any(_reaches(role, rights.cell(act, role), where) for role in roles_of(who))


def _reaches(role: str, cell: str, where: Where) -> bool:
    if cell == "own":
        wider = {"other table": ("director", "referee"), "other club": ("officer",)}
        return where == "own" or role in wider.get(where, ())
    return cell == "yes"


# --- The addresses ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Route:
    """A route of the site by its name, with its address as a pattern and the names in it."""

    name: str
    pattern: str
    parameters: frozenset[str]
    resolver: Any = field(repr=False)


def routes() -> list[Route]:
    """Every pattern of the project, once."""
    found: dict[tuple[str, str], Route] = {}
    for route in _walk(get_resolver().url_patterns):
        found.setdefault((route.name, route.pattern if route.name.endswith(":RedirectView") else ""), route)
    return list(found.values())


def _walk(patterns: list[Any], spaces: tuple[str, ...] = (), before: tuple[Any, ...] = ()) -> Iterator[Route]:
    for one in patterns:
        if isinstance(one, URLResolver):
            inner = (*spaces, *([one.namespace] if one.namespace else []))
            yield from _walk(one.url_patterns, inner, (*before, one.pattern))
        elif isinstance(one, URLPattern):
            name = one.name or getattr(getattr(one.callback, "view_class", one.callback), "__name__", "?")
            parts = (*before, one.pattern)
            parameters = frozenset(key for part in parts for key in (*part.converters, *part.regex.groupindex))
            yield Route(":".join((*spaces, name)), "".join(map(str, parts)), parameters, parts)


def rights_at(name: str) -> dict[str, str]:
    """Method → right of a route; nothing if it says none."""
    route = told.route_of(name)
    return dict(route.rights) if route else {}


# --- Who and what is there ------------------------------------------------------------------------------------------


@dataclass
class World:
    event: Event
    other_event: Event
    club: Club
    other_club: Club
    foreign_club: Club
    player: Player
    accounts: dict[str, Account]
    tokens: dict[str, ApiToken]
    cookies: dict[str, dict[str, str]]
    security_key: int  # of somebody who tries nothing
    judged: Judged
    brought: dict[tuple[int, int], Any]  # event, table → a line that a phone brought there
    phones: dict[int, Any]  # event → the phone of its director
    claim: Claim  # of somebody who has no account yet
    doors: dict[int, Any]  # event → who waits at its door
    looked_up: dict[tuple[str, str], tuple[dict[str, Any], dict[str, dict[str, Any] | None]]] = field(
        default_factory=dict
    )

    def variants(self, route: Route, act: str) -> list[Where]:
        """At what a route is tried: one's own, and what is somebody else's."""
        others: dict[str, list[Where]] = {
            "event": ["other event"],
            "table": ["other table", "other event"],
            "club": ["other club", "other federation"],
            "federation": ["other federation"],
            "account": ["other account"],
        }
        return ["own", *(others.get(rights.RIGHTS[act].of, []) if route.parameters else [])]

    def named(self, route: Route, who: str, where: Where) -> dict[str, Any] | None:
        """What stands in the address. None: this persona has none of his own."""
        if (who, where) not in self.looked_up:
            self.looked_up[who, where] = self._names(who, where)
        values, special = self.looked_up[who, where]
        values = {**values, "kind": "final" if route.name.startswith("desk:") else "other"}
        if (
            route.name in ("public:revoke_token", "public:end_session")
            and where == "other account"
            and who == "organiser"
        ):
            return None
        if route.name in special:
            own = special[route.name]
            return None if own is None else {**values, **own}
        if route.name.startswith("admin:") and "object_id" in route.parameters:
            return {**values, "object_id": self._first_of(route, where)}
        return values

    def _names(self, who: str, where: Where) -> tuple[dict[str, Any], dict[str, dict[str, Any] | None]]:
        """What a name stands for in every address, and in those of some routes alone. Looked up once for each place."""
        event = self.other_event if where == "other event" else self.event
        table = 3 if where == "other table" else 2
        staff = Staff.objects.filter(event=event).order_by("pk")[0]
        sits = self._sits(who, where)
        club = {"other club": self.other_club, "other federation": self.foreign_club}.get(where, self.club)
        token = self.tokens["organiser" if where == "other account" else who] if who in self.tokens else None
        values: dict[str, Any] = {
            "slug": event.slug,
            "number": 1,
            "nth": 1,
            "round_number": 1,
            "table": table,
            "table_number": table,
            "attempt": 1,
            "position": 1,
            "key": "p1",
            "series": "classic",
            "code": club.code,
            "country": club.federation.country,
            "year": event.season.year,
        }
        special: dict[str, dict[str, Any] | None] = {
            "desk:dismiss": {"pk": staff.pk},
            "desk:give_room": {"pk": staff.pk},
            "desk:staff_link": {"pk": staff.pk},
            "desk:revoke_phone": {"phone": self.phones[event.pk]},
            "table:flag": {"arrival": self.brought[event.pk, table]},
            "public:player": {"pk": self.player.pk},
            "public:player_picture": {"pk": self.player.pk},
            "public:event_picture": {"name": "pace"},
            "public:ranking_player": {"pk": self.player.pk},
            "public:prove_address": None if where == "other account" else {"token": "of-no-letter"},
            "public:no_mail": {"token": opt_out_address(self.accounts["player"]).rsplit("/", 2)[1]},
            "api:ranked_player": {"player": self.player.pk},
            "desk:allow_pair": {"pk": 1},
            "desk:uninvite": {"pk": self.player.pk},
            "union:ranking_points": {"code": event.series.code, "body": "players"},
            "union:set_points_table": {"code": event.series.code, "body": "players"},
            "union:drop_elite": {"pk": self.player.pk},
            "public:player_named": {"nick": self.player.nick},
            "public:logo": {"name": "logo"},
            "public:revoke_token": {"pk": token.pk if token else 0},
            "public:end_session": self._device_of("organiser" if where == "other account" else who),
            "mfa_edit_webauthn": None if where == "own" else {"pk": self.security_key},
            "mfa_remove_webauthn": None if where == "own" else {"pk": self.security_key},
            "commission:withdraw_word": {"id": self.proposal_of(who)},
            **dict.fromkeys(("desk:arrival", "desk:check_in"), self._arrives(event)),
            "desk:admit": {"claim": self.doors[event.pk]},
            "desk:turn_away": {"claim": self.doors[event.pk]},
            "public:claim": {"token": claim_token(self.claim)},
            "sign_in_link": {"token": link_token(make_link(account=self.accounts["player"], now=NOW))},
            **self.judged.named(event, table, mine=who == "player" and where == "own", other=where == "other account"),
            **dict.fromkeys(("table:here", "table:agree", "table:call_referee", "table:end_call"), sits),
            "api:unknown": {},
            "admin:app_list": {"app_label": "tournaments"},
            "admin:catch_all_view": {"url": "no/such/"},
            "admin:view_on_site": {
                "content_type_id": ContentType.objects.get_for_model(Event).pk,
                "object_id": self.event.pk,
            },
        }
        return values, special

    def _arrives(self, event: Event) -> dict[str, Any]:
        """The address of somebody's code for the check-in."""
        one = event.registrations.get(key="p1")
        return {"entry": one.pk, "sign": check_in_code(one)}

    def _sits(self, who: str, where: Where) -> dict[str, Any] | None:
        """The table at which a persona plays or judges, or another one; of a role without a table there is none."""
        if where == "own" and who not in ("player", *rights.AT_EVENTS, "keeper", "anonymous", "closed"):
            return None
        if who != "player" or where == "other event":
            return {}
        number = Occupant.objects.get(round__event=self.event, registration__player=self.player).table.number
        return {"table_number": number if where == "own" else number % 3 + 1}

    def _device_of(self, who: str) -> dict[str, Any]:
        """The handle of a device on which this persona is signed in; of one that is not there if he is on none."""
        found = devices_of(self.accounts[who], this=None, now=timezone.now()) if who in self.accounts else []
        return {"device": found[0].handle if found else "none"}

    def proposal_of(self, who: str) -> Any:
        """The id of a word that this persona has proposed; of anybody's word if he has none."""
        words = EventWord.objects.order_by("pk")
        mine = words.filter(word__by=self.accounts[who].key).first() if who in self.accounts else None
        return (mine or words[0]).word_id

    def _first_of(self, route: Route, where: Where) -> int:
        """The first row of the model that an address of the administration is about, at one of the two events if it
        belongs to events; 0 without one."""
        label, model = route.pattern.split("/")[1:3]
        rows: Any = admin.site._registry[apps.get_model(label, model)]
        event = self.other_event if where == "other event" else self.event
        at = {rows.event_path: event.pk} if rows.event_path else {}
        row = rows.model._default_manager.filter(**at).order_by("pk").first()
        return row.pk if row else 0

    def address(self, route: Route, values: dict[str, Any]) -> str:
        """The path of a route with these values in it."""
        path = "/"
        for part in route.resolver:
            text = part.regex.pattern if not hasattr(part, "_route") else ""
            if text:  # a regular expression: only what the administration and the API end with
                text = text.lstrip("^").rstrip("$").replace("\\Z", "")
                for key in part.regex.groupindex:
                    start = text.index(f"(?P<{key}>")
                    text = text[:start] + str(values[key]) + text[text.index(")", start) + 1 :]
                path += text.replace(r"[\s\S]*", ".*").replace(".*", "no-such-address")
            else:
                found = str(part)
                for key, converter in part.converters.items():
                    kind = next(name for name in _names_of(converter) if f"<{name}:{key}>" in found)
                    found = found.replace(f"<{kind}:{key}>", str(converter.to_url(values[key])))
                path += found
        return path

    def client(self, who: str) -> Client:
        """A browser of his, as fresh as on its first page after signing in."""
        client = Client(raise_request_exception=False)
        for name, value in self.cookies[who].items():
            client.cookies[name] = value
        return client


def _names_of(converter: Any) -> list[str]:
    return [type(converter).__name__.removesuffix("Converter").lower().replace("string", "str")]


def build() -> World:
    """Two events in their first round, three clubs of two federations, and everybody."""
    home = FederationFactory.create(country="CZ", name="Czechia")
    abroad = FederationFactory.create(country="PL", name="Poland")
    club, other_club, foreign_club = (ClubFactory.create(federation=one) for one in (home, home, abroad))
    ClubLogo.objects.create(club=club, name="logo", png=b"", width=1, height=1, at=NOW)
    event, other = (_an_evening(slug, sizes) for slug, sizes in (("harbour", (5, 5, 5)), ("moor", (5, 5, 5))))
    accounts = {who: AccountFactory.create(name=who.title()) for who in PERSONAS if who != "anonymous"}
    first = stories.registration(event, "p1").player
    first.account = accounts["player"]
    first.save()
    _give_roles(accounts, event, home, club)
    for one in (event, other):
        a_proposal(one)
    for account in accounts.values():  # whoever may propose or might once have
        SecretWord.objects.filter(pk=a_proposal(other).word_id).update(by=account.key)
    tokens = {who: create_token(account=one, label="phone", now=NOW)[0] for who, one in accounts.items()}
    cookies = {"anonymous": {}, **{who: _signed_in(one) for who, one in accounts.items()}}
    Account.objects.filter(pk=accounts["closed"].pk).update(is_active=False)
    key = Authenticator.objects.create(user=AccountFactory.create(), type="webauthn", data={"name": "key"})
    judged = judge(event, other, first)
    for one in (event, other):  # what was done with, so that nothing waits
        Call.objects.create(table=Table.objects.filter(round__event=one)[0], at=NOW, ended_at=NOW)
        Step.objects.create(event=one, kind="remind", due_at=NOW, status="done")
    once, again = PlayerFactory.create(), PlayerFactory.create()
    JoinRequest.objects.create(player=once, club=club, season=event.season, status="declined", made_at=NOW)
    Merge.objects.create(survivor=once, merged=again, reason="twins", at=NOW, undone_at=NOW)
    tables = Table.objects.filter(round__event__in=(event, other)).select_related("game", "round")
    brought = {(table.round.event_id, table.number): a_flag(table) for table in tables}
    phones = {one.pk: a_phone(Staff.objects.filter(event=one)[0].account).pk for one in (event, other)}
    claim = offer(PlayerFactory.create(), email="asked@example.org", by=accounts["union"], now=timezone.now())
    door: dict[str, Any] = {"club": None, "language": "", "network": "", "now": timezone.now()}
    doors = {
        one.pk: at_the_door.apply_at_the_door(event=one, nick=f"Guest of {one.slug}", **door).pk
        for one in (event, other)
    }
    return World(
        event,
        other,
        club,
        other_club,
        foreign_club,
        first,
        accounts,
        tokens,
        cookies,
        key.pk,
        judged,
        brought,
        phones,
        claim,
        doors,
    )


def _an_evening(slug: str, sizes: tuple[int, ...]) -> Event:
    event = stories.an_event(players=sum(sizes), status="closed", slug=slug, clubs=2)
    round_ = _drawn_in_public(event, sizes)
    for number in range(1, len(sizes) + 1):
        stories.record_deals(stories.table_of(round_, number), "A B C")
    publish_standings(event=event, by=stories.director_of(event), now=NOW)
    event.refresh_from_db()
    return event


def _drawn_in_public(event: Event, sizes: tuple[int, ...]) -> Round:
    """A running round whose draw was promised, frozen and opened before everybody."""
    round_ = stories.a_planned_round(event)
    act: dict[str, Any] = {"round_": round_, "by": stories.director_of(event), "now": NOW}
    promises.announce_draw(**act, mint=lambda: "ab" * 32)
    ceremonies.freeze_draw(**act, sizes=sizes)
    ceremonies.open_ceremony(**act, kind="cards", typed="Ol 7h 8h Kb Ab 9l Ta Uh Ka 7b")
    round_.refresh_from_db()
    return rounds.start_round(round_=round_, now=NOW)


def _give_roles(accounts: dict[str, Account], event: Event, federation: Federation, club: Club) -> None:
    bodies: dict[str, dict[str, Any]] = {"captain": {"club": club}, "officer": {"federation": federation}}
    for who, account in accounts.items():
        held = rights.ROLES if who in ("revoked", "closed") else (who,)
        ended = {"ended_at": NOW} if who == "revoked" else {}
        for role in held:
            if role in rights.OFFICES:
                Office.objects.create(account=account, role=role, starts_at=NOW, **bodies.get(role, {}), **ended)
            if role in rights.AT_EVENTS:
                staff = Staff.objects.create(event=event, account=account, role=role, **ended)
                if role == "line_judge":
                    staff.tables.create(number=2)
    flags = {"organiser": "may_direct", "clerk": "is_staff", "keeper": "is_superuser"}
    for role, flag in flags.items():
        Account.objects.filter(pk=accounts[role].pk).update(**{flag: True})


def _signed_in(account: Account) -> dict[str, str]:
    """A session that has just proved itself once more, of somebody with an app for codes."""
    Authenticator.objects.create(user=account, type="totp", data={"secret": "none"})
    RecoveryCodes.activate(account)
    client = Client()
    client.force_login(account)
    session = client.session
    session["account_authentication_methods"] = [{"method": "mfa", "at": time.time(), "reauthenticated": True}]
    session["account_authentication_methods_user"] = str(account.pk)
    session.save()
    return {name: morsel.value for name, morsel in client.cookies.items()}
