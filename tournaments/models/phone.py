"""A phone: a browser that keeps lines until the site has named them, by the id of its store.

A row says when it was heard last and what it told then; nothing is decided by it but that a phone which was revoked
has no effect any more: what it still brings is kept, and shown to the director. Written at most once a minute, and
when what it tells has changed (operations/evening/phones.py).
"""

from __future__ import annotations

from django.db import models

from tournaments.models.account import Account
from tournaments.models.names import NameField


class Phone(models.Model):
    """`waiting`: key of a game → how many lines lie only on this phone, as told last; 0 for a game that it follows."""

    id = models.UUIDField(primary_key=True)
    account = models.ForeignKey(Account, on_delete=models.SET_NULL, null=True, related_name="phones")
    name = NameField(max_length=80, blank=True, default="", help_text="What it calls itself: Chrome, Android.")
    page = models.CharField(max_length=20, blank=True, default="", help_text="The page that it showed.")
    waiting = models.JSONField(default=dict, blank=True)
    heard_at = models.DateTimeField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)
    revoked_by = models.ForeignKey(Account, on_delete=models.SET_NULL, null=True, blank=True, related_name="+")

    class Meta:
        indexes = [models.Index(fields=["heard_at"], name="phones_by_hearing")]

    def __str__(self) -> str:
        return self.name or str(self.pk)
