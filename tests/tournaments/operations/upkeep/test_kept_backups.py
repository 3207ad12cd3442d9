"""The database is put aside before a dangerous act, and the way back leads there: tried, not believed."""

from __future__ import annotations

import sqlite3
import stat
from contextlib import closing
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import connection
from django.utils import timezone

from tests.canaries import browser
from tests.factories import stories
from tests.factories.base import NOW
from tests.factories.tournaments import AccountFactory, PlayerFactory
from tests.refusals import refusal
from tournaments import tasks
from tournaments.models import Account, Event, JournalLine, Player
from tournaments.operations.upkeep import snapshots
from tournaments.operations.upkeep.verifying import verify

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(connection.vendor != "sqlite", reason="elsewhere nothing is promised"),
]


@pytest.fixture(autouse=True)
def place(tmp_path: Path, settings: Any) -> Path:
    settings.DATA_DIR = tmp_path
    return tmp_path / "snapshots"


@pytest.fixture
def event() -> Event:
    return stories.an_event(players=4, status="closed", slug="moor")


def sql(path: Path, statement: str) -> list[Any]:
    with closing(sqlite3.connect(path)) as database, database:
        return database.execute(statement).fetchall()


def test_a_snapshot_is_the_whole_database_as_it_was_and_only_the_site_reads_it(event: Event, place: Path) -> None:
    taken = snapshots.before("event_status", by=stories.director_of(event), now=NOW)
    assert taken is not None
    event.name = "Changed since"
    event.save()
    assert sql(taken.path, "SELECT name FROM tournaments_event") == [("Moor",)]
    assert stat.S_IMODE(taken.path.stat().st_mode) == 0o600
    assert stat.S_IMODE(place.stat().st_mode) == 0o700
    assert [one.name for one in place.iterdir()] == [taken.name], "one file, and nothing half written"
    (found,) = snapshots.snapshots()
    assert (found.at, found.act, found.by) == (NOW, "event_status", stories.director_of(event).key)


def test_a_copy_that_is_none_is_noticed_and_the_act_is_refused(event: Event, place: Path, monkeypatch: Any) -> None:
    director = stories.director_of(event)

    def short(statement: str) -> None:
        """The copy lacks the end of a journal, as one does that was taken in between."""
        real = snapshots._check

        def check(copy: sqlite3.Connection) -> None:
            copy.execute(statement)
            real(copy)

        monkeypatch.setattr(snapshots, "_check", check)

    change = browser(director)
    assert change.post("/desk/moor/details/", {"name": "x"}).status_code in (302, 422)
    short("DELETE FROM tournaments_event")
    monkeypatch.setattr(snapshots, "_HEADS", "SELECT count(*), 0, 0, 0 FROM tournaments_event")
    assert refusal(snapshots.before, "event_status", by=director, now=NOW).code == "no_snapshot"
    assert list(place.iterdir()) == []
    answer = change.post("/desk/moor/status/", {"status": "cancelled"})
    assert answer.status_code == 409
    event.refresh_from_db()
    assert event.status == "closed"


def test_a_journal_that_does_not_end_in_its_head_is_no_snapshot(event: Event) -> None:
    AccountFactory.create(email="keeper@example.org")
    browser(stories.director_of(event)).post("/desk/moor/screen/", {"scene": "", "line": "Soup"})
    taken = snapshots.before("event_status", by="terminal", now=NOW)
    assert taken is not None
    with closing(sqlite3.connect(taken.path)) as database:
        snapshots._check(database)
        for (trigger,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            database.execute(f"DROP TRIGGER {trigger}")
        database.execute("UPDATE tournaments_journalhead SET digest = 'x'")
        with pytest.raises(sqlite3.DatabaseError, match="head"):
            snapshots._check(database)


def test_the_way_back_leads_to_the_snapshot_and_from_there_forward_again(event: Event) -> None:
    director = stories.director_of(event)
    taken = snapshots.before("player_erased", by=director, now=timezone.now())
    assert taken is not None
    version = event.version
    PlayerFactory.create(nick="HERON")
    assert browser(director).post("/desk/moor/status/", {"status": "cancelled"}).status_code == 302
    later = Event.objects.get(slug="moor").version

    call_command("snapshots", restore=taken.name)
    there = Event.objects.get(slug="moor")
    assert there.status == "closed"
    assert there.version > later > version, "what browsers kept of the time between is made anew"
    assert not Player.objects.filter(nick="HERON").exists()
    assert JournalLine.objects.filter(act="database_restored").count() == 1
    assert verify().faults == ()

    forward = next(one for one in snapshots.snapshots() if one.act == "database_restored")
    call_command("snapshots", restore=forward.name)
    assert Event.objects.get(slug="moor").status == "cancelled"
    assert Player.objects.filter(nick="HERON").exists()
    assert verify().faults == ()


def test_nobody_goes_back_while_the_site_runs_or_to_what_is_not_there(event: Event) -> None:
    taken = snapshots.before("event_imported", by="terminal", now=NOW)
    assert taken is not None
    with closing(sqlite3.connect(connection.settings_dict["NAME"])) as site:
        site.execute("SELECT count(*) FROM tournaments_event").fetchall()
        with pytest.raises(CommandError, match="running"):
            call_command("snapshots", restore=taken.name)
    with pytest.raises(CommandError, match="no snapshot of this name"):
        call_command("snapshots", restore="../../etc/passwd")
    sql(taken.path, "DELETE FROM django_migrations WHERE name LIKE '0033%'")
    with pytest.raises(CommandError, match="another version"):
        call_command("snapshots", restore=taken.name)
    assert Event.objects.filter(slug="moor").exists()


def test_the_newest_are_kept_and_nothing_of_long_ago(monkeypatch: Any) -> None:
    monkeypatch.setattr(snapshots, "MOST", 2)
    for day in (0, 12, 13, 20):
        snapshots.before("people_taken_in", by="terminal", now=NOW + timedelta(days=day))
    assert [one.at - NOW for one in snapshots.snapshots()] == [timedelta(days=20), timedelta(days=13)]
    snapshots.before("people_taken_in", by="terminal", now=NOW + timedelta(days=30))
    assert [one.at - NOW for one in snapshots.snapshots()] == [timedelta(days=30), timedelta(days=20)]
    tasks.sweep()  # months later
    assert snapshots.snapshots() == []


def test_each_dangerous_act_puts_the_database_aside_and_the_union_sees_it(event: Event) -> None:
    director, keeper = stories.director_of(event), AccountFactory.create(is_staff=True, is_superuser=True)
    desk = browser(director)
    assert desk.post("/desk/moor/status/", {"status": "cancelled"}).status_code == 302
    assert [one.act for one in snapshots.snapshots()] == ["event_status"]
    assert desk.post("/desk/moor/status/", {"status": "draft"}).status_code == 302
    assert len(snapshots.snapshots()) == 1, "the way back out of cancelling endangers nothing"
    page = browser(keeper).get("/union/snapshots/").content.decode()
    assert f"./run manage snapshots --restore {snapshots.snapshots()[0].name}" in page
    assert director.name in page


def test_where_the_database_is_no_file_nothing_is_promised(monkeypatch: Any, capsys: Any) -> None:
    monkeypatch.setattr(snapshots, "are_taken", lambda: False)
    assert snapshots.before("event_status", by="terminal", now=NOW) is None
    call_command("snapshots")
    assert "No snapshots are taken" in capsys.readouterr().out
    keeper: Account = AccountFactory.create(is_staff=True, is_superuser=True)
    assert "No snapshots are taken" in browser(keeper).get("/union/snapshots/").content.decode()
