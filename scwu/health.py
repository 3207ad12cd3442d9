"""Is the site well: one small page for supervisors, balancers and people in a hurry.

Only a database that does not answer makes it unwell (503): without the broker pages work, recording works, and what is
due waits for the sweep. It says words, not numbers: everyone may read it.
"""

import logging
import shutil

import redis
from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.db import DatabaseError, connection
from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tournaments.breaker import CLIENT_OPTIONS

logger = logging.getLogger(__name__)

LOW_DISK_BYTES = 200 * 1024 * 1024


def database_state() -> str:
    """Whether the database answers."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError:
        logger.exception("The database does not answer")
        return "down"
    return "ok"


def broker_state() -> str:
    """Whether the server behind tasks and live pages answers; "files" where there is none by choice."""
    if not settings.REDIS_URL:
        return "files"
    try:
        with redis.Redis.from_url(settings.REDIS_URL, **CLIENT_OPTIONS) as client:
            client.ping()
    except redis.RedisError as error:
        logger.warning("The broker does not answer: %s", error)
        return "down"
    return "ok"


def disk_state() -> str:
    """Whether there is room left where the data lie."""
    # With PostgreSQL and a secret from the environment nothing needs the data directory, and it may not be there.
    place = settings.DATA_DIR if settings.DATA_DIR.exists() else settings.BASE_DIR
    return "ok" if shutil.disk_usage(place).free > LOW_DISK_BYTES else "low"


@login_not_required
@never_cache
@require_safe
def health(_request: HttpRequest) -> JsonResponse:
    """The state of each part, and 503 when the site cannot work."""
    parts = {"database": database_state(), "broker": broker_state(), "disk": disk_state()}
    return JsonResponse(parts, status=200 if parts["database"] == "ok" else 503)
