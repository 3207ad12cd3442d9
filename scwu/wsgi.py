"""The WSGI door, for servers that know no other; live pages cannot stream through it and poll instead."""

import os

from django.core.wsgi import get_wsgi_application

from scwu.postgresql.bounds import bound_waiting
from scwu.proxies import Doorkeeper
from scwu.unsafe import refuse_unfit

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "scwu.settings")

bound_waiting()
application = Doorkeeper(get_wsgi_application())
refuse_unfit()
