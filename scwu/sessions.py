"""Sessions that know whose they are: Django's own in database and cache, with the account in a column.

Django's table cannot be asked for the sessions of an account; every one of the site would have to be looked through
(docs.djangoproject.com, "Extending database-backed session engines").
"""

from __future__ import annotations

from typing import Any, cast

from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.backends import cached_db

from tournaments.models import Session


class SessionStore(cached_db.SessionStore):
    """Of the same name as Django's, which is the salt of what is stored: sessions of before can be read."""

    @classmethod
    def get_model_class(cls) -> type[Session]:
        return Session

    def create_model_instance(self, data: dict[str, Any]) -> Session:
        row = cast("Session", super().create_model_instance(data))
        row.account_id = data.get(SESSION_KEY)
        return row
