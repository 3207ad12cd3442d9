"""What the site's bench scripts share: a database of their own, events of any size, alternating measurements.

Figures are process CPU time, medians over alternating contestants, so that a noisy machine disturbs all alike. Only
ratios inside one run mean anything. With DATABASE_URL set the scripts make and drop a test database there, else they
use a SQLite file in a temporary folder. No server runs: what one costs beside the views, `served.py` measures.
"""

from __future__ import annotations

import atexit
import json
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent


def set_up() -> None:
    """Django on an empty database that goes away with this process."""
    folder = tempfile.TemporaryDirectory(prefix="scwu-bench-")
    atexit.register(folder.cleanup)
    os.environ["SCWU_DATA_DIR"] = folder.name
    (Path(folder.name) / "static").mkdir()
    os.environ["SCWU_KEY_PREFIX"] = f"scwu-bench-{os.getpid()}:"
    os.environ.setdefault("SCWU_BROKER", "files")
    os.environ["SCWU_DEBUG"] = "1"  # static files without collecting them; no bench looks at an error page
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "scwu.settings")
    sys.path.insert(0, str(ROOT))
    import django

    django.setup()
    from django.conf import settings
    from django.test.utils import setup_test_environment

    settings.DEBUG = False
    setup_test_environment()
    _open_database()


def _open_database() -> None:
    from django.core.management import call_command
    from django.db import connection

    if connection.vendor == "postgresql":
        name = connection.creation.create_test_db(verbosity=0, autoclobber=True)
        atexit.register(connection.creation.destroy_test_db, name, verbosity=0)
    else:
        call_command("migrate", verbosity=0)


def cpu_ms(act: Callable[[], object], times: int) -> list[float]:
    """Process CPU milliseconds of `times` calls."""
    taken = []
    for _ in range(times):
        start = time.process_time()
        act()
        taken.append((time.process_time() - start) * 1000)
    return taken


def alternate(contestants: Mapping[str, Callable[[], object]], *, rounds: int = 7, times: int = 10) -> dict[str, float]:
    """Median CPU milliseconds of each contestant; they take turns, after one warming turn each."""
    taken: dict[str, list[float]] = {name: [] for name in contestants}
    for act in contestants.values():
        act()
    for _ in range(rounds):
        for name, act in contestants.items():
            taken[name] += cpu_ms(act, times)
    return {name: statistics.median(values) for name, values in taken.items()}


def statements(act: Callable[[], object]) -> int:
    """How many SQL statements `act` takes, BEGIN and COMMIT among them."""
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    with CaptureQueriesContext(connection) as captured:
        act()
    return len(captured)


def report(name: str, **figures: Any) -> None:
    """The one line."""
    print(json.dumps({"bench": name, "path": "in process", "database": _vendor(), **figures}))


def shown(value: float) -> float:
    """Three significant figures are more than a noisy machine gives."""
    return float(f"{value:.3g}")


def _vendor() -> str:
    from django.db import connection

    return connection.vendor
