"""How a setting is read from the environment.

Whoever adds one takes one of these, or writes beside the setting what it may be: an empty value counts as absent, and
what is there and cannot be meant stops the start with a sentence that names the variable. docs/operations.md, "Every
variable", tells them all.
"""

import os

import environ
from django.core.exceptions import ImproperlyConfigured

env = environ.Env()
YES, NO = {"1", "true", "yes", "y", "on", "ok"}, {"0", "false", "no", "n", "off"}


def flag(name: str, *, default: bool = False) -> bool:
    """A yes or no from the environment; an empty value counts as absent. What is neither is asked about: who has
    mistyped what asks for safety would have none.
    """
    given = os.environ.get(name, "").strip().lower()
    if given and given not in YES | NO:
        raise ImproperlyConfigured(f"{name} is 1 for yes, 0 for no.")
    return given in YES if given else default


def number(name: str, default: int, *, least: int = 0) -> int:
    """A whole number from the environment; an empty value counts as absent."""
    given = os.environ.get(name) or str(default)
    if not given.isascii() or not given.isdecimal() or int(given) < least:
        raise ImproperlyConfigured(f"{name} is a whole number, {least} or more.")
    return int(given)


def words(name: str) -> list[str]:
    """A list from the environment, split at commas."""
    return [word.strip() for word in os.environ.get(name, "").split(",") if word.strip()]


def choice(name: str, usual: str, other: str) -> str:
    """One of two words from the environment; `usual` without it."""
    said = os.environ.get(name) or usual
    if said not in (usual, other):
        raise ImproperlyConfigured(f"{name} is `{usual}` or `{other}`.")
    return said
