"""What every test may ask for: a clean cache, the real site on a port, a real browser, and no silence about skipping.

Tests that need a browser get it from `page` (a laptop) or `phone` (390 px wide, touch); without Chromium on the machine
they are skipped, and the run says so in one loud line before its end. With CI=true any skip fails the run: there, what
did not run was not tested.
"""

import gc
import os
import shutil
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from typing import Any

import hypothesis
import pytest
import uvicorn
from django.conf import UserSettingsHolder, settings
from django.core.cache import cache
from django.core.management.commands import flush
from django.db import connection, transaction
from django.db.backends.sqlite3.base import DatabaseWrapper
from django.test.client import ClientHandler
from django.utils import translation
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright
from playwright.sync_api import Error as BrowserError

from scwu import broker, requests, valkey
from scwu.web import server as web
from tests import races
from tournaments import tasks as _registered  # noqa: F401 - so that errands for a worker are run at once, as the settings say
from tournaments.operations.upkeep import heartbeat
from tournaments.queries import rendered_once

pytest_plugins = ["tests.personas"]

BROWSERS = ("chromium", "chromium-browser", "google-chrome")
BROWSER_FIXTURES = {"browser", "page", "phone", "new_page"}
LAPTOP = {"viewport": {"width": 1280, "height": 800}}
PHONE = {"viewport": {"width": 390, "height": 844}, "is_mobile": True, "has_touch": True, "device_scale_factor": 2}
# What Chromium leaves away. Of two such lists it heeds the last, so that of Playwright stands here, too. Ours are the
# two pages for its address bar, which it makes beside every page of a test and which cost more than that one.
WITHOUT = (
    *("AvoidUnnecessaryBeforeUnloadCheckSync", "DestroyProfileOnBrowserClose", "HttpsUpgrades", "LensOverlay"),
    *("HttpsFirstBalancedModeAutoEnable", "MediaRouter", "PaintHolding", "ThirdPartyStoragePartitioning", "AimEnabled"),
    *("AvoidCorsURLLoaderRestartOnRedirect", "OptimizationHints", "NetworkTimeServiceQuerying", "PreconnectToSearch"),
    *("WebUIOmniboxPopup", "WebUIOmniboxAimPopup"),
)
CHROMIUM = ["--no-sandbox", f"--disable-features={','.join(WITHOUT)}", "--host-resolver-rules=MAP hall.test 127.0.0.1"]
BROWSER_PATIENCE = 240  # seconds that one test may take in the browser: four times the longest
CLOSING_PATIENCE = 20  # seconds that its pages may take to close
IN_CI = os.environ.get("CI", "").lower() == "true"

# No test is timed, nor how long its examples take to be made; and what fails in CI fails again at home.
hypothesis.settings.register_profile(
    "scwu",
    deadline=None,
    suppress_health_check=[hypothesis.HealthCheck.too_slow],
    derandomize=IN_CI,
    print_blob=True,
)
hypothesis.settings.load_profile("scwu")


def browser_path() -> str | None:
    return next(filter(None, map(shutil.which, BROWSERS)), None)


# --- What runs, and what the run says about the rest ------------------------------------------------------------------


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what drives the browser; skip what this machine cannot run."""
    on_postgres = bool(os.environ.get("SCWU_TEST_DATABASE_URL"))
    for item in items:
        given = getattr(getattr(item, "callspec", None), "params", {})  # a `page` that is a parameter is no browser's
        if BROWSER_FIXTURES & set(getattr(item, "fixturenames", ())) - set(given):
            item.add_marker("e2e")
            item.add_marker(pytest.mark.xdist_group(f"browser {item.path.name}"))  # one browser for the file
            if IN_CI:  # a browser may be late on a busy machine; the run's last lines name whom it asked twice
                item.add_marker(pytest.mark.flaky(reruns=1))
            if browser_path() is None:
                item.add_marker(pytest.mark.skip(reason="no Chromium on this machine"))
        if item.get_closest_marker("postgres") and not on_postgres:
            item.add_marker(pytest.mark.skip(reason="no SCWU_TEST_DATABASE_URL of a PostgreSQL server"))


def skipped_reports(config: pytest.Config) -> list[Any]:
    reporter = config.pluginmanager.get_plugin("terminalreporter")
    return list(reporter.stats.get("skipped", ())) if reporter else []


def skip_reason(report: Any) -> str:
    return str(report.longrepr[2] if isinstance(report.longrepr, tuple) else report.longrepr).removeprefix("Skipped: ")


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> Iterator[None]:
    """One loud line about what did not run, last of all but pytest's own."""
    yield
    if skipped := skipped_reports(config):
        reasons = "; ".join(sorted({skip_reason(report) for report in skipped}))
        tail = ". IN CI A SKIP IS A FAILURE." if IN_CI else "."
        line = f"!!! {len(skipped)} TESTS DID NOT RUN HERE: {reasons}{tail}"
        terminalreporter.write_line(line, red=True, bold=True)


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    if IN_CI and not hasattr(session.config, "workerinput") and skipped_reports(session.config):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_unconfigure(config: pytest.Config) -> None:
    """The process that made the run's directory takes it away."""
    if not hasattr(config, "workerinput"):
        shutil.rmtree(os.environ.get("SCWU_TEST_RUN_DIR", ""), ignore_errors=True)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """A test that races is its own control, too (tests/races.py)."""
    if "race" in metafunc.function.__code__.co_names or "race" in metafunc.function.__code__.co_freevars:
        metafunc.parametrize("_guard", races.controls(metafunc.function.__name__), indirect=True)


@pytest.fixture(autouse=True)
def _guard(request: pytest.FixtureRequest) -> Iterator[None]:
    with nullcontext() if getattr(request, "param", True) else races.unguarded():
        yield


def with_room(call: Callable[[], object]) -> object:
    return call()


# Python takes the memory for its calls in pieces of 16 KiB. A call at the edge of one asks the system for the next and
# gives it back on returning, every time: in tests that call deep, a fifth of their time. A first call that seems to
# need half a megabyte brings a piece in which all below it find room.
with_room.__code__ = with_room.__code__.replace(co_stacksize=1 << 16)


@pytest.hookimpl(tryfirst=True)
def pytest_runtestloop(session: pytest.Session) -> object:
    manager = session.config.pluginmanager
    run = manager.subset_hook_caller("pytest_runtestloop", remove_plugins=[manager.get_plugin(__file__)])
    gc.freeze()  # ten thousand collected tests are no garbage, and need not be looked through again and again
    return with_room(partial(run, session=session))


# --- Database and cache -----------------------------------------------------------------------------------------------


def _only_sqlite_opens_its_file(event: str, args: tuple[Any, ...]) -> None:
    """Who opens and closes the file, be it to read it, takes the locks of his process away (scwu/sqlite/base.py)."""
    if event == "open" and connection.vendor == "sqlite":
        file = str(settings.DATABASES["default"]["TEST"]["NAME"])
        if str(args[0]) in {file, f"{file}-shm"}:
            raise RuntimeError(f"{args[0]} is opened in a process that has it open by SQLite: its locks are gone")


sys.addaudithook(_only_sqlite_opens_its_file)


INSTALLED = {"django_content_type", "auth_permission"}  # they say which models there are, and no test changes that


def tables_to_empty() -> list[str]:
    """Those that have rows: a few of all. PostgreSQL needs seconds to truncate a hundred that are empty already."""
    tables = set(connection.introspection.django_table_names(only_existing=True)) - INSTALLED
    asked = [f"SELECT '{table}' WHERE EXISTS (SELECT 1 FROM \"{table}\")" for table in tables]  # noqa: S608 - our tables
    with connection.cursor() as cursor:
        cursor.execute(" UNION ALL ".join(asked))
        return [table for (table,) in cursor.fetchall()]


@contextmanager
def without_append_only_triggers() -> Iterator[None]:
    """Take the triggers that refuse DELETE out of the way of a flush, and put the same ones back."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND name GLOB 'append_only_*'")
        triggers = cursor.fetchall()
        for name, _ in triggers:
            cursor.execute(f'DROP TRIGGER "{name}"')
    try:
        yield
    finally:
        with connection.cursor() as cursor:
            for _, sql in triggers:
                cursor.execute(sql)


@contextmanager
def without_triggers_of_postgresql() -> Iterator[None]:
    """The same there. Waits first for whoever still writes, as TRUNCATE would: what he writes is to be deleted, too."""
    every = ", ".join(f'"{table}"' for table in connection.introspection.django_table_names(only_existing=True))
    with connection.cursor() as cursor:
        cursor.execute(f"LOCK TABLE {every} IN EXCLUSIVE MODE")
        cursor.execute(
            "SELECT DISTINCT relname FROM pg_trigger JOIN pg_class c ON tgrelid = c.oid WHERE NOT tgisinternal"
        )
        tables = [table for (table,) in cursor.fetchall()]
        for table in tables:
            cursor.execute(f'ALTER TABLE "{table}" DISABLE TRIGGER USER')
        yield
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")  # a table that still is to be checked cannot be altered
        for table in tables:
            cursor.execute(f'ALTER TABLE "{table}" ENABLE TRIGGER USER')


def empty_database(*_args: Any, **_kwargs: Any) -> None:
    """Delete every row that a test left, in one transaction: nobody else sees the triggers away."""
    past = without_triggers_of_postgresql if connection.vendor == "postgresql" else without_append_only_triggers
    with transaction.atomic(), past(), connection.cursor() as cursor:
        for table in tables_to_empty():
            cursor.execute(f'DELETE FROM "{table}"')  # noqa: S608 - as above


@pytest.fixture(scope="session", autouse=True)
def _flush_past_append_only() -> Iterator[None]:
    """After a `transaction=True` test Django has all tables emptied, which the table log refuses: it is gone past.

    The triggers stand during every test. Which models there are stays written, so no signal has to write it again.
    On SQLite, where nothing truncates, whatever else empties tables (a restore) goes past them, too.
    """
    operations = DatabaseWrapper.ops_class
    empty = operations.execute_sql_flush

    def empty_past(self: Any, sql_list: Any) -> None:
        with without_append_only_triggers():
            empty(self, sql_list)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(operations, "execute_sql_flush", empty_past)
        patch.setattr(flush.Command, "handle", empty_database)
        yield


@pytest.fixture(autouse=True)
def _english() -> Iterator[None]:
    """Every test begins in English: a request leaves its language behind in the thread of the test before."""
    with translation.override("en"):
        yield


@pytest.fixture(autouse=True)
def _empty_cache() -> Iterator[None]:
    yield
    cache.clear()
    rendered_once.forget_all()  # a test that is rolled back takes the version back, too


@pytest.fixture(autouse=True)
def site_is_well() -> Iterator[None]:
    """No worker goes round beside the tests, and no desk says so. What is about that has a fixture of this name."""
    asks, always = heartbeat.last, datetime.max.replace(tzinfo=UTC)
    heartbeat.last = lambda: heartbeat.Heartbeat(always, always)
    yield
    heartbeat.last = asks


@pytest.fixture(autouse=True)
def same_number() -> Iterator[None]:
    """Every request has one number, so that answers can be compared; but for what is about numbers."""
    makes = requests.new_number
    requests.new_number = lambda: "0"
    yield
    requests.new_number = makes


@pytest.fixture(scope="session", autouse=True)
def _middleware_made_once() -> Iterator[None]:
    """A server makes its middleware once, and so do all clients of the tests; who changes a setting gets his own."""
    make, made = ClientHandler.load_middleware, dict[str, Any]()

    def make_once(self: ClientHandler, *, is_async: bool = False) -> None:
        if is_async or isinstance(settings._wrapped, UserSettingsHolder):
            make(self, is_async=is_async)
            return
        if not made:
            make(self)
            made.update({name: one for name, one in vars(self).items() if name.endswith("_middleware")})
            made["_middleware_chain"] = self._middleware_chain
        vars(self).update(made)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ClientHandler, "load_middleware", make_once)
        yield


@pytest.fixture(scope="session")
def redis_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A real server for cache and live messages: the given Redis, or the embedded Valkey, alive for this run."""
    if given := os.environ.get("SCWU_TEST_REDIS_URL"):
        yield given
        return
    folder = tmp_path_factory.mktemp("valkey")
    path, binary = broker.socket_path(folder), broker.server_binary()
    if binary is None:
        pytest.skip("no Valkey or Redis program on this machine")
    server = valkey.start(binary, path, folder, orphan_signal=signal.SIGKILL)
    yield f"unix://{path}"
    server.stop(patience=5)
    valkey.tidy_up(path)


# --- The real site on a port, and the real browser --------------------------------------------------------------------


@dataclass(frozen=True)
class Site:
    """The running site; `url` has no slash at its end."""

    url: str
    server: uvicorn.Server

    def __str__(self) -> str:
        return self.url

    def come_to_rest(self) -> None:
        """Wait for what a closed page asked for last. PostgreSQL cannot empty tables that a request still reads."""
        patience = time.monotonic() + 10
        while self.server.server_state.tasks and time.monotonic() < patience:
            time.sleep(0.01)


@pytest.fixture(scope="session")
def _server() -> Iterator[Site]:
    """The server of production, in a thread: live streams work, which Django's own test server cannot carry."""
    listener = socket.create_server(("127.0.0.1", 0))
    server = web.Server(stop_seconds=1)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.01)
    yield Site(f"http://127.0.0.1:{listener.getsockname()[1]}", server)
    server.should_exit = True
    thread.join(timeout=10)


@pytest.fixture
def site(_server: Site, transactional_db: None) -> Iterator[Site]:
    """The site with this test's database behind it."""
    yield _server
    _server.come_to_rest()


@pytest.fixture
def hall(site: Site, settings: Any) -> str:
    """The site as a phone in a hall finds it: by a name, over plain http, so the browser calls it insecure."""
    settings.ALLOWED_HOSTS = ["hall.test", "127.0.0.1", "testserver"]
    return site.url.replace("127.0.0.1", "hall.test")


@dataclass(frozen=True)
class Chromium:
    """A browser that runs, and the process to end where it does not answer any more."""

    browser: Browser
    pid: int


@pytest.fixture(scope="module")
def _chromium() -> Iterator[Callable[[], Chromium]]:
    """Chromium, for the tests of one file: while Playwright runs, its loop is in the way of every test with one."""
    with sync_playwright() as playwright:
        started: list[Chromium] = []

        def running() -> Chromium:
            if not started or not started[-1].browser.is_connected():
                browser = playwright.chromium.launch(executable_path=browser_path(), args=CHROMIUM)
                info = browser.new_browser_cdp_session().send("SystemInfo.getProcessInfo")
                pid = next(process["id"] for process in info["processInfo"] if process["type"] == "browser")
                started.append(Chromium(browser, pid))
            return started[-1]

        yield running
        for chromium in started:
            chromium.browser.close()


@contextmanager
def ended_after(seconds: int, chromium: Chromium) -> Iterator[None]:
    """A script or a closing that never ends has no timeout of its own: the browser is ended with it."""
    out_of_patience = threading.Timer(seconds, os.kill, (chromium.pid, signal.SIGKILL))
    out_of_patience.start()
    try:
        yield
    finally:
        out_of_patience.cancel()


@pytest.fixture
def browser(_chromium: Callable[[], Chromium]) -> Iterator[Browser]:
    """The file's browser."""
    chromium = _chromium()
    with ended_after(BROWSER_PATIENCE, chromium):
        yield chromium.browser


@pytest.fixture
def new_page(browser: Browser, _chromium: Callable[[], Chromium], site: Site) -> Iterator[Callable[..., Page]]:
    """`new_page(**options)`: a page with cookies of its own, for a second person in the same test."""
    chromium = _chromium()
    contexts: list[BrowserContext] = []

    def open_page(**options: Any) -> Page:
        # Without a service worker, as on the plain http of a pub; who wants one says so.
        usual = {"base_url": site.url, "locale": "en-GB", "service_workers": "block"}
        contexts.append(browser.new_context(**{**usual, **options}))
        return contexts[-1].new_page()

    yield open_page
    with ended_after(CLOSING_PATIENCE, chromium):
        for context in contexts:
            with suppress(BrowserError):  # the test has seen what it wanted; the next one finds a browser that answers
                context.close()


@pytest.fixture
def page(new_page: Callable[..., Page]) -> Page:
    """A laptop's page."""
    return new_page(**LAPTOP)


@pytest.fixture
def phone(new_page: Callable[..., Page]) -> Page:
    """A phone's page."""
    return new_page(**PHONE)
