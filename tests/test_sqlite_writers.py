"""SQLite's writers: one at a time, first come, first served, in this process and between processes."""

import fcntl
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.db import OperationalError, connection, transaction
from django.db.utils import ConnectionHandler

from scwu.sqlite.writers import Line, line_of
from tests.factories.tournaments import EventFactory
from tests.races import race
from tournaments.models import Event, Federation
from tournaments.operations.people import erasing


@pytest.fixture
def line(tmp_path: Path) -> Line:
    return Line(tmp_path / "db.writers")


def test_who_came_first_writes_first(line: Line):
    order: list[int] = []

    def write(number: int) -> None:
        line.enter(10)
        order.append(number)
        line.leave()

    line.enter(10)
    threads = []
    for number in range(5):
        threads.append(threading.Thread(target=write, args=[number]))
        threads[-1].start()
        while len(line._waiting) <= number:
            pass
    line.leave()
    for thread in threads:
        thread.join()
    assert order == [0, 1, 2, 3, 4]


def test_who_waited_long_enough_is_told_so_and_holds_up_nobody(line: Line):
    line.enter(10)
    with pytest.raises(OperationalError, match="database is locked"):
        line.enter(0)
    line.leave()
    line.enter(0)
    line.leave()


def test_another_process_is_waited_for(line: Line, tmp_path: Path):
    with (tmp_path / "db.writers").open("a") as other:
        fcntl.flock(other, fcntl.LOCK_EX)
        with pytest.raises(OperationalError, match="database is locked"):
            line.enter(0)
    line.enter(0)
    line.leave()


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Any]:
    """A connection to a file of its own, whatever database the rest of the suite is on."""
    options = {"ENGINE": "scwu.sqlite", "NAME": str(tmp_path / "db"), "OPTIONS": {"transaction_mode": "IMMEDIATE"}}
    connection = ConnectionHandler({"default": options})["default"]
    yield connection
    connection.close()


@pytest.mark.django_db
def test_a_connection_of_a_disk_that_could_only_be_read_ends_with_its_request(database: Any):
    """SQLite remembers with a connection that its file could not be written to, whatever becomes of the disk."""
    database.settings_dict["CONN_MAX_AGE"] = None
    with database.cursor() as cursor:
        cursor.execute("CREATE TABLE deal (n)")
        cursor.execute("PRAGMA query_only = ON")
        with pytest.raises(OperationalError, match="readonly"):
            cursor.execute("INSERT INTO deal VALUES (1)")
    database.close_if_unusable_or_obsolete()  # as at the end of each request
    with database.cursor() as cursor:
        cursor.execute("INSERT INTO deal VALUES (1)")


def begin(database: Any) -> None:
    """As `transaction.atomic` does it."""
    database.set_autocommit(False, force_begin_transaction_with_broken_autocommit=True)


def is_free(database: Any) -> bool:
    return not line_of(str(database.settings_dict["NAME"]))._is_taken


@pytest.mark.django_db
def test_a_transaction_stands_at_the_head_of_the_line_until_its_end(database: Any):
    for end in (database.commit, database.rollback, database.close):
        begin(database)
        database.cursor().execute("SELECT 1")
        assert not is_free(database)
        end()
        assert is_free(database)
        database.close()
        database.connect()


@pytest.mark.django_db
def test_a_transaction_that_cannot_begin_holds_up_nobody(database: Any):
    begin(database)
    with pytest.raises(OperationalError):
        database._start_transaction_under_autocommit()
    database.rollback()
    assert is_free(database)


def in_line(act: Callable[[], object]) -> bool:
    """Whether each statement that writes, or writes the log back, stood in the line; there is one."""
    taken: list[bool] = []

    def look(execute: Any, sql: str, *others: Any) -> Any:
        if sql.startswith(("INSERT", "UPDATE", "DELETE", "PRAGMA wal_checkpoint")):
            taken.append(not is_free(connection))
        return execute(sql, *others)

    with connection.execute_wrapper(look):
        act()
    return connection.vendor != "sqlite" or (bool(taken) and all(taken))


@pytest.mark.django_db(transaction=True)
def test_what_writes_outside_a_transaction_stands_in_the_line_too():
    made = Federation.objects.filter(name__startswith="Alone")
    assert in_line(Federation(name="Alone").save)
    assert in_line(lambda: made.update(name="Alone still"))
    assert in_line(lambda: made._raw_delete("default"))


@pytest.mark.django_db(transaction=True)
def test_the_log_is_written_back_in_the_line():
    assert in_line(erasing._overwrite)


@pytest.mark.django_db(transaction=True)
def test_nobody_but_sqlite_opens_the_file_of_the_database_in_a_process_that_has_it_open():
    """One who reads its bytes takes the locks of his process away; then another one writes into its pages."""
    if connection.vendor == "sqlite":
        with pytest.raises(RuntimeError, match="its locks are gone"):
            Path(connection.settings_dict["NAME"]).read_bytes()


@pytest.mark.django_db(transaction=True)
def test_twenty_who_write_at_once_all_get_their_turn():
    event = EventFactory.create(version=0)

    def write() -> None:
        with transaction.atomic():
            version = Event.objects.select_for_update().get(pk=event.pk).version
            Event.objects.filter(pk=event.pk).update(version=version + 1)

    race(*[write] * 20)
    event.refresh_from_db()
    assert event.version == 20
