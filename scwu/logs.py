"""A log that can be read in the middle of an evening, and one that can be searched afterwards.

On the terminal a broker that is away is one thing to know, not one for each of three hundred deals: a warning in the
same words passes once a minute, and the next one says how often it was held back. Errors always pass: each is a crash
with a traceback of its own. The file (`var/logs/scwu.log`, its owner's alone) gets every line, and one for each
request (`scwu/requests.py`). Several processes write to it, a line in one call; whoever finds it full puts it aside. A
disk that is full costs lines, never an answer.

Every line carries its moment with the time zone, and the number of the request that it belongs to.
"""

from __future__ import annotations

import fcntl
import json
import logging
import os
import threading
import time
from contextlib import suppress
from contextvars import ContextVar
from datetime import datetime
from pathlib import Path
from typing import Any

REQUEST: ContextVar[str] = ContextVar("REQUEST", default="-")
COME_AGAIN = (503, 507)
FACTS = "facts"  # on a record: what a program may want to count by, by name

MOST_BYTES = 10 * 1024 * 1024
KEPT = 14  # files besides, and days: addresses stand in them, and what is forgotten elsewhere goes here, too
DAY = 24 * 60 * 60


def is_crash(record: logging.LogRecord) -> bool:
    """Whether something broke. What Django calls suspicious (a foreign host, a filter that a list does not have) is a
    400, and any scanner brings one; its logger says ERROR all the same. So it does of an answer that asks to come again
    (a hall that is full of streams, a database that is away): one for each page that asks.
    """
    is_said = record.name.startswith("django.security.") or getattr(record, "status_code", 0) in COME_AGAIN
    return record.levelno >= logging.ERROR and not is_said


class Crashes(logging.Handler):
    """How many there were in this process, for /metrics; however often Django sets its log up."""

    number = 0
    _count = threading.Lock()

    def emit(self, record: logging.LogRecord) -> None:
        if is_crash(record):
            with Crashes._count:
                Crashes.number += 1


class OneLine(logging.Filter):
    """A refusal is no crash: who may not do something is one line, without the traceback that Django hands along."""

    def filter(self, record: logging.LogRecord) -> bool:
        if not is_crash(record):
            record.exc_info = record.exc_text = None
        return True


class OnceAMinute(logging.Filter):
    """Lets a warning pass when nothing was said in the same words for a minute; `held`: how often it did not since."""

    MOST = 1_000  # different sentences that are remembered

    def __init__(self, seconds: float = 60.0) -> None:
        super().__init__()
        self._seconds = seconds
        self._passed: dict[tuple[str, str], tuple[float, int]] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        if is_crash(record):
            return True
        words, now = (record.name, record.getMessage()), time.monotonic()
        passed, held = self._passed.get(words, (now - self._seconds, 0))
        if now - passed < self._seconds:
            self._passed[words] = passed, held + 1
            return False
        if len(self._passed) >= self.MOST:
            self._passed.clear()
        self._passed[words] = now, 0
        record.held = held
        return True


def moment(record: logging.LogRecord) -> str:
    return datetime.fromtimestamp(record.created).astimezone().isoformat(timespec="milliseconds")


class Text(logging.Formatter):
    def __init__(self) -> None:
        super().__init__("%(moment)s %(levelname)s %(name)s [%(request)s] %(message)s%(more)s")

    def format(self, record: logging.LogRecord) -> str:
        held = getattr(record, "held", 0)
        record.moment, record.request = moment(record), REQUEST.get()
        record.more = f" ({held} more like this since the last one)" if held else ""
        return super().format(record)


class AsJSON(logging.Formatter):
    """One object a line, for programs that collect lines."""

    def format(self, record: logging.LogRecord) -> str:
        line = {
            "time": moment(record),
            "level": record.levelname,
            "logger": record.name,
            "request": REQUEST.get(),
            "message": record.getMessage(),
            **getattr(record, FACTS, {}),
        }
        if record.exc_info:
            line["traceback"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False, default=str)


class KeptFile(logging.Handler):
    """A file that many processes add lines to, put aside when it is full or of another day (scwu.log.1, .2, …)."""

    def __init__(self, path: str) -> None:
        super().__init__()
        self._path = Path(path)
        self._file: int | None = None

    def emit(self, record: logging.LogRecord) -> None:
        try:
            line = f"{self.format(record)}\n".encode("utf-8", "backslashreplace")
        except Exception:
            self.handleError(record)
            return
        with suppress(OSError):
            os.write(self._descriptor(), line)

    def close(self) -> None:
        if self._file is not None:
            os.close(self._file)
            self._file = None
        super().close()

    def _descriptor(self) -> int:
        """The file that is there now: somebody else may have put aside the one that was open."""
        if self._file is not None:
            here = os.fstat(self._file)
            if is_over(here):
                self._put_aside()
            elif self._is_there(here):
                return self._file
            os.close(self._file)
            self._file = None
        self._path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        if self._path.exists() and is_over(self._path.stat()):
            self._put_aside()
        self._file = os.open(self._path, os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_CLOEXEC, 0o600)
        return self._file

    def _is_there(self, here: os.stat_result) -> bool:
        try:
            return os.path.samestat(here, self._path.stat())
        except FileNotFoundError:
            return False

    def _put_aside(self) -> None:
        with self._path.with_suffix(".lock").open("a") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if not self._path.exists() or not is_over(self._path.stat()):
                return  # another process has done it
            for number in range(KEPT, 0, -1):
                older = self._path.with_name(f"{self._path.name}.{number - 1}") if number > 1 else self._path
                if not older.exists():
                    continue
                if older.stat().st_mtime < time.time() - KEPT * DAY:
                    older.unlink()
                else:
                    older.replace(self._path.with_name(f"{self._path.name}.{number}"))


def is_over(file: os.stat_result) -> bool:
    """Whether nothing is to be added to it any more: it is full, or its last line is of another day."""
    return file.st_size > MOST_BYTES or file.st_mtime // DAY != time.time() // DAY


def configuration(path: Path | None, *, as_json: bool, level: str) -> dict[str, Any]:
    """LOGGING of the settings. `path`: the file; without one every line goes to stderr, as containers like it."""
    handlers: dict[str, dict[str, Any]] = {
        "stderr": {"class": "logging.StreamHandler", "formatter": "lines", "filters": ["once_a_minute", "one_line"]},
        "requests": {"class": "logging.StreamHandler", "formatter": "lines"},
        "crashes": {"()": Crashes},
    }
    if path is not None:
        handlers["requests"] = {"()": KeptFile, "path": str(path), "formatter": "lines", "filters": ["one_line"]}
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"lines": {"()": AsJSON if as_json else Text}},
        "filters": {"once_a_minute": {"()": OnceAMinute}, "one_line": {"()": OneLine}},
        "handlers": handlers,
        "root": {"handlers": ["crashes", "stderr", *(["requests"] if path else [])], "level": level},
        "loggers": {
            # A crash is one record with its traceback, from django.request at ERROR; it goes the way of all others.
            "django": {"handlers": [], "level": "WARNING", "propagate": True},
            "scwu.requests": {"handlers": ["requests"], "level": "INFO", "propagate": False},
        },
    }
