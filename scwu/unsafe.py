"""In production no way in opens on settings that Django calls unsafe: `./run`, the server, ASGI, WSGI, Celery.

What is missing altogether (a key, the site's names and address) is refused while settings are read; here they are
looked at as a whole, as `manage.py check --deploy` does. The answer is a sentence, and the end of the process.
"""

from __future__ import annotations

import sys
from typing import NoReturn

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.core.management import call_command
from django.core.management.base import SystemCheckError


def refuse_unsafe() -> None:
    """End the process if it is to be production and is not safe. Django has to be set up."""
    if not settings.PRODUCTION:
        return
    try:
        call_command("check", deploy=True, fail_level="WARNING", verbosity=0)
    except SystemCheckError as error:
        end(f"These settings are not safe enough for production:\n{error}")


def read_settings() -> None:
    """Read the settings, and end with their sentence, without a traceback, if they refuse."""
    try:
        _ = settings.DATA_DIR
    except ImproperlyConfigured as refusal:
        end(str(refusal))


def end(sentence: str) -> NoReturn:
    print(sentence, flush=True)  # noqa: T201 - where the supervisor speaks, too
    sys.exit(1)
