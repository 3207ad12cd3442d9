"""The ASGI door: files, streams and pages of the site, put together (scwu/web).

Live streams need the site's own server (scwu/web/server.py); behind another one they answer 503, and pages poll.
"""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "scwu.settings")
_django = get_wsgi_application()

from django.conf import settings  # noqa: E402 - only now is Django set up
from django.urls import get_resolver  # noqa: E402

from scwu.metrics import counted  # noqa: E402
from scwu.unsafe import refuse_unsafe  # noqa: E402
from scwu.web.files import Files  # noqa: E402
from scwu.web.front import Front  # noqa: E402
from scwu.web.pages import Pages  # noqa: E402
from scwu.web.streams import Streams  # noqa: E402
from tournaments.public.hub import Hub  # noqa: E402

get_resolver().url_patterns  # noqa: B018 - loads every page now, and not with the first visitor
refuse_unsafe()
counted.listeners = listeners = Hub()
_pages = Pages(_django, most_bytes=settings.REQUEST_MAX_BYTES)
application = Front(_pages, Streams(_pages, listeners), Files())
