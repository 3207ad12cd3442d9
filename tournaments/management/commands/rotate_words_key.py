"""`manage.py rotate_words_key`: a new key for the sealed words, when the old one may be known to somebody.

The site has to stand still meanwhile. Where the key lies in the data directory, a new one is made beside it, and takes
its place when all is sealed anew; whatever stops the command in between, run it again and it goes on. Where the key
comes from the environment, the new one does too, as SCWU_NEW_WORDS_KEY, and is put into SCWU_WORDS_KEY afterwards.
"""

from __future__ import annotations

import fcntl
import os
import secrets
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.rules.refusals import Refused
from tournaments.operations.words.keys import rotate_words_key
from tournaments.texts.refusals import sentence_for

SHORTEST = 32


class Command(BaseCommand):
    help = "Seals all words of the commission and of directors anew under a new key. Stop the site first."

    def handle(self, *_args: Any, **_options: Any) -> None:
        self._refuse_running(settings.DATA_DIR / "serve.pid")
        kept = settings.DATA_DIR / "words_key"
        made = None if os.environ.get("SCWU_WORDS_KEY") else kept.with_name("words_key.next")
        new = os.environ.get("SCWU_NEW_WORDS_KEY", "") if made is None else _made_whole(made)
        if len(new.strip()) < SHORTEST:
            raise CommandError(_("Put the new key into SCWU_NEW_WORDS_KEY: 32 random characters or more."))
        try:
            done = rotate_words_key(old=settings.WORDS_KEY, new=new, now=timezone.now())
        except Refused as refused:
            raise CommandError(sentence_for(refused)) from None
        if made is not None:
            made.replace(kept)
        said = ngettext("%(n)d word is sealed anew.", "%(n)d words are sealed anew.", done.words)
        self.stdout.write(said % {"n": done.words})
        if made is None:
            self.stdout.write(_("Put the new key into SCWU_WORDS_KEY before the site starts again."))
        if done.damaged:
            self.stderr.write(_("Do not open, and stay as they are: %(n)d") % {"n": done.damaged})
        if done.foreign:
            self.stderr.write(_("Sealed under other keys, and stay so: %(n)d") % {"n": done.foreign})

    def _refuse_running(self, path: Path) -> None:
        """A site that runs would go on sealing under the old key."""
        if not path.exists():
            return
        with path.open("a+") as file:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                raise CommandError(_("The site is running. Stop it first.")) from None


def _made_whole(path: Path) -> str:
    """The key in this file; a new one, if an earlier run has not left one. It is there whole or not at all."""
    if not path.exists():
        begun = path.with_name(f"{path.name}.{secrets.token_hex(4)}")
        with os.fdopen(os.open(begun, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
            file.write(secrets.token_urlsafe(64))
            file.flush()
            os.fsync(file.fileno())
        begun.replace(path)
    return path.read_text()
