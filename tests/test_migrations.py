"""Whether a start may leave the migrations alone, and what the tables of one version owe to the one before."""

import psycopg
import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import OperationalError, connection
from django.db.migrations import AddField, DeleteModel, Migration, RemoveField, RenameField, RenameModel
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.db.models import NOT_PROVIDED, CharField

from scwu import migrations
from tournaments.management.commands import migrate

pytestmark = pytest.mark.django_db


def test_a_database_that_is_up_to_date_is_left_alone():
    assert {app for app, _ in migrations.on_disk()} >= {"tournaments", "games", "auth", "sessions", "account", "mfa"}
    assert migrations.all_applied()


def test_one_that_is_missing_is_noticed():
    MigrationRecorder(connection).record_unapplied(
        "games", max(name for app, name in migrations.on_disk() if app == "games")
    )
    assert not migrations.all_applied()


def test_data_of_a_newer_program_are_refused_in_a_sentence():
    MigrationRecorder(connection).record_applied("tournaments", "9999_of_next_year")
    assert migrations.newer() == ["tournaments 9999_of_next_year"]
    for command in ("migrate", "upgrade"):
        with pytest.raises(CommandError, match="written by a newer version of SCWU"):
            call_command(command)


def test_an_upgrade_says_what_it_would_do_and_does_nothing(capsys):
    call_command("upgrade")
    assert "nothing to do" in capsys.readouterr().out
    last = max(name for app, name in migrations.on_disk() if app == "games")
    MigrationRecorder(connection).record_unapplied("games", last)
    call_command("upgrade")
    told = capsys.readouterr().out
    assert f"games {last}" in told
    assert "A backup into" in told
    assert "Nothing was done yet" in told
    assert not migrations.all_applied()


def test_an_empty_database_is_said_to_be_one_and_promises_no_backup(capsys, monkeypatch):
    last = max(name for app, name in migrations.on_disk() if app == "games")
    MigrationRecorder(connection).record_unapplied("games", last)
    monkeypatch.setattr("tournaments.operations.upkeep.schemas.applied", lambda *_: set())
    call_command("upgrade")
    told = capsys.readouterr().out
    assert "The database is empty" in told
    assert "A backup into" not in told


# --- Expand, then contract --------------------------------------------------------------------------------------------

SINCE = {"tournaments": 39, "games": 11}  # what came before these rules
TAKING_AWAY = (RemoveField, RenameField, DeleteModel, RenameModel)


def against_the_rules(migration: Migration) -> list[str]:
    """What the version before cannot live with: columns it asks for, and new ones that it does not fill."""
    found = []
    for operation in migration.operations:
        if isinstance(operation, TAKING_AWAY) and not getattr(migration, "contracts", ""):
            found.append(f"{operation.describe()}: say in `contracts` which version was the last to use it")
        if isinstance(operation, AddField):
            field = operation.field
            is_filled = field.null or field.db_default is not NOT_PROVIDED or field.many_to_many
            found += [] if is_filled else [f"{operation.describe()}: null, or a db_default"]
    return found


def test_the_version_before_lives_with_the_tables_of_this_one():
    later = {
        node: migration
        for node, migration in MigrationLoader(None).disk_migrations.items()
        if int(node[1][:4]) > SINCE.get(node[0], 9999)
    }
    assert {node: told for node, migration in later.items() if (told := against_the_rules(migration))} == {}


def test_what_breaks_the_rules_is_seen():
    class Breaking(Migration):
        operations = [RemoveField("event", "note"), AddField("event", "motto", CharField(max_length=9, default=""))]

    class Contracting(Migration):
        contracts = "1.0.0"
        operations = [RemoveField("event", "note"), AddField("event", "motto", CharField(max_length=9, db_default=""))]

    assert len(against_the_rules(Breaking("0099", "tournaments"))) == 2
    assert against_the_rules(Contracting("0099", "tournaments")) == []


def test_a_change_that_gave_way_to_those_who_record_is_tried_again(monkeypatch):
    """An upgrade under a site that goes on meets their locks (bench/rolling.py); any other error is one at once."""
    met: list[Exception] = [psycopg.errors.DeadlockDetected(), psycopg.errors.LockNotAvailable()]
    handled: list[int] = []

    def handle(*_args: object, **_options: object) -> None:
        handled.append(1)
        if met:
            raise OperationalError from met.pop()

    monkeypatch.setattr(migrate, "PAUSE_SECONDS", 0)
    monkeypatch.setattr("django.core.management.commands.migrate.Command.handle", handle)
    call_command("migrate", verbosity=0)
    assert len(handled) == 3
    met.append(psycopg.errors.UndefinedColumn())
    with pytest.raises(OperationalError):
        call_command("migrate", verbosity=0)
    assert len(handled) == 4


@pytest.mark.postgres
def test_a_change_of_tables_waits_for_seconds_only():
    with migrate._waiting_briefly(), connection.cursor() as cursor:
        cursor.execute("SHOW lock_timeout")
        assert cursor.fetchone() == ("2s",)
    with connection.cursor() as cursor:
        cursor.execute("SHOW lock_timeout")
        assert cursor.fetchone() == ("0",)
