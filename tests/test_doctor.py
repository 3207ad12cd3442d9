"""`./run doctor` (scwu/doctor): what is amiss is found, and said in a line with what to do; then it ends with 1."""

import errno
import os
import socket
import stat
import subprocess
import sys
from datetime import timedelta
from pathlib import Path
from types import SimpleNamespace

import pytest
from django.core.cache import cache
from django.utils import timezone

from scwu import health, migrations
from scwu.addresses import firewall, how_to_reach
from scwu.doctor import __main__ as doctor
from scwu.doctor import running
from tests.test_house import PRODUCTION
from tournaments.operations.upkeep import heartbeat

ROOT = Path(__file__).resolve().parent.parent

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def site_is_well():
    """Here the mark of the clock is what it is."""


def signs(check) -> dict[str, str]:
    """Sign → what was said with it, and what is to be done."""
    return {sign: f"{what} → {todo}" for sign, what, todo in check()}


def command(folder: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, str(ROOT / "scwu" / "doctor")], cwd=ROOT, capture_output=True, text=True, check=False,
        env={"PATH": os.environ["PATH"], "HOME": str(folder), "SCWU_DATA_DIR": str(folder / "var"), **environment},
    )  # fmt: skip


def test_where_nothing_was_started_yet_nothing_is_amiss_and_it_says_how_to_go_on(tmp_path: Path):
    said = command(tmp_path)
    assert said.returncode == 0, said.stdout
    assert "there are no data yet → ./run makes them" in said.stdout
    assert "the site does not run from this folder" in said.stdout
    assert {line[:4] for line in said.stdout.splitlines()} <= {"ok  ", "--  "}
    assert not (tmp_path / "var" / "scwu.sqlite3").exists(), "it changes nothing"


def test_settings_that_refuse_are_one_line(tmp_path: Path):
    left_out = {name: value for name, value in PRODUCTION.items() if name != "SCWU_WORDS_KEY"}
    said = command(tmp_path, **left_out)
    assert said.returncode == 1
    assert "!!  the site cannot be loaded: SCWU_PRODUCTION needs SCWU_WORDS_KEY" in said.stdout
    assert said.stderr == ""


def test_a_production_that_forgot_its_proxy_and_its_mail_hears_of_both(tmp_path: Path):
    said = command(tmp_path, **{**PRODUCTION, "SCWU_URL": "https://nowhere.invalid"})
    assert said.returncode == 1
    bad = [line for line in said.stdout.splitlines() if line.startswith("!!")]
    for words in ("SCWU_PROXIES", "EMAIL_URL", "https://nowhere.invalid does not answer"):
        assert sum(words in line for line in bad) == 1, bad


def test_what_is_installed_is_held_against_the_lock(monkeypatch):
    assert next(iter(doctor.packages()))[0] == "ok"
    monkeypatch.setattr(doctor, "is_there", lambda name, version: name != "celery")
    sign, what, _ = next(iter(doctor.packages()))
    assert (sign, what.startswith("not installed as locked: celery ")) == ("!!", True)
    monkeypatch.setattr(doctor, "OLDEST", (4, 0))
    assert next(iter(doctor.python()))[0] == "!!"


def test_tables_of_another_version_are_told(monkeypatch):
    assert signs(running.database).keys() == {"ok"}
    monkeypatch.setattr(migrations, "all_applied", lambda: False)
    assert "./run upgrade" in signs(running.database)["!!"]
    monkeypatch.setattr(migrations, "newer", lambda: ["tournaments 9999"])
    assert "start that version" in signs(running.database)["!!"]


def test_a_clock_that_stands_still_and_a_backup_that_is_old(settings, tmp_path: Path):
    settings.BROKER, settings.DATA_DIR = SimpleNamespace(socket=None, url="redis://…"), tmp_path
    assert "!!" in signs(running.clock)
    assert "no backup yet" in signs(running.backups)["!!"]
    cache.set(heartbeat.KEY, (timezone.now(), timezone.now() - timedelta(hours=1)))
    assert signs(running.clock).keys() == {"ok"}
    assert signs(running.backups).keys() == {"ok", "--"}, "and that they lie on the disk that may die"
    settings.BACKUP_TO = str(tmp_path / "stick")
    assert "plug it in" in signs(running.backups)["!!"]


@pytest.mark.parametrize("broker", [SimpleNamespace(socket=None, url=""), SimpleNamespace(socket="x", url="unix://x")])
def test_a_site_of_run_that_is_stopped_has_no_clock_to_miss(settings, tmp_path: Path, broker):
    settings.BROKER, settings.DATA_DIR = broker, tmp_path
    assert signs(running.clock) == {}
    assert signs(running.backups).keys() == {"--"}
    (tmp_path / "serve.pid").write_text(f"process {os.getpid()} (./run, at http://localhost:1/)\n")
    assert signs(running.clock).keys() == {"!!"}
    assert "no backup yet" in signs(running.backups)["!!"]


def test_keys_that_others_can_read_are_told_with_the_command(settings, tmp_path: Path, monkeypatch):
    settings.DATA_DIR = tmp_path
    monkeypatch.delenv("SECRET_KEY", raising=False)
    tmp_path.chmod(0o700)
    key = tmp_path / "secret_key"
    key.write_text("…")
    key.chmod(0o644)
    assert f"chmod 600 {key}" in signs(running.keys)["!!"]
    key.chmod(0o600)
    assert signs(running.keys).keys() == {"ok"}
    tmp_path.chmod(0o755)
    assert f"chmod 700 {tmp_path}" in signs(running.keys)["!!"]
    assert stat.S_IMODE(tmp_path.stat().st_mode) == 0o755, "it changes nothing"


def test_a_disk_without_room_is_told(monkeypatch):
    assert signs(running.disk).keys() == {"ok"}
    monkeypatch.setattr(health, "LOW_DISK_BYTES", 1 << 60)
    assert "make room" in signs(running.disk)["!!"]


def test_an_address_that_phones_would_type_is_asked(settings, tmp_path: Path, monkeypatch):
    settings.DATA_DIR = tmp_path
    (tmp_path / "serve.pid").write_text(f"process {os.getpid()} (./run, at http://localhost:8123/)\n")
    assert running.port_of_the_site() == 8123
    monkeypatch.setattr(running, "lan_addresses", lambda: ["192.0.2.7"])
    asked: list[str] = []

    def answers(url: str) -> bool:
        asked.append(url)
        return "127.0.0.1" in url

    monkeypatch.setattr(running, "_answers", answers)
    said = signs(running.addresses)
    assert "http://192.0.2.7:8123/ does not answer" in said["!!"]
    assert firewall(8123) in said["!!"]
    assert how_to_reach(8123) in said["--"]
    assert asked == ["http://127.0.0.1:8123/health/live/", "http://192.0.2.7:8123/health/live/"]
    monkeypatch.setattr(running, "lan_addresses", list)
    assert "no address in a network" in signs(running.addresses)["!!"]


def test_a_site_that_is_gone_runs_no_more(settings, tmp_path: Path):
    settings.DATA_DIR = tmp_path
    gone = subprocess.Popen([sys.executable, "-c", ""])
    gone.wait()
    (tmp_path / "serve.pid").write_text(f"process {gone.pid} (./run, at http://localhost:8123/)\n")
    assert running.port_of_the_site() is None


def test_who_answers_is_told_from_who_does_not():
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
    assert not running._answers(f"http://127.0.0.1:{port}/health/live/")


def test_a_mail_server_that_is_away_is_told(settings):
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 1
    assert "look at EMAIL_URL" in signs(running.mail)["!!"]
    settings.MAIL_IS_SENT = False
    assert "outbox" in signs(running.mail)["--"]


def test_what_a_check_cannot_do_for_want_of_a_disk_is_said_with_what_to_do(monkeypatch):
    def kept_from_writing():
        raise OSError(errno.EROFS, "Read-only file system", "/srv/x")
        yield

    monkeypatch.setattr(running, "CHECKS", (kept_from_writing,))
    monkeypatch.setattr(running.logging, "disable", lambda: None)
    assert [todo for _, _, todo in running.examine()] == [
        "/srv/x cannot be written: its disk is mounted for reading only."
    ]


def test_a_check_that_breaks_is_a_finding_and_hides_no_other(monkeypatch):
    def broken():
        raise ZeroDivisionError("so")
        yield

    monkeypatch.setattr(running, "CHECKS", (broken, running.disk))
    monkeypatch.setattr(running.logging, "disable", lambda: None)
    assert [sign for sign, _, _ in running.examine()] == ["!!", "ok"]
