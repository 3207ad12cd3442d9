"""The site takes backups by itself: when each is due, how many are kept, and before which acts there has to be one."""

from __future__ import annotations

import os
import shutil
import stat
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import fsspec
import pytest
from fsspec.implementations.memory import MemoryFileSystem

from games.rules.refusals import Refused
from tests.canaries import browser
from tests.factories import stories
from tests.factories.base import NOW
from tests.factories.tournaments import AccountFactory
from tests.refusals import refusal
from tournaments import tasks
from tournaments.models import Event
from tournaments.operations.upkeep import kept_backups
from tournaments.operations.upkeep.backup_files import checked

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def place(tmp_path: Path, settings: Any) -> Path:
    settings.DATA_DIR = tmp_path / "var"
    settings.BACKUP_TO = ""
    return tmp_path / "var" / "backups"


@pytest.fixture
def event() -> Event:
    return stories.an_event(players=4, status="closed", slug="moor")


@pytest.fixture
def quick(monkeypatch: Any) -> None:
    """Files without what is in them, where only the names matter."""

    def write(path: Path, **_named: Any) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(b"a backup")

    monkeypatch.setattr(kept_backups, "back_up", write)


def refuse(_path: Path, **_named: Any) -> None:
    raise Refused("backup_not_written", why="No space left on device")


def whys() -> list[str]:
    return [one.why for one in kept_backups.kept_backups()]


@pytest.fixture
def open_handed() -> Iterator[None]:
    """A process that lets others read what it makes; the site's own umask would hide a mode that is too wide."""
    before = os.umask(0)
    yield
    os.umask(before)


@pytest.mark.usefixtures("open_handed")
def test_it_is_the_whole_site_and_only_the_site_reads_it(event: Event, place: Path) -> None:
    taken = kept_backups.before("event_status", by=stories.director_of(event), now=NOW)
    assert checked(taken.path).tables["tournaments.event"]["rows"] == 1
    assert stat.S_IMODE(taken.path.stat().st_mode) == 0o600
    assert stat.S_IMODE(place.stat().st_mode) == 0o700
    (found,) = kept_backups.kept_backups()
    assert (found.at, found.why, found.by) == (NOW, "event_status", stories.director_of(event).key)


def test_without_one_a_dangerous_act_is_refused(event: Event, place: Path, monkeypatch: Any) -> None:
    monkeypatch.setattr(kept_backups, "back_up", refuse)
    director = stories.director_of(event)
    assert refusal(kept_backups.before, "event_status", by=director, now=NOW).code == "no_backup_taken"
    assert browser(director).post("/desk/moor/status/", {"status": "cancelled"}).status_code == 409
    event.refresh_from_db()
    assert event.status == "closed"


def test_each_dangerous_act_takes_one_and_the_union_sees_it(event: Event) -> None:
    director, keeper = stories.director_of(event), AccountFactory.create(is_staff=True, is_superuser=True)
    desk = browser(director)
    assert desk.post("/desk/moor/status/", {"status": "cancelled"}).status_code == 302
    assert whys() == ["event_status"]
    assert desk.post("/desk/moor/status/", {"status": "announced"}).status_code == 302
    assert len(whys()) == 1, "the way back out of cancelling endangers nothing"
    page = browser(keeper).get("/union/backups/").content.decode()
    assert f"./run restore {kept_backups.kept_backups()[0].path}" in page
    assert director.name in page
    assert "SCWU_BACKUP_TO" in page, "as long as there is no second place"


def test_one_is_due_each_day_and_after_each_round(event: Event, quick: None) -> None:
    assert kept_backups.due(NOW) == "night"
    kept_backups.take_due(NOW)
    assert kept_backups.due(NOW + timedelta(hours=1)) == ""
    round_ = stories.a_planned_round(event)
    round_.closed_at = NOW + timedelta(hours=2)
    round_.save()
    assert kept_backups.due(NOW + timedelta(hours=1)) == "", "it is not closed yet"
    assert kept_backups.due(NOW + timedelta(hours=3)) == "round"
    kept_backups.take_due(NOW + timedelta(hours=3))
    assert kept_backups.take_due(NOW + timedelta(hours=3)) is None, "a second worker has nothing to do"
    assert kept_backups.due(NOW + timedelta(hours=28)) == "night"
    assert whys() == ["round", "night"]


def test_the_clock_takes_what_is_due(event: Event, quick: None) -> None:
    tasks.sweep()
    assert whys() == ["night"]
    tasks.sweep()
    assert whys() == ["night"]


def test_one_that_fails_is_said_and_tried_again_in_ten_minutes(
    event: Event, place: Path, monkeypatch: Any, caplog: Any
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(kept_backups, "back_up", refuse)
        assert kept_backups.take_due(NOW) is None
    assert "No space left on device" in caplog.text
    assert kept_backups.due(NOW + timedelta(minutes=9)) == ""
    assert kept_backups.due(NOW + timedelta(minutes=11)) == "night"
    assert kept_backups.take_due(NOW + timedelta(minutes=11)) is not None


def test_the_newest_are_kept_and_of_long_ago_only_the_very_last(quick: None, monkeypatch: Any) -> None:
    monkeypatch.setattr(kept_backups, "MOST", 2)
    for day in (0, 12, 13, 20):
        kept_backups.before("people_taken_in", by="terminal", now=NOW + timedelta(days=day))
    assert [one.at - NOW for one in kept_backups.kept_backups()] == [timedelta(days=20), timedelta(days=13)]
    kept_backups.let_go(NOW + timedelta(days=300))
    assert [one.at - NOW for one in kept_backups.kept_backups()] == [timedelta(days=20)]


# --- The second place -------------------------------------------------------------------------------------------------


def test_they_are_brought_to_a_second_folder_and_what_was_missed_with_the_next(
    quick: None, tmp_path: Path, settings: Any, caplog: Any
) -> None:
    stick = tmp_path / "stick"
    settings.BACKUP_TO = str(stick)
    kept_backups.take("night", by="clock", now=NOW)
    assert "there is no folder" in caplog.text
    assert not stick.exists(), "a stick that is not there is not made on the disk"
    stick.mkdir()
    (stick / "holiday.jpg").write_bytes(b"a cat")
    kept_backups.take("night", by="clock", now=NOW + timedelta(days=1))
    here = {one.name for one in kept_backups.kept_backups()}
    assert {path.name for path in stick.iterdir()} == {*here, "holiday.jpg"}
    kept_backups.take("night", by="clock", now=NOW + timedelta(days=15))
    assert {path.name for path in stick.iterdir()} == {
        *(one.name for one in kept_backups.kept_backups()),
        "holiday.jpg",
    }


def test_an_address_that_a_library_knows_will_do(quick: None, settings: Any) -> None:
    settings.BACKUP_TO = "memory://bucket/scwu"
    kept_backups.take("night", by="clock", now=NOW)
    kept_backups.take("night", by="clock", now=NOW + timedelta(days=15))
    files = fsspec.filesystem("memory")
    (there,) = files.ls("/bucket/scwu", detail=False)
    assert there.rsplit("/", 1)[-1] == kept_backups.kept_backups()[0].name
    assert files.cat(there) == b"a backup"


def test_a_site_that_was_installed_anew_takes_nothing_away_that_the_one_before_has_brought(
    quick: None, place: Path, settings: Any
) -> None:
    """Its disk is gone, and its backups are all that is left."""
    settings.BACKUP_TO = "memory://bucket/died"
    kept_backups.take("night", by="clock", now=NOW)
    shutil.rmtree(place)
    kept_backups.take("night", by="clock", now=NOW + timedelta(days=1))
    assert len(fsspec.filesystem("memory").ls("/bucket/died")) == 2


def test_what_came_in_part_is_brought_again(quick: None, settings: Any) -> None:
    settings.BACKUP_TO = "memory://bucket/part"
    files, name = fsspec.filesystem("memory"), kept_backups.take("night", by="clock", now=NOW).name
    files.pipe_file(f"/bucket/part/{name}", b"a ba")
    assert kept_backups.send_away(NOW)
    assert files.cat(f"/bucket/part/{name}") == b"a backup"


class Bucket(MemoryFileSystem):
    """As storage like S3 does it: a folder is there with what is in it, and what was listed once is remembered."""

    has_bucket = True
    store: dict[str, Any] = {}
    pseudo_dirs = [""]

    def ls(self, path: str, **named: Any) -> Any:
        found = super().ls(path, **named) if self.has_bucket else []
        if not found:
            raise FileNotFoundError(path)
        return found

    def makedirs(self, path: str, **_named: Any) -> None:
        """Nothing: asked before each file."""

    def mkdir(self, path: str, *, create_parents: bool = True, **_named: Any) -> None:
        if create_parents or not self.has_bucket:
            raise FileNotFoundError("The specified bucket does not exist")


@pytest.fixture
def storage() -> Iterator[None]:
    fsspec.register_implementation("memory", Bucket, clobber=True)
    yield
    fsspec.register_implementation("memory", MemoryFileSystem, clobber=True)


def test_storage_knows_no_folder_before_something_is_in_it_and_makes_no_bucket(
    quick: None, storage: None, settings: Any, monkeypatch: Any, caplog: Any
) -> None:
    settings.BACKUP_TO = "memory://bucket/evening"
    monkeypatch.setattr(Bucket, "has_bucket", False)
    kept_backups.take("night", by="clock", now=NOW)
    assert "The specified bucket does not exist" in caplog.text
    monkeypatch.setattr(Bucket, "has_bucket", True)
    assert kept_backups.send_away(NOW)
    assert len(Bucket().ls("/bucket/evening")) == 1


def test_a_second_place_that_was_away_is_tried_again_with_no_new_backup_due(
    quick: None, tmp_path: Path, settings: Any
) -> None:
    settings.BACKUP_TO = str(tmp_path / "stick")
    keeper = browser(AccountFactory.create(is_staff=True, is_superuser=True))
    kept_backups.take_due(NOW)
    assert "there is no folder" in keeper.get("/union/backups/").content.decode()
    (tmp_path / "stick").mkdir()
    assert not kept_backups.is_to_be_brought(NOW + timedelta(minutes=9))
    assert kept_backups.take_due(NOW + timedelta(minutes=11)) is None
    assert len(list((tmp_path / "stick").iterdir())) == 1
    assert "there is no folder" not in keeper.get("/union/backups/").content.decode()


def test_a_password_in_its_address_is_shown_nowhere(quick: None, settings: Any, caplog: Any) -> None:
    settings.BACKUP_TO = "nothing://cat:seven-lives@example.org/scwu"
    kept_backups.take("night", by="clock", now=NOW)
    assert "nothing://…@example.org/scwu" in caplog.text
    assert "seven-lives" not in caplog.text + kept_backups.why_not_brought() + kept_backups.second_place()
