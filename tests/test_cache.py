"""The cache: a server that is away makes it empty, never broken; and it clears away nothing that is not its own."""

import logging
import socket
import uuid
from pathlib import Path

import pytest
import redis
from allauth.core.internal import ratelimit
from django.test import RequestFactory
from django.utils import timezone

from scwu.cache import ForgivingRedisCache
from tournaments import breaker
from tournaments.breaker import CLIENT_OPTIONS
from tournaments.public import throttle


def cache_at(url: str) -> ForgivingRedisCache:
    return ForgivingRedisCache(url, {"KEY_PREFIX": f"scwu-test:{uuid.uuid4().hex}", "OPTIONS": CLIENT_OPTIONS})


def test_clearing_leaves_other_peoples_keys_alone(redis_url: str):
    ours, theirs = cache_at(redis_url), cache_at(redis_url)
    ours.set("deal", 7)
    theirs.set("deal", 8)
    ours.clear()
    assert ours.get("deal") is None
    assert theirs.get("deal") == 8
    theirs.clear()


def test_it_is_an_ordinary_cache_while_its_server_answers(redis_url: str):
    cache = cache_at(redis_url)
    assert cache.add("seat", "A") is True
    assert cache.add("seat", "B") is False
    assert cache.get_many(["seat", "bench"]) == {"seat": "A"}
    cache.set("version", 1)
    assert cache.incr("version") == 2
    cache.clear()


@pytest.fixture
def nowhere(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> ForgivingRedisCache:
    caplog.set_level(logging.CRITICAL)  # it warns at every attempt, as it should
    return cache_at(f"unix://{tmp_path}/nobody.sock")


def test_without_its_server_it_knows_nothing_and_breaks_nothing(nowhere: ForgivingRedisCache):
    nowhere.set("deal", 7)
    assert nowhere.get("deal", default="none") == "none"
    assert nowhere.get_many(["deal"]) == {}
    assert "deal" not in nowhere
    assert nowhere.set_many({"deal": 7}) == []
    assert nowhere.delete("deal") is False
    nowhere.clear()
    with pytest.raises(ValueError, match="not found"):
        nowhere.incr("deal")


def test_without_its_server_guessing_is_still_counted(nowhere: ForgivingRedisCache, monkeypatch, settings):
    """By our own brake, and by that of django-allauth, which keeps a list of moments under a lock."""
    now = timezone.now()
    monkeypatch.setattr(throttle, "cache", nowhere)
    monkeypatch.setattr(ratelimit, "cache", nowhere)
    request = RequestFactory().post("/", REMOTE_ADDR=f"guess-{uuid.uuid4()}")
    limit = throttle.Limit(uuid.uuid4().hex, per_account=2, per_machine=9)
    assert [throttle.is_too_much(request, limit, account="cat", now=now) for _ in range(3)] == [False, False, True]
    rate = {"app": "allauth.account", "action": "login_failed", "key": uuid.uuid4().hex}
    assert [bool(ratelimit.consume(request, **rate)) for _ in range(11)] == [True] * 10 + [False]


def test_a_server_that_hangs_keeps_one_question_waiting_and_is_left_alone_then(tmp_path: Path, caplog):
    """Each question of each page would wait for it, and pages have few threads."""
    caplog.set_level(logging.CRITICAL)
    with socket.socket(socket.AF_UNIX) as hanging:
        hanging.bind(f"{tmp_path}/hanging.sock")
        hanging.listen()
        hanging.setblocking(False)
        url, options = f"unix://{tmp_path}/hanging.sock", CLIENT_OPTIONS | {"socket_timeout": 0.01}
        cache = ForgivingRedisCache(url, {"OPTIONS": options})
        assert [cache.get("deal", default="none") for _ in range(3)] == ["none"] * 3
        cache.set("deal", 7)
        assert cache.add("throttle-cat", 1)
        assert cache.incr("throttle-cat") == 2
        hanging.accept()[0].close()
        with pytest.raises(BlockingIOError):
            hanging.accept()  # nobody else has come
        assert breaker.of(url).rests  # nor will who hands out errands, or tells open pages
        cache._cache.breaker.until = 0.0
        assert cache.get("deal") is None
        hanging.accept()[0].close()


def test_a_server_that_is_down_is_asked_again_at_once(nowhere: ForgivingRedisCache):
    """It says so without keeping anybody waiting."""
    assert nowhere.get("deal") is None
    assert not nowhere._cache.breaker.rests


def test_without_forgiveness_the_same_would_have_been_an_error(nowhere: ForgivingRedisCache):
    with pytest.raises(redis.ConnectionError):
        super(ForgivingRedisCache, nowhere).get("deal")


def test_its_client_is_made_once(redis_url: str):
    cache = cache_at(redis_url)
    assert cache._cache.get_client() is cache._cache.get_client("deal")
    assert cache._cache.get_client(write=True) is cache._cache.get_client("deal", write=True)
