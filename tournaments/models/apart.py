"""Two who may not share a table at an event, whatever the draw: a rule of its director, above all others.

The pairs are frozen into each draw (`inputs["options"]["apart"]`); one that is set later counts from the next draw on.
"""

from __future__ import annotations

from django.db import models

from tournaments.models.event import Event
from tournaments.models.registration import Registration


class ApartPair(models.Model):
    """`one` was registered before `other`, so a pair has one row however it is named."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="apart_pairs")
    one = models.ForeignKey(Registration, on_delete=models.CASCADE, related_name="+")
    other = models.ForeignKey(Registration, on_delete=models.CASCADE, related_name="+")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["one", "other"], name="one_row_per_apart_pair"),
            models.CheckConstraint(condition=models.Q(one__lt=models.F("other")), name="apart_pair_in_order"),
        ]

    def __str__(self) -> str:
        return f"{self.one} apart from {self.other}"
