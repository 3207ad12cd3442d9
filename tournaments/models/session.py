"""Who is signed in where: Django's session with the account whose one it is (scwu/sessions.py)."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from django.conf import settings
from django.contrib.sessions.base_session import AbstractBaseSession
from django.db import models

from tournaments.models.account import Account


class Session(AbstractBaseSession):
    """`account`: none as long as nobody has signed in. What a browser said of itself is in the data (`DEVICE`)."""

    account = models.ForeignKey(Account, on_delete=models.CASCADE, null=True, related_name="sessions")

    @classmethod
    def get_session_store_class(cls) -> Any:
        return import_module(settings.SESSION_ENGINE).SessionStore

    def get_decoded(self) -> dict[str, Any]:
        """What the session holds; nothing if it was signed for another row."""
        held: dict[str, Any] = self.get_session_store_class()(self.session_key).decode(self.session_data)
        return held
