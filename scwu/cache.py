"""The cache in Redis, with four habits of its own.

A Redis that is down or restarting is a cache that knows nothing: pages get slower, not broken; sessions and everything
else that matters lie in the database. Only what brakes guessing (BRAKES) is counted on meanwhile, by each process for
itself, so that nobody guesses freely while Redis is away. A Redis that hangs is left alone (tournaments/breaker.py):
pages have few threads (scwu/web/pages.py), which must not all stand and wait for it. And `clear` takes away our own
keys only: Django's would empty the whole database, which on a server may be shared.
"""

from __future__ import annotations

import functools
import logging
from collections.abc import Callable
from typing import Any

from django.core.cache.backends.locmem import LocMemCache
from django.core.cache.backends.redis import RedisCache, RedisCacheClient
from redis import RedisError

from tournaments import breaker

logger = logging.getLogger(__name__)

# How the keys begin of the counters of tournaments/public/throttle.py, of django-allauth and of the API.
BRAKES = ("throttle-", "throttle_", "allauth:")
MOST_BRAKES = 10_000


def is_brake(key: Any) -> bool:
    return isinstance(key, str) and key.startswith(BRAKES)


def forgiving(operation: str, nothing: Any) -> Callable[..., Any]:
    """The same operation, answering as an empty cache would when Redis cannot be asked."""
    method = getattr(RedisCache, operation)

    @functools.wraps(method)
    def attempt(self: ForgivingRedisCache, *args: Any, **kwargs: Any) -> Any:
        try:
            return method(self, *args, **kwargs)
        except RedisError as error:
            self.note(error)
            if args and is_brake(args[0]):
                return getattr(self.own, operation)(*args, **kwargs)
            return nothing() if callable(nothing) else nothing

    return attempt


class KeptClient(RedisCacheClient):
    """Keeps redis-py's client, which Django makes anew for each question at half the cost of asking it."""

    def __init__(self, servers: list[str], **options: Any) -> None:
        super().__init__(servers, **options)
        self._kept: dict[bool, Any] = {}
        self.breaker = breaker.of(servers[0])

    def get_client(self, key: Any = None, *, write: bool = False) -> Any:
        if self.breaker.rests:
            raise RedisError("it did not answer a moment ago")
        if write not in self._kept:
            self._kept[write] = super().get_client(key, write=write)
        return self._kept[write]


class ForgivingRedisCache(RedisCache):
    """`incr` on a missing key stays a ValueError, as everywhere in Django; a cache that is down has no keys."""

    _cache: Any  # Django's own client; its type has no public name

    def __init__(self, server: str, params: dict[str, Any]) -> None:
        super().__init__(server, params)
        self._class = KeptClient

    @property
    def own(self) -> LocMemCache:
        """What this process remembers of its brakes while Redis is away; of one name, so one for all threads."""
        return LocMemCache("brakes", {"KEY_PREFIX": self.key_prefix, "OPTIONS": {"MAX_ENTRIES": MOST_BRAKES}})

    def note(self, error: RedisError) -> None:
        """Say that it did not work, and leave a server alone that keeps people waiting."""
        logger.warning("The cache does not answer: %s", error)
        self._cache.breaker.note(error)

    add = forgiving("add", nothing=True)
    set = forgiving("set", nothing=None)
    touch = forgiving("touch", nothing=False)
    delete = forgiving("delete", nothing=False)
    get_many = forgiving("get_many", nothing=dict)
    has_key = forgiving("has_key", nothing=False)
    set_many = forgiving("set_many", nothing=list)
    delete_many = forgiving("delete_many", nothing=None)

    def get(self, key: Any, default: Any = None, version: int | None = None) -> Any:
        try:
            return super().get(key, default, version)
        except RedisError as error:
            self.note(error)
            return self.own.get(key, default, version) if is_brake(key) else default

    def incr(self, key: Any, delta: int = 1, version: int | None = None) -> int:
        try:
            return int(super().incr(key, delta, version))
        except RedisError as error:
            self.note(error)
            if is_brake(key):
                return int(self.own.incr(key, delta, version))
            raise ValueError(f"Key {key!r} not found") from error

    def clear(self) -> None:
        """Delete what begins with our prefix, a thousand keys at a time."""
        try:
            client = self._cache.get_client(None, write=True)
            for key in client.scan_iter(match=f"{self.key_prefix}:*", count=1000):
                client.delete(key)
        except RedisError as error:
            logger.warning("The cache does not answer: %s", error)
