"""The WSGI door, for servers that know no other; live pages cannot stream through it and poll instead."""

import os
import sys

from django.core.wsgi import get_wsgi_application

from scwu.postgresql.bounds import bound_waiting
from scwu.proxies import Doorkeeper
from scwu.starting import in_one_sentence
from scwu.unsafe import refuse_unfit

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "scwu.settings")

NEVER = 3
"""The code at which gunicorn ends. At any other it would start the next worker, which refuses, and so on for ever."""

bound_waiting()
try:
    with in_one_sentence():
        application = Doorkeeper(get_wsgi_application())
    refuse_unfit()
except SystemExit:
    sys.exit(NEVER)
