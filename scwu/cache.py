"""The cache in Redis, with two habits of its own.

A Redis that is down or restarting is a cache that knows nothing: pages get slower, not broken. (Limits kept in the
cache are then not kept; sessions and everything else that matters lie in the database.) And `clear` takes away our own
keys only: Django's would empty the whole database, which on a server may be shared.
"""

import functools
import logging
from collections.abc import Callable
from typing import Any

from django.core.cache.backends.redis import RedisCache
from redis import RedisError

logger = logging.getLogger(__name__)


def forgiving(operation: str, nothing: Any) -> Callable[..., Any]:
    """The same operation, answering as an empty cache would when Redis cannot be asked."""
    method = getattr(RedisCache, operation)

    @functools.wraps(method)
    def attempt(self: RedisCache, *args: Any, **kwargs: Any) -> Any:
        try:
            return method(self, *args, **kwargs)
        except RedisError as error:
            logger.warning("The cache does not answer: %s", error)
            return nothing() if callable(nothing) else nothing

    return attempt


class ForgivingRedisCache(RedisCache):
    """`incr` on a missing key stays a ValueError, as everywhere in Django; a cache that is down has no keys."""

    _cache: Any  # Django's own client; its type has no public name

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
            logger.warning("The cache does not answer: %s", error)
            return default

    def incr(self, key: Any, delta: int = 1, version: int | None = None) -> int:
        try:
            return int(super().incr(key, delta, version))
        except RedisError as error:
            raise ValueError(f"Key {key!r} not found") from error

    def clear(self) -> None:
        """Delete what begins with our prefix, a thousand keys at a time."""
        client = self._cache.get_client(None, write=True)
        try:
            for key in client.scan_iter(match=f"{self.key_prefix}:*", count=1000):
                client.delete(key)
        except RedisError as error:
            logger.warning("The cache does not answer: %s", error)
