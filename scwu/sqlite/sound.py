"""Whether the file of SQLite is sound: a stick that was pulled, a disk that dies, half a copy. Its head is read with
every first statement; a page in the middle would be met by whoever comes to it, in the middle of an evening.

Every page is read once: 0.02 s for some evenings (4 MB), 0.15 s for 120 MB.
"""

from __future__ import annotations

import sqlite3
import time

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.db import OperationalError, connection

from scwu.starting import damaged

AT_START = 1.0
"""Seconds of a start; what is longer than that is looked at as far as it goes, and whole by `./run doctor`."""
STEPS = 10_000


def refuse_damaged() -> None:
    """Raises ImproperlyConfigured, or the DatabaseError of who cannot even look, where the file is damaged."""
    if found := what_is_damaged(AT_START):
        raise ImproperlyConfigured(damaged(settings.DATABASES["default"]["NAME"], found))


def what_is_damaged(seconds: float) -> str:
    """The first thing that is found within so many seconds; empty if there is none, or it is no file of SQLite."""
    if connection.vendor != "sqlite":
        return ""
    until = time.monotonic() + seconds
    connection.ensure_connection()
    opened: sqlite3.Connection = connection.connection
    opened.set_progress_handler(lambda: time.monotonic() > until, STEPS)
    try:
        with connection.cursor() as cursor:
            (found,) = cursor.execute("PRAGMA quick_check(1)").fetchone()
    except OperationalError as error:
        if getattr(error.__cause__, "sqlite_errorcode", None) != sqlite3.SQLITE_INTERRUPT:
            raise
        return ""
    finally:
        opened.set_progress_handler(None, 0)
    return "" if found == "ok" else " ".join(found.split())
