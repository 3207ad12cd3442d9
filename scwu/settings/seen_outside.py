"""What is seen from outside: logs, figures, reports of errors."""

import logging
import os
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured

from scwu import logs, reporting
from scwu.settings.environment import choice, text
from scwu.settings.place import DATA_DIR, VERSION


def log_level() -> str:
    """SCWU_LOG_LEVEL, a word of Python's."""
    said = text("SCWU_LOG_LEVEL", "WARNING").upper()
    if said not in logging.getLevelNamesMapping():
        raise ImproperlyConfigured("SCWU_LOG_LEVEL is DEBUG, INFO, WARNING or ERROR.")
    return said


def log_file(data_dir: Path) -> Path | None:
    """SCWU_LOG_FILE; without it one below the data, and with `none` every line goes to stderr."""
    said = text("SCWU_LOG_FILE", str(data_dir / "logs" / "scwu.log"))
    return None if said == "none" else Path(said)


DEFAULT_EXCEPTION_REPORTER_FILTER = "scwu.reports.QuietFilter"
LOG_FORMAT = choice("SCWU_LOG_FORMAT", "text", "json")
LOGGING = logs.configuration(log_file(DATA_DIR), as_json=LOG_FORMAT == "json", level=log_level())

# Who may read /metrics from elsewhere; without one only this machine itself may (scwu/metrics.py).
METRICS_TOKEN = text("SCWU_METRICS_TOKEN")
reporting.begin(os.environ, version=VERSION)  # to Sentry or OpenTelemetry, if asked for
