"""The web server as a service of its own: `python -m scwu.web [--host 127.0.0.1] [--port 8000]`."""

import argparse
import os
import socket

import django
from django.conf import settings

from scwu.private import tighten
from scwu.starting import in_one_sentence
from scwu.unsafe import refuse_data
from scwu.web.server import serve


def main() -> None:
    with in_one_sentence():
        run()


def run() -> None:
    parser = argparse.ArgumentParser(prog="python -m scwu.web", description="Serve the site, behind a proxy.")
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=8000)
    given = parser.parse_args()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "scwu.settings")
    tighten(settings.DATA_DIR)
    django.setup()
    refuse_data()
    family = socket.AF_INET6 if ":" in given.host else socket.AF_INET
    serve(socket.create_server((given.host, given.port), family=family, backlog=2048))


if __name__ == "__main__":
    main()
