"""The live stream: at once the present version, then each new one, a sign of life in between, and nothing left behind.

No loop of its own is needed for these tests: each is one coroutine, run by asgiref, so that what a view asks the
database runs in the thread of the test.
"""

import asyncio
import http.client
import json
import signal
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import suppress
from typing import Any
from urllib.parse import urlsplit

import pytest
from asgiref.sync import async_to_sync, sync_to_async
from django.db import connection
from django.test import AsyncClient, Client

from tests.factories import stories
from tests.factories.tournaments import EventFactory
from tournaments import announce, projections
from tournaments.models import Event
from tournaments.public import hub as hubs
from tournaments.public import stream as streams
from tournaments.public.hub import Hub

pytestmark = pytest.mark.django_db(transaction=True)
SOON = 10  # seconds that a message may take before a test gives up; all come at once


def run(test: Callable[[], Awaitable[None]]) -> None:
    async def bounded() -> None:
        await asyncio.wait_for(test(), 3 * SOON)

    async_to_sync(bounded)()


async def heard(messages: AsyncIterator[bytes]) -> int:
    """The version that the next `changed` message brings."""
    while True:
        text = (await asyncio.wait_for(anext(messages), SOON)).decode()
        if text.startswith("event: changed"):
            return int(json.loads(text.partition("data: ")[2])["version"])


async def bump(event: Event) -> int:
    await sync_to_async(projections.bump)(event)
    return event.version


async def subscribed(listeners: Hub) -> None:
    """Until the hub's subscription has looked at the versions once."""
    while not listeners._told:
        await asyncio.sleep(0.01)


def test_the_present_version_comes_at_once_and_tells_when_to_come_back():
    event = EventFactory.create(version=7)

    async def test() -> None:
        messages = streams.messages(event.pk, Hub())
        assert await anext(messages) == b"retry: 3000\n\n"
        assert await anext(messages) == b'event: changed\ndata: {"version": 7}\n\n'
        await messages.aclose()

    run(test)


def test_without_redis_new_versions_are_looked_up():
    event = EventFactory.create()

    async def test() -> None:
        listeners = Hub(poll=0.02)
        messages = streams.messages(event.pk, listeners)
        assert await heard(messages) == 1
        assert await heard_after(messages, bump(event)) == 2
        await messages.aclose()
        assert listeners.is_idle

    run(test)


async def heard_after(messages: AsyncIterator[bytes], act: Awaitable[int]) -> int:
    await act
    return await heard(messages)


def test_redis_brings_new_versions_to_everybody_by_one_subscription(settings, redis_url, monkeypatch):
    settings.REDIS_URL = redis_url
    announce._client.cache_clear()
    monkeypatch.setattr(hubs, "POLL_SECONDS", 3600)
    one, other = EventFactory.create(), EventFactory.create()

    async def test() -> None:
        listeners = Hub(poll=3600)
        first, second = streams.messages(one.pk, listeners), streams.messages(one.pk, listeners)
        third = streams.messages(other.pk, listeners)
        assert [await heard(each) for each in (first, second, third)] == [1, 1, 1]
        await subscribed(listeners)
        version = await bump(one)
        assert [await heard(each) for each in (first, second)] == [version, version]
        assert await heard_after(third, bump(other)) == 2
        workers = [task for task in asyncio.all_tasks() if task.get_coro().__qualname__ == "Hub._work"]
        assert len(workers) == 1
        for each in (first, second, third):
            await each.aclose()
        assert listeners.is_idle
        assert workers[0].done()

    run(test)


def test_a_redis_that_is_away_is_made_up_for_by_looking(settings):
    settings.REDIS_URL = "redis://127.0.0.1:1"
    event = EventFactory.create()

    async def test() -> None:
        messages = streams.messages(event.pk, Hub(poll=0.02, reconnect=0.1))
        assert await heard(messages) == 1
        assert await heard_after(messages, bump(event)) == 2
        await asyncio.sleep(0.2)
        assert await heard_after(messages, bump(event)) == 3
        await messages.aclose()

    run(test)


def test_a_change_between_connecting_and_the_first_look_is_not_missed(monkeypatch):
    """Listening begins first: what is told while the version is being looked up comes afterwards."""
    event = EventFactory.create()
    listeners = Hub(poll=3600)
    look = hubs.versions_of

    def look_and_be_late(event_ids):
        found = look(event_ids)
        listeners.tell(event.pk, 9)
        return found

    monkeypatch.setattr(streams, "versions_of", look_and_be_late)

    async def test() -> None:
        messages = streams.messages(event.pk, listeners)
        assert await heard(messages) == 1
        assert await heard(messages) == 9
        await messages.aclose()

    run(test)


def test_a_quiet_event_gives_a_sign_of_life():
    event = EventFactory.create()

    async def test() -> None:
        messages = streams.messages(event.pk, Hub(poll=3600), beat=0.02)
        await heard(messages)
        text = (await anext(messages)).decode()
        assert text.startswith(": ")
        assert "event: beat\ndata: {}" in text
        await messages.aclose()

    run(test)


def test_who_reads_slowly_gets_the_newest_and_loses_the_oldest():
    async def test() -> None:
        listeners = Hub(poll=3600)
        async with listeners.listener(4) as queue:
            for version in range(1, 11):
                listeners.tell(4, version)
            assert queue.qsize() == hubs.QUEUE
            assert [queue.get_nowait() for _ in range(hubs.QUEUE)] == [7, 8, 9, 10]

    run(test)


def test_the_same_and_older_versions_are_told_once():
    async def test() -> None:
        listeners = Hub(poll=3600)
        async with listeners.listener(4) as queue:
            for version in (3, 3, 2, 4):
                listeners.tell(4, version)
            assert [queue.get_nowait() for _ in range(queue.qsize())] == [3, 4]

    run(test)


def test_nonsense_on_the_channel_harms_nobody(caplog):
    listeners = Hub()
    for name, data in ((b"scwu:event:x", b"{}"), (b"scwu:event:1", b"nothing"), (b"scwu:event:1", b"[]"), (b"", b"")):
        listeners._heard(name, data)
    assert len(caplog.records) == 4


def test_a_reader_who_is_cut_off_leaves_nothing_behind():
    event = EventFactory.create()

    async def test() -> None:
        listeners = Hub(poll=0.02)

        async def read() -> None:
            async for _ in streams.messages(event.pk, listeners):
                pass

        reader = asyncio.create_task(read())
        while not len(listeners):
            await asyncio.sleep(0.01)
        reader.cancel()
        await asyncio.gather(reader, return_exceptions=True)
        assert listeners.is_idle

    run(test)


def test_a_reader_who_is_cut_off_the_moment_a_version_comes_leaves_as_well():
    event = EventFactory.create()

    async def test() -> None:
        listeners = Hub(poll=3600)
        messages = streams.messages(event.pk, listeners)
        await heard(messages)

        async def read() -> None:
            async for _ in messages:
                pass

        reader = asyncio.create_task(read())
        await subscribed(listeners)
        await asyncio.sleep(0.05)
        listeners.tell(event.pk, 9)
        reader.cancel()
        await asyncio.wait({reader}, timeout=SOON)
        assert reader.cancelled()
        assert listeners.is_idle

    run(test)


def test_a_worker_that_loses_its_cancellation_is_told_again():
    """A library may swallow one, for instance while it connects; whoever left would then wait for ever."""

    class HardOfHearing(Hub):
        async def _work(self) -> None:
            with suppress(asyncio.CancelledError):
                await asyncio.sleep(60)
            await asyncio.sleep(60)

    async def test() -> None:
        listeners = HardOfHearing()
        async with asyncio.timeout(SOON) as patience:
            async with listeners.listener(1):
                await asyncio.sleep(0)
        assert listeners.is_idle
        assert not patience.expired()

    run(test)


def test_streams_end_when_the_process_is_to_stop(monkeypatch):
    """A server would wait for them; the server's own handler still comes to its turn."""
    event = EventFactory.create()
    stopped = []
    monkeypatch.setattr(signal, "getsignal", lambda number: lambda got, frame: stopped.append(got))
    handlers: dict[int, Callable[..., None]] = {}
    monkeypatch.setattr(signal, "signal", handlers.__setitem__)

    async def test() -> None:
        listeners = Hub(poll=3600)
        hubs.end_before_stopping(listeners, asyncio.get_running_loop())
        messages = streams.messages(event.pk, listeners)
        await heard(messages)
        handlers[signal.SIGTERM](signal.SIGTERM, None)
        assert [text async for text in messages] == []
        assert stopped == [signal.SIGTERM]
        assert listeners.is_idle

    run(test)


def test_an_open_stream_holds_no_connection_to_the_database():
    event = EventFactory.create()

    async def test() -> None:
        response: Any = await AsyncClient().get(f"/e/{event.slug}/stream/")
        messages = aiter(response.streaming_content)
        await heard(messages)
        assert await sync_to_async(lambda: connection.connection)() is None
        await messages.aclose()

    run(test)


def test_the_answer_is_an_event_stream_that_nobody_buffers():
    event = EventFactory.create()

    async def test() -> None:
        response: Any = await AsyncClient().get(f"/e/{event.slug}/stream/")
        assert response.status_code == 200
        assert response["Content-Type"] == "text/event-stream"
        assert "no-cache" in response["Cache-Control"]
        assert response["X-Accel-Buffering"] == "no"
        assert not response.cookies
        await response.streaming_content.aclose()

    run(test)


def test_a_full_process_says_so_plainly(monkeypatch):
    event = EventFactory.create()

    async def test() -> None:
        full = Hub(most=1, poll=3600)
        monkeypatch.setattr(streams, "hub", lambda: full)
        async with full.listener(event.pk):
            response = await AsyncClient().get(f"/e/{event.slug}/stream/")
            assert response.status_code == 503
            assert response["Content-Type"].startswith("text/plain")
            assert response["Retry-After"] == "30"

    run(test)


def test_a_server_that_cannot_stream_says_so(client: Client):
    assert client.get(f"/e/{EventFactory.create().slug}/stream/").status_code == 503


def test_drafts_and_other_methods_have_no_stream(client: Client):
    assert client.get(f"/e/{EventFactory.create(status='draft').slug}/stream/").status_code == 404
    assert client.get("/e/nothing/stream/").status_code == 404
    assert client.post(f"/e/{EventFactory.create().slug}/stream/").status_code == 405


def test_signs_of_patterns_in_the_prefix_stand_for_themselves(settings):
    settings.KEY_PREFIX = "a*b[c]?:"
    assert hubs._any_channel() == r"a\*b\[c\]\?:event:*"


def test_the_real_server_streams_what_a_referee_records(site):
    event = stories.an_event(players=5)
    round_ = stories.a_running_round(event)
    address = urlsplit(site.url)
    visitor = http.client.HTTPConnection(address.hostname, address.port, timeout=SOON)
    visitor.request("GET", f"/e/{event.slug}/stream/")
    answer = visitor.getresponse()
    assert answer.status == 200
    versions: list[int] = []
    stories.record_deals(stories.table_of(round_), "A")
    event.refresh_from_db()
    while not versions or versions[-1] < event.version:
        line = answer.readline()
        if line.startswith(b"data: ") and b"version" in line:
            versions.append(json.loads(line[6:])["version"])
    assert versions[-1] == event.version
    visitor.close()
