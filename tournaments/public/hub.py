"""Who in this process listens to which event, and the one place that hears of changes for all of them.

One subscription to Redis per process carries the changes of every event (`announce.channel`); each listener has a
short queue that drops the oldest, for a newer version says all that an older one did. Where there is no Redis, or
while it is away, the versions of the events that are listened to are looked up every two seconds instead, all in one
statement. After each (re)connection they are looked up once, so that nothing that happened in between is missed.

The worker runs while somebody listens and ends with the last listener. A hub belongs to one event loop. When the
process is told to stop, the streams end first: a server waits for open answers, and these would never end.
"""

from __future__ import annotations

import asyncio
import json
import logging
import re
import signal
import threading
from collections import defaultdict
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager, suppress
from functools import partial
from types import FrameType
from weakref import WeakKeyDictionary

import redis.asyncio
from asgiref.sync import sync_to_async
from django.conf import settings
from django.db import connection
from redis.exceptions import RedisError

from tournaments.announce import channel
from tournaments.models import Event

logger = logging.getLogger(__name__)

Queue = asyncio.Queue[int | None]  # None: the stream ends
MOST_CLIENTS = 2000  # a process that holds more is better asked by polling
QUEUE = 4
POLL_SECONDS = 2.0
RECONNECT_SECONDS = 10.0
CANCEL_AGAIN_SECONDS = 0.5


class Hub:
    """`most`: how many may listen at once. `poll`, `reconnect`: seconds, shorter in tests."""

    def __init__(
        self, *, most: int = MOST_CLIENTS, poll: float = POLL_SECONDS, reconnect: float = RECONNECT_SECONDS
    ) -> None:
        self.most, self.poll, self.reconnect = most, poll, reconnect
        self._queues: defaultdict[int, set[Queue]] = defaultdict(set)
        self._told: dict[int, int] = {}
        self._worker: asyncio.Task[None] | None = None

    def __len__(self) -> int:
        return sum(map(len, self._queues.values()))

    @property
    def is_full(self) -> bool:
        return len(self) >= self.most

    @property
    def is_idle(self) -> bool:
        """Nobody listens, and nothing is left running."""
        return not self._queues and self._worker is None

    @asynccontextmanager
    async def listener(self, event_id: int) -> AsyncIterator[Queue]:
        """A queue of the event's new versions, for as long as the block lasts."""
        queue: Queue = asyncio.Queue(QUEUE)
        self._queues[event_id].add(queue)
        if self._worker is None:
            self._worker = asyncio.create_task(self._work())
        try:
            yield queue
        finally:
            await self._leave(event_id, queue)

    def tell(self, event_id: int, version: int) -> None:
        """Hand a version to everybody who listens to the event."""
        if version <= self._told.get(event_id, 0):
            return
        self._told[event_id] = version
        for queue in self._queues.get(event_id, ()):
            _put(queue, version)

    def end(self) -> None:
        """Let every stream end."""
        for queues in self._queues.values():
            for queue in queues:
                _put(queue, None)

    async def _leave(self, event_id: int, queue: Queue) -> None:
        self._queues[event_id].discard(queue)
        if not self._queues[event_id]:
            del self._queues[event_id]
            self._told.pop(event_id, None)
        if not self._queues and self._worker is not None:
            worker, self._worker = self._worker, None
            while not worker.done():  # told again: a cancellation can get lost in a library that is connecting
                worker.cancel()
                await asyncio.wait({worker}, timeout=CANCEL_AGAIN_SECONDS)
            if not worker.cancelled():
                worker.result()

    async def _work(self) -> None:
        while True:
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
        client = redis.asyncio.Redis.from_url(url, health_check_interval=30)
        try:
            async with client.pubsub(ignore_subscribe_messages=True) as subscription:
                await subscription.psubscribe(_any_channel())
                await self._look()
                while True:
                    message = await subscription.get_message(timeout=30)
                    if message is not None:
                        self._heard(message["channel"], message["data"])
        finally:
            await client.aclose()

    def _heard(self, name: bytes, data: bytes) -> None:
        try:
            event_id, version = int(name.rpartition(b":")[2]), int(json.loads(data)["version"])
        except (ValueError, KeyError, TypeError):
            logger.warning("A live message that cannot be read on %s", name)
            return
        if event_id in self._queues:
            self.tell(event_id, version)

    async def _look_until(self, seconds: float | None) -> None:
        """Look the versions up again and again, for so long or for ever."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                while True:
                    await self._look()
                    await asyncio.sleep(self.poll)

    async def _look(self) -> None:
        for event_id, version in await sync_to_async(versions_of, thread_sensitive=False)(list(self._queues)):
            if event_id in self._queues:
                self.tell(event_id, version)


def _put(queue: Queue, version: int | None) -> None:
    """Put a version into a queue; a full one loses its oldest."""
    if queue.full():
        queue.get_nowait()
    queue.put_nowait(version)


_hubs: WeakKeyDictionary[asyncio.AbstractEventLoop, Hub] = WeakKeyDictionary()


def hub() -> Hub:
    """The hub of the running loop."""
    loop = asyncio.get_running_loop()
    if loop not in _hubs:
        _hubs[loop] = Hub()
        if threading.current_thread() is threading.main_thread():
            end_before_stopping(_hubs[loop], loop)
    return _hubs[loop]


def end_before_stopping(listeners: Hub, loop: asyncio.AbstractEventLoop) -> None:
    """On the signals by which servers are stopped, end the streams and then do what the server wanted to do."""
    for number in (signal.SIGTERM, signal.SIGINT):
        server = signal.getsignal(number)
        if callable(server):
            signal.signal(number, partial(_stop, listeners, loop, server))


def _stop(
    listeners: Hub,
    loop: asyncio.AbstractEventLoop,
    server: Callable[[int, FrameType | None], object],
    number: int,
    frame: FrameType | None,
) -> None:
    if not loop.is_closed():
        loop.call_soon_threadsafe(listeners.end)
    server(number, frame)


def versions_of(event_ids: Iterable[int]) -> list[tuple[int, int]]:
    """(event, version) of each. One statement, and no connection stays behind in the thread that asked."""
    try:
        return list(Event.objects.filter(pk__in=event_ids).values_list("pk", "version"))
    finally:
        let_go()


def let_go() -> None:
    """Close this thread's connection, unless somebody further out has a transaction on it."""
    if not connection.in_atomic_block:
        connection.close()


def _any_channel() -> str:
    """The pattern for the channels of all events; what our prefix has of a pattern's signs stands for itself."""
    prefix, _, _ = channel(0).rpartition("0")
    return re.sub(r"([\[\]*?\\^])", r"\\\1", prefix) + "*"
