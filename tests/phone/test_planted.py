"""Bugs planted into the phone's own modules, each caught by the test that is named beside it.

A suite that never fails proves nothing. `planted.json` holds them as (file, old text, new text); each goes into a copy
of the modules, where that one test is run. `breaks`: the first history that it breaks in the simulation with the
scripts that ship (tests/games/arrivals/shipped.py), of those that break one.
"""

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tests.games.arrivals.shipped import node, shipped_history
from tests.phone.conftest import ROOT, without_node

HERE = Path(__file__).resolve().parent
PLANTED: list[dict[str, Any]] = json.loads((HERE / "planted.json").read_text())
BREAKING = [bug for bug in PLANTED if "breaks" in bug]
COPIED = ("tests/phone", "tournaments/static/tournaments/phone", "tournaments/static/tournaments/vendor")

needs_node = pytest.mark.skipif(without_node() is not None, reason=without_node() or "")


def a_copy(folder: Path) -> Path:
    for part in COPIED:
        shutil.copytree(ROOT / part, folder / part, ignore=shutil.ignore_patterns("*.py", "__pycache__"))
    shutil.copy(ROOT / "package.json", folder)
    (folder / "node_modules").symlink_to((ROOT / "node_modules").resolve())
    return folder


def plant(folder: Path, bug: dict[str, Any]) -> None:
    path = folder / bug["file"]
    text = path.read_text()
    for edit in (bug, *bug.get("and", ())):
        assert text.count(edit["old"]) == 1, f"{bug['name']}: {edit['old']!r} is not there once"
        text = text.replace(edit["old"], edit["new"])
    path.write_text(text)


def run(folder: Path, name: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["node", "--test", "--test-reporter=tap", "--test-name-pattern", f"^{name}$", "tests/phone/outbox.test.js"],
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


@needs_node
@pytest.mark.parametrize("bug", PLANTED, ids=[bug["name"] for bug in PLANTED])
def test_a_planted_bug_is_caught(bug: dict[str, Any], tmp_path: Path) -> None:
    folder = a_copy(tmp_path)
    plant(folder, bug)
    done = run(folder, bug["caught_by"])
    assert done.returncode != 0
    assert "AssertionError" in done.stdout, done.stdout  # and not that it could not be run


@needs_node
@pytest.mark.parametrize("bug", BREAKING, ids=[bug["name"] for bug in BREAKING])
def test_a_planted_bug_breaks_its_history(bug: dict[str, Any], tmp_path: Path) -> None:
    plant(a_copy(tmp_path), bug)
    with node(tmp_path) as phones:
        assert shipped_history(bug["breaks"], phones).faults != []
    with node() as phones:
        assert shipped_history(bug["breaks"], phones).faults == []


def test_six_bugs_of_the_scripts_break_a_history_at_least() -> None:
    assert len(BREAKING) >= 6


def test_each_planted_bug_names_a_test_that_is_there() -> None:
    tests = (HERE / "outbox.test.js").read_text()
    named = {bug["caught_by"].removesuffix(" is no answer: the line is asked again") for bug in PLANTED}
    assert [name for name in named if f'"{name}"' not in tests] == []
