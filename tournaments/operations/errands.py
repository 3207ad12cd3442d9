"""Asking a worker to do something now rather than at the next sweep.

Only a hint: what is due stands in the database, and `tournaments.tasks.sweep` finds it anyway. So a broker that is
down is logged and nothing else happens.
"""

from __future__ import annotations

import logging

from celery import current_app
from kombu.exceptions import OperationalError

logger = logging.getLogger(__name__)


def hand_out(task: str, **ids: int) -> None:
    """Call a task of `tournaments.tasks` by its name; operations stand below the tasks and do not import them."""
    try:
        current_app.signature(f"tournaments.tasks.{task}", kwargs=ids).apply_async()
    except OperationalError:
        logger.warning("The message broker does not answer: %s waits for the next sweep.", task)
