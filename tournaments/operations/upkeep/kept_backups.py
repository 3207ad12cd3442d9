"""The backups that the site takes by itself, and keeps for some days: beside the database, and in a second place.

Taken when a round was closed, once a day, before the tables are upgraded, before a backup is restored, and before each
act that no other act undoes; without it such an act is refused. The clock looks which one is due, so one that was
missed is taken a little later. The newest `MOST` of the last `KEPT` are kept, and the very last one in any case.

The second place is one setting (`SCWU_BACKUP_TO`): a folder, such as that of a USB stick, or an address that fsspec
knows (`s3://…`). A place that is not there is logged and said at the desk, it is tried again every ten minutes, and
what was missed comes with the rest. The same days hold there as here: a site that was installed anew does not take away
what the one before it has brought.
"""

from __future__ import annotations

import fcntl
import importlib
import logging
import os
import re
import shutil
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from django.conf import settings

from games.rules.refusals import Refused
from tournaments.models import Account, Round
from tournaments.operations.upkeep.backing_up import back_up
from tournaments.operations.upkeep.backup_files import SUFFIX, sync_folder

logger = logging.getLogger(__name__)

# Codes of the journal: before what of an event's state, of files and lists, of people.
DANGEROUS = ("event_status", "event_imported", "people_taken_in", "players_merged", "player_erased")
MOST = 20
KEPT = timedelta(days=14)
NIGHT = timedelta(hours=24)
PAUSE = timedelta(minutes=10)  # after one that could not be taken, or brought

# A server that does not answer holds up the start of the site, too: of storage like S3 all waiting is bounded.
_PATIENCE: dict[str, Any] = {
    "s3": {"config_kwargs": {"connect_timeout": 5, "read_timeout": 30, "retries": {"max_attempts": 1}}}
}

_NAME = re.compile(r"(\d{8}T\d{12})Z_([a-z_]+)_([a-z0-9-]+)" + re.escape(SUFFIX))
_AT = "%Y%m%dT%H%M%S%f"


@dataclass(frozen=True, slots=True)
class Kept:
    """`why`: a reason of texts/about_backups.py, or the act of the journal before which it was taken.

    `by`: the key of an account, `terminal` or `clock`.
    """

    path: Path
    at: datetime
    why: str
    by: str

    @property
    def name(self) -> str:
        return self.path.name

    @property
    def size(self) -> int:
        return self.path.stat().st_size


def folder() -> Path:
    """Where they lie."""
    return Path(settings.DATA_DIR) / "backups"


def kept_backups() -> list[Kept]:
    """Those that are there, the newest first."""
    return sorted(_in(folder()), key=lambda one: one.at, reverse=True)


def before(act: str, *, by: Account | str, now: datetime) -> Kept:
    """Take a backup before `act`, one of DANGEROUS. Raises Refused `no_backup_taken` if it could not be taken."""
    if act not in DANGEROUS:
        raise ValueError(act)
    try:
        return _take(act, by=by, now=now)
    except Refused as refused:
        raise Refused("no_backup_taken") from refused


def take(why: str, *, by: Account | str, now: datetime) -> Kept:
    """Take a backup now, and bring it to the second place. Raises Refused as `back_up` does."""
    taken = _take(why, by=by, now=now)
    send_away(now)
    return taken


def due(now: datetime) -> str:
    """Why a backup has to be taken by itself: `round`, `night`, or empty. One statement at most."""
    failed = _failed()
    if failed.exists() and datetime.fromtimestamp(failed.stat().st_mtime, UTC) > now - PAUSE:
        return ""
    newest = next(iter(kept_backups()), None)
    if newest is None or newest.at < now - NIGHT:
        return "night"
    return "round" if Round.objects.filter(closed_at__gt=newest.at, closed_at__lte=now).exists() else ""


def take_due(now: datetime) -> Kept | None:
    """Take the backup that is due; None if none is, or if another worker is taking it. Brings what could not be."""
    folder().mkdir(mode=0o700, parents=True, exist_ok=True)
    with (folder() / ".taking").open("a") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return None
        why = due(now)
        if not why:
            if is_to_be_brought(now):
                send_away(now)
            return None
        try:
            taken = take(why, by="clock", now=now)
        except Refused as refused:
            logger.error("The backup that is due could not be taken: %s", refused.values.get("why", refused.code))  # noqa: TRY400 - a sentence, no crash
            _failed().touch()
            os.utime(_failed(), (now.timestamp(), now.timestamp()))
            return None
        _failed().unlink(missing_ok=True)
        return taken


def let_go(now: datetime, place: Path | None = None) -> None:
    """Delete the oldest, and those of long ago: what somebody asked to be forgotten lies in them too."""
    for one in _too_many(_in(place or folder()), now):
        one.path.unlink(missing_ok=True)


def send_away(now: datetime) -> bool:
    """Bring what is kept here and not there to the second place. Returns whether everything is there; logs why not."""
    if not settings.BACKUP_TO:
        return True
    place = second_place()
    try:
        if "://" in settings.BACKUP_TO:
            _to_address(settings.BACKUP_TO)
        else:
            _to_folder(Path(settings.BACKUP_TO))
    except Exception as error:  # whatever a library of somebody else's raises: the backup here is taken
        why = str(error).replace(settings.BACKUP_TO, place) or type(error).__name__
        logger.warning("The backups could not be brought to %s: %s", place, why)
        _not_brought().write_text(why)
        os.utime(_not_brought(), (now.timestamp(), now.timestamp()))
        return False
    _not_brought().unlink(missing_ok=True)
    return True


def why_not_brought() -> str:
    """Why the second place could not be reached the last time; empty if it was, or if there is none."""
    try:
        return _not_brought().read_text() if settings.BACKUP_TO else ""
    except FileNotFoundError:
        return ""


def is_to_be_brought(now: datetime) -> bool:
    """Whether it is time to try again what could not be brought."""
    try:
        return bool(settings.BACKUP_TO) and _not_brought().stat().st_mtime <= (now - PAUSE).timestamp()
    except FileNotFoundError:
        return False


def second_place() -> str:
    """The second place as it may be shown: without the password that an address may have in it."""
    return re.sub(r"(?<=://)[^/@]*@", "…@", str(settings.BACKUP_TO))


def _take(why: str, *, by: Account | str, now: datetime) -> Kept:
    who = (by.key if isinstance(by, Account) else by).replace(":", "-")
    path = folder() / f"{now.astimezone(UTC):{_AT}}Z_{why}_{who}{SUFFIX}"
    back_up(path, now=now, why=why, by=who.replace("-", ":", 1))
    let_go(now)
    return Kept(path, now, why, who)


def _in(place: Path) -> Iterator[Kept]:
    return _named(place.glob(f"*{SUFFIX}") if place.is_dir() else ())


def _named(paths: Iterable[Path]) -> Iterator[Kept]:
    for path in paths:
        if named := _NAME.fullmatch(path.name):
            at = datetime.strptime(named[1], _AT).replace(tzinfo=UTC)
            yield Kept(path, at, named[2], named[3].replace("-", ":", 1))


def _failed() -> Path:
    return folder() / ".failed"


def _not_brought() -> Path:
    return folder() / ".not_brought"


def _too_many(found: Iterable[Kept], now: datetime) -> list[Kept]:
    newest_first = sorted(found, key=lambda one: one.at, reverse=True)
    return [one for at, one in enumerate(newest_first) if at >= MOST or (at and one.at < now - KEPT)]


# --- The second place -------------------------------------------------------------------------------------------------


def _to_folder(place: Path) -> None:
    """It is not made: the folder of a stick that is not there would be one of the disk that is to be backed up."""
    if not place.is_dir():
        raise FileNotFoundError(f"there is no folder {place}")
    there = {one.name for one in _in(place)}
    for one in kept_backups():
        if one.name not in there:
            new = place / f".{one.name}.new"
            with one.path.open("rb") as here, new.open("wb") as copy:
                shutil.copyfileobj(here, copy)
                copy.flush()
                os.fsync(copy.fileno())
            new.replace(place / one.name)
    sync_folder(place)
    newest = kept_backups()[0]
    let_go(newest.at, place)


def _to_address(address: str) -> None:
    """By fsspec, and the library that it names for this kind of address; neither is needed otherwise.

    The folder is made, a bucket or anything else above it is not. What came there in part is brought again.
    """
    fsspec: Any = importlib.import_module("fsspec")
    files, root = fsspec.core.url_to_fs(address, **_PATIENCE.get(address.partition("://")[0], {}))
    files.retries = 1  # that of s3fs, over those of the library below it
    files.invalidate_cache()  # others bring and delete there, too
    try:
        found = files.ls(root, detail=True)
    except FileNotFoundError:
        if "/" not in root.strip("/"):
            raise
        files.mkdir(root, create_parents=False)
        found = []
    there = {one["name"].rsplit("/", 1)[-1]: one["size"] for one in found}
    here = kept_backups()
    for one in here:
        if there.get(one.name) != one.size:
            files.put_file(str(one.path), f"{root}/{one.name}")
    for one in _too_many(_named({Path(name) for name in (*there, *(one.name for one in here))}), here[0].at):
        if one.name in there:
            files.rm_file(f"{root}/{one.name}")
