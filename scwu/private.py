"""What lies in the data directory is its owner's alone, also what was written there before the site saw to it.

Files are made so from the beginning (the umask of scwu/settings/place.py); one from an older version, or copied back by
hand, keeps the mode it came with until the next start.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from pathlib import Path

EVERYBODY_ELSE = 0o077


def tighten(folder: Path) -> int:
    """Take `folder` and all in it from everybody but its owner; how many of them somebody else could open.

    Links are not followed: what they lead to lies elsewhere. What belongs to another user is left to him.
    """
    found = [path for path in (folder, *_below(folder)) if _is_open(path)]
    for path in found:
        path.chmod(stat.S_IMODE(path.stat().st_mode) & ~EVERYBODY_ELSE)
    return len(found)


def _below(folder: Path) -> Iterator[Path]:
    for root, folders, files in os.walk(folder):
        yield from (Path(root, name) for name in (*folders, *files))


def _is_open(path: Path) -> bool:
    try:
        of = path.lstat()
    except FileNotFoundError:  # gone meanwhile
        return False
    return bool(of.st_mode & EVERYBODY_ELSE) and not stat.S_ISLNK(of.st_mode) and of.st_uid == os.geteuid()
