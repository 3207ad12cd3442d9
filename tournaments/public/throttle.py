"""A brake on guessing and on flooding mailboxes: so many attempts in a window of time, counted in the cache.

Counted are the address that is tried and the machine that tries. The limit per machine is wide, because everybody in
a pub comes from one. Counters lie in windows that begin by the clock, so no cache has to keep an expiry while it
counts. While Redis is down each process counts for itself (scwu/cache.py).
Whoever is locked out of his password can still ask for a link.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from datetime import datetime

from django.core.cache import cache
from django.http import HttpRequest

from tournaments.facts.networks import place_of

WINDOW = 15 * 60
HOUR = 60 * 60


@dataclass(frozen=True, slots=True)
class Limit:
    """What is counted, and how often it may happen in a window: for one account, and from one machine."""

    what: str
    per_account: int
    per_machine: int
    window: int = WINDOW


# Passwords are what is guessed at: ten an hour for one account, sixty from one machine.
PASSWORD = Limit("password", per_account=10, per_machine=60, window=HOUR)
LINK = Limit("link", per_account=5, per_machine=60)
HALL_SECRET = Limit("hall-secret", per_account=60, per_machine=60)
REGISTRATION = Limit("registration", per_account=5, per_machine=60)


def is_too_much(request: HttpRequest, limit: Limit, *, account: str, now: datetime) -> bool:
    """Count an attempt; returns whether it is one too many."""
    machine = place_of(str(request.META.get("REMOTE_ADDR", "")))
    counts = (
        _count(limit, "account", account.strip().lower(), now) > limit.per_account,
        _count(limit, "machine", machine, now) > limit.per_machine,
    )
    return any(counts)


def is_too_much_for(limit: Limit, *, account: str, now: datetime) -> bool:
    """The same for one address alone, where whoever comes from one machine is limited in another way."""
    return _count(limit, "account", account.strip().lower(), now) > limit.per_account


def seconds_left(now: datetime, window: int = WINDOW) -> int:
    """How long the present window lasts: what Retry-After says."""
    return window - int(now.timestamp()) % window


def _count(limit: Limit, whose: str, name: str, now: datetime) -> int:
    digest = hashlib.sha256(name.encode("utf-8", "surrogateescape")).hexdigest()[:32]
    key = f"throttle-{limit.what}-{whose}-{digest}-{int(now.timestamp()) // limit.window}"
    cache.add(key, 0, limit.window)
    try:
        return cache.incr(key)
    except ValueError:  # the cache is down, or threw the counter out this moment
        return 1
