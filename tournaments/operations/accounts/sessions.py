"""Ending the sessions of an account: a phone was lost, or a browser in a pub was left signed in.

Django's sessions lie in the database without saying whose they are, so all that have not expired are looked through.
It happens rarely, and a thousand take some milliseconds. Each is taken out of the cache as well.
"""

from __future__ import annotations

from datetime import datetime
from importlib import import_module

from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.models import Session

from tournaments.models import Account


def end_sessions(*, account: Account, now: datetime, keep: str | None = None) -> int:
    """Sign `account` out everywhere, but for the session `keep`. Returns how many sessions were ended."""
    store = import_module(settings.SESSION_ENGINE).SessionStore
    ended = 0
    for session in Session.objects.filter(expire_date__gt=now).iterator():
        if session.session_key != keep and session.get_decoded().get(SESSION_KEY) == str(account.pk):
            store(session.session_key).delete()
            ended += 1
    return ended
