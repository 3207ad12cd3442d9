"""The whole database put aside before an act that no other act undoes, and the way back to it.

On the embedded SQLite only: elsewhere a site has somebody who takes backups, and nothing is promised here. A snapshot
is an online backup, one file that only the site's account may read. It is there when it was read again: `PRAGMA
integrity_check` is content, and every journal ends in it as it did in the database at that moment. Without it the act
is refused. The newest `MOST` of the last `KEPT` are kept; the clock lets the others go.
"""

from __future__ import annotations

import os
import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from django.conf import settings
from django.db import connection, connections
from django.db.models import F

from games.rules.refusals import Refused
from tournaments.models import Account, Event
from tournaments.operations import journal

# Codes of the journal: before what of an event's state, of files and lists, of people.
DANGEROUS = ("event_status", "event_imported", "people_taken_in", "players_merged", "player_erased")
RESTORED = "database_restored"
MOST = 20
KEPT = timedelta(days=14)

_NAME = re.compile(r"(\d{8}T\d{12})Z_([a-z_]+)_([a-z0-9-]+)\.sqlite3")
_AT = "%Y%m%dT%H%M%S%f"
_HEADS = (
    "SELECT h.event_id, h.length, h.digest, (SELECT l.digest FROM tournaments_journalline l WHERE l.chain_id = h.id"
    " ORDER BY l.number DESC LIMIT 1) FROM tournaments_journalhead h ORDER BY h.id"
)
_MIGRATIONS = "SELECT app, name FROM django_migrations ORDER BY app, name"


@dataclass(frozen=True, slots=True)
class Snapshot:
    """`act`: before what it was taken, as the journal says it; `by`: the key of an account, or `terminal`."""

    path: Path
    at: datetime
    act: str
    by: str

    @property
    def name(self) -> str:
        return self.path.name

    @property
    def size(self) -> int:
        return self.path.stat().st_size


def are_taken() -> bool:
    """Whether this site takes snapshots: its database is a file of its own."""
    return connection.vendor == "sqlite" and Path(str(connection.settings_dict["NAME"])).is_file()


def folder() -> Path:
    """Where they lie."""
    return Path(settings.DATA_DIR) / "snapshots"


def snapshots() -> list[Snapshot]:
    """Those that are there, the newest first."""
    return sorted(_all(), key=lambda one: one.at, reverse=True)


def before(act: str, *, by: Account | str, now: datetime) -> Snapshot | None:
    """Put the database aside before `act`, one of DANGEROUS. None where no snapshots are taken.

    Raises Refused `no_snapshot` if it could not be written, or not be read again.
    """
    if act not in (*DANGEROUS, RESTORED):
        raise ValueError(act)
    if not are_taken():
        return None
    who = (by.key if isinstance(by, Account) else by).replace(":", "-")
    folder().mkdir(mode=0o700, parents=True, exist_ok=True)
    path = folder() / f"{now.astimezone(UTC):{_AT}}Z_{act}_{who}.sqlite3"
    unread = path.with_suffix(".unread")
    try:
        os.close(os.open(unread, os.O_CREAT | os.O_WRONLY | os.O_TRUNC, 0o600))
        _back_up(unread)
        unread.replace(path)
    except (OSError, sqlite3.Error) as error:
        unread.unlink(missing_ok=True)
        raise Refused("no_snapshot") from error
    let_go(now)
    return Snapshot(path, now, act, who)


def let_go(now: datetime) -> None:
    """Delete the oldest, and those of long ago: what somebody asked to be forgotten lies in them too."""
    for number, one in enumerate(snapshots()):
        if number >= MOST or one.at < now - KEPT:
            one.path.unlink(missing_ok=True)


def go_back(name: str, *, now: datetime) -> Snapshot:
    """Make the database what it was in this snapshot; what it is now is put aside before. Nobody else may use it.

    The journal of the union says so, and pages that browsers kept are made anew. Returns the snapshot of what was.

    Raises Refused `no_such_snapshot`, `snapshot_of_another_version` of the program, `site_is_running`, `no_snapshot`.
    """
    found = next((one for one in snapshots() if one.name == name), None)
    if found is None:
        raise Refused("no_such_snapshot")
    versions = dict(Event.objects.values_list("slug", "version"))
    database = str(connection.settings_dict["NAME"])
    connections.close_all()
    with closing(sqlite3.connect(found.path)) as source, closing(sqlite3.connect(database, timeout=0)) as target:
        if source.execute(_MIGRATIONS).fetchall() != target.execute(_MIGRATIONS).fetchall():
            raise Refused("snapshot_of_another_version")
        _check(source)
        _refuse_others(target)
        was = before(RESTORED, by=journal.TERMINAL, now=now)
        assert was is not None  # noqa: S101 – there is a file: `found` lies beside it
        source.backup(target)
        _check(target)
        target.execute("PRAGMA journal_mode=WAL")
    for slug, version in versions.items():
        Event.objects.filter(slug=slug, version__lte=version).update(version=version + 1)
    Event.objects.exclude(slug__in=versions).update(version=F("version") + 1)
    journal.note(RESTORED, by=journal.TERMINAL, now=now, new={"snapshot": found.at.isoformat()})
    return was


def _all() -> Iterator[Snapshot]:
    for path in folder().glob("*.sqlite3") if folder().is_dir() else ():
        if named := _NAME.fullmatch(path.name):
            at = datetime.strptime(named[1], _AT).replace(tzinfo=UTC)
            yield Snapshot(path, at, named[2], named[3].replace("-", ":", 1))


def _back_up(path: Path) -> None:
    """Copy the database as it stands, and read the copy again. Raises sqlite3.DatabaseError if it is not the same."""
    uri = f"{Path(str(connection.settings_dict['NAME'])).resolve().as_uri()}?mode=ro"
    with closing(sqlite3.connect(uri, uri=True)) as source, closing(sqlite3.connect(path)) as copy:
        source.execute("BEGIN")  # one moment, whatever others write meanwhile
        heads = source.execute(_HEADS).fetchall()
        source.backup(copy)
        source.execute("ROLLBACK")
        copy.execute("PRAGMA journal_mode=DELETE")  # one file, without a log beside it
        _check(copy)
        if copy.execute(_HEADS).fetchall() != heads:
            raise sqlite3.DatabaseError("the copy has other journals")


def _check(database: sqlite3.Connection) -> None:
    """Raises sqlite3.DatabaseError of what is damaged, or where a journal does not end in its head."""
    if database.execute("PRAGMA integrity_check").fetchall() != [("ok",)]:
        raise sqlite3.DatabaseError("damaged")
    if any(digest != last for _, length, digest, last in database.execute(_HEADS) if length):
        raise sqlite3.DatabaseError("a journal does not end in its head")


def _refuse_others(database: sqlite3.Connection) -> None:
    """Only who is alone may leave the write-ahead log. Raises Refused `site_is_running`."""
    try:
        if database.execute("PRAGMA journal_mode=DELETE").fetchone() == ("delete",):
            return
    except sqlite3.OperationalError:
        pass
    raise Refused("site_is_running")
