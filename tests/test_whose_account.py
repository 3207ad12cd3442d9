"""Nobody ties a person to an account but its owner, by whatever act, form or file; and nobody shuts him out by one.

Tried in three ways, so that what comes later falls in by itself: the sources have one place that writes the tie; after
every act of the site (tests/walked_acts.py) the ties are those of before, but for what somebody did to himself; and
every form that can be found, as several people, is sent with the address and with the nick of somebody else.
"""

import ast
import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import timedelta
from html.parser import HTMLParser
from itertools import product
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection, transaction
from django.template.backends.django import Template
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.factories import stories
from tests.factories.base import NOW
from tests.factories.tournaments import AccountFactory, PlayerFactory
from tests.one_world import one_world, taken_back  # noqa: F401 - fixtures
from tests.rights_world import World, routes
from tests.walk import WRITING, Walk, form_on
from tests.walked_acts import CHAPTERS
from tournaments import access
from tournaments.models import Account, Claim, JournalLine, Merge, Office, Player, Registration
from tournaments.operations.people.claims import claim_path, offer
from tournaments.operations.people.merges import merge_players, plan_merge

pytestmark = pytest.mark.django_db

ROOT = Path(__file__).resolve().parent.parent
HOME = Path("tournaments/operations/people/tying.py")
ADDRESS, NICK, WALKED_IN = "member@example.org", "SEDMIKRÁSKA", "WALKER"
EVENT_FILE = ROOT / "tests" / "examples" / "moor-final-2026.event.json"


def ties() -> dict[int, int]:
    """Account → player, whatever became of the record."""
    return dict(Player.everyone.exclude(account=None).values_list("account_id", "pk"))


# --- One place ----------------------------------------------------------------------------------------------------


def _writes(tree: ast.Module) -> Iterator[int]:
    """Lines that could set the account of a player."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign | ast.AnnAssign | ast.AugAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            for target in targets:
                whose = ast.unparse(target.value) if isinstance(target, ast.Attribute) else ""
                if re.search("player|survivor|duplicate|person|record", whose) and target.attr.startswith("account"):
                    yield node.lineno
        elif isinstance(node, ast.Call):
            called, given = ast.unparse(node.func), {one.arg for one in node.keywords}
            makes = re.search(r"\bPlayer(\.\w+)?(\(|$|\.(create|bulk_create|update_or_create|get_or_create)$)", called)
            updates = called.endswith(".update") and "Player." in called
            if (makes or updates) and given & {"account", "account_id", "defaults"}:
                yield node.lineno
            if called.endswith("bulk_update") and "Player" in called and "account" in ast.unparse(node):
                yield node.lineno


def test_one_place_in_the_sources_writes_it():
    found = {
        (str(path.relative_to(ROOT)), line)
        for folder in ("tournaments", "games", "scwu")
        for path in (ROOT / folder).rglob("*.py")
        if "migrations" not in path.parts and path.relative_to(ROOT) != HOME
        for line in _writes(ast.parse(path.read_text(encoding="utf-8")))
    }
    assert found == set()
    assert len(set(_writes(ast.parse((ROOT / HOME).read_text(encoding="utf-8"))))) >= 3, "the search finds nothing"


# --- Every act ----------------------------------------------------------------------------------------------------


@dataclass
class Watch(Walk):
    """A walk that looks at no page, and after each act at the ties."""

    found: list[str] = field(default_factory=list)

    def do(self, name: str, who: Any, data: Any = None, /, at: Any = None, page: Any = None, **request: Any) -> Any:
        before, accounts = ties(), set(Account.objects.values_list("pk", flat=True))
        answer = super().do(name, who, data, at=at, page=page, **request)
        himself = {getattr(self.world.accounts.get(who) if isinstance(who, str) else who, "pk", None)}
        himself |= set(Account.objects.values_list("pk", flat=True)) - accounts  # his who acts, or his phone's
        new = dict(ties().items() - before.items())
        told = {int(line["new"]["account"]) for line in JournalLine.objects.filter(act="player_tied").values("new")}
        self.found += [f"{name} ties {account}" for account in new if account not in himself | told]
        if himself & new.keys() and who != "anonymous" and not JournalLine.objects.filter(act="player_tied").exists():
            self.found.append(f"{name} ties without a word in the journal")
        return answer

    def _looks(self) -> list[Any]:
        return []


@pytest.mark.parametrize("chapter", CHAPTERS, ids=lambda chapter: chapter.__name__)
def test_no_act_ties_anybody_but_him_who_does_it(world: World, chapter: Callable[[Walk], None]):
    walk = Watch(world, [])
    chapter(walk)
    assert walk.found == []


# --- Every form ---------------------------------------------------------------------------------------------------


class Fields(HTMLParser):
    """What can be typed on a page, by the names of the fields; and where a file can be sent, with the field for it."""

    def __init__(self, address: str) -> None:
        super().__init__()
        self.action = self.address = address
        self.typed: set[str] = set()
        self.files: set[tuple[str, str]] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        has = dict(attrs)
        kind, name = has.get("type", "text"), has.get("name")
        if tag == "form":
            self.action = (has.get("action") or self.address).partition("?")[0]
        elif name and (tag == "textarea" or (tag == "input" and kind in ("text", "email", "search"))):
            self.typed.add(name)
        elif name and tag == "input" and kind == "file":
            self.files.add((self.action, name))


WHO = ("anonymous", "captain", "officer", "director", "union", "keeper")
SEE_ALL = ("anonymous", "captain", "director", "keeper")  # what nobody of these can type into, nobody can
TURNED_AWAY = (403, 404, 405)
FORM = "application/x-www-form-urlencoded"


@pytest.fixture
def member() -> Account:
    """Somebody of the commission, who is no player."""
    account = AccountFactory.create(email=ADDRESS)
    Office.objects.create(account=account, role="commission", starts_at=NOW)
    return account


@pytest.fixture
def walker() -> Player:
    """Somebody who walked in once and has no account."""
    return PlayerFactory.create(nick=WALKED_IN, nick_key=WALKED_IN.lower())


def asked(world: World, who: str) -> Iterator[tuple[str, Any]]:
    """Every page with its answer."""
    client = world.client(who)
    for route in routes():
        values = world.named(route, who, "own")
        if values is None or route.name.startswith(("admin:", "api:", "account_", "mfa_")):
            continue
        address = world.address(route, values)
        if "live/" not in address and "stream" not in route.name:
            yield address, client.get(address)


@pytest.fixture(scope="module")
def fields(world: World) -> dict[str, list[Fields]]:
    """Of every page, by who can come to it, what can be typed there."""
    found: dict[str, list[Fields]] = {}
    for who in SEE_ALL:
        for address, answer in asked(world, who):
            if answer.headers.get("Content-Type", "").startswith("text/html") and not answer.streaming:
                page = Fields(address)
                page.feed(answer.content.decode())
                found.setdefault(who, []).append(page)
    return found


def test_no_form_ties_somebody_elses_address_or_nick(
    world: World,
    fields: dict[str, list[Fields]],
    member: Account,
    walker: Player,
    monkeypatch: pytest.MonkeyPatch,
):
    """Each is sent by everybody, with whatever may be typed anywhere: his address, his nick, and both.

    What is answered is not read, so no page is made; where nothing was written nothing was tied.
    """
    names = {name for pages in fields.values() for page in pages for name in page.typed}
    assert {"email", "nick", "nicks", "line", "keep", "pasted"} <= names, "the crawl has found no forms"
    before, accounts = ties(), dict(Account.objects.values_list("email", "pk"))
    bodies = (
        dict.fromkeys(names, ADDRESS) | {"pasted": f"nick,email\n{NICK},{ADDRESS}\n{WALKED_IN},{ADDRESS}\n"},
        dict.fromkeys(names, WALKED_IN) | {"email": ADDRESS, "line": f"{NICK}", "nick": NICK, "language": "cs"},
        dict.fromkeys(names, NICK) | {"email": ADDRESS, "language": "cs", "yes": "1", "send": "1"},
    )
    sent, written = 0, list[str]()

    def note(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        written.extend(WRITING.findall(sql))
        return execute(sql, params, many, context)

    monkeypatch.setattr(Template, "render", lambda *_args, **_kwargs: "")
    for who in WHO:
        client = world.client(who)
        for route in routes():
            values = world.named(route, who, "own")
            if values is None or route.name.startswith(("account_", "mfa_", "admin:", "sign_out", "set_language")):
                continue
            for body in map(urlencode, bodies):
                written.clear()
                with transaction.atomic():
                    with connection.execute_wrapper(note):
                        answer = client.post(world.address(route, values), body, FORM)
                    if written:
                        now = ties()
                        assert member.pk not in now, f"{route.name} by {who}"
                        assert walker.pk not in now.values(), f"{route.name} by {who}"
                        new = {account for account, player in now.items() if before.get(account) != player}
                        assert not new & set(accounts.values()), f"{route.name} by {who}"
                        assert not access.plays_at(member, world.event), f"{route.name} by {who}"
                    transaction.set_rollback(True)
                sent += 1
                if answer.status_code in TURNED_AWAY or answer.headers.get("Location", "").startswith("/sign-in/"):
                    break  # whatever he sends
    assert sent > 1000


# --- Files --------------------------------------------------------------------------------------------------------


def test_no_file_does(world: World, fields: dict[str, list[Fields]], member: Account, walker: Player):
    """Wherever a file can be sent, a list of players and an event with all its people are, and taken in where one is
    asked once more."""
    event = json.loads(EVENT_FILE.read_text())
    for entry, nick in zip(event["entries"], (WALKED_IN, NICK, ADDRESS), strict=False):
        entry["nick"] = nick
    files = [f"nick,email\n{nick},{email}\n" for nick in (WALKED_IN, NICK) for email in (ADDRESS, "new@b.org", "")]
    before, taken = ties(), set()
    for who, pages in fields.items():
        client = world.client(who)
        for (address, name), text in product(
            sorted({one for page in pages for one in page.files}), [*files, json.dumps(event)]
        ):
            people = Player.everyone.count(), Claim.objects.count(), Registration.objects.count()
            with transaction.atomic():
                tried = client.post(address, {name: SimpleUploadedFile("people.csv", text.encode())})
                if tried.status_code == 200 and b"<form" in tried.content:
                    client.post(address, form_on(tried, address))
                assert ties() == before, f"{address} by {who}"
                assert not access.plays_at(member, world.event), f"{address} by {who}"
                if (Player.everyone.count(), Claim.objects.count(), Registration.objects.count()) != people:
                    taken.add(address)
                transaction.set_rollback(True)
    lists = {reverse("desk:player_list", args=[world.event.slug]), "/union/list/"}
    assert lists | {reverse("desk:import_event")} <= taken, "the files were refused"


def test_a_merge_waits_for_the_owner(world: World, walker: Player):
    """Whose record is merged into another, the other is his when he says so."""
    account = AccountFactory.create()
    duplicate = PlayerFactory.create(account=account)
    plan = plan_merge(survivor=walker, duplicate=duplicate)
    merge_players(
        survivor=walker, duplicate=duplicate, digest=plan.digest, reason="one", by=world.accounts["union"], now=NOW
    )
    assert account.pk not in ties()
    client = Client()
    client.force_login(account)
    address = claim_path(Claim.objects.get(player=walker))
    assert address in client.get("/me/").content.decode()
    client.post(address)
    assert ties()[account.pk] == walker.pk
    assert Merge.objects.get(merged=duplicate).account_moved


# --- The attack -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("attacker", ["anonymous", "captain"])
def test_nobody_shuts_a_member_of_the_commission_out_of_his_words(world: World, member: Account, attacker: str):
    """A stranger registers the member's address; who has founded a club registers him for it. He reads on."""
    ahead = stories.an_event(players=4, status="open", series="nationals", slug="fen")
    client, form = world.client(attacker), {"nick": NICK, "email": ADDRESS, "language": "cs", "club": ""}
    if attacker == "anonymous":
        client.post("/register/", form | {"next": f"/e/{ahead.slug}/enter/"})
    else:
        client.post(f"/union/clubs/{world.club.code}/players/", form)
    assert Claim.objects.filter(email=ADDRESS).exists()
    director = Client()
    director.force_login(stories.director_of(ahead))
    director.post(f"/desk/{ahead.slug}/walk-ins/", {"line": NICK})
    assert not access.plays_at(member, ahead)
    assert access.event_for_reading_words(member, ahead.slug) == ahead


def test_a_link_that_is_only_opened_ties_nothing(world: World, walker: Player):
    """Programs that look for viruses open every link of a letter."""
    claim = offer(walker, email="new@example.org", by=world.accounts["union"], now=timezone.now())
    before = ties()
    assert Client().get(claim_path(claim)).status_code == 200
    assert (ties(), Account.objects.filter(email="new@example.org").exists()) == (before, False)
    Claim.objects.filter(pk=claim.pk).update(until=timezone.now() - timedelta(seconds=1))
    assert Client().post(claim_path(claim)).status_code == 409
    assert ties() == before
