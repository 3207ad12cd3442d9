"""The web server as a service of its own: `python -m scwu.web [--host 127.0.0.1] [--port 8000]`."""

import argparse
import os
import socket

from django.conf import settings

from scwu.private import tighten
from scwu.unsafe import read_settings
from scwu.web.server import serve


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m scwu.web", description="Serve the site, behind a proxy.")
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=8000)
    given = parser.parse_args()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "scwu.settings")
    read_settings()
    tighten(settings.DATA_DIR)
    family = socket.AF_INET6 if ":" in given.host else socket.AF_INET
    serve(socket.create_server((given.host, given.port), family=family, backlog=2048))


if __name__ == "__main__":
    main()
