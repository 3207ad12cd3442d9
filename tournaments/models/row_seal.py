"""What the last line of the journal about a row rests on: how often it was told of, and the salt of its digest.

The digest itself stands in the line (`JournalLine.rows`), where nobody changes it. The salt is new with every change
and the one before is gone, so nobody can find out by guessing what a row said before; that is how a forgotten nick is
forgotten in the journal too.
"""

from __future__ import annotations

from django.db import models


class RowSeal(models.Model):
    """`model`: its label in small letters; `salt` and `digest` are empty for a row that is gone."""

    model = models.CharField(max_length=100)
    key = models.CharField(max_length=64)
    turn = models.PositiveIntegerField()
    salt = models.CharField(max_length=32, blank=True, default="")
    digest = models.CharField(max_length=64, blank=True, default="")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["model", "key"], name="one_seal_per_row")]

    def __str__(self) -> str:
        return f"{self.model} {self.key}"
