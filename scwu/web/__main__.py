"""The web server as a service of its own: `python -m scwu.web [--host 127.0.0.1] [--port 8000]`."""

import argparse
import os
import socket

import django
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured

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
    serve(listen(given.host, given.port))


def listen(host: str, port: int) -> socket.socket:
    """The open port. Raises ImproperlyConfigured when it cannot be had."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family, backlog=2048)
    except OSError as error:
        why = f"{error.strerror}".partition(" (")[0]
        said = (
            f"Port {port} of {host} cannot be listened on ({why}): end what is there, or choose with --host and --port."
        )
        raise ImproperlyConfigured(said) from error


if __name__ == "__main__":
    main()
