"""What was done to a seating by hand besides swaps: gone back to the draw, somebody out of it, somebody into it.

Each stands in public beside the draw, as a swap does (`SeatSwap`), for the draw itself is never changed.
"""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models.account import Account
from tournaments.models.registration import Registration
from tournaments.models.round import Round


class SeatingChangeKind(models.TextChoices):
    RESTORED = "restored", _("Restored")
    LEFT = "left", _("Left")
    CAME = "came", _("Came")
    STOOD_IN = "stood_in", _("Stood in")


class SeatingChange(models.Model):
    """One change before the start. `registration`: who left, who came, or who stands in for the one that left just
    before; `moved`: how many others changed seats for it.
    """

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="seating_changes")
    kind = models.CharField(max_length=12, choices=SeatingChangeKind)
    registration = models.ForeignKey(Registration, on_delete=models.PROTECT, null=True, related_name="+")
    moved = models.PositiveSmallIntegerField(default=0)
    reason = models.CharField(max_length=500, blank=True, default="")
    by = models.ForeignKey(Account, on_delete=models.SET_NULL, null=True, related_name="+")
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.kind} in {self.round}"


def was_changed() -> models.Exists:
    """In a statement about draws: whether somebody came or went by hand since."""
    changes = SeatingChange.objects.filter(round=models.OuterRef("round"), at__gt=models.OuterRef("at"))
    return models.Exists(changes.exclude(registration=None))
