"""`./run restore` killed at random moments: afterwards there is the old site or the new one, whole, each time.

Prints one JSON line: how often it was killed, how often the old site was there and how often the new one, what was
wrong (nothing, if the promise holds). Everything happens in folders of its own. With DATABASE_URL of a PostgreSQL
database that may be emptied, it happens there.
"""

from __future__ import annotations

import argparse
import json
import os
import random  # noqa: TID251 - moments of a bench
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
CHANGE = """
import django; django.setup()
from django.utils import timezone
from tournaments.models import Player
Player.objects.create(nick="HERON", nick_key="heron", created_at=timezone.now())
"""
LOOK = """
import django; django.setup()
from tournaments.models import Player
from games.models import Entry
from tournaments.operations.upkeep.verifying import verify
print(Player.everyone.filter(nick="HERON").exists(), Entry.objects.count(), len(verify().faults))
"""


def main() -> None:
    options = _arguments()
    chance = random.Random(options.seed)  # noqa: S311 - moments of a bench
    with tempfile.TemporaryDirectory(prefix="scwu-kills-") as folder:
        given = {
            **os.environ,
            "SCWU_DATA_DIR": f"{folder}/var",
            "SCWU_BROKER": "files",
            "SCWU_DEBUG": "1",
            "DJANGO_SETTINGS_MODULE": "scwu.settings",
            "SECRET_KEY": "a key for the killed restores of the bench, which is no secret at all",
            "SCWU_WORDS_KEY": "a words key for the killed restores of the bench, no secret at all",
            "PYTHONPATH": str(ROOT),
        }
        old, new = _prepared(Path(folder), given)
        start = time.monotonic()
        _run(given, "-m", "scwu.restore", f"{folder}/new.scwu-backup")
        whole = time.monotonic() - start
        found = {"old": 0, "new": 0}
        wrong: list[Any] = []
        is_old = False
        for _ in range(options.kills):
            if not is_old:
                _run(given, "-m", "scwu.restore", f"{folder}/old.scwu-backup")
            after = chance.uniform(0, whole * 1.05)
            _killed(given, f"{folder}/new.scwu-backup", after)
            seen = _run(given, "-c", LOOK)
            is_old = seen == old
            print(f"killed after {after:.1f} s: {'old' if is_old else 'new' if seen == new else seen}", file=sys.stderr)
            if seen in (old, new):
                found["old" if seen == old else "new"] += 1
            else:
                wrong.append([round(after, 2), seen])
        print(
            json.dumps(
                {"bench": "restore_kills", "kills": options.kills, **found, "wrong": wrong, "seconds": round(whole, 1)}
            )
        )
        sys.exit(bool(wrong))


def _prepared(folder: Path, given: dict[str, str]) -> tuple[str, str]:
    """Two sites as files, and what is seen of each."""
    _run(given, "manage.py", "migrate", "-v0")
    _run(given, "manage.py", "sample")
    new = _run(given, "-c", LOOK)
    _run(given, "manage.py", "backup", str(folder / "new.scwu-backup"))
    _run(given, "-c", CHANGE)
    old = _run(given, "-c", LOOK)
    _run(given, "manage.py", "backup", str(folder / "old.scwu-backup"))
    return old, new


def _run(given: dict[str, str], *command: str) -> str:
    done = subprocess.run(  # noqa: S603 - our own
        [sys.executable, *command], cwd=ROOT, env=given, capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise RuntimeError(done.stdout + done.stderr)
    return done.stdout.strip()


def _killed(given: dict[str, str], file: str, after: float) -> None:
    """The restore with all that it started, ended in the middle of whatever it does."""
    process = subprocess.Popen(  # noqa: S603 - our own
        [sys.executable, "-m", "scwu.restore", file],
        cwd=ROOT,
        env=given,
        start_new_session=True,
        stdout=subprocess.DEVNULL,
    )
    time.sleep(after)
    if process.poll() is None:
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args()


if __name__ == "__main__":
    main()
