"""Telling open pages that an event has changed: "changed, version n" to whoever listens.

Only a wake-up: the version itself is in the database, so a lost message costs a reader the time of one poll and
nothing else. Whoever listens in this very process is told directly, other processes through Redis; without a Redis
server they look for themselves. A dead server is logged, never raised; one that hangs is left alone (breaker.py),
because whoever makes a change waits for its answer.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Callable
from functools import cache

import redis
from django.conf import settings

from tournaments import breaker
from tournaments.breaker import CLIENT_OPTIONS

logger = logging.getLogger(__name__)

_hearing: list[Callable[[int, int], None]] = []


def channel(event_id: int) -> str:
    """The channel of one event, under the key prefix of this installation."""
    return f"{settings.KEY_PREFIX}event:{event_id}"


def announce(event_id: int, version: int) -> None:
    """Tell the listeners of an event that it is at `version` now."""
    for tell in _hearing:
        tell(event_id, version)
    if not settings.REDIS_URL or breaker.of(settings.REDIS_URL).rests:
        return
    try:
        _client(settings.REDIS_URL).publish(channel(event_id), json.dumps({"version": version}))
    except redis.RedisError as error:
        logger.warning("No live message for event %s: the message server does not answer.", event_id)
        breaker.of(settings.REDIS_URL).note(error)


def hear(tell: Callable[[int, int], None]) -> None:
    """Let `tell(event_id, version)` be called for every change of this process, in the thread that made it."""
    _hearing.append(tell)


def unhear(tell: Callable[[int, int], None]) -> None:
    """Call it no more."""
    if tell in _hearing:
        _hearing.remove(tell)


@cache
def _client(url: str) -> redis.Redis:
    return redis.Redis.from_url(url, **CLIENT_OPTIONS)
