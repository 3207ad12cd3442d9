"""The one way in which a setting is read from the environment.

An empty value counts as absent. What is there and cannot be meant stops the start, with a sentence that names the
variable: here, or beside the setting, where what it may be is its own matter. docs/operations.md tells every variable.
"""

import os

import environ
from django.core.exceptions import ImproperlyConfigured

env = environ.Env()  # for addresses of servers: `db_url`, `email_url`
YES, NO = {"1", "true", "yes", "y", "on", "ok"}, {"0", "false", "no", "n", "off"}


def text(name: str, usual: str = "") -> str:
    """What the environment says; `usual` without it."""
    return os.environ.get(name) or usual


def flag(name: str, *, default: bool = False) -> bool:
    """A yes or no. What is neither is asked about: who has mistyped what asks for safety would have none."""
    given = text(name).strip().lower()
    if given and given not in YES | NO:
        raise ImproperlyConfigured(f"{name} is 1 for yes, 0 for no.")
    return given in YES if given else default


def number(name: str, default: int, *, least: int = 0) -> int:
    """A whole number."""
    given = text(name, str(default))
    if not given.isascii() or not given.isdecimal() or int(given) < least:
        raise ImproperlyConfigured(f"{name} is a whole number, {least} or more.")
    return int(given)


def words(name: str) -> list[str]:
    """A list, split at commas."""
    return [word.strip() for word in text(name).split(",") if word.strip()]


def choice(name: str, usual: str, other: str) -> str:
    """One of two words; `usual` without it."""
    said = text(name, usual)
    if said not in (usual, other):
        raise ImproperlyConfigured(f"{name} is `{usual}` or `{other}`.")
    return said
