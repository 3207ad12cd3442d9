"""No way in opens on data that are damaged or of a newer version, and in production none on settings that Django calls
unsafe: `./run`, the server, ASGI, WSGI, Celery.

What is missing altogether (a key, the site's names and address) is refused while settings are read; here they are
looked at as a whole, as `manage.py check --deploy` does. The answer is a sentence, and the end of the process.
"""

from __future__ import annotations

import sys

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import SystemCheckError
from django.db import connection

from scwu import migrations
from scwu.sqlite import sound
from scwu.starting import in_one_sentence


def refuse_unsafe() -> None:
    """End the process if it is to be production and is not safe. Django has to be set up."""
    if not settings.PRODUCTION:
        return
    try:
        call_command("check", deploy=True, fail_level="WARNING", verbosity=0)
    except SystemCheckError as error:
        print(f"These settings are not safe enough for production:\n{error}", flush=True)  # noqa: T201 - as serve.py speaks
        sys.exit(1)


def refuse_data() -> None:
    """Raises ImproperlyConfigured, or a DatabaseError, where the data are damaged or of a newer version.

    Asked once, by whoever starts to serve or to work. Commands read what they need and end with the same sentence where
    that is damaged; `./run restore` has to work on such a file.
    """
    sound.refuse_damaged()
    migrations.refuse_newer()


def refuse_unfit() -> None:
    """For whatever server imports the WSGI door: end the process, in a sentence, where it may not open. Our own server,
    which alone can open the other one whole, has looked at the data before (scwu/web/__main__.py, scwu/serve.py).
    """
    with in_one_sentence():
        refuse_unsafe()
        refuse_data()
    connection.close()  # the threads that serve have their own
