"""What a worker does: load, delegate, nothing else.

Ids only. Everything may run twice, late or not at all: the rows (`Step`, `Message`) say what is due, a conditional
UPDATE makes it happen once, and `sweep` finds what was missed. The worker's clock calls it (scwu/celery.py).
"""

from __future__ import annotations

import logging
import threading
import time

from celery import shared_task
from django.utils import timezone

from tournaments.letters import sending
from tournaments.operations.accounts import second_factor_keys
from tournaments.operations.errands import hand_out
from tournaments.operations.evening import steps
from tournaments.operations.events import mailings
from tournaments.operations.files import rehearsals
from tournaments.operations.people import claims
from tournaments.operations.results import counting_feats
from tournaments.operations.upkeep import heartbeat, kept_backups

logger = logging.getLogger(__name__)

BULK_SECONDS = 60.0
_in_bulk = threading.BoundedSemaphore(2)


def sweep() -> None:
    """Carry out every step that is due, and hand out the letters. What fails holds up nothing else."""
    now = timezone.now()
    for step_id in steps.due_steps(now):
        try:
            steps.run_step(step_id=step_id, now=now)
        except Exception:
            logger.exception("Step %s failed; it is tried again", step_id)
    for mailing_id in mailings.mailings_to_write():
        hand_out("write_mailing", mailing_id=mailing_id)
    if sending.messages_to_send(now):
        hand_out("send_messages")
    claims.let_go(now=now)
    rehearsals.throw_away_due(now=now)
    kept_backups.let_go(now)
    counting_feats.count_due()
    second_factor_keys.seal_anew(now=now)
    if kept_backups.due(now) or kept_backups.is_to_be_brought(now):
        hand_out("back_up")
    heartbeat.beat(timezone.now())


@shared_task
def back_up() -> None:
    """Take the backup that is due, or bring what could not be brought. Several at once take one."""
    kept_backups.take_due(timezone.now())


@shared_task
def write_mailing(*, mailing_id: int) -> None:
    while mailings.write_batch(mailing_id=mailing_id, now=timezone.now()):
        pass


@shared_task
def send_message(*, message_id: int) -> None:
    """Send one letter now: somebody waits for it."""
    sending.send_message(message_id=message_id, now=timezone.now())


@shared_task
def send_messages() -> None:
    """Send what waits, one after the other, for a while. Two at once do it: the other threads stay free."""
    if not _in_bulk.acquire(blocking=False):
        return
    until = time.monotonic() + BULK_SECONDS
    try:
        while waiting := sending.messages_to_send(timezone.now()):
            for message_id in waiting:
                _send(message_id)
                if time.monotonic() > until:
                    return
    finally:
        _in_bulk.release()


def _send(message_id: int) -> None:
    try:
        sending.send_message(message_id=message_id, now=timezone.now())
    except Exception:
        logger.exception("Letter %s could not be sent; it is tried again", message_id)
