"""The devices on which somebody is signed in: remembered when he signs in, listed for him, and ended.

A phone was lost, a browser in a pub was left signed in. Sessions know whose they are (`Session.account`); each is
deleted through its store, which takes it out of the cache as well. What a page shows of a session is a handle: whoever
sees the page learns no key that signs in.
"""

from __future__ import annotations

from collections.abc import Iterator, MutableMapping
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib import import_module
from typing import Any

from django.conf import settings
from django.utils.crypto import salted_hmac

from tournaments.facts.browsers import browser_name
from tournaments.models import Account, Session

DEVICE = "device"  # in a session: when it was signed in, and what the browser said of itself
LONGEST_AGENT = 300


@dataclass(frozen=True, slots=True)
class Device:
    """`browser` and `system` are empty where nobody knows; `since` is none for a session of an older version."""

    handle: str
    browser: str
    system: str
    since: datetime | None
    is_this: bool


def remember_device(session: MutableMapping[str, Any], *, agent: str, now: datetime) -> None:
    """Keep with a session that somebody has signed in just now, and with which browser."""
    session[DEVICE] = {"at": now.timestamp(), "agent": agent[:LONGEST_AGENT]}


def signed_in_at(session: MutableMapping[str, Any]) -> float:
    """When this session was signed in, in seconds of Unix time; 0 for one of an older version."""
    return float(session.get(DEVICE, {}).get("at", 0))


def devices_of(account: Account, *, this: str | None, now: datetime) -> list[Device]:
    """Where `account` is signed in, newest first; `this` is the key of the session that asks. One statement."""
    found = [_device(row, this) for row in _sessions_of(account, now)]
    return sorted(found, key=lambda device: (device.is_this, device.since or datetime.min.replace(tzinfo=UTC)))[::-1]


def end_sessions(*, account: Account, now: datetime, keep: str | None = None, only: str | None = None) -> int:
    """Sign `account` out everywhere, but for the session `keep`; or only on the device of the handle `only`.

    Returns how many sessions were ended.
    """
    store = import_module(settings.SESSION_ENGINE).SessionStore
    ended = 0
    for row in _sessions_of(account, now):
        if row.session_key != keep and only in (None, _handle(row.session_key)):
            store(row.session_key).delete()
            ended += 1
    return ended


def _sessions_of(account: Account, now: datetime) -> Iterator[Session]:
    return Session.objects.filter(account=account, expire_date__gt=now).iterator()


def _device(row: Session, this: str | None) -> Device:
    kept = row.get_decoded().get(DEVICE, {})
    browser, system = browser_name(kept.get("agent", ""))
    since = datetime.fromtimestamp(kept["at"], UTC) if kept else None
    return Device(_handle(row.session_key), browser, system, since, row.session_key == this)


def _handle(key: str) -> str:
    return salted_hmac("scwu.device", key, algorithm="sha256").hexdigest()[:20]
