"""A start that cannot be ends in one sentence (scwu/starting.py), whatever way in: the site, a service, a command."""

from __future__ import annotations

import errno
import io
import os
import socket
import sqlite3
import subprocess
import sys
import warnings
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import psycopg
import pytest
from django.core.exceptions import ImproperlyConfigured
from django.db import OperationalError, ProgrammingError, connection
from django.db.migrations.recorder import MigrationRecorder

from scwu import migrations, serve
from scwu.settings import databases, environment, languages, mail, seen_outside
from scwu.sqlite import sound
from scwu.starting import in_one_sentence, why_not
from scwu.web import __main__ as web

ROOT = Path(__file__).resolve().parent.parent


def raised_by(cause: Exception) -> OperationalError:
    error = OperationalError(str(cause))
    error.__cause__ = cause
    return error


def of_sqlite(path: Path, *statements: str) -> OperationalError:
    opened = sqlite3.connect(path)
    with pytest.raises(sqlite3.Error) as raised:
        opened.executescript(";".join(statements))
    opened.close()
    return raised_by(raised.value)


def test_what_is_in_the_hands_of_whoever_starts_it_is_said(tmp_path: Path) -> None:
    damaged = tmp_path / "damaged.sqlite3"
    damaged.write_bytes(b"rubbish" * 1000)
    assert "bring a backup back" in (why_not(of_sqlite(damaged, "CREATE TABLE deal (n)")) or "")
    full = of_sqlite(tmp_path / "full", "PRAGMA max_page_count = 1", "CREATE TABLE deal (n)")
    assert "disk is full" in (why_not(full) or "")
    assert why_not(OSError(errno.ENOSPC, "No space left on device")) == (
        "The disk is full: make room on it and start again."
    )
    assert "has to belong to whoever runs the site" in (why_not(PermissionError(errno.EACCES, "x", "/etc/scwu")) or "")
    assert why_not(raised_by(psycopg.OperationalError("connection failed: refused\nIs it running?"))) == (
        "The database of DATABASE_URL cannot be used: connection failed: refused."
    )
    assert why_not(OSError(errno.EROFS, "Read-only file system", "/srv/x")) == (
        "/srv/x cannot be written: its disk is mounted for reading only."
    )
    assert why_not(ImproperlyConfigured("SCWU_X is missing.")) == "SCWU_X is missing."
    with pytest.raises(FileExistsError) as is_a_file:
        damaged.mkdir(exist_ok=True)
    assert "there has to be a folder" in (why_not(is_a_file.value) or "")


@pytest.mark.parametrize(
    ("name", "value", "read", "sentence"),
    [
        ("SCWU_PRODUCTION", "ture", lambda: environment.flag("SCWU_PRODUCTION"), "1 for yes, 0 for no"),
        (
            "SCWU_CONNECTIONS",
            "0",
            lambda: environment.number("SCWU_CONNECTIONS", 10, least=1),
            "a whole number, 1 or more",
        ),
        ("SCWU_CONN_MAX_AGE", "ten", lambda: environment.number("SCWU_CONN_MAX_AGE", 600), "a whole number, 0 or more"),
        ("SCWU_TIME_ZONE", "Europe/Prag", languages.time_zone, "the name of a zone, such as Europe/Prague"),
        ("SCWU_LOG_LEVEL", "LOUD", seen_outside.log_level, "DEBUG, INFO, WARNING or ERROR"),
        ("EMAIL_URL", "mail", mail.mail_server, "no address of a mail server, such as smtp"),
        ("DATABASE_URL", "nonsense", lambda: databases.database(Path()), "no address of a database, such as postgres"),
    ],
)
def test_a_setting_that_is_none_is_named(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str, read: Callable[[], object], sentence: str
) -> None:
    monkeypatch.setenv(name, value)
    with warnings.catch_warnings(action="error"), pytest.raises(ImproperlyConfigured, match=f"^{name} is .*{sentence}"):
        read()


@pytest.mark.parametrize(("said", "meant"), [("1", True), ("yes", True), ("False", False), ("0", False), ("", True)])
def test_an_empty_yes_or_no_is_none(monkeypatch: pytest.MonkeyPatch, said: str, meant: bool) -> None:
    monkeypatch.setenv("SCWU_HTTPS", said)
    assert environment.flag("SCWU_HTTPS", default=True) is meant


def test_a_supervisor_whose_output_nobody_reads_any_more_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """A pipe without a reader (`./run | head`): broken over it, it left its children running and heard no signal."""

    class Gone(io.StringIO):
        def write(self, _said: str) -> int:
            raise BrokenPipeError(errno.EPIPE, "Broken pipe")

    monkeypatch.setattr(sys, "stdout", Gone())
    serve.say("Stopping …")


@pytest.mark.parametrize(
    "error", [OSError(errno.EPIPE, "x"), ProgrammingError(), raised_by(psycopg.errors.UndefinedColumn())]
)
def test_a_fault_of_ours_is_shown_where_it_happened(error: Exception) -> None:
    assert why_not(error) is None

    def start() -> None:
        with in_one_sentence():
            raise error

    with pytest.raises(type(error)):
        start()


@pytest.mark.parametrize(
    ("host", "port", "sentence"),
    [("127.0.0.1", 70000, "from 1 to 65535"), ("192.0.2.1", 0, "no address of this machine")],
)
def test_an_address_that_cannot_be_had_is_said_with_the_way_out(host: str, port: int, sentence: str) -> None:
    with pytest.raises(serve.Refusal, match=sentence):
        serve.listen(host, port)


def test_a_service_whose_port_is_taken_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(SystemExit), in_one_sentence():
            web.listen("127.0.0.1", port)
    (sentence,) = capsys.readouterr().err.splitlines()
    assert sentence.startswith(f"Port {port} of 127.0.0.1 cannot be listened on (Address already in use): ")


@pytest.mark.django_db
def test_no_service_starts_on_data_of_a_newer_version() -> None:
    MigrationRecorder(connection).record_applied("games", "9999_of_next_year")
    with pytest.raises(ImproperlyConfigured, match=r"newer version of SCWU \(games 9999_of_next_year\)"):
        migrations.refuse_newer()


@pytest.mark.parametrize("way", [["-c", "import scwu.wsgi"], ["-m", "scwu.web", "--port", "0"]], ids=["wsgi", "web"])
def test_no_server_opens_its_door_to_data_of_a_newer_version(tmp_path: Path, way: list[str]) -> None:
    with closing(sqlite3.connect(tmp_path / "scwu.sqlite3")) as data:
        data.execute("CREATE TABLE django_migrations (id INTEGER PRIMARY KEY, app TEXT, name TEXT, applied TEXT)")
        data.execute("INSERT INTO django_migrations (app, name) VALUES ('games', '9999_of_next_year')")
        data.commit()
    done = started(way, tmp_path)
    assert done.returncode == code_of(way)
    assert done.stderr == (
        "These data were written by a newer version of SCWU (games 9999_of_next_year). Start that version.\n"
    )


def started(way: list[str], data_dir: Path, **more: str) -> subprocess.CompletedProcess[str]:
    """Start Python so, with nothing of this environment that is ours, and wait for its end."""
    ours = ("SCWU_", "DJANGO_", "DATABASE_URL", "REDIS_URL", "SECRET_KEY")
    environment = {name: value for name, value in os.environ.items() if not name.startswith(ours)}
    environment |= {"SCWU_DATA_DIR": str(data_dir), "SCWU_BROKER": "files", "PYTHONWARNINGS": "ignore", **more}
    return subprocess.run(
        [sys.executable, *way], cwd=ROOT, env=environment, capture_output=True, text=True, check=False, timeout=120
    )


def code_of(way: list[str]) -> int:
    """A server that imports the WSGI door ends at this code only: gunicorn would try again and again at any other."""
    return 3 if way[-1] == "import scwu.wsgi" else 1


def damage_in_the_middle(file: Path) -> None:
    with closing(sqlite3.connect(file)) as data:
        data.execute("CREATE TABLE deal (said TEXT)")
        data.executemany("INSERT INTO deal VALUES (?)", [("cat" * 300,)] * 200)
        data.commit()
    rest = file.stat().st_size // 2
    with file.open("r+b") as opened:
        opened.seek(rest)
        opened.write(b"\xa5" * (rest // 2))


@pytest.mark.parametrize(
    "way",
    [
        ["-m", "scwu.serve", "--port", "0"],
        ["-m", "scwu.web", "--port", "0"],
        ["-m", "celery", "-A", "scwu", "worker", "--pool", "threads"],
        ["-c", "import scwu.wsgi"],
    ],
    ids=" ".join,
)
def test_a_file_that_is_damaged_in_the_middle_is_found_before_the_evening(tmp_path: Path, way: list[str]) -> None:
    damage_in_the_middle(tmp_path / "scwu.sqlite3")
    done = started(way, tmp_path)
    assert done.returncode == code_of(way)
    assert "scwu.sqlite3 is damaged (" in done.stderr
    assert done.stderr.endswith("bring a backup back with ./run restore FILE; ./run backup --list names them.\n")
    assert done.stderr.count("\n") == 1


def test_the_doctor_says_that_a_file_is_damaged_in_the_middle(tmp_path: Path) -> None:
    damage_in_the_middle(tmp_path / "scwu.sqlite3")
    told = started(["scwu/doctor"], tmp_path).stdout
    assert "!!  the file of SQLite is damaged: " in told


@pytest.mark.django_db
def test_a_large_file_is_looked_at_as_far_as_a_start_may_take(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sound, "STEPS", 1)
    assert sound.what_is_damaged(0.0) == ""
    assert migrations.all_applied(), "and the connection serves on"


WAYS = (
    ["-m", "scwu.serve"],
    ["-m", "scwu.web"],
    ["-m", "celery", "-A", "scwu", "worker"],
    ["-c", "import scwu.asgi"],
    ["-c", "import scwu.wsgi"],
    ["manage.py", "backup"],
)
BROKEN = {
    "secret_key": "secret_key is empty: bring it back",
    "DATABASE_URL": "DATABASE_URL is no address of a database",
}


@pytest.mark.parametrize("way", WAYS, ids=" ".join)
@pytest.mark.parametrize("broken", BROKEN)
def test_it_is_one_sentence_and_no_traceback(tmp_path: Path, way: list[str], broken: str) -> None:
    if broken == "DATABASE_URL":
        done = started(way, tmp_path, DATABASE_URL="rubbish")
    else:
        (tmp_path / broken).write_text("")
        done = started(way, tmp_path)
    said = (done.stdout + done.stderr).strip().splitlines()
    assert done.returncode == code_of(way)
    assert [line for line in said if "could be opened by others" not in line] == [said[-1]]
    assert BROKEN[broken] in said[-1]
