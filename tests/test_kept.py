"""An evening kept from a former version of the house: today's code opens it, finds every byte in place, and reads it.

`tests/kept/7da8855/` holds a whole database of that commit as SQLite and as PostgreSQL, and its journal as it read on
that day; `make.py` there says how it was made. It is opened as a site is that was upgraded: with the project's own
settings, by programs of their own. A sentence that is changed on purpose is changed in `journal.txt` too:
SCWU_TEST_UPDATE=1 writes it down.
"""

from __future__ import annotations

import lzma
import os
import re
import subprocess
import sys
import tarfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from urllib.parse import urlsplit

import psycopg
import pytest
from django.db import connection
from psycopg import sql

from tests.backup_contents import content_of
from tournaments.operations.upkeep.backup_files import checked

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("kept")]  # opened once for the whole file
ROOT = Path(__file__).resolve().parent.parent
KEPT = ROOT / "tests" / "kept" / "7da8855"
LINES = 775  # of its journals, on either database
KEYS = {  # plain test keys, under which the evenings were made
    "SECRET_KEY": "a key for the kept evening of the tests, which is no secret at all",
    "SCWU_WORDS_KEY": "a words key for the kept evening of the tests, no secret",
}
CODE = re.compile(r"\b[a-z]+(?:_[a-z]+)+\b")
ALWAYS_BARE = {"not_invited"}  # the condition of entry that somebody was let in past

Run = Callable[..., str]


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory, django_db_setup: None) -> Iterator[Run]:
    """`run("manage.py", "verify")`: a program on the kept evening, upgraded to the tables of today; what it printed."""
    data = tmp_path_factory.mktemp("kept")
    environment = environment_in(data / "var")

    run = in_an(environment)
    if connection.vendor == "postgresql":
        with restored(KEPT / "postgres.sql.xz") as environment["DATABASE_URL"]:
            yield run
    else:
        with tarfile.open(KEPT / "var.tar.xz") as packed:
            safely = {"filter": "data"} if hasattr(tarfile, "data_filter") else {}  # Python 3.11.4 and newer
            packed.extractall(data, **safely)  # noqa: S202 – an archive of our own
        yield run


def environment_in(data: Path) -> dict[str, str]:
    return {
        **KEYS,
        "PATH": os.environ["PATH"],
        "DJANGO_SETTINGS_MODULE": "scwu.settings",
        "SCWU_DATA_DIR": str(data),
        "SCWU_BROKER": "files",
        "SCWU_DEBUG": "1",  # files of pages are served where they lie, for nobody has collected them
    }


def in_an(environment: dict[str, str]) -> Run:
    def run(*command: str) -> str:
        arguments = [sys.executable, *command]
        done = subprocess.run(arguments, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    return run


@contextmanager
def restored(dump: Path | None, which: str = "kept") -> Iterator[str]:
    """The dump, or nothing, in a database of its own beside that of the tests; its address."""
    name = f"{connection.settings_dict['NAME']}_{which}"
    server = urlsplit(os.environ["SCWU_TEST_DATABASE_URL"])
    drop = sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)").format(sql.Identifier(name))
    with psycopg.connect(server._replace(path="/postgres").geturl(), autocommit=True) as others:
        others.execute(drop)
        others.execute(sql.SQL("CREATE DATABASE {} ENCODING 'UTF8' TEMPLATE template0").format(sql.Identifier(name)))
        try:
            address = server._replace(path=f"/{name}").geturl()
            if dump is not None:
                with psycopg.connect(address) as here:
                    here.execute(lzma.decompress(dump.read_bytes()))
            yield address
        finally:
            others.execute(drop)


@pytest.fixture(scope="module")
def upgraded(run: Run) -> Run:
    run("manage.py", "migrate")
    return run


def test_its_tables_become_those_of_today(upgraded: Run):
    assert "[ ]" not in upgraded("manage.py", "showmigrations", "--plan")


def test_no_byte_of_it_was_changed(upgraded: Run):
    told = upgraded("manage.py", "verify")
    summary = re.search(
        r"^(\d+) lines of journals, 29 logs, 0 lines kept aside, 20 steps of draws, 8 publications: 0 faults$",
        told,
        re.MULTILINE,
    )
    assert summary is not None, told
    assert int(summary[1]) >= LINES  # the site of today adds its own, as soon as somebody starts it


def test_its_logs_say_what_its_pages_show(upgraded: Run):
    told = upgraded("manage.py", "rebuild", "--check")
    assert "8 events, 29 games, 100 scores: 0 differences, 0 broken logs" in told


def test_each_line_of_its_journal_reads_as_it_did(upgraded: Run):
    golden = KEPT / "journal.txt"
    told = upgraded("tests/kept/journal.py")
    if os.environ.get("SCWU_TEST_UPDATE"):
        golden.write_text("".join(told.splitlines(keepends=True)[-2 * LINES :]))
    expected = golden.read_text().splitlines()
    assert told.splitlines()[-len(expected) :] == expected  # the newest stand first, and a word may have been opened
    assert set(CODE.findall(told)) <= ALWAYS_BARE, "codes where sentences should be"


def test_a_word_that_was_sealed_then_is_opened_with_its_key(upgraded: Run):
    assert upgraded("tests/kept/journal.py", "word") == "PLOUTEV\n"


def test_what_it_holds_from_before_is_unproved_before_the_day_of_the_upgrade(upgraded: Run):
    told = upgraded("manage.py", "verify")
    rows, unproved = re.findall(r"^(\d+)", told, re.MULTILINE)[:2]
    assert "of them: unproved before 20" in told
    assert int(rows) - 15 < int(unproved) <= int(rows)  # the upgrade and the tests beside this one change a few
    assert int(unproved) > 900


AN_ADDED_COLUMN = """
import django
django.setup()
from django.core.management import call_command
from django.db import connection, models
from django.utils import timezone
from tournaments.models import Player, JournalLine
from tournaments.operations import journal
models.CharField(max_length=9, default="").contribute_to_class(Player, "height")
with connection.schema_editor() as editor:
    editor.add_field(Player, Player._meta.get_field("height"))
call_command("verify")
player = Player.objects.first()
player.height = "178 cm"
player.save()
line = JournalLine.objects.latest("pk")
assert "height" in line.rows["tournaments.player"]["fields"], line.rows
call_command("verify")
with connection.cursor() as cursor:
    cursor.execute("UPDATE tournaments_player SET height = '199 cm' WHERE id = %s", [player.pk])
try:
    call_command("verify")
except SystemExit:
    print("and it is covered")
with connection.cursor() as cursor:
    cursor.execute("UPDATE tournaments_player SET height = '178 cm' WHERE id = %s", [player.pk])
with connection.schema_editor() as editor:
    editor.remove_field(Player, Player._meta.get_field("height"))
"""


def test_a_column_that_comes_later_leaves_it_right_and_is_covered_from_the_next_change_on(upgraded: Run):
    told = upgraded("-c", AN_ADDED_COLUMN)
    assert told.count(": 0 faults") == 2
    assert "and it is covered" in told
    assert "1 of them: unproved until their next change" in upgraded("manage.py", "verify")  # the column is no more
    upgraded("-c", A_CHANGE)
    assert "until their next change" not in upgraded("manage.py", "verify")


A_CHANGE = """
import django
django.setup()
from tournaments.models import Player
Player.objects.first().save()
"""


def test_it_moves_as_it_was_then_to_another_database_and_back(upgraded: Run, tmp_path: Path):
    """The backup that the upgrade took, of the tables of that day, becomes an SQLite file of its own and is upgraded.

    From there it goes to a database of the kind that the tests run on, and back.
    """
    (then,) = Path(upgraded("-c", DATA_DIR).strip()).glob("backups/*_migration_terminal.scwu-backup")
    moved = in_an(environment_in(tmp_path / "there"))
    told = moved("-m", "scwu.restore", str(then))
    assert "its tables were upgraded" in told
    assert "verify: 0 faults" in told
    contents, heads = [], []
    postgres = connection.vendor == "postgresql"
    with restored(None, "back") if postgres else nullcontext("") as address:
        places = [{"DATABASE_URL": address}, {}] if postgres else [{}]
        for number, place in enumerate(places):
            file = tmp_path / f"{number}.scwu-backup"
            moved("manage.py", "backup", str(file))
            heads.append(moved("manage.py", "verify", "--heads"))
            contents.append(content_of(checked(file)))
            moved = in_an({**environment_in(tmp_path / f"back-{number}"), **place})
            assert "verify: 0 faults" in moved("-m", "scwu.restore", str(file))
        heads.append(moved("manage.py", "verify", "--heads"))
        moved("manage.py", "backup", str(tmp_path / "last.scwu-backup"))
        contents.append(content_of(checked(tmp_path / "last.scwu-backup")))
    assert len(set(contents)) == len(set(heads)) == 1


DATA_DIR = """
from scwu.settings import DATA_DIR
print(DATA_DIR)
"""
