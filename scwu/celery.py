"""Celery's app: settings come from Django's under the prefix CELERY_, tasks from `tournaments.tasks`.

Every worker has a clock of its own, a thread that looks for what is due (`tournaments.tasks.sweep`) and carries steps
out itself: a round starts in time whatever the queue is full of, and also when the broker is away.
"""

from __future__ import annotations

import importlib
import logging
import os
import threading
from typing import Any

from celery import Celery, bootsteps, signals

from scwu.starting import in_one_sentence

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "scwu.settings")

logger = logging.getLogger(__name__)

TICK_SECONDS = 10.0

app = Celery("scwu")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@app.on_configure.connect
def read_settings(**_said: Any) -> None:
    """Before Celery reads them, whatever its command: what they lack is a sentence there too."""
    with in_one_sentence():
        importlib.import_module(os.environ["DJANGO_SETTINGS_MODULE"])


@signals.worker_init.connect
@signals.beat_init.connect
def begin(**_said: Any) -> None:
    from scwu.unsafe import refuse_unsafe  # noqa: PLC0415 - this module is loaded before Django

    refuse_unsafe()


class Clock(bootsteps.StartStopStep):
    """Starts and stops with the worker, which does not start on data that are damaged or of a newer version."""

    def __init__(self, parent: Any, **options: Any) -> None:
        from scwu.unsafe import refuse_data  # noqa: PLC0415 - this module is loaded before Django

        with in_one_sentence():
            refuse_data()
        super().__init__(parent, **options)
        self._stopped = threading.Event()

    def start(self, parent: Any) -> None:
        threading.Thread(target=self._run, name="clock", daemon=True).start()

    def stop(self, parent: Any) -> None:
        self._stopped.set()

    def _run(self) -> None:
        from django.db import close_old_connections  # noqa: PLC0415 - as above

        from tournaments.tasks import sweep  # noqa: PLC0415 - as above

        while not self._stopped.is_set():
            try:
                close_old_connections()
                sweep()
            except Exception:  # it goes on, whatever it was: nobody else looks for what is due
                logger.exception("What is due could not be looked up")
            self._stopped.wait(TICK_SECONDS)


app.steps["worker"].add(Clock)
