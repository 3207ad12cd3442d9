"""Where the site lies, what it is, and how safe it has been asked to be."""

import hashlib
import os
import tomllib
from pathlib import Path

from scwu import restored
from scwu.settings.environment import flag, text

BASE_DIR = Path(__file__).resolve().parent.parent.parent
DATA_DIR = Path(text("SCWU_DATA_DIR") or BASE_DIR / "var")
VERSION: str = tomllib.loads((BASE_DIR / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
MIB = 1024 * 1024


def build_mark() -> str:
    """Changes with code, rules, templates and catalogues: part of every ETag, so that an upgrade shows at once."""
    folders, kinds = ("templates", "tournaments", "games", "locale"), {".py", ".html", ".po", ".md"}
    files = (path for folder in folders for path in (BASE_DIR / folder).rglob("*") if path.suffix in kinds)
    stamps = sorted(f"{path.relative_to(BASE_DIR)} {path.stat().st_mtime_ns}" for path in files)
    return hashlib.sha256("\n".join(stamps).encode()).hexdigest()[:8]


os.umask(0o077)  # whatever this site writes is its owner's alone: var/ holds everybody's data
FILE_UPLOAD_PERMISSIONS = 0o600  # Django would open to everybody what it collects

restored.finish(DATA_DIR)  # before a key is read: a restore may have been killed at its last step
BUILD = build_mark()
DEBUG = flag("SCWU_DEBUG")
PRODUCTION = flag("SCWU_PRODUCTION")
HTTPS = flag("SCWU_HTTPS", default=PRODUCTION)
