"""Doing every act of the site through its page, and looking after each at every page of its event that is kept.

`Walk.do` posts one act as somebody and fails if it was not done. Before it, every kept page of the event at hand is
asked for; after it, what is handed out must be, byte for byte, what the view itself makes for the visitor who asks.
The chapters, which say what is done in which order, are in tests/walked_acts.py.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from html.parser import HTMLParser
from itertools import cycle, product
from typing import Any

from django.conf import settings
from django.db import connection
from django.http import HttpRequest, HttpResponse
from django.test import Client

from games import written
from tests.rights_world import Route, World, routes
from tournaments.models import Account, Event
from tournaments.queries import rendered_once, versions
from tournaments.queries.rendered_once import Page

READERS = ("anonymous", "player", "referee", "director")
LANGUAGES = ("cs", "en")
WRITING = re.compile(r'(?:INSERT(?: OR IGNORE)? INTO|UPDATE|DELETE FROM) "(\w+)"')
NO_ACT = {"tournaments_journalline", "tournaments_journalhead", "django_session"}  # a refused act writes these


# --- The pages --------------------------------------------------------------------------------------------------------


def is_kept(answer: Any) -> bool:
    """Whether an answer is one of those that are made once for each version."""
    return str(answer.headers.get("ETag", "")).startswith('W/"')


def kept_routes(world: World) -> list[Route]:
    """Every address of an event that is made once, found by asking it."""
    public = [one for one in routes() if one.name.startswith("public:") and "slug" in one.parameters]
    return [one for one in public if is_kept(Client().get(world.address(one, world.named(one, "player", "own") or {})))]


@contextmanager
def no_store() -> Iterator[None]:
    """Each page is made for whoever asks, from what he sends, and none is kept."""

    def made_for_him(
        request: HttpRequest, event: str, view: Callable[..., HttpResponse], headers: Mapping[str, str]
    ) -> Page:
        answer = view(request)
        for name, value in headers.items():
            answer.headers[name] = value
        return Page(event, answer.headers, answer.content, b"")

    stored = versions.made_for_nobody, versions.shelf_for
    versions.made_for_nobody, versions.shelf_for = made_for_him, lambda _request: None
    try:
        yield
    finally:
        versions.made_for_nobody, versions.shelf_for = stored


Said = tuple[int, dict[str, str], bytes]


def said(answer: Any) -> Said:
    """Status, headers and body of an answer."""
    return answer.status_code, dict(answer.headers), answer.content


def differing(one: Said, other: Said) -> str:
    """Where two answers differ, in a few words."""
    if one[0] != other[0] or one[2] == other[2]:
        return f"{one[:2]} should be {other[:2]}"
    lines = zip(one[2].splitlines(), other[2].splitlines(), strict=False)
    here, fresh = next(((a, b) for a, b in lines if a != b), (b"less", b"more"))
    return f"{here.decode()!r} should be {fresh.decode()!r}"


# --- A form, as a browser would send it -------------------------------------------------------------------------------


class _Forms(HTMLParser):
    """The fields of every form of a page, by its address."""

    def __init__(self) -> None:
        super().__init__()
        self.found: dict[str, dict[str, Any]] = {}
        self.fields: dict[str, Any] = {}
        self.select = self.area = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        has = dict(attrs)
        name, value = has.get("name") or "", has.get("value") or ""
        if tag == "form":
            self.fields = {}
            self.found.setdefault((has.get("action") or "").partition("#")[0], self.fields)
        elif tag == "select":
            self.select = name
        elif tag == "textarea":
            self.area = name
            self.fields[name] = ""
        elif tag == "option" and self.select and ("selected" in has or self.select not in self.fields):
            self.fields[self.select] = value
        elif tag == "input" and name:
            kind = has.get("type") or "text"
            if kind not in ("checkbox", "radio", "file", "submit"):
                self.fields[name] = value
            elif "checked" in has and name in self.fields:
                self.fields[name] = [*self.fields[name], value]
            elif "checked" in has:
                self.fields[name] = [value or "on"]

    def handle_endtag(self, tag: str) -> None:
        if tag == "select":
            self.select = ""
        elif tag == "textarea":
            self.area = ""

    def handle_data(self, data: str) -> None:
        if self.area:
            self.fields[self.area] += data


def form_on(answer: Any, path: str) -> dict[str, Any]:
    """What the form for `path` on this page would send as it is."""
    forms = _Forms()
    forms.feed(answer.content.decode())
    to_itself = [address for address in forms.found if not address.startswith("/")]
    return forms.found.get(path) or forms.found[to_itself[0]]


# --- The walk ---------------------------------------------------------------------------------------------------------


@cache
def route_named(name: str) -> Route:
    return next(one for one in routes() if one.name == name)


@dataclass(frozen=True)
class Look:
    """What somebody saw of a page before an act. Its version is that of the event, None where there was none."""

    slug: str
    address: str
    language: str
    reader: str
    seen: Said
    version: int | None


@dataclass
class Walk:
    """`stale`: what was handed out after an act and was not true. `untold`: rows that it wrote and no line tells of.

    Fragments are parts of pages that are looked at, so they are not asked for after each act. Neither is each page by
    everybody in each language: readers and languages take turns, so that each page has its turn with all of them.
    """

    world: World
    kept: list[Route]
    stale: list[str] = field(default_factory=list)
    untold: dict[str, set[str]] = field(default_factory=dict)
    _here: dict[str, Any] = field(default_factory=dict)
    _events: list[str] = field(default_factory=list)
    _turns: Iterator[tuple[str, str]] = field(default_factory=lambda: cycle(product(LANGUAGES, READERS)))
    _clients: dict[str, Client] = field(default_factory=dict)
    _sessions: dict[str, str] = field(default_factory=dict)

    def look_at(self, event: Event, *others: Event, number: int = 1, table: int = 2) -> None:
        """The event whose pages are looked at from now on: those of this round and table, and of `others` as well."""
        self._here = {"number": number, "table": table}
        self._events = [one.slug for one in (event, *others)]

    def client(self, who: str | Account) -> Client:
        """A fresh browser of a persona, who stays signed in where an act has given him another session, or of somebody
        else."""
        if isinstance(who, str):
            client = self.world.client(who)
            if who in self._sessions:
                client.cookies[settings.SESSION_COOKIE_NAME] = self._sessions[who]
            return client
        client = Client()
        client.force_login(who)
        return client

    def address_of(self, name: str, who: str | Account = "keeper", /, **at: Any) -> str:
        """Where an act of this name is done, at the event that is looked at unless `at` says otherwise."""
        route = route_named(name)
        known = self.world.named(route, who if isinstance(who, str) else "keeper", "own") or {}
        return self.world.address(route, {**known, "slug": self._events[0], **at})

    def do(
        self, name: str, who: str | Account, data: Any = None, /, at: Any = None, page: Any = None, **request: Any
    ) -> Any:
        """Do the act of this name. `page`: an address, or an answer, with the form that `data` is typed into."""
        path, client = self.address_of(name, who, **(at or {})), self.client(who)
        if page is not None:
            data = form_on(client.get(page) if isinstance(page, str) else page, path) | (data or {})
        before = self._looks()
        tables: set[str] = set()

        def note(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
            tables.update(WRITING.findall(sql))
            return execute(sql, params, many, context)

        written.take()
        with connection.execute_wrapper(note):
            answer = client.post(path, data or {}, **request)
        for label in written.take():
            self.untold.setdefault(label, set()).add(name)
        assert answer.status_code < 400, f"{name} was refused: {_complaint(answer)}"
        assert tables - NO_ACT, f"{name} did nothing: {_complaint(answer)}"
        given = answer.cookies.get(settings.SESSION_COOKIE_NAME)
        if given and given.value and isinstance(who, str):
            self._sessions[who] = given.value
        self._compare(name, before)
        return answer

    def happen(self, name: str, act: Callable[[], object]) -> None:
        """The same with what no form does: a step of the clock, a command, time that goes by."""
        before = self._looks()
        act()
        self._compare(name, before)

    def _looks(self) -> list[Look]:
        """Every page of the events, each seen by one reader in one language, and so kept."""
        next(self._turns)  # or the same readers would have the same pages for ever
        versions_now = _versions(self._events)
        found = []
        for slug in self._events:
            for route in self.kept:
                if "fragment" not in route.name:
                    language, reader = next(self._turns)
                    known = self.world.named(route, "player", "own") or {}
                    address = self.world.address(route, {**known, **self._here, "slug": slug})
                    seen = said(self._get(address, language, reader))
                    found.append(Look(slug, address, language, reader, seen, versions_now.get(slug)))
        return found

    def _compare(self, name: str, before: list[Look]) -> None:
        """Note every page that is handed out after an act and is not what it should be.

        Who has seen it before asks whether that still stands. Where the version went up nothing of before is handed
        out, so there one page of the event is looked at; where it did not, all of them are.
        """
        versions_now, is_looked_at = _versions(self._events), set()
        for look in before:
            if look.version != versions_now.get(look.slug):
                if look.slug in is_looked_at:
                    continue
                is_looked_at.add(look.slug)
            known = {"if-none-match": look.seen[1]["ETag"]} if "ETag" in look.seen[1] else {}
            handed = said(self._get(look.address, look.language, look.reader, **known))
            with no_store():
                fresh = said(self._get(look.address, look.language, look.reader))
            if handed[0] == 304:
                handed = look.seen
            if handed != fresh:
                self.stale.append(f"{name}: {look.address} ({look.language}): {differing(handed, fresh)}")
        if self.stale:
            rendered_once.forget_all()

    def _get(self, address: str, language: str, reader: str, **headers: str) -> Any:
        client = self._clients.setdefault(reader, self.world.client(reader))
        return client.get(address, headers={"accept-language": language, **headers})


def _versions(slugs: list[str]) -> dict[str, int]:
    return dict(Event.objects.filter(slug__in=slugs).values_list("slug", "version"))


def _complaint(answer: Any) -> str:
    """What a page says that went wrong, for whoever mends the walk."""
    text = re.sub(r"<[^>]+>", " ", answer.content.decode(errors="replace"))
    found = re.search(r"(?:Not done:|correct the)(.{0,300})", " ".join(text.split()))
    return f"{answer.status_code} {answer.headers.get('Location', '')} {found[1] if found else ''}"
