"""The arrow and the layers hold, and the checker that says so can still see.

What import-linter cannot see is looked for here in the sources: a clock or chance asked by a call of something that may
be imported (`datetime.now`), models fetched by name across the arrow, signals between our apps, row locks outside the
places that ask the database first whether it has any.
"""

import ast
import re
import shutil
import subprocess
import sys
import tomllib
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
        pytest.param(
            "tournaments/facts/masking.py", "import django", "tournaments.facts.masking -> django", id="plain facts"
        ),
        pytest.param(
            "tournaments/texts/about_events.py",
            "import tournaments.queries.desk",
            "tournaments.texts.about_events -> tournaments.queries.desk",
            id="texts look nothing up",
        ),
        pytest.param(
            "tournaments/operations/union/clubs.py",
            "import tournaments.operations.evening.rounds",
            "tournaments.operations.union.clubs -> tournaments.operations.evening.rounds",
            id="subjects of operations",
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


def pure() -> list[Path]:
    """The modules that pyproject.toml calls the pure heart."""
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"]
    heart = next(one["source_modules"] for one in contracts if one["name"].startswith("The pure heart"))
    places = [ROOT / name.replace(".", "/") for name in heart]
    return [
        path for place in places for path in (place.rglob("*.py") if place.is_dir() else [place.with_suffix(".py")])
    ]


CLOCK_OR_CHANCE = {"now", "today", "utcnow", "uuid1", "uuid4", "urandom", "getrandbits"}


def asks_clock_or_chance(source: str) -> list[str]:
    """The calls in `source` of what knows the time or rolls a die, however it was imported."""
    calls = [node.func for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call)]
    names = [func.attr if isinstance(func, ast.Attribute) else getattr(func, "id", "") for func in calls]
    return [name for name in names if name in CLOCK_OR_CHANCE]


def test_the_pure_heart_asks_no_clock_and_rolls_no_die():
    asking = {str(path.relative_to(ROOT)): asks_clock_or_chance(path.read_text()) for path in pure()}
    assert {place: calls for place, calls in asking.items() if calls} == {}
    assert len(asking) > 100, "the heart was not found"


@pytest.mark.parametrize(
    "line",
    [
        "from datetime import datetime; datetime.now()",
        "import datetime; datetime.date.today()",
        "import uuid; uuid.uuid4()",
        "from uuid import uuid4; uuid4()",
        "from os import urandom; urandom(8)",
    ],
)
def test_a_planted_clock_or_die_is_seen(line: str):
    assert asks_clock_or_chance(line)


def test_every_folder_and_every_module_opens_with_what_it_is():
    paths = [path for app in ("scwu", "games", "tournaments") for path in (ROOT / app).rglob("*.py")]
    silent = [path for path in paths if not ast.get_docstring(ast.parse(path.read_text()))]
    assert [str(path.relative_to(ROOT)) for path in silent if path.parent.name != "migrations"] == []


def fetches_models_by_name(source: str) -> bool:
    return "get_model(" in source


def test_models_are_imported_not_fetched_by_name():
    """`apps.get_model("tournaments", …)` in games would go round the arrow. Migrations must, and are left out."""
    assert [path for path in sources() if fetches_models_by_name(path.read_text())] == []
    assert fetches_models_by_name('apps.get_model("tournaments", "Event")')


WRITING = re.compile(r"""["'](?:INSERT INTO|UPDATE|DELETE FROM) """)
WRITES_PAST_DJANGO = {
    "tournaments/operations/upkeep/restoring.py": "puts rows back with the seals that they had, and notes nothing",
    "games/prepared.py": "tells of its rows itself (games/written.py)",
    "tournaments/projections.py": "raises the version of an event, which nobody proves (tournaments/uncovered.py)",
}


def test_nothing_is_written_past_those_who_tell_of_it():
    """What Django's own statements write gets its digest in the journal; a statement made by hand tells nobody."""
    found = {str(path.relative_to(ROOT)) for path in sources() if WRITING.search(path.read_text())}
    assert found == set(WRITES_PAST_DJANGO), "write by a queryset, or tell of the rows by games/written.py"


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
