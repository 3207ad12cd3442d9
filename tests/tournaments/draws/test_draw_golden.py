"""The same inputs give the same bytes, whatever Python there is: golden draws under every 3.11, 3.12 and 3.13 found.

Every Python draws in a process of its own, all at once. Where only the running one is present, that one is checked.
"""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator

import pytest

from tests.tournaments.draws import golden

VERSIONS = ("3.11", "3.12", "3.13")
RUNNING = f"{sys.version_info.major}.{sys.version_info.minor}"


def pythons() -> Iterator[tuple[str, dict[str, str]]]:
    """Commands to try and the environment for them; a name that pyenv only pretends to know works once it is asked."""
    yield sys.executable, {}
    for version in VERSIONS:
        name = f"python{version}"
        if version != RUNNING and shutil.which(name):
            yield name, {"PYENV_VERSION": _of_pyenv(name)} if shutil.which("pyenv") else {}


def _of_pyenv(name: str) -> str:
    asked = subprocess.run(["pyenv", "whence", name], capture_output=True, text=True, check=False)
    return next(reversed(asked.stdout.split()), "system")


def works(command: str, environment: dict[str, str]) -> bool:
    asked = subprocess.run([command, "-c", ""], env={**os.environ, **environment}, capture_output=True, check=False)
    return asked.returncode == 0


@pytest.fixture(scope="module")
def printed() -> dict[str, dict[str, str]]:
    """Version -> what it draws."""
    running = [
        subprocess.Popen(
            [command, "-I", golden.__file__], env={**os.environ, **extra}, stdout=subprocess.PIPE, text=True
        )
        for command, extra in pythons()
        if works(command, extra)
    ]
    answers = [json.loads(process.communicate(timeout=60)[0]) for process in running]
    return {".".join(map(str, version)): found for version, found in answers}


def test_every_python_found_draws_the_golden_bytes(printed):
    assert RUNNING in printed
    kept = {path.name.removesuffix(".out"): path.read_text("ascii") for path in golden.FOLDER.glob("*.out")}
    assert len(kept) > 10
    for version, found in printed.items():
        assert set(found) == set(kept), version
        changed = [name for name in kept if found[name] != kept[name]]
        assert changed == [], f"Python {version} draws something else; is it time for a new seeding.VERSION?"
