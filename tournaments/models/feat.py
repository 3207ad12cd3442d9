"""Feats of finished games as rows: a projection of their logs (standings/feats.py), so that records need no replay.

They are counted after the commit, by the clock (operations/results/counting_feats.py), never while a deal is recorded.
They name occupants, not people: who is merged, erased or named otherwise later is followed without touching them.
"""

from __future__ import annotations

from django.db import models

from tournaments.models.event import Event
from tournaments.models.round import Occupant, Table


class CountedTable(models.Model):
    """A table whose feats are counted. `length`: that of its log then; with another it is to be done again."""

    table = models.OneToOneField(Table, on_delete=models.CASCADE, primary_key=True, related_name="counted")
    length = models.PositiveIntegerField()

    def __str__(self) -> str:
        return f"{self.table_id}: {self.length} lines"


class Feat(models.Model):
    """`kind`, `value`, `position`: as in standings/feats.py; `worth`: more is better, whatever the kind.

    `occupant`: none where the whole table holds it; `other`: who took the last letter.
    """

    counted = models.ForeignKey(CountedTable, on_delete=models.CASCADE, related_name="feats")
    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="feats")
    kind = models.CharField(max_length=20)
    value = models.PositiveIntegerField()
    worth = models.IntegerField()
    position = models.PositiveIntegerField()
    occupant = models.ForeignKey(Occupant, on_delete=models.CASCADE, null=True, related_name="feats")
    other = models.ForeignKey(Occupant, on_delete=models.CASCADE, null=True, related_name="+")

    class Meta:
        indexes = [
            models.Index(fields=["event", "kind", "-worth"], name="feats_of_an_event"),
            models.Index(fields=["kind", "-worth"], name="feats_of_all_time"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.value}"
