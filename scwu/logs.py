"""A log that can be read in the middle of an evening.

A broker that is away is one thing to know, not one for each of three hundred deals. So the same warning from the same
place passes once a minute. Errors always pass: each is a crash with a traceback of its own.
"""

import logging
import time


class OneLine(logging.Filter):
    """A refusal is no crash: who may not do something is one line, without the traceback that Django hands along.

    What Django calls suspicious (an address with another host, a filter that a list does not have) is a 400, and its
    logger says ERROR all the same.
    """

    def filter(self, record: logging.LogRecord) -> bool:
        if record.levelno < logging.ERROR or record.name.startswith("django.security."):
            record.exc_info = record.exc_text = None
        return True


class OnceAMinute(logging.Filter):
    """Lets a warning pass when the same place has been silent for a minute, whatever it filled into its sentence."""

    def __init__(self, seconds: float = 60.0) -> None:
        super().__init__()
        self._seconds = seconds
        self._passed: dict[tuple[str, int], float] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        if record.levelno >= logging.ERROR:
            return True
        place, now = (record.pathname, record.lineno), time.monotonic()
        if now - self._passed.get(place, -self._seconds) < self._seconds:
            return False
        self._passed[place] = now
        return True
