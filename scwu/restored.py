"""The last step of a restore: what was made ready takes its place. Asked before anything of the data directory is read.

`restored/` in the data directory holds the files of the new site, whole; it came there by one rename, and from that
moment on they are the site. Moving them takes several steps, so whoever starts next, whatever it is, ends what a
restore that was killed has left. Nothing is imported here but the standard library: the settings ask first of all.
"""

from __future__ import annotations

import fcntl
import os
from pathlib import Path

READY = "restored"
DATABASE = "scwu.sqlite3"


def finish(data_dir: Path) -> None:
    """Move what is ready to its place, if anything is. May be killed and done again."""
    ready = data_dir / READY
    if not ready.is_dir():
        return
    with _alone(data_dir):
        if (ready / DATABASE).exists():
            for ending in ("-wal", "-shm", "-journal"):  # of the database that goes: to the new one they are poison
                (data_dir / f"{DATABASE}{ending}").unlink(missing_ok=True)
        for file in sorted(ready.iterdir()) if ready.is_dir() else ():
            file.replace(data_dir / file.name)
        if ready.is_dir():
            ready.rmdir()


class _alone:  # noqa: N801 - read as a sentence
    """Two that start at once do it one after the other."""

    def __init__(self, folder: Path) -> None:
        self._handle = os.open(folder, os.O_RDONLY)

    def __enter__(self) -> None:
        fcntl.flock(self._handle, fcntl.LOCK_EX)

    def __exit__(self, *_error: object) -> None:
        os.close(self._handle)
