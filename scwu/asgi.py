"""The ASGI door: files, streams and pages of the site, put together (scwu/web).

Live streams need the site's own server (scwu/web/server.py); behind another one they answer 503, and pages poll.
"""

import os

from django.core.wsgi import get_wsgi_application

from scwu.starting import in_one_sentence

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "scwu.settings")
with in_one_sentence():
    _django = get_wsgi_application()  # before what follows is imported: only now is Django set up

from django.conf import settings
from django.urls import get_resolver

from scwu.metrics import counted
from scwu.unsafe import refuse_unsafe
from scwu.web.files import Files
from scwu.web.front import Front
from scwu.web.pages import Pages
from scwu.web.streams import Streams
from tournaments.public.hub import Hub

get_resolver().url_patterns  # noqa: B018 - loads every page now, and not with the first visitor
refuse_unsafe()
counted.listeners = listeners = Hub()
_pages = Pages(_django, most_bytes=settings.REQUEST_MAX_BYTES)
application = Front(_pages, Streams(_pages, listeners), Files())
