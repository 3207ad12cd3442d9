"""A start that cannot be ends in one sentence: what is wrong, and what to do about it.

Said so is what whoever runs the site has in his hands: settings, keys, the disk, the database. Anything else is a fault
of ours, and is shown with the place where it happened.
"""

from __future__ import annotations

import errno
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from django.core.exceptions import ImproperlyConfigured
from django.db import DatabaseError, InterfaceError

DAMAGED = {sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CORRUPT}
NOT_WRITTEN = {sqlite3.SQLITE_FULL, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN}
NO_ROOM = {errno.ENOSPC, errno.EDQUOT}
REFUSED = 1


@contextmanager
def in_one_sentence() -> Iterator[None]:
    """What cannot be here ends the process with its sentence."""
    try:
        yield
    except (ImproperlyConfigured, DatabaseError, InterfaceError, OSError) as error:
        sentence = why_not(error)
        if sentence is None:
            raise
        print(sentence, file=sys.stderr, flush=True)  # noqa: T201 - this is what the person at the keyboard reads
        sys.exit(REFUSED)


def why_not(error: Exception) -> str | None:
    """The sentence, if it is something that can be mended from outside."""
    if isinstance(error, ImproperlyConfigured):
        return str(error)
    if isinstance(error, OSError):
        return _of_a_file(error)
    cause = error.__cause__
    if isinstance(cause, sqlite3.Error):
        return _of_sqlite(cause)
    if type(cause).__name__ in ("OperationalError", "ConnectionTimeout") or getattr(cause, "sqlstate", None) == "3D000":
        return f"The database of DATABASE_URL cannot be used: {_first_line(cause)}."
    return None


def _of_a_file(error: OSError) -> str | None:
    if error.errno in NO_ROOM:
        return "The disk is full: make room on it and start again."
    if error.errno in (errno.EEXIST, errno.ENOTDIR) and error.filename:
        return f"{error.filename} is a file, and where the site is to write there has to be a folder."
    if error.errno == errno.EROFS and error.filename:
        return f"{error.filename} cannot be written: its disk is mounted for reading only."
    if error.errno in (errno.EACCES, errno.EPERM) and error.filename:
        return f"{error.filename} cannot be written ({error.strerror}): it has to belong to whoever runs the site."
    return None


def _of_sqlite(error: sqlite3.Error) -> str | None:
    from django.conf import settings  # noqa: PLC0415 - it was read by now

    file = settings.DATABASES["default"]["NAME"]
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    if code in DAMAGED:
        return damaged(file, error)
    if code in NOT_WRITTEN:
        return f"{file} cannot be written ({error}): look whether the disk is full, and whose file it is."
    return None


def damaged(file: object, why: object) -> str:
    return f"{file} is damaged ({why}): bring a backup back with ./run restore FILE; ./run backup --list names them."


def _first_line(error: object) -> str:
    return str(error).strip().partition("\n")[0].rstrip(".")
