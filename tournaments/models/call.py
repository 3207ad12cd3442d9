"""A table that calls the referee: who called and when, who is coming, when it was done.

A call is no line of the log: it says nothing about the game, and it is made online only, since somebody has to hear it.
`reason` names nobody: labels of the log stand for nicks (facts/masking.py).
"""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from tournaments.models.account import Account
from tournaments.models.round import Table

LONGEST_WISH = 200


class Call(models.Model):
    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="calls")
    by = models.ForeignKey(Account, on_delete=models.SET_NULL, null=True, related_name="+")
    at = models.DateTimeField()
    reason = models.CharField(max_length=LONGEST_WISH, blank=True, default="")
    answered_by = models.ForeignKey(Account, on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    answered_at = models.DateTimeField(null=True, blank=True)
    ended_by = models.ForeignKey(Account, on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["table"], condition=Q(ended_at=None), name="one_open_call_per_table")
        ]

    def __str__(self) -> str:
        return f"call from {self.table}"
