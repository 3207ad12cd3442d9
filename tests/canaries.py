"""Looking for a secret everywhere: every address of the site as somebody, and whatever is overheard meanwhile.

A secret is a function that finds it: content in, the names of what was found out. Addresses come from the URL conf, so
a route that is added later is asked without a word here; a new name in an address gets a line in `values_at`, or the
tests fail. A test of a secret plants it, looks everywhere and finds nothing, tells it, and finds it in the places that
it names: so it is proved too that the cat was looking at all.
"""

from __future__ import annotations

import html
import io
import logging
import pickle
import re
import subprocess
import unicodedata
import zipfile
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import unquote_plus

import pytest
from celery.app.task import Task
from django.apps import apps
from django.conf import settings
from django.core import mail
from django.core.cache import cache, caches
from django.db import connection
from django.test import Client
from django.utils import timezone
from django.utils.log import AdminEmailHandler

from games.models import SecretWord
from tests.rights_world import World, routes
from tournaments.models import Account, Event
from tournaments.operations.accounts.sign_in_links import link_token, make_link
from tournaments.operations.events.check_in_codes import check_in_code
from tournaments.scenes import SCENES

Content = bytes | str
Finder = Callable[[Content], set[str]]


# --- How something is found -------------------------------------------------------------------------------------------


def bare(text: str) -> str:
    """Letters and digits alone, without case, accents and marks: spelled out, split or decomposed, it is the same."""
    return re.sub(r"[\W_]+", "", unicodedata.normalize("NFKD", text)).casefold()


def ways_of(content: Content) -> list[str]:
    """Some content as text; also with entities, percent signs or escapes undone, and without tags. Each text once.

    Of a workbook or another packed file: its parts, unpacked.
    """
    if isinstance(content, bytes) and content.startswith(b"PK\x03\x04"):
        with zipfile.ZipFile(io.BytesIO(content)) as packed:
            content = b"\n".join(packed.read(name) for name in packed.namelist())
    text = content.decode("utf-8", "replace") if isinstance(content, bytes) else content
    ways = [text]
    if "&" in text or "<" in text:
        unescaped = html.unescape(text)
        ways += [unescaped, re.sub(r"<[^>]*>", "", unescaped)]
    if "%" in text:
        ways.append(unquote_plus(text))
    if "\\" in text:
        ways.append(re.sub(r"\\u([0-9a-fA-F]{4})", lambda m: chr(int(m[1], 16)), text))
    return list(dict.fromkeys(ways))


def needles(*texts: str) -> Finder:
    """Find these texts, however they are written."""
    by_bare = {bare(text): text for text in texts}
    quick = re.compile("|".join(sorted(by_bare)))
    return lambda content: {by_bare[one] for one in quick.findall(bare(" | ".join(ways_of(content))))}


def in_a_row(orders: Iterable[Sequence[str]], spelled: Mapping[str, str]) -> Callable[[str], bool]:
    """Whether a text names somebody one after another as in one of these orders, with nobody else between.

    `spelled`: how a text may say it → who it is.
    """
    names = "|".join(re.escape(one) for one in sorted(spelled, key=len, reverse=True))
    named = re.compile(rf"(?<!\w)(?:{names})(?!\w)")
    wanted = [list(order) for order in orders]

    def is_told(text: str) -> bool:
        told: list[str] = []
        for one in named.finditer(text):
            if told[-1:] != [spelled[one[0]]]:
                told.append(spelled[one[0]])
        return any(told[at : at + len(one)] == one for one in wanted for at in range(len(told)))

    return is_told


# --- What is overheard ------------------------------------------------------------------------------------------------


class Listener(logging.Handler):
    """Every line of every logger, arguments and tracebacks included."""

    def __init__(self, heard: list[str]) -> None:
        super().__init__(logging.DEBUG)
        self.heard = heard
        self.setFormatter(logging.Formatter())

    def emit(self, record: logging.LogRecord) -> None:
        self.heard.append(f"{self.format(record)} {record.args!r}")


@contextmanager
def overhearing(monkeypatch: pytest.MonkeyPatch, settings: Any) -> Iterator[list[str]]:
    """What is logged and what is handed to workers; crashes are reported to a keeper by e-mail."""
    heard: list[str] = []
    listener, reporter = Listener(heard), AdminEmailHandler(include_html=True)
    root, requests = logging.getLogger(), logging.getLogger("django.request")
    level = root.level
    reporter.setLevel(logging.ERROR)
    root.setLevel(logging.DEBUG)
    root.addHandler(listener)
    requests.addHandler(reporter)
    settings.ADMINS = [("Keeper", "keeper@example.org")]
    sent = Task.apply_async

    def overheard(task: Any, args: Any = None, kwargs: Any = None, **options: Any) -> Any:
        heard.append(f"{task.name} {args!r} {kwargs!r} {options!r}")
        return sent(task, args, kwargs, **options)

    monkeypatch.setattr(Task, "apply_async", overheard)
    yield heard
    root.removeHandler(listener)
    requests.removeHandler(reporter)
    root.setLevel(level)


# --- Every address ----------------------------------------------------------------------------------------------------

# Signs out; sends version numbers without an end; cards and rules, which know no event.
NOT_ASKED = ("/sign-out", "/admin/logout", "/deal/", "/rules/", "/cards/", "/static/", "/check_draw")
NEVER_ENDS = "/stream"
NOBODY = "00000000-0000-4000-8000-000000000001"
SHOWS = {name: [f"?show={one}" for one in SCENES] for name in ("public:screen", "public:screen_fragment")}
QUESTIONS = {**SHOWS, "public:players": ["?q={asked}"], "public:search": ["?q={asked}"]}


@dataclass(frozen=True)
class Reader:
    """Who asks: a browser signed in as `account`, or a program with a token. `at`: further values in addresses."""

    account: Account | None = None
    token: str = ""
    at: Iterable[Mapping[str, Any]] = field(default_factory=lambda: ({},))
    asked: str = "none"

    def client(self) -> Client:
        if self.token:
            headers = {"authorization": f"Bearer {self.token}"}
            return Client(raise_request_exception=False, headers=headers)
        return browser(self.account)


def browser(account: Account | None) -> Client:
    client = Client(raise_request_exception=False)
    if account is not None:
        client.force_login(account)
    return client


def values_at(event: Event, account: Account | None) -> dict[str, Any]:
    """What stands in the addresses of an event and its people."""
    entry = event.registrations.order_by("pk")[0]
    player = entry.player
    word = SecretWord.objects.order_by("proposed_at").values_list("pk", flat=True).first()
    return {
        "slug": event.slug,
        "number": 1,
        "round_number": 1,
        "table": 1,
        "table_number": 1,
        "attempt": 1,
        "position": 1,
        "key": "p1",
        "kind": "basic",
        "series": event.series.code,
        "code": entry.club.code if entry.club else "none",
        "body": "players",
        "country": "CZ",
        "entry": entry.pk,
        "sign": check_in_code(entry),
        "nth": 1,
        "pk": player.pk,
        "player": player.pk,
        "year": event.season.year,
        "id": word or NOBODY,
        **dict.fromkeys(("claim", "phone", "arrival"), NOBODY),
        "device": "none",
        "content_type_id": 1,
        "app_label": "tournaments",
        "url": "none/",
        "nick": player.nick,
        "name": "places",
        "token": link_token(make_link(account=account, now=timezone.now())) if account else "none",
    }


def paths_for(event: Event, reader: Reader) -> Iterator[str]:
    """Every address of the site that can be made for this event, each once."""
    found: dict[str, None] = {}
    for more in reader.at:
        values = {**values_at(event, reader.account), **more}
        for route in routes():
            if "object_id" in route.parameters and route.name.endswith(("_change", "_history", "_delete")):
                rows = apps.get_model(*route.pattern.split("/")[1:3])._default_manager
                values["object_id"] = getattr(rows.order_by("pk").last(), "pk", 1)
            unknown = route.parameters - values.keys() - {"object_id"}
            assert not unknown, f"{route.pattern} is not looked at: values_at says nothing of {sorted(unknown)}"
            if route.parameters <= values.keys():
                path = World.address(None, route, values)
                for question in ("", *QUESTIONS.get(route.name, ())):
                    found.setdefault(path + question.format(asked=reader.asked))
    yield from found


def crawl(
    event: Event,
    reader: Reader,
    find: Finder,
    *,
    skipped: tuple[str, ...] = NOT_ASKED,
    only: Collection[str] = (),
) -> dict[str, set[str]]:
    """Address → what was found in its answer, its headers and the cookies that it sets.

    Addresses of the administration are asked by whom it lets in alone; with a token, those of the API. `only`: of all
    that would be asked, where something is to be found.
    """
    client, hits = reader.client(), {}
    if not (reader.account and reader.account.is_superuser):
        skipped = (*skipped, "/admin/")
    for path in paths_for(event, reader):
        if path.startswith(skipped) or path.partition("?")[0].endswith(NEVER_ENDS):
            continue
        if (reader.token and not path.startswith("/api/")) or (only and path not in only):
            continue
        answer = client.get(path)
        content = b"".join(answer.streaming_content) if answer.streaming else answer.content
        if hit := find(content) | find(f"{dict(answer.items())} {answer.cookies.output()}"):
            hits[path] = hit
    return hits


# --- Where else is looked ---------------------------------------------------------------------------------------------


def rows_of(*tables: str) -> Iterator[tuple[str, bytes]]:
    """Every column of these tables as text, of all tables if none is named."""
    with connection.cursor() as cursor:
        for table in tables or connection.introspection.table_names(cursor):
            cursor.execute(f"SELECT * FROM {connection.ops.quote_name(table)}")  # noqa: S608 – a table of our own
            for row in cursor.fetchall():
                cells = [bytes(one) if isinstance(one, bytes | memoryview) else str(one).encode() for one in row]
                yield table, b" ".join(cells)


def database() -> Iterator[tuple[str, bytes]]:
    """Every column of every table as text, and on SQLite the bytes of the file and of its write-ahead log."""
    yield from rows_of()
    if connection.vendor == "sqlite":
        for suffix in ("", "-wal"):
            path = Path(f"{connection.settings_dict['NAME']}{suffix}")
            if path.exists():  # by another process: our own would lose its locks (scwu/sqlite/base.py)
                yield path.name, subprocess.run(["cat", path], capture_output=True, check=True).stdout


def cached() -> str:
    """All that the cache holds, and on a Redis server whatever else of ours lies there: queues, what tasks left."""
    if hasattr(cache, "_cache") and isinstance(cache._cache, dict):
        return repr([pickle.loads(one) for one in cache._cache.values()])  # noqa: S301 – our own cache
    client = caches["default"]._cache.get_client(None)
    read = {
        b"none": lambda key: None,  # it ended meanwhile
        b"string": client.get,
        b"list": lambda key: client.lrange(key, 0, -1),
        b"set": client.smembers,
        b"zset": lambda key: client.zrange(key, 0, -1),
        b"hash": client.hgetall,
    }
    return repr([read[client.type(key)](key) for key in client.scan_iter(f"{settings.KEY_PREFIX}*")])


def mails() -> str:
    """All that was sent."""
    return "\n".join(str(one.message()) + one.body + repr(getattr(one, "alternatives", "")) for one in mail.outbox)


def said() -> str:
    """What goes out of the house or stays on record for others: letters, messages that wait, the journal."""
    told = [row.decode("utf-8", "replace") for _, row in rows_of("tournaments_message", "tournaments_journalline")]
    return "\n".join((mails(), *told))
