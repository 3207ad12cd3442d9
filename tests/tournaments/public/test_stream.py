"""The live stream: at once the present version, then each new one, a sign of life in between, and nothing left behind.

No loop of its own is needed for these tests: each is one coroutine, run by asgiref, so that what is asked of the
database runs in the thread of the test.
"""

import asyncio
import http.client
import json
import re
import socket
import threading
import time
from collections.abc import Awaitable, Callable, Iterable, Iterator
from contextlib import suppress
from urllib.parse import urlsplit

import pytest
from asgiref.sync import async_to_sync, sync_to_async
from django.core.handlers.wsgi import WSGIHandler
from django.db import OperationalError, connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from scwu.logs import Crashes, OnceAMinute
from scwu.web.pages import LOOKING, Pages
from scwu.web.streams import Streams
from tests.factories import stories
from tests.factories.base import NOW
from tests.factories.tournaments import AccountFactory, EventFactory, StaffFactory
from tests.tournaments.console.conftest import signed_in_as
from tests.web import Connection, Visit
from tournaments import announce, projections
from tournaments.models import Event
from tournaments.public import hub as hubs
from tournaments.public import stream as streams
from tournaments.public.hub import Hub, chunk
from tournaments.queries.versions import ARRIVED

pytestmark = pytest.mark.django_db(transaction=True)
SOON = 10  # seconds that a message may take before a test gives up; all come at once


def run(test: Callable[[], Awaitable[None]]) -> None:
    async def bounded() -> None:
        await asyncio.wait_for(test(), 3 * SOON)
        left = asyncio.all_tasks() - {asyncio.current_task()}
        for task in left:
            task.cancel()
        await asyncio.wait([*left, asyncio.create_task(asyncio.sleep(0))], timeout=SOON)  # what they hold is let go

    async_to_sync(bounded)()


def versions(connection: Connection) -> list[int]:
    """Of the chunks that were written to it, those that tell a version."""
    return [int(number) for number in re.findall(rb'"version": (\d+)', b"".join(connection.written))]


async def written(connection: Connection, *expected: int) -> None:
    """Wait until these versions were told."""
    while versions(connection) != list(expected):
        await asyncio.sleep(0.01)


async def bump(event: Event) -> int:
    await sync_to_async(projections.bump)(event)
    return event.version


@pytest.fixture
def listeners(request: pytest.FixtureRequest) -> Hub:
    """A hub that never looks by itself; the tests that use it end it."""
    return Hub(poll=3600)


# --- The door ---------------------------------------------------------------------------------------------------------


def test_the_door_names_event_and_version_and_the_headers_of_a_stream_that_nobody_buffers(client: Client, listeners):
    event = EventFactory.create(version=7)
    response = client.get(f"/e/{event.slug}/stream/", **{streams.HUB: listeners})
    assert response.status_code == 200
    assert response["X-Held"] == f"{event.pk} 7"
    assert response["Content-Type"] == "text/event-stream"
    assert "no-cache" in response["Cache-Control"]
    assert response["X-Accel-Buffering"] == "no"
    assert response["Content-Security-Policy"] == client.get(f"/e/{event.slug}/")["Content-Security-Policy"]
    assert not response.cookies


def test_a_full_process_says_so_plainly(client: Client):
    response = client.get(f"/e/{EventFactory.create().slug}/stream/", **{streams.HUB: Hub(most=0)})
    assert response.status_code == 503
    assert response["Content-Type"].startswith("text/plain")
    assert response["Retry-After"] == "30"


def test_who_finds_no_room_is_no_crash_and_said_once_a_minute(client: Client, caplog):
    """With 2,005 streams open, each of 295 others was an ERROR on the terminal and a crash in /metrics."""
    address, crashes, quiet = f"/e/{EventFactory.create().slug}/stream/", Crashes.number, OnceAMinute()
    for _ in range(2):
        client.get(address, **{streams.HUB: Hub(most=0)})
    said = [one for one in caplog.records if one.name == "django.request"]
    assert [one.levelname for one in said] == ["ERROR", "ERROR"]
    assert [quiet.filter(one) for one in said] == [True, False]
    assert Crashes.number == crashes


def test_a_server_that_cannot_stream_says_so(client: Client):
    assert client.get(f"/e/{EventFactory.create().slug}/stream/").status_code == 503


def test_nothing_and_other_methods_have_no_stream(client: Client, listeners):
    held = {streams.HUB: listeners}
    assert client.get("/e/nothing/stream/", **held).status_code == 404
    assert client.post(f"/e/{EventFactory.create().slug}/stream/", **held).status_code == 405


@pytest.fixture
def draft() -> Event:
    return stories.an_event(players=0, status="draft", slug="harbour", version=7)


@pytest.mark.parametrize("role", ["director", "referee", "line_judge"])
def test_a_draft_is_followed_by_who_watches_it(draft: Event, listeners, role: str):
    follows = signed_in_as(stories.staff_of(draft, role))
    response = follows.get("/e/harbour/stream/", **{streams.HUB: listeners})
    assert response.status_code == 200
    assert response["X-Held"] == f"{draft.pk} 7"
    assert not response.cookies


def strangers(draft: Event) -> list[Client]:
    """Nobody, a player, staff of another event, and who directs this one no more."""
    elsewhere = EventFactory.create()
    was = StaffFactory.create(event=draft, account=AccountFactory.create(), ended_at=NOW)
    accounts = AccountFactory.create(), stories.staff_of(elsewhere, "director"), was.account
    referee = stories.staff_of(elsewhere, "referee")
    return [Client(), *map(signed_in_as, (*accounts, referee))]


def test_to_everybody_else_a_draft_is_as_if_there_were_none(draft: Event, listeners):
    """In words, in headers and in statements, however often a director was let in before and at the same moment."""
    held = {streams.HUB: listeners, ARRIVED: time.monotonic()}
    for stranger in strangers(draft):
        answers = []
        for slug in ("harbour", "nowhere"):
            signed_in_as(stories.director_of(draft)).get("/e/harbour/stream/", **held)
            with CaptureQueriesContext(connection) as asked:
                answer = stranger.get(f"/e/{slug}/stream/", **held)
            text = re.sub(rb'(?<=csrfmiddlewaretoken" value=")\w+', b"", answer.content.replace(slug.encode(), b""))
            answers.append((answer.status_code, {**answer.headers}, text, len(asked)))
        assert answers[0][0] == 404
        assert answers[0] == answers[1]
        assert stranger.get("/e/harbour/", **held).status_code == 404


def test_nobody_is_asked_who_he_is_where_anyone_may_listen(listeners, django_assert_num_queries):
    event = EventFactory.create()
    reader = signed_in_as(AccountFactory.create())
    with django_assert_num_queries(1):
        reader.get(f"/e/{event.slug}/stream/", **{streams.HUB: listeners})


def test_every_address_of_a_stream_is_known_to_the_front():
    assert re.fullmatch(streams.ADDRESS, reverse("public:stream", args=["harbour-2026_b"]))


# --- What the server does with it -------------------------------------------------------------------------------------


def test_a_stream_begins_with_the_present_version_and_when_to_come_back(listeners):
    """Nothing of the door stays: no length, no note to the server."""
    event = EventFactory.create(version=7)

    async def test() -> None:
        visit = Visit(f"/e/{event.slug}/stream/", transport=Connection())
        reader = asyncio.create_task(visit.to(Streams(Pages(WSGIHandler(), most_bytes=1), listeners)))
        while len(visit.sent) < 2:
            await asyncio.sleep(0.01)
        assert visit.body == b'retry: 3000\n\nevent: changed\ndata: {"version": 7}\n\n'
        assert not {"content-length", "x-held"} & visit.answered.keys()
        assert visit.sent[1]["more_body"]
        assert len(listeners) == 1
        visit.left.set()
        await reader
        assert len(listeners) == 0
        listeners.end()

    run(test)


def test_who_may_not_listen_gets_djangos_answer(listeners):
    event = EventFactory.create(status="draft")
    visit = Visit(f"/e/{event.slug}/stream/", transport=Connection())
    visit.at(Streams(Pages(WSGIHandler(), most_bytes=1), listeners))
    assert visit.status == 404


def test_a_hall_that_comes_back_at_once_costs_one_statement(listeners):
    """On PostgreSQL each one was a journey, and 500 streams took three times as long to come back as on SQLite."""
    event, gate, asked = EventFactory.create(version=7), threading.Event(), list[str]()

    def count(execute: Callable[..., object], statement: str, *rest: object) -> object:
        asked.append(statement)
        return execute(statement, *rest)

    def door(environ: dict[str, object], start: Callable[..., object]) -> Iterable[bytes]:
        gate.wait(SOON)
        with connection.execute_wrapper(count):
            return WSGIHandler()(environ, start)

    async def test() -> None:
        pages = Pages(door, most_bytes=1)
        hall = [Visit(f"/e/{event.slug}/stream/", transport=Connection()) for _ in range(20)]
        readers = [asyncio.create_task(one.to(Streams(pages, listeners))) for one in hall]
        await asyncio.sleep(0)  # now all of them stand at the door
        gate.set()
        while len(listeners) < len(hall):
            await asyncio.sleep(0.01)
        assert all(b'"version": 7' in one.body for one in hall)
        for one in hall:
            one.left.set()
        await asyncio.gather(*readers)
        listeners.end()

    run(test)
    assert len([one for one in asked if "tournaments_event" in one]) == 1, asked


# --- The hub ----------------------------------------------------------------------------------------------------------


def test_without_redis_new_versions_are_looked_up():
    event = EventFactory.create()

    async def test() -> None:
        listeners, reader = Hub(poll=0.02), Connection()
        with listeners.listening(event.pk, 1, reader):
            await bump(event)
            await written(reader, 2)
        listeners.end()

    run(test)


def test_a_hub_ends_even_if_the_client_of_redis_swallows_the_cancelling(settings, monkeypatch):
    settings.REDIS_URL = "redis://swallows"
    event = EventFactory.create()

    class Swallowing:
        """Client and subscription: cancelled while it connects, it goes on as if nothing had been."""

        def __init__(self) -> None:
            self.connecting = asyncio.Event()

        def pubsub(self, **_: object) -> "Swallowing":
            return self

        async def psubscribe(self, _: str) -> None:
            self.connecting.set()
            with suppress(asyncio.CancelledError):
                await asyncio.sleep(3600)

        async def get_message(self, **_: object) -> None:
            await asyncio.sleep(0)

        async def ping(self) -> None: ...

        async def aclose(self) -> None: ...

        async def __aenter__(self) -> "Swallowing":
            return self

        async def __aexit__(self, *_: object) -> None: ...

    client = Swallowing()
    monkeypatch.setattr(hubs.redis.asyncio.Redis, "from_url", lambda *_, **__: client)

    async def test() -> None:
        listeners = Hub(poll=3600)
        with listeners.listening(event.pk, 1, Connection()):
            follow = listeners._work[0]
            await client.connecting.wait()
        listeners.end()
        await asyncio.wait_for(asyncio.shield(follow), SOON)

    run(test)


def test_redis_brings_new_versions_to_everybody_by_one_subscription(settings, redis_url):
    settings.REDIS_URL = redis_url
    announce._client.cache_clear()
    one, other = EventFactory.create(), EventFactory.create()

    async def test() -> None:
        listeners, (first, second, third) = Hub(poll=3600), (Connection(), Connection(), Connection())
        with (
            listeners.listening(one.pk, 1, first),
            listeners.listening(one.pk, 1, second),
            listeners.listening(other.pk, 1, third),
        ):
            announce.unhear(listeners._heard_here)  # as if another process changed them
            announce.announce(one.pk, 2)
            while not versions(first):  # until it has subscribed
                await asyncio.sleep(0.01)
                announce.announce(one.pk, 2)
            announce.announce(other.pk, 5)
            await written(third, 5)
            assert (versions(first), versions(second)) == ([2], [2])
            assert len([task for task in asyncio.all_tasks() if task.get_coro().__qualname__ == "Hub._follow"]) == 1
        listeners.end()

    run(test)


def test_what_this_process_changes_is_heard_without_redis(listeners, settings):
    settings.REDIS_URL = "redis://127.0.0.1:1"
    event = EventFactory.create()

    async def test() -> None:
        reader = Connection()
        with listeners.listening(event.pk, 1, reader):
            await bump(event)
            await written(reader, 2)
        listeners.end()

    run(test)


def test_a_redis_that_is_away_is_made_up_for_by_looking(settings):
    settings.REDIS_URL = "redis://127.0.0.1:1"
    event = EventFactory.create()

    async def test() -> None:
        listeners, reader = Hub(poll=0.02, reconnect=0.1), Connection()
        with listeners.listening(event.pk, 1, reader):
            announce.unhear(listeners._heard_here)
            await bump(event)
            await written(reader, 2)
            await asyncio.sleep(0.2)
            await bump(event)
            await written(reader, 2, 3)
        listeners.end()

    run(test)


@pytest.fixture
def hanging(settings, tmp_path) -> Iterator[socket.socket]:
    """A Redis to which one can connect, and that never answers."""
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(f"{tmp_path}/hanging.sock")
        server.listen()
        server.setblocking(False)
        settings.REDIS_URL = f"unix://{tmp_path}/hanging.sock"
        yield server


def test_a_redis_that_hangs_after_it_was_subscribed_to_is_made_up_for_by_looking(settings, tmp_path, monkeypatch):
    """It greets and then says nothing, like one that has nothing to tell."""
    settings.REDIS_URL = f"unix://{tmp_path}/redis.sock?protocol=2"
    monkeypatch.setattr(hubs, "QUIET_SECONDS", 0.05)
    monkeypatch.setattr(hubs, "ANSWER_SECONDS", 0.05)
    event = EventFactory.create()

    async def greet(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while command := await reader.read(1 << 16):
                writer.write(b"+OK\r\n" * command.count(b"CLIENT\r\n"))
        finally:
            writer.close()

    async def test() -> None:
        server = await asyncio.start_unix_server(greet, f"{tmp_path}/redis.sock")
        listeners, reader = Hub(poll=0.02), Connection()
        with listeners.listening(event.pk, 1, reader):
            announce.unhear(listeners._heard_here)
            await asyncio.sleep(0.02)
            await sync_to_async(Event.objects.filter(pk=event.pk).update)(version=2)
            await written(reader, 2)
        listeners.end()
        server.close()

    run(test)


def test_a_redis_that_hangs_keeps_one_change_waiting(hanging):
    """Each deal would wait for it."""
    for version in (1, 2, 3):
        announce.announce(7, version)
    hanging.accept()[0].close()
    with pytest.raises(BlockingIOError):
        hanging.accept()


def test_a_change_between_the_door_and_the_first_listening_is_not_missed(listeners):
    async def test() -> None:
        first, second = Connection(), Connection()
        with listeners.listening(4, 1, first):
            listeners.tell(4, 9)
            with listeners.listening(4, 8, second):
                assert versions(second) == [9]
        listeners.end()

    run(test)


def test_a_change_between_the_door_and_the_very_first_listening_is_not_missed(listeners):
    event = EventFactory.create(version=9)

    async def test() -> None:
        reader = Connection()
        with listeners.listening(event.pk, 8, reader):
            await written(reader, 9)
        listeners.end()

    run(test)


def test_an_event_whose_version_fell_is_followed_again(listeners):
    """A copy was restored: whoever opens the page now hears of changes from there on."""

    async def test() -> None:
        before, after = Connection(), Connection()
        with listeners.listening(4, 30, before):
            pass
        with listeners.listening(4, 2, after):
            listeners.tell(4, 3)
        assert versions(after) == [3]
        listeners.end()

    run(test)


def test_a_database_that_is_away_for_a_moment_ends_nothing(monkeypatch, caplog):
    event, look, failures = EventFactory.create(), hubs.versions_of, [OperationalError("away")] * 3

    def look_or_fail(event_ids):
        if failures:
            raise failures.pop()
        return look(event_ids)

    monkeypatch.setattr(hubs, "versions_of", look_or_fail)

    async def test() -> None:
        listeners, reader = Hub(poll=0.02), Connection()
        with listeners.listening(event.pk, 1, reader):
            announce.unhear(listeners._heard_here)
            await bump(event)
            await written(reader, 2)
        listeners.end()
        assert "could not be looked up" in caplog.text

    run(test)


def test_who_comes_with_news_tells_the_others(listeners):
    """A message was lost; the next one who opens the page has the version from the database."""

    async def test() -> None:
        first, second = Connection(), Connection()
        with listeners.listening(4, 1, first), listeners.listening(4, 3, second):
            assert (versions(first), versions(second)) == ([3], [])
        listeners.end()

    run(test)


def test_a_quiet_event_gives_a_sign_of_life():
    async def test() -> None:
        listeners, reader = Hub(poll=3600, beat=0.02), Connection()
        with listeners.listening(4, 1, reader):
            while not reader.written:
                await asyncio.sleep(0.01)
        assert reader.written[0] == chunk(b": beat\nevent: beat\ndata: {}\n\n")
        listeners.end()

    run(test)


def test_a_message_is_one_chunk_of_the_answer():
    assert chunk(b"event: x\n\n") == b"a\r\nevent: x\n\n\r\n"


def test_who_does_not_read_is_cut_off_and_holds_up_nobody(listeners):
    async def test() -> None:
        asleep, gone, awake = Connection(behind=hubs.MOST_BEHIND + 1), Connection(), Connection()
        gone.close()
        with listeners.listening(4, 1, asleep), listeners.listening(4, 1, gone), listeners.listening(4, 1, awake):
            listeners.tell(4, 2)
        assert (asleep.ended, asleep.written, gone.written, versions(awake)) == ("cut off", [], [], [2])
        listeners.end()

    run(test)


def test_the_same_and_older_versions_are_told_once(listeners):
    async def test() -> None:
        reader = Connection()
        with listeners.listening(4, 1, reader):
            for version in (3, 3, 2, 4):
                listeners.tell(4, version)
        assert versions(reader) == [3, 4]
        listeners.end()

    run(test)


def test_streams_end_when_the_process_is_to_stop(listeners):
    async def test() -> None:
        reader = Connection()
        with listeners.listening(4, 1, reader):
            work = list(listeners._work)
            listeners.end()
            assert (reader.written, reader.ended) == ([b"0\r\n\r\n"], "closed")
            await asyncio.wait(work)
            assert listeners._heard_here not in announce._hearing

    run(test)


def test_an_open_stream_holds_no_thread_and_no_connection_to_the_database(site):
    event = EventFactory.create()
    address = urlsplit(site.url)

    def stream() -> http.client.HTTPConnection:
        visitor = http.client.HTTPConnection(address.hostname, address.port, timeout=SOON)
        visitor.request("GET", f"/e/{event.slug}/stream/")
        assert visitor.getresponse().readline() == b"retry: 3000\n"
        return visitor

    visitors = [stream() for _ in range(LOOKING)]
    threads = threading.active_count()
    visitors += [stream() for _ in range(20)]
    assert threading.active_count() <= threads + 2  # the hub's own looks, while the first streams begin
    for visitor in visitors:
        visitor.close()


def test_a_stream_ends_with_its_connection_whatever_else_was_asked_on_it(site):
    """The server knows of a lost connection what was asked last; nobody may stay among the listeners for ever."""
    address = f"/e/{EventFactory.create().slug}/stream/"
    place = urlsplit(site.url)
    before = len(site.server.listeners)
    with socket.create_connection((place.hostname, place.port), timeout=SOON) as visitor:
        visitor.sendall(
            b"".join(f"GET {one} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode() for one in (address, "/health/"))
        )
        assert visitor.recv(1 << 16).startswith(b"HTTP/1.1 200")
    patience = time.monotonic() + SOON
    while len(site.server.listeners) > before and time.monotonic() < patience:
        time.sleep(0.01)
    assert len(site.server.listeners) == before


def test_a_question_about_the_head_of_a_stream_is_answered_at_once(site):
    place = urlsplit(site.url)
    visitor = http.client.HTTPConnection(place.hostname, place.port, timeout=SOON)
    for _ in range(2):  # on one connection
        visitor.request("HEAD", f"/e/{EventFactory.create().slug}/stream/")
        answer = visitor.getresponse()
        assert (answer.status, answer.getheader("Content-Type"), answer.read()) == (200, "text/event-stream", b"")
        assert answer.getheader("X-Held") is None
    visitor.close()


def test_nonsense_on_the_channel_harms_nobody(caplog):
    listeners = Hub()
    for name, data in ((b"scwu:event:x", b"{}"), (b"scwu:event:1", b"nothing"), (b"scwu:event:1", b"[]"), (b"", b"")):
        listeners._heard(name, data)
    assert len(caplog.records) == 4


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
