"""`python -m scwu.restore FILE`, which `./run restore` calls: a backup becomes the site, whole or not at all.

The file is checked before anything is touched. Then a second site is made beside the first one, by a process of its
own: an SQLite file in `restoring/` of the data directory, or a schema of that name in the PostgreSQL database. Only
when it is whole and was looked through does it take the place of the first, by one rename or one transaction; so
whoever pulls the plug, at whatever moment, finds the old site or the new one. What was there before is backed up.

The site has to stand still. Keys come along if the file has them and its passphrase is said (SCWU_BACKUP_PASSPHRASE,
or typed in); those of before stay beside them as `….before`.
"""

from __future__ import annotations

import argparse
import getpass
import json
import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import django
from django.conf import settings

from games.rules.refusals import Refused
from scwu import restored
from scwu.private import tighten
from scwu.serve import Refusal, claim, say
from scwu.starting import in_one_sentence

MAKING = "restoring"
READY_SOON = "restored.new"
SCHEMA, OLD_SCHEMA = "scwu_restoring", "scwu_before"
KEY_FILES = {"SECRET_KEY": "secret_key", "SCWU_WORDS_KEY": "words_key"}
PRIVATE_FILE = 0o600


def restore(path: Path, *, passphrase: str) -> None:
    """Make the site what it was when `path` was made. Raises Refusal, with a sentence, and then nothing was touched."""
    from django.core.cache import cache  # noqa: PLC0415 - Django is set up by now
    from django.utils.translation import gettext as _  # noqa: PLC0415 - as above
    from django.utils.translation import ngettext  # noqa: PLC0415 - as above

    from tournaments.operations.upkeep.backup_files import (  # noqa: PLC0415 - as above
        KEYS,
        checked,
        opened_by_passphrase,
    )
    from tournaments.operations.upkeep.restoring import refuse_newer  # noqa: PLC0415 - as above

    with in_a_sentence():
        backup = checked(path)
        refuse_newer(backup)
        held = opened_by_passphrase(backup.read(KEYS), passphrase=passphrase) if passphrase else {}
    keys = {name: key for name, key in held.items() if key.strip() != now_held()[name].strip()}
    place: Any = OnPostgres(keys) if _vendor() == "postgresql" else OnDisk(keys)
    place.refuse_running()
    say(_("The file is whole. Making a second site beside the first …"))
    with place.making() as environment:
        told = filled(path, {**now_held(), **held, **environment}, past=place.past())
        say(_("Putting what is there now aside …"))
        put_aside = place.put_aside()
        place.refuse_running()
        cache.clear()  # the sessions in it are those of the site that goes
        place.take_its_place()
    rows = ngettext("%(n)d row is back, of %(at)s.", "%(n)d rows are back, of %(at)s.", told["rows"])
    say(rows % {"n": told["rows"], "at": f"{backup.made_at:%Y-%m-%d %H:%M} UTC"})
    for line in report(told, put_aside, keys):
        say(line)


def report(told: Mapping[str, Any], put_aside: str, keys: Mapping[str, str]) -> Iterator[str]:
    """What was done, and what is left to do, a sentence each."""
    from django.utils.translation import gettext as _  # noqa: PLC0415 - Django is set up by now
    from django.utils.translation import ngettext  # noqa: PLC0415 - as above

    if put_aside:
        yield _("What was there until now lies in %(file)s.") % {"file": put_aside}
    if told["is_upgraded"]:
        said = _(
            "It was of an older version: its tables were upgraded, and %(n)d values that follow from logs made anew."
        )
        yield said % {"n": told["rebuilt"]}
    if not told["has_private"]:
        yield _(
            "It comes from a site with another SECRET_KEY, so passwords, tokens and second factors are not in it: "
            "people sign in by a link and set them up anew."
        )
    if told["locked_words"]:
        yield _("%(n)d words are sealed under another key: put that one into SCWU_WORDS_KEY or var/words_key.") % {
            "n": told["locked_words"]
        }
    if told["lost_draws"]:
        said = ngettext(
            "%(n)d promised draw has lost its secret, which is in no backup, so that nobody draws twice: give it up "
            "and promise it anew before the round is drawn.",
            "%(n)d promised draws have lost their secrets, which are in no backup, so that nobody draws twice: give "
            "them up and promise them anew before their rounds are drawn.",
            told["lost_draws"],
        )
        yield said % {"n": told["lost_draws"]}
    for name in keys:
        if os.environ.get(name):
            yield _("The key of that site lies in %(file)s: put it into %(name)s, then delete the file.") % {
                "file": settings.DATA_DIR / f"{KEY_FILES[name]}.restored",
                "name": name,
            }
    yield _("Integrity, what follows from logs, and verify: %(n)d faults.") % {"n": len(told["faults"])}
    yield from told["faults"]


def now_held() -> dict[str, str]:
    """The keys of this site."""
    return {"SECRET_KEY": settings.SECRET_KEY, "SCWU_WORDS_KEY": settings.WORDS_KEY}


def filled(path: Path, environment: Mapping[str, str], *, past: int | None) -> dict[str, Any]:
    """Fill the second site in a process of its own. Returns what it told; raises Refusal with what it said."""
    command = [sys.executable, str(settings.BASE_DIR / "manage.py"), "fill_from_backup", str(path.resolve())]
    command += [] if past is None else ["--past", str(past)]
    given = {**os.environ, "DJANGO_SETTINGS_MODULE": "scwu.settings", **environment}
    done = subprocess.run(command, env=given, capture_output=True, text=True, check=False)  # noqa: S603 - our own
    if done.returncode:
        raise Refusal(
            done.stderr.strip().rpartition("\n")[2].removeprefix("CommandError: ") or "It could not be filled."
        )
    found: dict[str, Any] = json.loads(done.stdout.strip().rpartition("\n")[2])
    return found


class Place:
    """Where a second site is made and takes the place of the first. `keys`: those that differ from this site's."""

    def __init__(self, keys: Mapping[str, str]) -> None:
        self.keys = keys
        self.beside = settings.DATA_DIR / MAKING

    def past(self) -> int | None:
        """The highest version of an event here; None where there is no site yet, or none that can be read."""
        from django.db import DatabaseError, connection  # noqa: PLC0415 - Django is set up by now

        from tournaments.operations.upkeep import restoring, schemas  # noqa: PLC0415 - as above

        try:
            return restoring.highest_version() if schemas.applied() else None
        except DatabaseError:
            return 0
        finally:
            connection.close()

    def put_aside(self) -> str:
        """Back up what is there; the path of the file, empty where nothing is."""
        from django.db import connection  # noqa: PLC0415 - Django is set up by now
        from django.utils import timezone  # noqa: PLC0415 - as above

        from tournaments.operations.upkeep import kept_backups  # noqa: PLC0415 - as above

        try:
            return str(kept_backups.take("restore", by="terminal", now=timezone.now()).path)
        except Refused as refused:
            return "" if refused.code == "nothing_to_back_up" else self.put_aside_as_it_is(refused)
        finally:
            connection.close()

    def put_aside_as_it_is(self, refused: Exception) -> str:
        """Keep what this program cannot back up, because it is damaged or of a newer version; where it lies then."""
        raise NotImplementedError

    def lay_keys(self, folder: Path) -> None:
        """Put the keys into `folder`, and those of before; where the environment gives them, for its owner to move."""
        for name, key in self.keys.items():
            file = KEY_FILES[name]
            if os.environ.get(name):
                write(folder / f"{file}.restored", key)
            else:
                write(folder / f"{file}.before", now_held()[name])
                write(folder / file, key)

    def clear(self) -> None:
        """Take away what a restore that was killed has left."""
        for name in (MAKING, READY_SOON):
            shutil.rmtree(settings.DATA_DIR / name, ignore_errors=True)


class OnDisk(Place):
    """SQLite: a file beside, and one rename."""

    def __init__(self, keys: Mapping[str, str]) -> None:
        super().__init__(keys)
        self.database = settings.DATA_DIR / restored.DATABASE
        if os.environ.get("DATABASE_URL"):
            raise Refusal("DATABASE_URL names an SQLite file; a backup is restored into the one in SCWU_DATA_DIR.")

    def refuse_running(self) -> None:
        """Only who is alone may leave the write-ahead log; afterwards all of it lies in the one file."""
        if not self.database.exists():
            return
        try:
            with closing(sqlite3.connect(self.database, timeout=0)) as database:
                database.execute("SELECT count(*) FROM sqlite_master").fetchone()
                if database.execute("PRAGMA journal_mode=DELETE").fetchone() != ("delete",):
                    raise Refusal(sentence(Refused("site_is_running")))
        except sqlite3.OperationalError as error:
            raise Refusal(sentence(Refused("site_is_running"))) from error
        except sqlite3.DatabaseError:
            return  # damaged: that is why somebody restores

    @contextmanager
    def making(self) -> Iterator[Mapping[str, str]]:
        self.clear()
        self.beside.mkdir(mode=0o700)
        try:
            yield {"SCWU_DATA_DIR": str(self.beside)}
        finally:
            self.clear()

    def put_aside_as_it_is(self, refused: Exception) -> str:
        copy = self.database.with_name(f"{restored.DATABASE}.before")
        shutil.copy2(self.database, copy)
        return str(copy)

    def take_its_place(self) -> None:
        with closing(sqlite3.connect(self.beside / restored.DATABASE)) as database:
            database.execute("PRAGMA journal_mode=DELETE")  # one file, without a log beside it
        ready = settings.DATA_DIR / READY_SOON
        ready.mkdir(mode=0o700)
        (self.beside / restored.DATABASE).rename(ready / restored.DATABASE)
        self.lay_keys(ready)
        for path in (*ready.iterdir(), ready):
            synced(path)
        ready.rename(settings.DATA_DIR / restored.READY)  # from here on it is the site
        synced(settings.DATA_DIR)
        restored.finish(settings.DATA_DIR)
        synced(settings.DATA_DIR)


class OnPostgres(Place):
    """PostgreSQL: a schema beside, and one transaction. The keys come first, and only where nothing is sealed yet."""

    keeps_old = False  # its tables move aside as they are, where this program cannot back them up

    def __init__(self, keys: Mapping[str, str]) -> None:
        super().__init__(keys)
        from tournaments.operations.upkeep import schemas  # noqa: PLC0415 - Django is set up by now

        in_files = [name for name in keys if not os.environ.get(name)]
        if in_files and schemas.applied():
            raise Refusal(sentence(Refused("keys_differ")))

    def refuse_running(self) -> None:
        from django.db import connection  # noqa: PLC0415 - Django is set up by now

        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND usename = current_user"
                " AND backend_type = 'client backend' AND pid <> pg_backend_pid()"
            )
            if cursor.fetchone()[0]:
                raise Refusal(sentence(Refused("site_is_running")))

    def put_aside_as_it_is(self, refused: Exception) -> str:
        self.keeps_old = True
        return f"schema {OLD_SCHEMA}"

    @contextmanager
    def making(self) -> Iterator[Mapping[str, str]]:
        from django.db import connection  # noqa: PLC0415 - Django is set up by now

        self.clear()
        self.beside.mkdir(mode=0o700)
        with connection.cursor() as cursor:
            cursor.execute(f"DROP SCHEMA IF EXISTS {SCHEMA} CASCADE")
            cursor.execute(f"CREATE SCHEMA {SCHEMA}")
        try:
            yield {"SCWU_DATA_DIR": str(self.beside), "PGOPTIONS": f"-c search_path={SCHEMA}"}
        finally:
            self.clear()
            with connection.cursor() as cursor:
                cursor.execute(f"DROP SCHEMA IF EXISTS {SCHEMA} CASCADE")

    def take_its_place(self) -> None:
        from django.db import connection, transaction  # noqa: PLC0415 - Django is set up by now

        self.lay_keys_in_place()
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("SELECT current_schema()")
            here = connection.ops.quote_name(cursor.fetchone()[0])
            if self.keeps_old:
                cursor.execute(f"DROP SCHEMA IF EXISTS {OLD_SCHEMA} CASCADE")
                cursor.execute(f"CREATE SCHEMA {OLD_SCHEMA}")
            for kind, gone, come in (("TABLE", _TABLES, _TABLES), ("FUNCTION", _FUNCTIONS, _FUNCTIONS)):
                cursor.execute(come, [SCHEMA])
                names = [name for (name,) in cursor.fetchall()]
                cursor.execute(gone, [here.strip('"')])
                old = [name for (name,) in cursor.fetchall() if name in names or name.startswith(_OURS)]
                for name in old:
                    if self.keeps_old:
                        cursor.execute(f"ALTER {kind} {here}.{name} SET SCHEMA {OLD_SCHEMA}")
                    else:
                        cursor.execute(f"DROP {kind} {here}.{name} CASCADE")
                for name in names:
                    cursor.execute(f"ALTER {kind} {SCHEMA}.{name} SET SCHEMA {here}")

    def lay_keys_in_place(self) -> None:
        self.lay_keys(self.beside)
        for path in sorted(self.beside.glob("*_key*")):
            synced(path)
            path.replace(settings.DATA_DIR / path.name)
        synced(settings.DATA_DIR)


_OURS = ("tournaments_", "games_", "append_only_")
_TABLES = "SELECT quote_ident(tablename) FROM pg_tables WHERE schemaname = %s"
_FUNCTIONS = (
    "SELECT quote_ident(proname) || '(' || pg_get_function_identity_arguments(p.oid) || ')' FROM pg_proc p"
    " JOIN pg_namespace n ON n.oid = p.pronamespace WHERE n.nspname = %s"
)


def write(path: Path, text: str) -> None:
    """Write a file that only its owner reads."""
    with os.fdopen(os.open(path, os.O_CREAT | os.O_WRONLY | os.O_TRUNC, PRIVATE_FILE), "w") as file:
        file.write(text)


def synced(path: Path) -> None:
    """Wait until the disk has it."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def sentence(refused: Refused) -> str:
    """What a person is told of a refusal."""
    from tournaments.texts.refusals import sentence_for  # noqa: PLC0415 - Django is set up by now

    return str(sentence_for(refused))


@contextmanager
def in_a_sentence() -> Iterator[None]:
    """A refusal of the house is one of this command."""
    try:
        yield
    except Refused as refused:
        raise Refusal(sentence(refused)) from refused


def _vendor() -> str:
    from django.db import connection  # noqa: PLC0415 - Django is set up by now

    return connection.vendor


def _passphrase(path: Path) -> str:
    """Asked for where the file has keys; with nothing typed in, the site keeps its own."""
    from tournaments.operations.upkeep.backup_files import KEYS, checked  # noqa: PLC0415 - Django is set up by now

    if given := os.environ.get("SCWU_BACKUP_PASSPHRASE"):
        return given
    with in_a_sentence():
        has_keys = checked(path).has(KEYS)
    if has_keys and sys.stdin.isatty():
        return getpass.getpass("The passphrase of the keys in this file (nothing: keep the keys of this site): ")
    return ""


def main() -> None:
    parser = argparse.ArgumentParser(prog="./run restore", description="Make the site what it was in a backup.")
    parser.add_argument("file", type=Path)
    given = parser.parse_args()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "scwu.settings")
    try:
        with in_one_sentence():
            django.setup()
        with closing(claim(settings.DATA_DIR, "a restore")):
            tighten(settings.DATA_DIR)
            restore(given.file, passphrase=_passphrase(given.file))
    except Refusal as refusal:
        say(str(refusal))
        sys.exit(1)
    except KeyboardInterrupt:
        sys.exit(130)


if __name__ == "__main__":
    main()
