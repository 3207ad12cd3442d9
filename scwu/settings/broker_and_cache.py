"""The server between the processes: for tasks, cache and live messages, one for all or one for each."""

from pathlib import Path
from typing import Any

from django.core.exceptions import ImproperlyConfigured

from scwu import broker
from scwu.settings.environment import text
from scwu.settings.place import DATA_DIR
from tournaments.breaker import CLIENT_OPTIONS


def redis_url(name: str) -> str:
    """The address of this name, or else REDIS_URL; empty if neither is there."""
    url = text(name) or text("REDIS_URL")
    if url and not url.startswith(("redis://", "rediss://", "unix://")):
        raise ImproperlyConfigured(f"{name} and REDIS_URL begin with redis://, rediss:// or unix://.")
    return url


def cache(url: str, data_dir: Path) -> dict[str, Any]:
    """One cache for all processes: in the broker's server, or in files where there is none."""
    if url:
        return {
            "BACKEND": "scwu.cache.ForgivingRedisCache",
            "LOCATION": url,
            "KEY_PREFIX": f"{KEY_PREFIX}cache",
            "OPTIONS": CLIENT_OPTIONS,
        }
    return {"BACKEND": "django.core.cache.backends.filebased.FileBasedCache", "LOCATION": str(data_dir / "cache")}


# Everything that we write into a Redis which may not be ours alone begins with this: cache keys, queues, channels.
KEY_PREFIX = text("SCWU_KEY_PREFIX", "scwu:")
# REDIS_URL is the server for all three; tasks, cache and live messages may each have one of their own.
BROKER = broker.choose(
    redis_url=redis_url("SCWU_BROKER_URL"),
    data_dir=DATA_DIR,
    files_only=text("SCWU_BROKER") == "files",
)
# For live messages; empty where there is only the broker made of files: live pages then poll.
REDIS_URL = redis_url("SCWU_LIVE_URL") or BROKER.url
CACHE_URL = redis_url("SCWU_CACHE_URL") or BROKER.url

CACHES = {"default": cache(CACHE_URL, DATA_DIR)}
