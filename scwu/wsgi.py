"""The WSGI door, for servers that know no other; live pages cannot stream through it and poll instead."""

import os

from django.core.wsgi import get_wsgi_application

from scwu.postgresql.bounds import bound_waiting

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "scwu.settings")

bound_waiting()
application = get_wsgi_application()
