"""Asking a worker to do something now rather than at the next sweep.

Only a hint: what is due stands in the database, and `tournaments.tasks.sweep` finds it anyway. So a broker that is
down is logged and nothing else happens; one that hangs is left alone (tournaments/breaker.py), because a page waits.
"""

from __future__ import annotations

import logging
from functools import cache

from celery import current_app
from django.conf import settings
from kombu import Connection, pools
from kombu.exceptions import OperationalError

from tournaments import breaker

logger = logging.getLogger(__name__)


def hand_out(task: str, **ids: int) -> None:
    """Call a task of `tournaments.tasks` by its name; operations stand below the tasks and do not import them."""
    server = breaker.of(settings.BROKER.url)
    if server.rests:
        logger.warning("The message broker did not answer a moment ago: %s waits for the next sweep.", task)
        return
    try:
        with pools.producers[_connection()].acquire(block=True) as producer:
            current_app.signature(f"tournaments.tasks.{task}", kwargs=ids).apply_async(producer=producer)
    except OperationalError as error:
        server.note(error.__cause__)
        logger.warning("The message broker does not answer: %s waits for the next sweep.", task)


@cache
def _connection() -> Connection:
    """The one by which errands are handed out. A worker's own, over which it waits for them, has more patience."""
    patience = {"socket_connect_timeout": breaker.PATIENCE, "socket_timeout": breaker.PATIENCE}
    return current_app.connection_for_write(transport_options=patience)
