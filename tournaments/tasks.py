"""What Celery runs: load, delegate, nothing else.

Tasks carry ids only. Every one may run twice, late or not at all: the rows (`Step`, `Message`) say what is due, a
conditional UPDATE makes it happen once, and `sweep` runs every 15 seconds to find what was missed.
"""

from __future__ import annotations

from celery import shared_task
from django.utils import timezone

from tournaments.letters import sending
from tournaments.operations.evening import steps
from tournaments.operations.events import mailings


@shared_task
def sweep() -> None:
    """Hand out everything that is due, one task each, so that one that fails holds up no other."""
    now = timezone.now()
    for step_id in steps.due_steps(now):
        run_step.delay(step_id=step_id)
    for mailing_id in mailings.mailings_to_write():
        write_mailing.delay(mailing_id=mailing_id)
    for message_id in sending.messages_to_send(now):
        send_message.delay(message_id=message_id)


@shared_task
def run_step(*, step_id: int) -> None:
    steps.run_step(step_id=step_id, now=timezone.now())


@shared_task
def write_mailing(*, mailing_id: int) -> None:
    while mailings.write_batch(mailing_id=mailing_id, now=timezone.now()):
        pass


@shared_task
def send_message(*, message_id: int) -> None:
    sending.send_message(message_id=message_id, now=timezone.now())
