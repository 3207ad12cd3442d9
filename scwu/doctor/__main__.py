"""The command, and what is told without any package: started by its folder, it needs nothing of the site."""

from __future__ import annotations

import importlib
import importlib.metadata
import os
import platform
import re
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
BAD = "!!"
OLDEST = (3, 11)


def python() -> Iterator[tuple[str, str, str]]:
    said = f"Python {platform.python_version()}"
    if sys.version_info >= OLDEST:
        yield "ok", said, ""
    else:
        yield BAD, f"{said} is too old", "install Python 3.11 or newer, remove .venv, start ./run again"


def packages() -> Iterator[tuple[str, str, str]]:
    """Whether what is installed is what the lock says; what is locked for some systems only is left out."""
    lock = (ROOT / "requirements.txt").read_text(encoding="utf-8")
    locked = re.findall(r"^([A-Za-z0-9._-]+)(?:\[[^]]*\])?==(\S+) \\$", lock, re.MULTILINE)
    wrong = [f"{name} {version}" for name, version in locked if not is_there(name, version)]
    if wrong:
        more = f" and {len(wrong) - 3} more" if len(wrong) > 3 else ""
        yield BAD, f"not installed as locked: {', '.join(wrong[:3])}{more}", "./run installs what is missing"
    else:
        yield "ok", f"{len(locked)} packages as locked", ""


def is_there(name: str, version: str) -> bool:
    try:
        return importlib.metadata.version(name) == version
    except importlib.metadata.PackageNotFoundError:
        return False


def examine() -> Iterator[tuple[str, str, str]]:
    """Everything that is found, in the order in which it is looked at."""
    yield from python()
    yield from packages()
    try:
        os.environ.setdefault("DJANGO_SETTINGS_MODULE", "scwu.settings")
        importlib.import_module("django").setup()
        running = importlib.import_module("scwu.doctor.running")
    except Exception as error:  # a package that is missing, settings that refuse
        said = str(error).strip() or type(error).__name__
        yield BAD, f"the site cannot be loaded: {said.splitlines()[0]}", "the sentence says what it wants"
        return
    yield from running.examine()


def main() -> None:
    sys.path.insert(0, str(ROOT))
    signs = set()
    for sign, what, todo in examine():
        print(f"{sign}  {what}" + (f" → {todo}" if todo else ""), flush=True)  # noqa: T201 - what it is for
        signs.add(sign)
    sys.exit(BAD in signs)


if __name__ == "__main__":
    main()
