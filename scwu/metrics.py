"""Figures for Prometheus, as plain text: `/metrics`.

What a process has counted since it began (requests, seconds, streams, errors) is labelled with the process; Prometheus
adds up. What all of them share (deals, the queue, letters, the clock, the backup) is asked of database, broker and
cache with each visit. A library would bring files of its own for several processes, which somebody has to clear away;
all that is needed here is a dictionary and a lock.

It says how busy a site is, which is nobody's business: who asks has SCWU_METRICS_TOKEN (`Authorization: Bearer …`), or,
where there is none, sits at this very machine and came by no proxy.
"""

from __future__ import annotations

import os
import socket
import threading
from collections import Counter
from collections.abc import Iterator, Sized
from datetime import datetime, timedelta
from ipaddress import ip_address
from pathlib import Path

import redis
from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.crypto import constant_time_compare
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.models import Entry
from games.rules.entries import Dealing
from scwu import proxies
from scwu.logs import Crashes
from tournaments.breaker import CLIENT_OPTIONS
from tournaments.letters.sending import messages_to_send
from tournaments.operations.evening.steps import due_steps
from tournaments.operations.upkeep import heartbeat

BOUNDS = (0.01, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)  # seconds
METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")
DEALS = [kind.code for kind in Dealing.__args__]

Figure = tuple[str, str, dict[str, str], float]  # name, kind, labels, value


class Counted:
    """What happened in this process: answers by method and status, and their time."""

    def __init__(self) -> None:
        self.listeners: Sized = ()  # the hub of a process that holds streams (scwu/asgi.py)
        self._count = threading.Lock()
        self._answers: Counter[tuple[str, int]] = Counter()
        self._within: Counter[float] = Counter()
        self._seconds = 0.0

    def answered(self, method: str, status: int, seconds: float) -> None:
        method = method if method in METHODS else "other"
        with self._count:
            self._answers[method, status] += 1
            self._seconds += seconds
            for bound in BOUNDS:
                if seconds <= bound:
                    self._within[bound] += 1

    def figures(self) -> Iterator[Figure]:
        with self._count:
            answers, within, seconds = dict(self._answers), dict(self._within), self._seconds
        for (method, status), number in sorted(answers.items()):
            yield "scwu_requests_total", "counter", {"method": method, "status": str(status)}, number
        for bound in BOUNDS:
            yield "scwu_request_seconds_bucket", "histogram", {"le": str(bound)}, within.get(bound, 0)
        yield "scwu_request_seconds_bucket", "histogram", {"le": "+Inf"}, sum(answers.values())
        yield "scwu_request_seconds_sum", "histogram", {}, seconds
        yield "scwu_request_seconds_count", "histogram", {}, sum(answers.values())
        yield "scwu_errors_total", "counter", {}, Crashes.number
        yield "scwu_streams", "gauge", {}, len(self.listeners)


counted = Counted()


@login_not_required
@never_cache
@require_safe
def metrics(request: HttpRequest) -> HttpResponse:
    """Everything, or 403 for who may not know it."""
    if not may_read(request):
        return HttpResponse("Only this machine, or who has SCWU_METRICS_TOKEN.\n", "text/plain", status=403)
    own = list(counted.figures())
    process = {"process": f"{socket.gethostname()}-{os.getpid()}"}
    mine = [(name, kind, {**labels, **process}, value) for name, kind, labels, value in own]
    return HttpResponse(text([*mine, *shared(timezone.now())]), "text/plain; version=0.0.4; charset=utf-8")


def may_read(request: HttpRequest) -> bool:
    if settings.METRICS_TOKEN:
        said = request.headers.get("Authorization", "")
        return constant_time_compare(said, f"Bearer {settings.METRICS_TOKEN}")
    return not request.META.get(proxies.VIA) and _is_here(request.META.get("REMOTE_ADDR", ""))


def _is_here(address: str) -> bool:
    try:
        return ip_address(address).is_loopback
    except ValueError:
        return False


def shared(now: datetime) -> Iterator[Figure]:
    """What does not belong to a process. What cannot be asked is missing, and `scwu_up` says so."""
    try:
        steps, letters = len(due_steps(now - heartbeat.LATE)), len(messages_to_send(now - timedelta(minutes=5)))
        yield "scwu_deals_total", "counter", {}, Entry.objects.filter(kind__in=DEALS).count()
        yield "scwu_steps_overdue", "gauge", {}, steps
        yield "scwu_letters_waiting", "gauge", {}, letters
        yield "scwu_up", "gauge", {"part": "database"}, 1
    except DatabaseError:
        yield "scwu_up", "gauge", {"part": "database"}, 0
    try:
        yield "scwu_queue_length", "gauge", {}, queue_length()
        yield "scwu_up", "gauge", {"part": "broker"}, 1
    except redis.RedisError:
        yield "scwu_up", "gauge", {"part": "broker"}, 0
    mark = heartbeat.last()
    for name, at in (("scwu_sweep_age_seconds", mark.swept_at), ("scwu_backup_age_seconds", mark.backup_at)):
        if at is not None:
            yield name, "gauge", {}, (now - at).total_seconds()


def queue_length() -> int:
    """How many tasks wait for a worker."""
    options, queue = settings.CELERY_BROKER_TRANSPORT_OPTIONS, settings.CELERY_TASK_DEFAULT_QUEUE
    if not settings.BROKER.url:
        return len(list(Path(str(options["data_folder_in"])).glob("*.msg")))
    with redis.Redis.from_url(settings.BROKER.url, **CLIENT_OPTIONS) as client:
        return int(client.llen(f"{options['global_keyprefix']}{queue}"))


HELP = {
    "scwu_requests_total": "Answers of this process.",
    "scwu_request_seconds": "Time in which answers were made.",
    "scwu_errors_total": "Errors that this process has logged.",
    "scwu_streams": "Open live streams of this process.",
    "scwu_deals_total": "Deals in all logs.",
    "scwu_steps_overdue": "Steps that should have been carried out a minute ago.",
    "scwu_letters_waiting": "Letters that nobody has sent for five minutes.",
    "scwu_queue_length": "Tasks that wait for a worker.",
    "scwu_sweep_age_seconds": "Since the clock went round last.",
    "scwu_backup_age_seconds": "Since the newest backup.",
    "scwu_up": "Whether a part answers.",
}


def text(figures: list[Figure]) -> str:
    """The format that Prometheus reads (text, version 0.0.4)."""
    lines: list[str] = []
    said: set[str] = set()
    for name, kind, labels, value in sorted(figures, key=_family):
        family = _family((name, kind, labels, value))
        if family not in said:
            said.add(family)
            lines += [f"# HELP {family} {HELP[family]}", f"# TYPE {family} {kind}"]
        marked = ",".join(f'{key}="{word}"' for key, word in labels.items())
        lines.append(f"{name}{{{marked}}} {value:g}" if marked else f"{name} {value:g}")
    return "\n".join([*lines, ""])


def _family(figure: Figure) -> str:
    name, kind, _, _ = figure
    return name.rsplit("_", 1)[0] if kind == "histogram" else name
