"""One command that runs the whole site: `python -m scwu.serve`, which `./run` calls.

It holds the port and the data directory, starts broker, worker and web server, starts again what crashes, and on Ctrl-C
stops them in reverse order and leaves nothing behind. Django is imported here once; worker and web server are copies of
this process, which share that memory with it and are there again in no time when they crash. So this process itself
never opens the database and never has a thread. The port is opened here and handed down: a crashed web server keeps
its visitors waiting instead of turning them away. It listens on every address of the machine, because phones must
reach it; SCWU_HOST=127.0.0.1 keeps it to the laptop.
"""

import argparse
import contextlib
import errno
import fcntl
import gc
import importlib
import os
import signal
import socket
import sys
import time
import warnings
from collections.abc import Callable, Sequence
from pathlib import Path
from types import FrameType
from typing import TextIO

import django
from celery.exceptions import SecurityWarning
from django.conf import settings
from django.core.management import call_command
from django.core.management.base import CommandError

from scwu import migrations, static, valkey
from scwu.addresses import how_to_reach, lan_addresses
from scwu.broker import Broker
from scwu.celery import app as celery_app
from scwu.children import Child, Copy, copy
from scwu.knocking import Door, Rounds
from scwu.private import tighten
from scwu.starting import REFUSED, in_one_sentence
from scwu.unsafe import refuse_data, refuse_unsafe

DEFAULT_PORT, DEFAULT_HTTPS_PORT = 8000, 8443
MOST_PORTS = 65_535
WATCH_SECONDS = 0.1
WORKER_THREADS = 4


class Refusal(Exception):
    """Why the site does not start, in one sentence for the person at the keyboard."""


def say(line: str) -> None:
    """This is what the person at the keyboard reads. Nobody may be there any more: a terminal that was closed, a pipe
    whose reader has gone. The site runs on, and above all can still be stopped.
    """
    with contextlib.suppress(OSError):
        print(line, flush=True)  # noqa: T201 - see above


# --- Before anything starts -------------------------------------------------------------------------------------------


def options(arguments: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="./run", description="Run the site, and everything it needs, until Ctrl-C.")
    parser.add_argument("--host", default=os.environ.get("SCWU_HOST") or "0.0.0.0")  # noqa: S104 - phones must reach it
    parser.add_argument("--port", type=int, default=os.environ.get("SCWU_PORT") or DEFAULT_PORT)
    parser.add_argument("--https", action="store_true", help="https beside http, for phones that trust this laptop")
    parser.add_argument("--https-port", type=int, default=DEFAULT_HTTPS_PORT)
    return parser.parse_args(arguments)


def claim(data_dir: Path, description: str) -> TextIO:
    """Hold the data directory, until this process ends in whatever way; refuse when another one holds it."""
    data_dir.mkdir(mode=0o700, parents=True, exist_ok=True)
    file = (data_dir / "serve.pid").open("a+")
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        file.seek(0)
        raise Refusal(f"Already running: {file.read().strip()}. Stop that one first, with Ctrl-C or kill.") from error
    file.truncate(0)
    file.write(f"process {os.getpid()} ({description})\n")
    file.flush()
    return file


def listen(host: str, port: int, option: str = "--port") -> socket.socket:
    """The open port; a sentence with the way out when it cannot be had."""
    if not 0 <= port <= MOST_PORTS:
        raise Refusal(f"There is no port {port}: they go from 1 to {MOST_PORTS}.")
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family, backlog=2048)
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            said = f"Port {port} is used by another program; choose another one: ./run {option} {port + 1}"
        elif error.errno == errno.EACCES:
            said = f"Port {port} is for the administrator of this machine; choose one above 1023: ./run {option} 8000"
        else:
            said = f"{host} is no address of this machine that can be listened on; choose another one with --host."
        raise Refusal(said) from error


def addresses(host: str, port: int, scheme: str = "http") -> list[str]:
    """Where the site can be opened, the laptop's own address first."""
    if host in {"0.0.0.0", "::"}:  # noqa: S104 - compared, not opened
        return [f"{scheme}://{name}:{port}" for name in ("localhost", *lan_addresses())]
    return [f"{scheme}://[{host}]:{port}" if ":" in host else f"{scheme}://{host}:{port}"]


def listen_securely(given: argparse.Namespace) -> socket.socket | None:
    """The port for https where it was asked for. A server has https of its own, which every browser trusts."""
    if not given.https:
        return None
    if settings.HTTPS:
        raise Refusal("--https is for a hall: with SCWU_PRODUCTION or SCWU_HTTPS a proxy brings https.")
    return listen(given.host, given.https_port, "--https-port")


# --- What must be there before the first page -------------------------------------------------------------------------


def start_broker(broker: Broker) -> list[Child]:
    """The embedded broker as a list of one, or nothing where another broker does the work."""
    if broker.socket is None or broker.binary is None:
        return []
    try:
        return [valkey.start(broker.binary, broker.socket, settings.DATA_DIR / "valkey", orphan_signal=signal.SIGTERM)]
    except valkey.CannotStart as error:
        say(f"{error} Tasks go through files instead, and live pages ask every few seconds.")
        os.environ["SCWU_BROKER"] = "files"
        os.execv(sys.executable, [sys.executable, "-m", "scwu.serve", *sys.argv[1:]])  # noqa: S606 - ourselves again


def load() -> None:
    """Import all that worker and web server use, for both."""
    gc.disable()
    django.setup()
    for name in (settings.ROOT_URLCONF, "scwu.web.server", "django.core.handlers.wsgi"):
        importlib.import_module(name)
    gc.enable()
    gc.freeze()  # a copy's collector would write to all of it, and then share nothing


def in_a_copy(title: str, work: Callable[[], None]) -> None:
    """Do `work` in a copy of this process and wait for it. Raises Refusal when it did not come to its end."""

    def spoken() -> None:
        with in_one_sentence():
            work()

    code = Copy(title, spoken).wait()
    if code == REFUSED:  # it has said why
        sys.exit(REFUSED)
    if code != 0:
        raise Refusal("It cannot start; the lines above say why.")


def prepare() -> None:
    """Bring database and files up to date; refuse data that are unfit, and in production what Django calls unsafe."""
    refuse_unsafe()
    refuse_data()
    if not migrations.all_applied():
        call_command("migrate", interactive=False, verbosity=0)
    static.collect_if_changed()
    if not settings.PRODUCTION:
        call_command("sample", if_empty=True)


def work() -> None:
    """Be the worker: letters, steps, whatever is due (scwu/celery.py)."""
    # That it is root is a danger where tasks come pickled; here they are JSON, and it would part address and link.
    warnings.simplefilter("ignore", SecurityWarning)
    worker = celery_app.Worker(
        pool="threads", concurrency=WORKER_THREADS, loglevel="WARNING", without_gossip=True, quiet=True
    )
    worker.start()
    sys.exit(worker.exitcode)


def site(listener: socket.socket, secure: socket.socket | None = None) -> list[Child]:
    """Worker and web server, in the order in which they start. `secure`: the port for https."""

    def serve() -> None:
        from scwu.web.secure import of_the_hall  # noqa: PLC0415 - loaded with Django, by `load`
        from scwu.web.server import serve  # noqa: PLC0415 - as above

        serve(listener, None if secure is None else of_the_hall(secure))

    return [Child("The worker", copy("scwu-worker", work)), Child("The web server", copy("scwu-web", serve))]


# --- While it runs ----------------------------------------------------------------------------------------------------


class Bell:
    """Rung by the signals that mean "stop", once the site runs; until then they interrupt whatever is under way."""

    SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)

    def __init__(self) -> None:
        self.rung = False
        for number in self.SIGNALS:
            signal.signal(number, signal.default_int_handler)

    def hang(self) -> None:
        for number in self.SIGNALS:
            signal.signal(number, self._ring)

    def _ring(self, _number: int, _frame: FrameType | None) -> None:
        self.rung = True


def director_link() -> None:
    try:
        call_command("director_link")
    except CommandError as error:
        say(f"No sign-in link: {error}")


def greet(urls: Sequence[str], secure: Sequence[str]) -> None:
    say(f"\nSCWU is running. On this machine: {urls[0]}/")
    for url in urls[1:]:
        say(f"  From phones in the same network: {url}/")
    if urls[1:]:
        say(f"  If one cannot open it: {how_to_reach(int(urls[0].rpartition(':')[2]))} See: ./run doctor")
    for url in secure[-1:]:
        say(f"  From phones that trust this laptop: {url}/ (how they come to trust it: {urls[:2][-1]}/trust/)")
    # A sign-in link is for a terminal with a person before it, not for the log of a server.
    if not settings.PRODUCTION:
        Copy("scwu-greet", director_link).wait()
    say("Ctrl-C stops everything.\n")


def watch(children: Sequence[Child], listener: socket.socket, bell: Bell, greeting: Callable[[], None]) -> None:
    """Keep the children running until somebody wants to stop; greet when the first page can be had.

    The last one is the web server, which is replaced if it runs and does not answer.
    """
    greeted = False
    rounds = Rounds(Door.of(listener), children[-1])
    while not bell.rung:
        time.sleep(WATCH_SECONDS)
        for child in children:
            child.watch(say)
        if greeted:
            rounds.go(time.monotonic(), say)
        elif rounds.door.status() is not None:
            greeting()
            greeted = True


def run(arguments: Sequence[str]) -> None:
    given = options(arguments)
    urls = addresses(given.host, given.port)
    if not os.environ.get("SCWU_PRODUCTION"):  # which asks for it
        os.environ.setdefault("SCWU_URL", urls[:2][-1])
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "scwu.settings")
    os.environ["SCWU_HTTPS_PORT"] = str(given.https_port if given.https else 0)
    lock = claim(settings.DATA_DIR, f"{' '.join(sys.orig_argv)}, at {urls[0]}/")
    if opened := tighten(settings.DATA_DIR):
        say(f"{opened} files and folders in {settings.DATA_DIR} could be opened by others; now only by their owner.")
    listener = listen(given.host, given.port)
    secure = listen_securely(given)
    secure_urls = addresses(given.host, given.https_port, "https") if secure else []
    bell = Bell()
    children: list[Child] = []
    broker: list[Child] = []
    try:
        broker = start_broker(settings.BROKER)
        children += broker
        load()
        in_a_copy("scwu-prepare", prepare)
        bell.hang()
        for child in site(listener, secure):
            children.append(child)
            child.start()
        watch(children, listener, bell, lambda: greet(urls, secure_urls))
    finally:
        if len(children) > len(broker):  # else it never ran, and why was said
            say("\nStopping …")
        bell.hang()  # a second Ctrl-C does not leave half of it running
        for child in reversed(children):
            child.stop(patience=10)
        if settings.BROKER.socket:
            valkey.tidy_up(settings.BROKER.socket)
        for port in filter(None, (listener, secure)):
            port.close()
        lock.close()


def main() -> None:
    try:
        with in_one_sentence():
            run(sys.argv[1:])
    except Refusal as refusal:
        say(str(refusal))
        sys.exit(1)
    except KeyboardInterrupt:
        sys.exit(130)  # before it ran


if __name__ == "__main__":
    main()
