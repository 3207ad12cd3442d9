"""What the director has put on the screens of the hall: a scene that stays, a line of his, what the room has turned."""

from __future__ import annotations

from django.db import models

from tournaments.models.ceremony import CeremonyStep
from tournaments.models.event import Event

LONGEST_LINE = 120


class HallScreen(models.Model):
    """`scene`: pinned, as in scenes.py; empty: the screens follow the evening.

    `turned`: the cards or dice of a public draw, as they were tapped since the step `frozen`: "cards Ol 7h". Told by no
    transcript, which has its own; of another draw they are nobody's business any more.
    """

    event = models.OneToOneField(Event, on_delete=models.CASCADE, related_name="hall_screen")
    scene = models.CharField(max_length=12, blank=True, default="")
    line = models.CharField(max_length=LONGEST_LINE, blank=True, default="")
    turned = models.CharField(max_length=60, blank=True, default="")
    frozen = models.ForeignKey(CeremonyStep, on_delete=models.CASCADE, null=True, related_name="+")

    def __str__(self) -> str:
        return self.scene or "follows the evening"
