"""The two keys: SECRET_KEY signs, WORDS_KEY seals the commission's words. Neither is ever in the database."""

import os
import secrets
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured

from scwu.settings.environment import text, words
from scwu.settings.place import DATA_DIR, PRODUCTION


def kept_secret(name: str, path: Path, *, production: bool, advice: str) -> str:
    """A secret of the environment; in embedded mode one made on first start, that only its owner can read."""
    if given := text(name):
        return given
    if production:
        raise ImproperlyConfigured(f"SCWU_PRODUCTION needs {name} in the environment: {advice}.")
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    if not path.exists():
        make_whole(path, secrets.token_urlsafe(64))
    if not (kept := path.read_text()).strip():
        raise ImproperlyConfigured(
            f"{path} is empty: bring it back from where you keep it. If it is lost, delete the file: a new one is "
            "made, and what was sealed under the old one stays closed."
        )
    return kept


def make_whole(path: Path, text: str) -> None:
    """Write a file of one's own, whole or not at all: a start that is cut off leaves no half of a key behind.

    One that is there already stays: another process has made it a moment ago.
    """
    new = path.with_name(f".{path.name}.{os.getpid()}.new")
    new.unlink(missing_ok=True)
    with os.fdopen(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    try:
        os.link(new, path)
    except FileExistsError:
        pass
    finally:
        new.unlink()


def words_key(path: Path, *, production: bool) -> str:
    """SCWU_WORDS_KEY, under which the commission's words are sealed. Without it nobody can open them again."""
    key = kept_secret(
        "SCWU_WORDS_KEY", path, production=production, advice="32 random characters or more, kept for as long as words"
    )
    if len(key.strip()) < 32:
        raise ImproperlyConfigured("SCWU_WORDS_KEY has fewer than 32 characters: whoever guesses it reads every word.")
    return key


SECRET_KEY = kept_secret(
    "SECRET_KEY", DATA_DIR / "secret_key", production=PRODUCTION, advice="50 random characters or more"
)
# Former keys, while people still hold what was signed under them: sessions, links, apps with codes, backups.
SECRET_KEY_FALLBACKS = words("SECRET_KEY_FALLBACKS")
WORDS_KEY = words_key(DATA_DIR / "words_key", production=PRODUCTION)  # never in the database nor in its backups
