"""What is seen of the site from outside: health, figures, logs, requests (scwu/health.py, metrics.py, logs.py …)."""

import json
import logging
import os
import re
import stat
from datetime import timedelta
from pathlib import Path

import django
import pytest
from django.core.cache import cache
from django.core.exceptions import ImproperlyConfigured
from django.test import Client, override_settings
from django.urls import reverse
from django.utils import timezone

from scwu import health, logs, metrics, migrations, proxies, reporting
from scwu.logs import AsJSON, KeptFile, Text
from tests.factories.tournaments import EventFactory
from tournaments import tasks
from tournaments.models import Account
from tournaments.operations.upkeep import heartbeat

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def site_is_well():
    """Here the mark of the clock is what it is."""


# --- Health -----------------------------------------------------------------------------------------------------------


def test_a_process_that_answers_lives_whatever_is_the_matter(client: Client, monkeypatch):
    monkeypatch.setattr(health, "database_state", lambda: "down")
    assert client.get("/health/live/").status_code == 200
    assert client.get("/health/ready/").status_code == 503
    assert client.get("/health/").status_code == 503


def test_before_its_tables_are_there_a_site_is_not_ready(client: Client, monkeypatch):
    assert client.get("/health/ready/").json() == {"database": "ok", "migrations": "ok"}
    monkeypatch.setattr(migrations, "all_applied", lambda: False)
    answer = client.get("/health/ready/")
    assert (answer.status_code, answer.json()["migrations"]) == (503, "pending")
    assert client.get("/health/").json()["migrations"] == "pending"


def test_after_an_upgrade_by_another_process_the_old_one_serves_on(client: Client, monkeypatch):
    monkeypatch.setattr(migrations, "newer", lambda: ["tournaments 9999"])
    answer = client.get("/health/ready/")
    assert (answer.status_code, answer.json()["migrations"]) == (200, "newer")


@pytest.mark.parametrize(
    ("host", "path", "status"),
    [
        ("192.0.2.7", "/health/", 200),
        ("192.0.2.7:8000", "/health/live/", 200),
        ("[2001:db8::7]:8000", "/health/ready/", 200),
        ("192.0.2.7", "/", 400),
        ("192.0.2.7", "/healthy/", 400),
        ("192.0.2.7", "/metrics", 400),
        ("foreign.example", "/health/", 400),
        ("192.0.2.7.foreign.example", "/health/", 400),
    ],
)
def test_a_probe_may_call_the_site_by_an_address_and_nobody_else(client: Client, host: str, path: str, status: int):
    with override_settings(ALLOWED_HOSTS=["cats.example.org"]):
        assert client.get(path, headers={"Host": host}).status_code == status


def test_a_clock_that_stands_still_is_late_and_says_so_until_it_goes_round(client: Client):
    cache.delete(heartbeat.KEY)
    assert client.get("/health/").json()["clock"] == "late"
    tasks.sweep()
    assert client.get("/health/").json()["clock"] == "ok"
    heartbeat.beat(timezone.now() - timedelta(seconds=61))
    assert client.get("/health/").json()["clock"] == "late"


def test_a_sweep_that_breaks_leaves_no_mark(client: Client, monkeypatch):
    cache.delete(heartbeat.KEY)
    monkeypatch.setattr(tasks.claims, "let_go", lambda now: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        tasks.sweep()
    assert client.get("/health/").json()["clock"] == "late"


def test_the_age_of_the_newest_backup_is_told_in_a_word():
    now = timezone.now()
    told = {hours: heartbeat.Heartbeat(now, now - timedelta(hours=hours)).backup(now) for hours in (1, 29, 31)}
    assert told == {1: "ok", 29: "ok", 31: "old"}
    assert heartbeat.Heartbeat(now).backup(now) == "none"
    assert heartbeat.Heartbeat().backup(now) == "unknown"
    assert heartbeat.Heartbeat(is_known=False).clock(now) == "unknown"


@pytest.mark.parametrize("path", ["/desk/", "/desk/{}/", "/desk/{}/now/"])
def test_the_desk_says_in_red_what_is_amiss_and_nothing_else(client: Client, keeper: Account, path: str):
    client.force_login(keeper)
    address, now = path.format(EventFactory.create().slug), timezone.now()
    said = {
        (None, now): ["The clock of this site stands still"],
        (now - timedelta(seconds=61), now): ["The clock of this site stands still"],
        (now, now - timedelta(hours=31)): ["The last backup of this site is more than a day old"],
        (now, None): ["There is no backup of this site yet"],
        (now, now): [],
    }
    alarm = '<div class="notice error" role="alert">'
    for mark, sentences in said.items():
        cache.set(heartbeat.KEY, mark)
        page = client.get(address).content.decode()
        assert page.count(alarm) == len(sentences)
        assert [one for one in sentences if one not in page] == []


def test_backups_that_do_not_get_to_their_second_place_are_said(client: Client, keeper: Account, monkeypatch):
    client.force_login(keeper)
    monkeypatch.setattr(heartbeat.kept_backups, "why_not_brought", lambda: "no such stick")
    heartbeat.beat(timezone.now())
    cache.set(heartbeat.KEY, (timezone.now(), timezone.now()))
    assert client.get("/health/").json()["backup"] == "alone"
    assert "The backups of this site do not get to their second place" in client.get("/desk/").content.decode()
    cache.delete(heartbeat.ALONE)  # nobody has said it for a minute
    assert client.get("/health/").json()["backup"] == "ok"


def test_a_desk_that_is_open_learns_that_the_clock_stands_still(client: Client, keeper: Account):
    client.force_login(keeper)
    address = f"/desk/{EventFactory.create().slug}/now/"
    cache.set(heartbeat.KEY, (timezone.now(), timezone.now()))
    etag = client.get(address)["ETag"]
    assert client.get(address, headers={"If-None-Match": etag}).status_code == 304
    cache.delete(heartbeat.KEY)
    assert client.get(address, headers={"If-None-Match": etag}).status_code == 200


# --- Figures ----------------------------------------------------------------------------------------------------------


def figures(client: Client, **more: str) -> dict[str, float]:
    answer = client.get("/metrics", **more)
    assert answer.status_code == 200
    lines = [line for line in answer.content.decode().splitlines() if not line.startswith("#")]
    return {name: float(value) for name, value in (line.rsplit(" ", 1) for line in lines)}


def named(told: dict[str, float], name: str) -> float:
    (value,) = [value for label, value in told.items() if re.match(rf"{name}(\{{|$)", label)]
    return value


def test_every_line_is_one_that_prometheus_reads(client: Client):
    client.get("/")
    line = re.compile(r'[a-z_]+(\{[a-z]+="[^"]*"(,[a-z]+="[^"]*")*\})? -?[0-9.e+]+')
    lines = client.get("/metrics").content.decode().splitlines()
    said = [one for one in lines if not one.startswith(("# HELP scwu_", "# TYPE scwu_"))]
    assert said
    assert [one for one in said if not line.fullmatch(one)] == []
    families = [one.split()[2] for one in lines if one.startswith("# TYPE")]
    assert len(families) == len(set(families))


def test_requests_errors_and_the_clock_are_counted(client: Client):
    tasks.sweep()
    django.setup()  # as a server does that sets Django up once more
    before = figures(client)
    client.get("/nowhere/")
    logging.getLogger("scwu").error("Something broke")
    logging.getLogger("django.security.DisallowedHost").error("A scanner")
    after = figures(client)
    missing = [name for name in after if 'status="404"' in name]
    assert sum(after[name] - before.get(name, 0) for name in missing) == 1
    assert named(after, "scwu_errors_total") - named(before, "scwu_errors_total") == 1
    assert 0 <= named(after, "scwu_sweep_age_seconds") < 60
    assert named(after, "scwu_queue_length") >= 0
    assert 'scwu_up{part="database"}' in after


def test_open_streams_are_counted_where_they_are_held(client: Client, monkeypatch):
    assert named(figures(client), "scwu_streams") == 0
    monkeypatch.setattr(metrics.counted, "listeners", range(7))
    assert named(figures(client), "scwu_streams") == 7


def test_figures_are_for_this_machine_or_for_who_has_the_token(client: Client):
    assert client.get("/metrics", REMOTE_ADDR="127.0.0.1").status_code == 200
    assert client.get("/metrics", REMOTE_ADDR="192.0.2.7").status_code == 403
    assert client.get("/metrics", **{proxies.VIA: True}).status_code == 403, "whoever came by a proxy on this machine"
    with override_settings(METRICS_TOKEN="open sesame"):
        assert client.get("/metrics").status_code == 403
        assert client.get("/metrics", headers={"Authorization": "Bearer open"}).status_code == 403
        told = figures(client, REMOTE_ADDR="192.0.2.7", HTTP_AUTHORIZATION="Bearer open sesame")
    assert "open sesame" not in str(told)


# --- Requests and logs ------------------------------------------------------------------------------------------------


@pytest.fixture(autouse=True)
def same_number():
    """Here each request has a number of its own."""


@pytest.fixture
def lines(caplog):
    """The lines of requests, as facts."""
    caplog.set_level(logging.INFO, "scwu.requests")
    caplog.handler.addFilter(logs.OneLine())
    logger = logging.getLogger("scwu.requests")
    logger.addHandler(caplog.handler)
    yield lambda: [getattr(one, logs.FACTS) for one in caplog.records if one.name == "scwu.requests"]
    logger.removeHandler(caplog.handler)


def test_every_answer_has_a_number_that_a_visitor_cannot_choose(client: Client):
    numbers = [client.get("/", headers={"X-Request-ID": "mine"})["X-Request-ID"] for _ in range(2)]
    assert len({"mine", *numbers}) == 3
    assert client.get("/", **{proxies.NUMBER: "from-the-proxy.1"})["X-Request-ID"] == "from-the-proxy.1"
    assert client.get("/", **{proxies.NUMBER: "two\r\nlines"})["X-Request-ID"].isalnum()


def test_a_line_says_what_was_asked_and_by_which_account_without_its_name(client: Client, lines, keeper: Account):
    event = EventFactory.create()
    client.get(f"/e/{event.slug}/")
    client.force_login(keeper)
    for _ in range(2):
        client.get("/me/", REMOTE_ADDR="192.0.2.7")
    public, one, other = lines()
    assert (public["method"], public["address"], public["status"]) == ("GET", f"/e/{event.slug}/", 200)
    assert public["account"] == "-"
    assert one["account"] == other["account"]
    assert re.fullmatch("[0-9a-f]{12}", one["account"])
    assert one["from"] == "192.0.2.7"
    assert one["ms"] >= 0
    assert keeper.email not in str(lines())


@pytest.mark.parametrize(
    "address",
    [
        "/sign-in/CANARY/",
        "/sign-in/CANARY",
        "/mail/CANARY/",
        "/claim/CANARY/",
        "/players/named/CANARY/",
        "/players/?q=CANARY",
    ],
)
def test_no_line_holds_a_secret_or_a_name_of_the_address(client: Client, lines, address: str):
    client.get(address)
    assert lines()
    assert "CANARY" not in str(lines())


def record(level: int = logging.WARNING) -> logging.LogRecord:
    return logging.LogRecord("scwu", level, "here.py", 1, "No message for %s", ("event 1",), None)


def test_a_line_has_its_moment_with_the_zone_and_the_number_of_its_request():
    token = logs.REQUEST.set("abc")
    try:
        text, line = Text().format(record()), json.loads(AsJSON().format(record()))
    finally:
        logs.REQUEST.reset(token)
    assert re.match(
        r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}[+-]\d\d:\d\d WARNING scwu \[abc\] No message for event 1", text
    )
    assert (line["level"], line["request"], line["message"]) == ("WARNING", "abc", "No message for event 1")
    assert re.search(r"[+-]\d\d:\d\d$", line["time"])


def test_the_file_is_its_owners_and_is_put_aside_when_it_is_full(tmp_path: Path, monkeypatch):
    monkeypatch.setattr(logs, "MOST_BYTES", 60)
    path = tmp_path / "logs" / "scwu.log"
    writers = [KeptFile(str(path)) for _ in range(2)]
    for number in range(120):
        writers[number % 2].emit(logging.LogRecord("scwu", logging.INFO, "", 1, "line %03d", (number,), None))
    for writer in writers:
        writer.close()
    files = sorted(path.parent.glob("scwu.log*"))
    assert len(files) == logs.KEPT + 1
    assert {stat.S_IMODE(one.stat().st_mode) for one in files} == {0o600}
    kept = "".join(path.with_name(f"scwu.log.{n}").read_text() for n in range(logs.KEPT, 0, -1)) + path.read_text()
    numbers = [int(word) for word in re.findall(r"line (\d+)", kept)]
    assert numbers == list(range(numbers[0], 120)), "none is lost or out of order in what is kept"


def test_a_log_of_another_day_is_put_aside_and_goes_after_a_fortnight(tmp_path: Path):
    """Addresses stand in it: whoever is forgotten is forgotten there, too."""
    path, now = tmp_path / "scwu.log", timezone.now().timestamp()
    told = {"scwu.log": 1, "scwu.log.1": 13, "scwu.log.2": 15}
    for name, days in told.items():
        (tmp_path / name).write_text(f"{days}\n")
        os.utime(tmp_path / name, (now - days * logs.DAY,) * 2)
    writer = KeptFile(str(path))
    writer.emit(record())
    writer.close()
    kept = {one.name: one.read_text() for one in tmp_path.glob("scwu.log*")}
    assert kept.pop("scwu.log").startswith("No message for event 1")
    assert kept == {"scwu.log.1": "1\n", "scwu.log.2": "13\n"}


def test_a_disk_that_takes_nothing_costs_lines_and_no_answer(tmp_path: Path, client: Client):
    (tmp_path / "logs").write_text("a file where the folder should be")
    writer = KeptFile(str(tmp_path / "logs" / "scwu.log"))
    logger = logging.getLogger("scwu.requests")
    logger.addHandler(writer)
    try:
        assert client.get("/").status_code == 200
    finally:
        logger.removeHandler(writer)


def test_without_a_file_every_line_goes_to_stderr():
    told = logs.configuration(None, as_json=True, level="WARNING")
    assert {handler.get("class") for name, handler in told["handlers"].items() if name != "crashes"} == {
        "logging.StreamHandler"
    }
    assert told["formatters"]["lines"]["()"] is AsJSON


# --- Elsewhere --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("asked", [{"SCWU_SENTRY_DSN": "https://key@errors.example/1"}, {"SCWU_OTEL": "1"}])
def test_who_asks_for_a_library_that_is_missing_is_told_how_to_get_it(asked: dict[str, str]):
    with pytest.raises(ImproperlyConfigured, match=f"{next(iter(asked))} needs a library .*pip install"):
        reporting.begin(asked, version="1")
    reporting.begin({}, version="1")


@pytest.mark.parametrize("name", ["sign_in_link", "public:no_mail", "public:prove_address"])
def test_no_trace_is_taken_of_an_address_that_is_a_secret(name: str):
    address = reverse(name, args=["secret"])
    assert any(re.search(hidden, address) for hidden in reporting.SECRET_ADDRESSES)
    assert not any(re.search(hidden, "/e/cats/") for hidden in reporting.SECRET_ADDRESSES)


def test_a_crash_is_sent_without_what_was_asked():
    event = {"request": {"url": "/sign-in/secret/"}, "user": {"ip_address": "192.0.2.7"}, "message": "broke"}
    assert reporting.without_request(event, {}) == {"message": "broke"}


# --- Compressed -------------------------------------------------------------------------------------------------------


def test_pages_go_out_compressed_of_another_length_each_time_and_nothing_else_does(client: Client, keeper: Account):
    client.force_login(keeper)
    answers = [client.get("/me/", headers={"Accept-Encoding": "gzip"}) for _ in range(12)]
    assert {answer["Content-Encoding"] for answer in answers} == {"gzip"}
    assert "Accept-Encoding" in answers[0]["Vary"]
    assert len({len(answer.content) for answer in answers}) > 1, "what it says of its length is blurred (BREACH)"
    assert "Content-Encoding" not in client.get("/me/")
    assert "Content-Encoding" not in client.get("/api/schema", headers={"Accept-Encoding": "gzip"})


def test_a_page_of_an_event_is_compressed_once_and_its_304_stands(client: Client):
    event = EventFactory.create()
    first = client.get(f"/e/{event.slug}/", headers={"Accept-Encoding": "gzip"})
    again = client.get(f"/e/{event.slug}/", headers={"Accept-Encoding": "gzip"})
    assert first["Content-Encoding"] == "gzip"
    assert first.content == again.content
    asked = {"Accept-Encoding": "gzip", "If-None-Match": first["ETag"]}
    assert client.get(f"/e/{event.slug}/", headers=asked).status_code == 304


def test_tokens_of_forms_are_masked_anew_for_each_page(client: Client):
    found = [re.findall(rb'csrfmiddlewaretoken" value="(\w+)"', client.get("/sign-in/").content) for _ in range(2)]
    assert len(found[0]) == len(found[1]) > 0
    assert set(found[0]).isdisjoint(found[1])
