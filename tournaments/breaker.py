"""A message server that keeps people waiting is left alone for a while, by everything in this process.

Cache, live messages and errands for the worker ask the same few servers. One that is down says so at once and costs
nothing; one that hangs costs PATIENCE, and whoever asks next would wait as long again. So the first one that waited in
vain says it here, and for REST_SECONDS nobody asks: a cache knows nothing then, a live message is made up for by
looking, an errand waits for the sweep.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from functools import cache
from typing import Any

from redis.backoff import NoBackoff
from redis.exceptions import ConnectionError as Broken
from redis.exceptions import TimeoutError as DidNotAnswer
from redis.retry import Retry

PATIENCE = 0.3  # seconds that anybody waits for an answer
REST_SECONDS = 5.0
# redis-py's own default tries again for several seconds, in which a page would stand still. Once more is for a
# connection that broke when the server was started again; a server that hangs is not asked twice.
CLIENT_OPTIONS: dict[str, Any] = {
    "socket_connect_timeout": PATIENCE,
    "socket_timeout": PATIENCE,
    "retry": Retry(NoBackoff(), 1, supported_errors=(Broken,)),
}


@dataclass
class Breaker:
    """Of one server. `until`, on the clock of `time.monotonic`: nothing is asked before."""

    until: float = 0.0

    @property
    def rests(self) -> bool:
        return time.monotonic() < self.until

    def note(self, error: BaseException | None) -> None:
        """Say how asking it ended; only who waited in vain makes it rest."""
        if isinstance(error, DidNotAnswer):
            self.until = time.monotonic() + REST_SECONDS


@cache
def of(url: str) -> Breaker:
    """The one for the server at this address, as redis-py spells it."""
    return Breaker()
