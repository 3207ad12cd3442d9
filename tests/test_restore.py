"""What a restore has made ready takes the place of the site in steps; wherever it is killed, one site is there."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from scwu import restore, restored
from scwu.serve import Refusal

STEPS = ("mkdir", "rename", "replace", "unlink", "rmdir")
OLD = {"SECRET_KEY": "old", "SCWU_WORDS_KEY": "old words"}
NEW = {"SECRET_KEY": "new", "SCWU_WORDS_KEY": "new words"}


class Killed(BaseException):
    """The plug was pulled."""


@pytest.fixture
def data(tmp_path: Path, settings: Any, monkeypatch: Any) -> Path:
    settings.DATA_DIR, settings.SECRET_KEY, settings.WORDS_KEY = tmp_path, *OLD.values()
    for name in ("DATABASE_URL", *OLD):
        monkeypatch.delenv(name, raising=False)
    return tmp_path


def a_site(path: Path, said: str) -> None:
    with closing(sqlite3.connect(path)) as database:
        database.execute("PRAGMA journal_mode=WAL")
        database.execute("CREATE TABLE site (said text)")
        database.execute("INSERT INTO site VALUES (?)", [said])
        database.commit()


def two_sites(data: Path) -> restore.OnDisk:
    """The old one in its place, the new one made beside it."""
    a_site(data / "scwu.sqlite3", "old")
    for name, key in OLD.items():
        restore.write(data / restore.KEY_FILES[name], key)
    place = restore.OnDisk(NEW)
    place.clear()
    place.beside.mkdir()
    a_site(place.beside / "scwu.sqlite3", "new")
    return place


def seen(data: Path) -> tuple[str, ...]:
    """What the next one who starts finds."""
    restored.finish(data)
    with closing(sqlite3.connect(data / "scwu.sqlite3")) as database:
        assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        (said,) = database.execute("SELECT said FROM site").fetchone()
    return (said, *((data / name).read_text() for name in restore.KEY_FILES.values()))


def killed_at(step: int, monkeypatch: Any) -> Iterator[None]:
    """Every act on files before `step` is done, none after it."""
    done = iter(range(step))

    def dying(real: Any) -> Any:
        def act(self: Path, *args: Any, **named: Any) -> Any:
            if next(done, None) is None:
                raise Killed
            return real(self, *args, **named)

        return act

    with monkeypatch.context() as patch:
        for name in STEPS:
            patch.setattr(Path, name, dying(getattr(Path, name)))
        for name in ("write", "synced"):
            patch.setattr(restore, name, dying(getattr(restore, name)))
        yield


def test_killed_at_whatever_step_it_is_the_old_site_or_the_new_one_with_its_own_keys(
    data: Path, monkeypatch: Any
) -> None:
    found: list[str] = []
    for step in range(60):
        for path in data.rglob("*"):
            if path.is_file():
                path.unlink()
        place = two_sites(data)
        try:
            for _ in killed_at(step, monkeypatch):
                place.take_its_place()
        except Killed:
            found.append(seen(data)[0])
            assert seen(data) in [("old", *OLD.values()), ("new", *NEW.values())], step
        else:
            break
    assert found == sorted(found, reverse=True), "from one moment on it is the new one"
    assert {"old", "new"} == set(found)
    assert seen(data) == ("new", *NEW.values())
    assert (data / "secret_key.before").read_text() == "old"


def test_what_the_old_database_has_logged_is_not_taken_for_the_new_one(data: Path) -> None:
    place = two_sites(data)
    place.take_its_place()
    assert not list(data.glob("scwu.sqlite3-*"))
    (data / "restored").mkdir()
    a_site(data / "restored" / "scwu.sqlite3", "newest")
    (data / "scwu.sqlite3-wal").write_bytes(b"pages of another database")
    restored.finish(data)
    assert not (data / "scwu.sqlite3-wal").exists()
    assert seen(data)[0] == "newest"


def test_nobody_restores_while_somebody_has_the_database_open(data: Path) -> None:
    place = two_sites(data)
    with closing(sqlite3.connect(data / "scwu.sqlite3")) as site:
        site.execute("SELECT said FROM site").fetchall()
        with pytest.raises(Refusal, match="running"):
            place.refuse_running()
    place.refuse_running()


def test_a_damaged_database_is_replaced_all_the_same_and_kept(data: Path) -> None:
    place = two_sites(data)
    (data / "scwu.sqlite3").write_bytes(b"rubbish" * 1000)
    place.refuse_running()
    assert Path(place.put_aside_as_it_is(Exception())).read_bytes().startswith(b"rubbish")
    place.take_its_place()
    assert seen(data)[0] == "new"


def test_keys_that_the_environment_gives_are_laid_beside_for_its_owner(data: Path, monkeypatch: Any) -> None:
    monkeypatch.setenv("SECRET_KEY", "old")
    place = two_sites(data)
    place.take_its_place()
    assert seen(data) == ("new", "old", "new words")
    assert (data / "secret_key.restored").read_text() == "new"
    assert (data / "secret_key.restored").stat().st_mode & 0o077 == 0
