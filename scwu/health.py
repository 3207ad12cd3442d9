"""Is the site well: small pages for supervisors, balancers and people in a hurry.

`/health/live/`: this process answers. `/health/ready/`: it can serve, so a balancer may send it visitors; not so while
the database does not answer, or has not got the tables of this version yet. `/health/`: each part in a word, and 503
only without a database: without the broker pages work, recording works, and what is due waits for the sweep.
They say words, not numbers: everyone may read them.
"""

import logging
import shutil
from http import HTTPStatus
from ipaddress import ip_address

import redis
from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.db import DatabaseError, connection
from django.http import HttpRequest, HttpResponsePermanentRedirect, JsonResponse
from django.middleware.common import CommonMiddleware
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from scwu import migrations
from tournaments.breaker import CLIENT_OPTIONS
from tournaments.operations.upkeep import heartbeat

logger = logging.getLogger(__name__)

LOW_DISK_BYTES = 200 * 1024 * 1024
ADDRESS = "/health/"


def database_state() -> str:
    """Whether the database answers."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError:
        logger.exception("The database does not answer")
        return "down"
    return "ok"


def migrations_state() -> str:
    """Whether the database has the tables of this version: `pending` before an upgrade, `newer` after another's."""
    try:
        if migrations.newer():
            return "newer"
        return "ok" if migrations.all_applied() else "pending"
    except DatabaseError:
        return "unknown"


def broker_state() -> str:
    """Whether the servers behind tasks, cache and live pages answer; "files" where there are none by choice."""
    urls = sorted({settings.BROKER.url, settings.REDIS_URL, settings.CACHE_URL} - {""})
    try:
        for url in urls:
            with redis.Redis.from_url(url, **CLIENT_OPTIONS) as client:
                client.ping()
    except redis.RedisError as error:
        logger.warning("The broker does not answer: %s", error)
        return "down"
    return "ok" if urls else "files"


def disk_state() -> str:
    """Whether there is room left where the data lie."""
    # With PostgreSQL and a secret from the environment nothing needs the data directory, and it may not be there.
    place = settings.DATA_DIR if settings.DATA_DIR.exists() else settings.BASE_DIR
    return "ok" if shutil.disk_usage(place).free > LOW_DISK_BYTES else "low"


def _answer(parts: dict[str, str], *, is_well: bool) -> JsonResponse:
    return JsonResponse(parts, status=HTTPStatus.OK if is_well else HTTPStatus.SERVICE_UNAVAILABLE)


@login_not_required
@never_cache
@require_safe
def health(_request: HttpRequest) -> JsonResponse:
    """The state of each part, and 503 when the site cannot work."""
    database, now, mark = database_state(), timezone.now(), heartbeat.last()
    parts = {
        "database": database,
        "broker": broker_state(),
        "disk": disk_state(),
        "clock": mark.clock(now),
        "backup": mark.backup(now),
        "migrations": migrations_state() if database == "ok" else "unknown",
    }
    return _answer(parts, is_well=database == "ok")


@login_not_required
@never_cache
@require_safe
def live(_request: HttpRequest) -> JsonResponse:
    return _answer({"process": "ok"}, is_well=True)


@login_not_required
@never_cache
@require_safe
def ready(_request: HttpRequest) -> JsonResponse:
    """Another process would not have what this one misses; so it is not to be ended, only left alone."""
    database = database_state()
    parts = {"database": database, "migrations": migrations_state() if database == "ok" else "unknown"}
    return _answer(parts, is_well=database == "ok" and parts["migrations"] != "pending")


class Common(CommonMiddleware):
    """Django's, which refuses foreign names; but a balancer asks for the state by an address, which is none of ours."""

    def process_request(self, request: HttpRequest) -> HttpResponsePermanentRedirect | None:
        if request.path.startswith(ADDRESS) and _is_address(request.META.get("HTTP_HOST", "")):
            return None
        return super().process_request(request)


def _is_address(host: str) -> bool:
    name = host[1:].partition("]")[0] if host.startswith("[") else host.partition(":")[0]
    try:
        ip_address(name)
    except ValueError:
        return False
    return True
