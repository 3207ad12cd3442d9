"""Forms that were done: a phone that heard no answer sends the same form again, and it is done once."""

from __future__ import annotations

from django.db import models

from tournaments.models.account import Account


class SentForm(models.Model):
    """`id`: minted when the form was shown. Acts that keep the id in a row of their own need none of these."""

    id = models.UUIDField(primary_key=True)
    account = models.ForeignKey(Account, on_delete=models.CASCADE, related_name="+")
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"form {self.pk}"
