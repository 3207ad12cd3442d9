"""Published standings: documents with a permanent address, never changed. A correction is a further publication.

`PlaceOverride` is the referee's word on a place with a public note; the computed order is kept beside it
(competition.md 3.9).
"""

from __future__ import annotations

from django.db import models

from tournaments.models.account import Account
from tournaments.models.event import Event
from tournaments.models.registration import Registration

CUT_SHORT = "[cut_short]"  # how the note of results begins where the evening ended early; each reads it in his language


class Publication(models.Model):
    """`document` is scwu-results/1 with clubs of the day and no nick; `head` seals all table logs behind it.

    Entries stand in it by their keys: a page takes the nick of the day from the registration, so that a person can be
    forgotten and the document stays as it was. `journal_head` is the digest of the line `journal_line` of the event's
    journal, in which this publication is noted: whoever cuts lines off before it changes what was published.
    """

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="publications")
    number = models.PositiveSmallIntegerField()
    final = models.BooleanField(default=False)
    document = models.JSONField()
    head = models.CharField(max_length=64)
    journal_line = models.PositiveBigIntegerField(null=True, blank=True)
    journal_head = models.CharField(max_length=64, blank=True, default="")
    note = models.CharField(max_length=500, blank=True, default="")
    by = models.ForeignKey(Account, on_delete=models.SET_NULL, null=True, related_name="+")
    at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["event", "number"], name="one_publication_per_number")]

    def __str__(self) -> str:
        return f"publication {self.number}"


class PlaceOverride(models.Model):
    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="overrides")
    registration = models.ForeignKey(Registration, on_delete=models.PROTECT, related_name="overrides")
    place = models.PositiveIntegerField()
    note = models.CharField(max_length=500)
    by = models.ForeignKey(Account, on_delete=models.SET_NULL, null=True, related_name="+")
    at = models.DateTimeField()
    withdrawn_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["registration"], condition=models.Q(withdrawn_at=None), name="one_override_in_force"
            )
        ]

    def __str__(self) -> str:
        return f"place {self.place} by the referee"
