"""What every answer, file and log line of the site keeps to, whatever is sent."""

from __future__ import annotations

import datetime as dt
import logging
import os
import stat
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from django import forms
from django.http import HttpRequest, HttpResponse
from django.template import Context, Template
from django.test import Client
from django.utils import formats, timezone, translation

from scwu.logs import OneLine
from scwu.private import tighten
from scwu.security import MORE
from scwu.settings.keys import make_whole
from scwu.unreadable import ReadableForms
from scwu.web.headers import security_headers
from tests.factories.tournaments import EventFactory
from tournaments import routes
from tournaments.letters.event_letters import when
from tournaments.models import Step
from tournaments.operations import journal
from tournaments.operations.events import plans
from tournaments.templatetags.event_times import day, minute

ROOT = Path(__file__).resolve().parent.parent


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/", "/sign-in/", "/no/such/page/", "/api/v1/events/", "/me/", "/admin/"])
def test_every_answer_has_both_policies(path):
    answer = Client().get(path)
    assert {name: answer.headers.get(name) for name in MORE} == MORE


def test_files_have_them_too():
    sent = dict(security_headers("http"))
    assert {name: sent.get(name.lower().encode(), b"").decode() for name in MORE} == MORE


@pytest.mark.django_db
@pytest.mark.parametrize(
    "kind",
    [
        "application/x-www-form-urlencoded; charset=utf-16",
        "application/x-www-form-urlencoded; charset=no-such",
        "multipart/form-data",
        "multipart/form-data; boundary=",
    ],
)
@pytest.mark.parametrize("path", ["/sign-in/", "/register/", "/sign-in/link/"])
def test_a_form_that_nobody_can_read_is_a_400_with_all_headers(path, kind):
    client = Client(raise_request_exception=False, enforce_csrf_checks=True)
    client.cookies["csrftoken"] = "a" * 32
    answer = client.generic("POST", path, b"csrfmiddlewaretoken=" + b"a" * 32, content_type=kind)
    assert answer.status_code == 400
    for name in ("Content-Security-Policy", "X-Frame-Options", "X-Content-Type-Options", *MORE):
        assert name in answer.headers, name


def test_a_key_is_written_whole_or_not_at_all(tmp_path, monkeypatch):
    path = tmp_path / "key"

    def cut_off(*_arguments: object) -> None:
        raise OSError("the power is gone")

    with monkeypatch.context() as patched:
        patched.setattr(os, "fsync", cut_off)
        with pytest.raises(OSError, match="power"):
            make_whole(path, "secret")
    assert not path.exists()
    make_whole(path, "secret")
    make_whole(path, "another")
    assert path.read_text() == "secret", "one that is there stays"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert [one.name for one in tmp_path.iterdir()] == ["key"]


def test_whatever_the_site_writes_is_its_owners_alone(tmp_path):
    code = "import scwu.settings as s; (s.DATA_DIR / 'x').write_text('')"
    subprocess.run(
        [sys.executable, "-c", code], check=True, cwd=ROOT, env={**os.environ, "SCWU_DATA_DIR": str(tmp_path)}
    )
    found = {one.name: stat.S_IMODE(one.stat().st_mode) & 0o077 for one in tmp_path.iterdir() if one.is_file()}
    assert found["x"] == 0
    assert not any(found.values())


def test_what_was_written_before_is_taken_from_everybody_else(tmp_path):
    folder, program, elsewhere = tmp_path / "var", tmp_path / "var" / "program", tmp_path / "elsewhere"
    (folder / "outbox").mkdir(parents=True)
    for path in (folder / "db.sqlite3", folder / "outbox" / "letter", program, elsewhere):
        path.write_text("")
        path.chmod(0o644)
    program.chmod(0o755)
    (folder / "link").symlink_to(elsewhere)
    for path in (folder, folder / "outbox"):
        path.chmod(0o755)
    assert tighten(folder) == 5
    modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in (folder, *folder.rglob("*"), elsewhere)}
    assert modes == {
        "var": 0o700,
        "outbox": 0o700,
        "db.sqlite3": 0o600,
        "letter": 0o600,
        "program": 0o700,
        "link": 0o644,
        "elsewhere": 0o644,
    }
    assert tighten(folder) == 0


def test_a_refusal_is_one_line_and_a_crash_keeps_its_traceback():
    crash = (ValueError, ValueError(), None)
    for name, level, kept in (
        ("django.request", logging.WARNING, False),
        ("django.request", logging.ERROR, True),
        ("django.security.DisallowedModelAdminLookup", logging.ERROR, False),
    ):
        record = logging.LogRecord(name, level, __file__, 1, "Forbidden", (), crash)
        assert OneLine().filter(record)
        assert bool(record.exc_info) is kept


def test_an_office_from_1_january_shows_its_day_where_the_site_stands(settings):
    starts = dt.datetime(2026, 12, 31, 23, 0, tzinfo=dt.UTC)
    assert starts.day == 31
    said = Template("{% load event_times %}{{ at|day }}, {{ at|weekday }}").render(Context({"at": starts}))
    assert said == "1 January 2027, Friday 1 January 2027"


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("hours", "said"),
    [(2, "tonight"), (-1, "tonight"), (-2, "today"), (-6, "today"), (6, "tomorrow"), (26, "tomorrow"), (50, "")],
)
def test_a_reminder_names_the_day_as_it_is_when_it_is_sent(hours, said):
    now = dt.datetime(2026, 11, 20, 17, 0, tzinfo=dt.UTC)  # six in the evening in the hall
    starts = now.astimezone(ZoneInfo("Europe/Prague")) + dt.timedelta(hours=hours)
    event = EventFactory.create(date=starts.date(), starts_at=starts, time_zone="Europe/Prague")
    assert when(event, now) == said


@pytest.mark.django_db
def test_nothing_is_due_before_its_event_was_made():
    now = timezone.now()
    event = EventFactory.create(
        created_at=now,
        starts_at=now + dt.timedelta(hours=3),
        registration_opens_at=now - dt.timedelta(days=40),
        registration_closes_at=now - dt.timedelta(days=1),
    )
    plans.plan_event(event)
    assert {step.due_at >= now for step in Step.objects.filter(event=event)} == {True}
    over = EventFactory.create(created_at=now, starts_at=now - dt.timedelta(days=2))
    plans.plan_event(over)
    assert not Step.objects.filter(event=over, kind="remind").exists()


@pytest.mark.django_db
def test_the_journal_is_filtered_by_events_that_are_chosen_and_not_typed(keeper):
    event = EventFactory.create(slug="quay", name="Quay Night")
    client = Client()
    client.force_login(keeper)
    page = client.get("/union/journal/?chain=quay").content.decode()
    assert '<input name="chain"' not in page
    assert '<option value="quay" selected>' in " ".join(page.split())
    assert event.name in page


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("language", "at", "starts", "ends"),
    [
        ("en", "1 January 2027, 00:00:05 ·", "1 January 2027, 00:00\n", "31 December 2027"),
        ("cs", "1. ledna 2027, 00:00:05 ·", "1. ledna 2027, 00:00\n", "31. prosince 2027"),
    ],
)
def test_the_journal_says_days_as_every_page_does(keeper, language, at, starts, ends):
    """On the clocks where the site stands, with the second in which it was done."""
    then = dt.datetime(2026, 12, 31, 23, 0, 5, tzinfo=dt.UTC)
    journal.note("office_given", by=keeper, now=then, new={"starts_at": then.isoformat(), "ends_on": "2027-12-31"})
    client = Client(headers={"accept-language": language})
    client.force_login(keeper)
    said = client.get("/union/journal/").content.decode().partition("<main")[2]
    assert all(one in said for one in (at, starts, ends)), said
    assert "2026-12-31" not in said


@pytest.mark.parametrize(
    ("language", "said", "at"),
    [("en", "1 January 2027", "1 January 2027, 00:05"), ("cs", "1. ledna 2027", "1. ledna 2027, 00:05")],
)
def test_what_django_itself_writes_of_a_day_is_no_second_form(language, said, at):
    """Rows of the administration, and its history."""
    then = dt.datetime(2027, 1, 1, 0, 5, tzinfo=dt.UTC)
    with translation.override(language):
        assert (formats.localize(then.date()), formats.localize(then)) == (said, at)
        assert (day(then.date()), minute(then)) == (said, at)


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/me/", "/words/+propose/", "/words/+list/"])
def test_no_choice_is_a_dash_and_not_nine(keeper, path):
    client = Client()
    client.force_login(keeper)
    page = client.get(path).content.decode()
    assert '<option value="" selected>–</option>' in " ".join(page.split())
    assert "---" not in page


def test_a_passkey_s_answer_nested_deeper_than_can_be_read_is_a_400(client, db):
    answer = client.post("/sign-in/passkey/", {"credential": "[" * 100_000})
    assert (answer.status_code, answer.content) == (400, b"This is nested too deeply.\n")


def test_any_other_endless_recursion_stays_a_crash():
    assert ReadableForms(HttpResponse).process_exception(HttpRequest(), RecursionError()) is None


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/me/rulings/1/appeal/", "/sign-out/", "/union/offices/ends/", "/t/lines/"])
def test_the_address_of_an_act_opened_anew_is_a_page_and_not_nothing(keeper, path):
    client = Client()
    client.force_login(keeper)
    answer = client.get(path)
    assert (answer.status_code, answer["Allow"]) == (405, "POST")
    assert "only takes what a form sends" in " ".join(answer.content.decode().split())


def _forms(kind: type[forms.BaseForm] = forms.BaseForm) -> Iterator[type[forms.BaseForm]]:
    for one in kind.__subclasses__():
        yield one
        yield from _forms(one)


def test_a_day_that_a_form_shows_is_one_that_a_browser_reads_whatever_the_language():
    """Else the field is empty there, and what was proposed is to be typed once more."""
    routes.all_routes()  # the forms of all faces are there
    with translation.override("cs"):
        shown = {
            (form.__qualname__, name): field.widget.format_value(dt.date(2027, 11, 1))
            for form in _forms()
            if form.__module__.startswith("tournaments.")
            for name, field in getattr(form, "base_fields", {}).items()
            if getattr(field.widget, "input_type", "") == "date"
        }
    assert shown
    assert set(shown.values()) == {"2027-11-01"}, shown
