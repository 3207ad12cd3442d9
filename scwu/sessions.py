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
    """What is stored is signed for its own row: copied into another one by hand, it is the session of nobody."""

    @property
    def key_salt(self) -> str:
        """The salt of the signature; without a key that of Django, by whose name sessions were once signed."""
        return f"{super().key_salt}|{self.session_key}" if self.session_key else super().key_salt

    @classmethod
    def get_model_class(cls) -> type[Session]:
        return Session

    def create_model_instance(self, data: dict[str, Any]) -> Session:
        row = cast("Session", super().create_model_instance(data))
        row.account_id = data.get(SESSION_KEY)
        return row
