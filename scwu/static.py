"""Collect the static files when they changed, and only then: it takes seconds, a start should not.

Whether they changed is told by names, sizes and times of all files that Django's finders see.
"""

import hashlib
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.management import call_command


def fingerprint() -> str:
    """One number for everything that would be collected, and for the way in which it would be stored."""
    digest = hashlib.sha256(repr(settings.STORAGES["staticfiles"]).encode())
    for finder in get_finders():
        for name, storage in finder.list(ignore_patterns=None):
            state = Path(storage.path(name)).stat()
            digest.update(f"{name}\0{state.st_size}\0{state.st_mtime_ns}\n".encode())
    return digest.hexdigest()


def collect_if_changed() -> bool:
    """Whether anything had to be collected."""
    stamp = Path(settings.STATIC_ROOT).with_name("static.stamp")
    wanted = fingerprint()
    if stamp.exists() and stamp.read_text() == wanted and Path(settings.STATIC_ROOT).is_dir():
        return False
    call_command("collectstatic", interactive=False, clear=True, verbosity=0)
    stamp.write_text(wanted)
    return True
