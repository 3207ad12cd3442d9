"""Node, for tests of the scripts. Who runs SCWU needs none: without it they are left out, and the run says so."""

import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
NEEDED = ("typescript", "acorn", "fake-indexeddb", "idb")


def without_node() -> str | None:
    """Why nothing can be run here, if so."""
    if shutil.which("node") is None:
        return "no node on this machine"
    missing = [name for name in NEEDED if not (ROOT / "node_modules" / name).is_dir()]
    return f"no {missing[0]} in node_modules: npm install" if missing else None


@pytest.fixture
def node() -> Callable[..., str]:
    """`node("tests/phone/….js", "argument")`: what it prints; that it fails is the test's failure."""
    if why := without_node():
        pytest.skip(why)

    def run(*command: str | Path) -> str:
        done = subprocess.run(["node", *command], cwd=ROOT, capture_output=True, text=True, timeout=120, check=False)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    return run
