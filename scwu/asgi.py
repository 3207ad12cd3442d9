"""The ASGI door, through which uvicorn serves pages, the API and live streams."""

import os
import warnings

from django.conf import settings
from django.core.asgi import get_asgi_application

from scwu.limits import limit_body

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "scwu.settings")

# WhiteNoise hands files over as plain iterators; they are small, and Django collects them in a thread. Harmless here.
warnings.filterwarnings("ignore", message="StreamingHttpResponse must consume synchronous iterators", category=Warning)

application = limit_body(get_asgi_application(), settings.REQUEST_MAX_BYTES)
