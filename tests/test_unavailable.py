"""What cannot be served is answered in one sentence, in the caller's own form (scwu/unavailable.py), and nobody waits
for ever (scwu/postgresql/bounds.py)."""

from __future__ import annotations

import errno
import re
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import psycopg
import pytest
from django.db import DatabaseError, OperationalError, ProgrammingError, connection, connections
from django.http import HttpResponse
from django.test import Client

from scwu.postgresql import bounds
from scwu.unavailable import BUSY, FAULT, FULL, kind_of
from scwu.web import server
from scwu.web.pages import Pages


def said_by(cause: Exception) -> OperationalError:
    """As Django hands on what a driver raised."""
    error = OperationalError(str(cause))
    error.__cause__ = cause
    return error


def of_sqlite(*statements: str, path: Path | str = ":memory:", uri: bool = False) -> Exception:
    """What SQLite itself raises."""

    def ask() -> None:
        with closing(sqlite3.connect(path, timeout=0, isolation_level=None, uri=uri)) as opened:
            for statement in statements:
                opened.execute(statement)

    with pytest.raises(sqlite3.Error) as raised:
        ask()
    return said_by(raised.value)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    file = tmp_path / "one.sqlite3"
    made = sqlite3.connect(file)
    made.execute("CREATE TABLE deal (n)")
    made.close()
    return file


def test_sqlite_that_is_locked_keeps_waiting(file):
    other = sqlite3.connect(file, isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    assert kind_of(of_sqlite("INSERT INTO deal VALUES (1)", path=file)) == BUSY
    other.close()


def test_the_queue_of_writers_before_sqlite_keeps_waiting():
    assert kind_of(OperationalError("database is locked")) == BUSY


def test_sqlite_that_cannot_be_written_is_full(file, tmp_path):
    full = "PRAGMA max_page_count = 2", "INSERT INTO deal VALUES (zeroblob(100000))"
    assert kind_of(of_sqlite(*full, path=file)) == FULL
    assert kind_of(of_sqlite("INSERT INTO deal VALUES (1)", path=f"file:{file}?mode=ro", uri=True)) == FULL
    assert kind_of(of_sqlite("SELECT 1 FROM sqlite_master", path=f"file:{tmp_path}?mode=ro", uri=True)) == FULL


def test_a_missing_column_is_a_fault_though_sqlite_calls_it_operational(file):
    assert kind_of(of_sqlite("SELECT no_such FROM deal", path=file)) == FAULT


@pytest.mark.parametrize(
    ("error", "kind"),
    [
        (psycopg.errors.LockNotAvailable(), BUSY),
        (psycopg.errors.QueryCanceled(), BUSY),
        (psycopg.errors.AdminShutdown(), BUSY),
        (psycopg.errors.DeadlockDetected(), BUSY),
        (psycopg.errors.TooManyConnections(), BUSY),
        (psycopg.errors.IdleInTransactionSessionTimeout(), BUSY),
        (psycopg.OperationalError("connection refused"), BUSY),
        (psycopg.errors.ConnectionTimeout("connection timeout expired"), BUSY),
        (psycopg.errors.DiskFull(), FULL),
        (psycopg.errors.ReadOnlySqlTransaction(), FULL),
        (psycopg.errors.UndefinedColumn(), FAULT),
        (psycopg.errors.UniqueViolation(), FAULT),
    ],
    ids=lambda value: type(value).__name__,
)
def test_postgresql_is_told_by_its_codes(error, kind):
    assert kind_of(said_by(error)) == kind


@pytest.mark.parametrize(
    ("code", "kind"),
    [(errno.ENOSPC, FULL), (errno.EROFS, FULL), (errno.EMFILE, BUSY), (errno.EPIPE, FAULT)],
)
def test_files_that_cannot_be_written_are_told_like_the_database(code, kind):
    """The queue of writers before SQLite is one: on a disk that only reads it is met first."""
    assert kind_of(OSError(code, "x")) == kind


@pytest.mark.parametrize("error", [DatabaseError("odd"), ProgrammingError(), ValueError(), None])
def test_anything_else_is_a_fault(error):
    assert kind_of(error) == FAULT


# --- What is answered -------------------------------------------------------------------------------------------------


@pytest.fixture
def broken(monkeypatch, client: Client):
    """A site whose front page and API end as one says."""
    client.raise_request_exception = False

    def breaking(error: Exception) -> Client:
        def fail(*_args: object, **_named: object) -> None:
            raise error

        monkeypatch.setattr("django.middleware.locale.LocaleMiddleware.process_request", fail)
        return client

    return breaking


@pytest.mark.parametrize(
    ("error", "status", "code", "sentence"),
    [
        (OperationalError("database is locked"), 503, "busy", "look whether what you sent is there"),
        (said_by(psycopg.errors.DiskFull()), 507, "full", "Nothing can be saved"),
        (ValueError(), 500, "fault", "A fault of ours"),
    ],
)
def test_people_get_a_page_and_programs_get_json(broken, error, status, code, sentence):
    client = broken(error)
    page, answer = client.get("/"), client.get("/api/v1/events/")
    row, phone = client.post("/", headers={"HX-Request": "true"}), client.post("/t/lines/", headers={"X-Outbox": "1"})
    assert {one.status_code for one in (page, answer, row, phone)} == {status}
    assert sentence in " ".join(page.content.decode().split())
    assert answer.json()["code"] == phone.json()["code"] == code
    assert row["Content-Type"].startswith("text/plain")
    assert row.content.decode() == answer.json()["detail"]
    again = {503: "5", 507: "60"}.get(status)
    assert {one.get("Retry-After") for one in (page, answer, row, phone)} == {again}
    assert "Content-Security-Policy" in page.headers


@pytest.mark.django_db  # the end of a request looks at the connection
@pytest.mark.parametrize(("method", "asked"), [("GET", 2), ("POST", 1)])
def test_whoever_only_looks_is_served_once_more_when_the_database_was_lost(method, asked):
    """A page that stays lost is asked for once more, not for ever; a deed never (games/once_more.py sees to those)."""
    answers: list[int] = []

    def handler(environ: dict[str, object], start: Callable[[str, list[object]], None]) -> HttpResponse:
        answers.append(200 if answers else 503)
        environ["used"] = True
        start(f"{answers[-1]} x", [])
        response = HttpResponse(str(answers[-1]))
        vars(response)["was_lost"] = answers[-1] == 503
        return response

    pages = Pages(handler, most_bytes=1)
    answer = pages._answer({"REQUEST_METHOD": method})
    assert (len(answers), answer.status) == (asked, answers[-1])


# --- Bounds of waiting ------------------------------------------------------------------------------------------------


@pytest.fixture
def of_pages(monkeypatch):
    monkeypatch.setattr(bounds, "_bounds", dict(bounds.OF_PAGES))


def test_a_command_waits_as_long_as_it_takes_but_not_for_its_connection():
    assert bounds.bounded({"dbname": "scwu"}) == {"connect_timeout": 3, "dbname": "scwu"}


def test_pages_wait_seconds_and_what_the_address_says_goes_before(of_pages):
    said = bounds.bounded({"options": "-c lock_timeout=1s", "connect_timeout": 9})
    assert said["connect_timeout"] == 9
    assert said["options"].startswith("-c lock_timeout=5s -c statement_timeout=30s -c idle_in")
    assert said["options"].endswith("-c lock_timeout=1s")


def test_servers_of_pages_are_bounded():
    """Told where a process begins to serve, and not where it is imported: a command imports it too."""
    for door in (Path(server.__file__), Path(server.__file__).parents[1] / "wsgi.py"):
        assert re.search(r"^ *bound_waiting\(\)$", door.read_text(), re.MULTILINE), door


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_a_forgotten_lock_costs_a_page_its_bound(of_pages, monkeypatch):
    """The other connection forgets that it holds the row; ours is refused, and says which kind it is."""
    monkeypatch.setitem(bounds._bounds, "lock_timeout", "50ms")
    alias = connections["default"].copy()
    with connection.cursor() as held:
        held.execute("BEGIN; LOCK TABLE django_content_type")
        with pytest.raises(OperationalError) as refused, alias.cursor() as cursor:
            cursor.execute("SELECT 1 FROM django_content_type")
        held.execute("ROLLBACK")
    alias.close()
    assert kind_of(refused.value) == BUSY
