"""The arrow and the layers hold, and the checker that says so can still see.

What import-linter cannot see is looked for here as text: signals between our apps, row locks outside the two places
that ask the database first whether it has any.
"""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("scwu", "tournaments", "games")


def lint_imports(folder: Path) -> subprocess.CompletedProcess[str]:
    command = [str(Path(sys.executable).parent / "lint-imports"), "--config", "pyproject.toml", "--no-cache"]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL)


@pytest.fixture
def copied_house(tmp_path: Path) -> Path:
    for name in PACKAGES:
        shutil.copytree(ROOT / name, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__", "static", "locale"))
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    return tmp_path


def test_every_import_runs_downwards():
    result = lint_imports(ROOT)
    assert result.returncode == 0, result.stdout + result.stderr


@pytest.mark.parametrize(
    ("module", "line", "complaint"),
    [
        pytest.param("games/rules/entries.py", "import random", "games.rules.entries -> random", id="chance"),
        pytest.param("games/rules/entries.py", "from time import time", "games.rules.entries -> time", id="clock"),
        pytest.param("games/rules/entries.py", "import django", "games.rules.entries -> django", id="framework"),
        pytest.param(
            "games/models/game.py", "import tournaments.models", "games.models.game -> tournaments.models", id="arrow"
        ),
        pytest.param(
            "tournaments/models/event.py",
            "import tournaments.operations",
            "tournaments.models.event -> tournaments.operations",
            id="layer",
        ),
    ],
)
def test_a_planted_import_is_caught(copied_house: Path, module: str, line: str, complaint: str):
    with (copied_house / module).open("a") as file:
        file.write(f"\n{line}\n")
    result = lint_imports(copied_house)
    assert result.returncode == 1
    assert complaint in re.sub(r"\s+", " ", result.stdout)


def sources() -> list[Path]:
    return [path for name in PACKAGES for path in (ROOT / name).rglob("*.py") if "migrations" not in path.parts]


def test_no_signals_between_our_own_apps():
    offenders = [
        path
        for path in sources()
        if re.search(r"django\.(db\.models|dispatch)[\w.]*signals|import receiver|Signal\(", path.read_text())
    ]
    assert offenders == []


def test_row_locks_ask_first_whether_the_database_has_any():
    """On SQLite `select_for_update` does nothing without a word; the whole database is locked by IMMEDIATE there."""
    offenders = [
        path
        for path in sources()
        if "select_for_update(" in (text := path.read_text()) and "has_select_for_update" not in text
    ]
    assert offenders == []
