"""The project: it ties the apps together and is imported by none of them.

Celery's app is loaded with it, so that `@shared_task` finds its broker in every process that imports the settings.
"""

from scwu.celery import app as celery_app

__all__ = ["celery_app"]
