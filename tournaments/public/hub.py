"""Who listens to which event in this process, and the one place that hears of changes for all of them.

A listener is an open connection. A change becomes bytes once and is written to each connection of its event, without a
queue or a task in between; who does not read is cut off and comes back by himself. One subscription to Redis carries
the changes of every event (`announce.channel`); what this very process changes is heard without it. Where there is no
Redis, or while it is away or hangs, the versions of the events that are listened to are looked up every two seconds
instead, all in one statement. After each (re)connection they are looked up once, so that nothing in between is missed.

A hub belongs to one event loop. Its work begins with the first listener and ends with `end`.
"""

from __future__ import annotations

import asyncio
import json
import logging
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress

import redis.asyncio
from django.conf import settings
from django.db import connection
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError

from tournaments import announce
from tournaments.models import Event
from tournaments.public.stream import BEAT, changed

logger = logging.getLogger(__name__)

MOST_CLIENTS = 10_000  # until the server says for how many there is room
MOST_BEHIND = 16_384  # bytes that a connection may not have taken yet
BEAT_SECONDS = 20.0
POLL_SECONDS = 2.0
RECONNECT_SECONDS = 10.0
QUIET_SECONDS, ANSWER_SECONDS = 5.0, 2.0  # without a message, until Redis is asked whether it is there; for its answer
AT_ONCE = 500  # listeners that a beat is written to before others have their turn
LAST = b"0\r\n\r\n"


class Hub:
    """`most`: how many may listen at once. `poll`, `reconnect`, `beat`: seconds, shorter in tests."""

    def __init__(
        self,
        *,
        most: int = MOST_CLIENTS,
        poll: float = POLL_SECONDS,
        reconnect: float = RECONNECT_SECONDS,
        beat: float = BEAT_SECONDS,
    ) -> None:
        self.most, self.poll, self.reconnect, self.beat = most, poll, reconnect, beat
        self._listeners: defaultdict[int, set[asyncio.WriteTransport]] = defaultdict(set)
        self._told: dict[int, int] = {}
        self._work: list[asyncio.Task[None]] = []
        self._looks: set[asyncio.Task[None]] = set()

    def __len__(self) -> int:
        return sum(map(len, self._listeners.values()))

    @property
    def is_full(self) -> bool:
        return len(self) >= self.most

    @contextmanager
    def listening(self, event_id: int, version: int, transport: asyncio.WriteTransport) -> Iterator[None]:
        """Write every version after `version` to the connection, for as long as the block lasts.

        `version` was looked up before: what was told since is written at once, and what this listener knows better is
        told to the others. Nobody has heard anything for the first one of an event, so it is looked up once more.
        """
        if not self._work:
            self._begin()
        if event_id not in self._listeners:
            self._told[event_id] = version
            self._look_soon(event_id)
        elif version < self._told[event_id]:
            _write(transport, chunk(changed(self._told[event_id])))
        else:
            self.tell(event_id, version)
        self._listeners[event_id].add(transport)
        try:
            yield
        finally:
            self._listeners[event_id].discard(transport)
            if not self._listeners[event_id]:
                del self._listeners[event_id], self._told[event_id]

    def tell(self, event_id: int, version: int) -> None:
        """Write a version to everybody who listens to the event; what is not newer was told already."""
        if event_id not in self._listeners or version <= self._told[event_id]:
            return
        self._told[event_id] = version
        message = chunk(changed(version))
        for transport in self._listeners[event_id]:
            _write(transport, message)

    def end(self) -> None:
        """End every stream and all work."""
        for task in self._work:
            task.cancel()
        self._work.clear()
        announce.unhear(self._heard_here)
        for transports in self._listeners.values():
            for transport in transports:
                _write(transport, LAST)
                transport.close()

    def _begin(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._work = [asyncio.create_task(self._follow()), asyncio.create_task(self._beat())]
        announce.hear(self._heard_here)

    def _heard_here(self, event_id: int, version: int) -> None:
        """A change of this very process, told by the thread that made it."""
        if not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self.tell, event_id, version)

    async def _beat(self) -> None:
        message = chunk(BEAT)
        while True:
            await asyncio.sleep(self.beat)
            everybody = [transport for transports in self._listeners.values() for transport in transports]
            for number, transport in enumerate(everybody, 1):
                _write(transport, message)
                if number % AT_ONCE == 0:
                    await asyncio.sleep(0)

    async def _follow(self) -> None:
        while self._work:  # and not for ever: the client of Redis may swallow a cancelling that comes while it connects
            try:
                if settings.REDIS_URL:
                    await self._follow_redis(settings.REDIS_URL)
                else:
                    await self._look_until(None)
            except (RedisError, OSError) as error:
                logger.warning("Live messages come by polling for a while: %s", error)
                await self._look_until(self.reconnect)

    async def _follow_redis(self, url: str) -> None:
        """Hand on what is published, until Redis goes away."""
        once = Retry(NoBackoff(), 0)
        client = redis.asyncio.Redis.from_url(url, socket_timeout=ANSWER_SECONDS, retry=once)
        try:
            async with client.pubsub(ignore_subscribe_messages=True) as subscription:
                await subscription.psubscribe(_any_channel())
                await self._look()
                while self._work:
                    message = await subscription.get_message(timeout=QUIET_SECONDS)
                    if message is not None:
                        self._heard(message["channel"], message["data"])
                    else:
                        await client.ping()  # a server that hangs is as quiet as one that has nothing to say
        finally:
            await client.aclose()

    def _heard(self, name: bytes, data: bytes) -> None:
        try:
            event_id, version = int(name.rpartition(b":")[2]), int(json.loads(data)["version"])
        except (ValueError, KeyError, TypeError):
            logger.warning("A live message that cannot be read on %s", name)
            return
        self.tell(event_id, version)

    async def _look_until(self, seconds: float | None) -> None:
        """Look the versions up again and again, for so long or for ever."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                while True:
                    await self._look()
                    await asyncio.sleep(self.poll)

    def _look_soon(self, event_id: int) -> None:
        look = asyncio.create_task(self._look(event_id))
        self._looks.add(look)
        look.add_done_callback(self._looks.discard)

    async def _look(self, *event_ids: int) -> None:
        """Look up the versions of these events, or of all that are listened to, as soon as the database answers."""
        while self._listeners:
            try:
                found = await asyncio.to_thread(versions_of, event_ids or tuple(self._listeners))
            except Exception:  # whatever it was: a hub that stops following would leave everybody with an old page
                logger.exception("The versions of events could not be looked up")
                await asyncio.sleep(self.poll)
            else:
                for event_id, version in found:
                    self.tell(event_id, version)
                return


def chunk(message: bytes) -> bytes:
    """A message as one chunk of an answer whose length nobody knows (RFC 9112, 7.1)."""
    return b"%x\r\n%b\r\n" % (len(message), message)


def _write(transport: asyncio.WriteTransport, message: bytes) -> None:
    if transport.is_closing():
        return
    if transport.get_write_buffer_size() > MOST_BEHIND:
        transport.abort()  # its reader has gone or sleeps; a living one connects again
    else:
        transport.write(message)


def versions_of(event_ids: Iterable[int]) -> list[tuple[int, int]]:
    """(event, version) of each. One statement, and no connection stays behind in the thread that asked."""
    try:
        return list(Event.objects.filter(pk__in=event_ids).values_list("pk", "version"))
    finally:
        if not connection.in_atomic_block:
            connection.close()


def _any_channel() -> str:
    """The pattern for the channels of all events; what our prefix has of a pattern's signs stands for itself."""
    prefix, _, _ = announce.channel(0).rpartition("0")
    return re.sub(r"([\[\]*?\\^])", r"\\\1", prefix) + "*"
