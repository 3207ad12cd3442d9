"""What is answered when a request cannot be served: 503 while the database keeps us waiting, 507 where nothing can be
written, 500 for a fault of ours. Each caller gets it in his own form: programs and phones JSON, a row that changes by
itself (htmx) the sentence alone, people a page.

Only what the database says of itself is told from a fault: its code, never the wording. A missing column is a fault on
every database, though SQLite calls it operational.
"""

from __future__ import annotations

import errno
import sqlite3
import sys
from http import HTTPStatus

from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy as _

from games.once_more import is_of_a_lost_connection

RETRY_SECONDS = {HTTPStatus.SERVICE_UNAVAILABLE: 5, HTTPStatus.INSUFFICIENT_STORAGE: 60}
BUSY, FULL, FAULT = HTTPStatus.SERVICE_UNAVAILABLE, HTTPStatus.INSUFFICIENT_STORAGE, HTTPStatus.INTERNAL_SERVER_ERROR

SQLITE_BUSY = {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_PROTOCOL}
SQLITE_FULL = {sqlite3.SQLITE_FULL, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN}
# Classes and codes of PostgreSQL (its manual, appendix A): connection, resources, lock not to be had, ended from
# outside, to be tried again; and disk full, read-only, input and output.
POSTGRESQL_BUSY = ("08", "53", "55P03", "57014", "57P", "40001", "40P01", "25P03")
POSTGRESQL_FULL = ("53100", "25006", "58030")
NOT_ANSWERED = {"OperationalError", "ConnectionTimeout"}  # of psycopg, without a code: nobody was there to give one

DISK_FULL = {errno.ENOSPC, errno.EDQUOT, errno.EROFS}  # of files: uploads, the queue of writers before SQLite
NO_DESCRIPTOR = {errno.EMFILE, errno.ENFILE}

WORDS = {
    BUSY: ("busy", _("The database does not answer right now. Look in a few seconds whether what you sent is there.")),
    FULL: ("full", _("Nothing can be saved: the server's disk is full or cannot be written to. Reading goes on.")),
    FAULT: ("fault", _("Something broke on the server.")),
}


def kind_of(error: BaseException | None) -> HTTPStatus:
    """BUSY, FULL or FAULT, for what ended a request."""
    if isinstance(error, OSError):
        return FULL if error.errno in DISK_FULL else BUSY if error.errno in NO_DESCRIPTOR else FAULT
    if not isinstance(error, DatabaseError):
        return FAULT
    cause = error.__cause__
    if isinstance(cause, sqlite3.Error):
        code = getattr(cause, "sqlite_errorcode", 0) & 0xFF  # the lower byte is the code, the rest its details
        return FULL if code in SQLITE_FULL else BUSY if code in SQLITE_BUSY else FAULT
    if cause is None:
        return BUSY if "database is locked" in str(error) else FAULT  # the queue of scwu/sqlite/writers.py
    state = getattr(cause, "sqlstate", "") or ("08" if type(cause).__name__ in NOT_ANSWERED else "")
    return FULL if state.startswith(POSTGRESQL_FULL) else BUSY if state.startswith(POSTGRESQL_BUSY) else FAULT


def unavailable(request: HttpRequest) -> HttpResponse:
    """Django's handler of whatever no view has caught; it is in the log already.

    `was_lost` on the answer: the connection to the database was lost meanwhile, so whoever only looks may be served
    from a new one (scwu/web/pages.py).
    """
    error = sys.exc_info()[1]
    status = kind_of(error)
    code, sentence = WORDS[status]
    if request.path.startswith("/api/") or request.headers.get("X-Outbox"):
        answer: HttpResponse = JsonResponse({"code": code, "detail": str(sentence)}, status=status)
    elif request.headers.get("HX-Request"):
        answer = HttpResponse(str(sentence), status=status, content_type="text/plain; charset=utf-8")
    else:
        answer = render(None, "500.html", {"code": code}, status=status)  # no request: it would ask for the session
    if status in RETRY_SECONDS:
        answer["Retry-After"] = str(RETRY_SECONDS[status])
    vars(answer)["was_lost"] = error is not None and is_of_a_lost_connection(error)
    return answer
