"""Celery's app: settings come from Django's under the prefix CELERY_, tasks from `tournaments.tasks`."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "scwu.settings")

app = Celery("scwu")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
