"""PostgreSQL or SQLite, and where backups go besides."""

import sys
import warnings
from pathlib import Path
from typing import Any

from django.core.exceptions import ImproperlyConfigured

from scwu.settings.environment import env, number, text
from scwu.settings.place import DATA_DIR


def database(data_dir: Path) -> dict[str, Any]:
    """PostgreSQL of DATABASE_URL, or one SQLite file that many writers can share."""
    if text("DATABASE_URL"):
        age = number("SCWU_CONN_MAX_AGE", 600)
        with warnings.catch_warnings(action="ignore"):  # what follows says it in a sentence
            given = env.db_url("DATABASE_URL")
        if "ENGINE" not in given:
            raise ImproperlyConfigured(
                "DATABASE_URL is no address of a database, such as postgres://user:password@host:5432/name."
            )
        if given["ENGINE"] == "django.db.backends.postgresql":
            given.setdefault("OPTIONS", {})["prepare_threshold"] = 0  # the server keeps plans of games/prepared.py
            given["ENGINE"] = "scwu.postgresql"
        return {**given, "CONN_HEALTH_CHECKS": True, "CONN_MAX_AGE": age}
    # DRF looks whether it is there, and would load the whole driver of PostgreSQL (10 MB in every process).
    sys.modules.setdefault("django.contrib.postgres.fields", None)  # type: ignore[arg-type]  # None: cannot be imported
    return {
        "ENGINE": "scwu.sqlite",
        "NAME": data_dir / "scwu.sqlite3",
        "CONN_MAX_AGE": None,
        "OPTIONS": {
            # A transaction that starts by reading and then writes fails at once under load; one that says so waits.
            "transaction_mode": "IMMEDIATE",
            "timeout": 20,
            # FULL: what was acknowledged survives a power cut, also in WAL mode. What is deleted is overwritten, which
            # not every build of SQLite does unasked.
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA secure_delete=ON;",
        },
    }


DATABASES = {"default": database(DATA_DIR)}
# To PostgreSQL, of one web server: one for each of its threads (scwu/web/pages.py), two for its live pages.
MOST_CONNECTIONS = number("SCWU_CONNECTIONS", 10, least=1)
# The second place of the backups that the site takes by itself: a folder (a USB stick), or an address like s3://…
BACKUP_TO = text("SCWU_BACKUP_TO")
SERIALIZATION_MODULES = {"json": "scwu.whole_json"}  # `dumpdata`, without losing a microsecond
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
