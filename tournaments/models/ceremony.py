"""The public draws of an event, step by step: promised, frozen, opened or given up. Rows are never changed nor deleted.

A step belongs to a round by its number, not by its row: a round that was taken out of the plan takes nothing away of
what was promised or drawn. The model refuses changes, and so does a trigger in the database (migration 0005).
"""

from __future__ import annotations

from typing import Any, NoReturn

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models.event import Event


class CeremonyStepKind(models.TextChoices):
    """announced → frozen → opened, or given up from either; a draw without a ceremony is only opened."""

    ANNOUNCED = "announced", _("Announced")
    FROZEN = "frozen", _("Frozen")
    OPENED = "opened", _("Opened")
    GIVEN_UP = "given_up", _("Given Up")


class CeremonyStepQuerySet(models.QuerySet["CeremonyStep"]):
    def update(self, **kwargs: Any) -> NoReturn:
        raise TypeError("Steps of a public draw are never changed.")

    def delete(self) -> NoReturn:
        raise TypeError("Steps of a public draw are never deleted.")


class CeremonyStep(models.Model):
    """`digest`: the commitment, the frozen hash or the digest of the transcript; `document`: what it is the digest of.

    `secret`: of an announced draw, shown to nobody before the draw is opened or given up.
    """

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="ceremony_steps")
    round_number = models.PositiveSmallIntegerField()
    attempt = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=12, choices=CeremonyStepKind)
    digest = models.CharField(max_length=64, blank=True, default="")
    document = models.TextField(blank=True, default="")
    secret = models.CharField(max_length=128, blank=True, default="")
    reason = models.CharField(max_length=500, blank=True, default="")
    by = models.CharField(max_length=64, blank=True, default="", help_text="Opaque key of the account that acted.")
    at = models.DateTimeField()

    objects = CeremonyStepQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["event", "round_number", "attempt", "kind"], name="one_ceremony_step_per_kind"
            )
        ]

    def __str__(self) -> str:
        # Never the secret: logs show this text.
        return f"round {self.round_number}, attempt {self.attempt}: {self.kind}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        if not self._state.adding:
            raise TypeError("Steps of a public draw are never changed.")
        super().save(*args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> NoReturn:
        raise TypeError("Steps of a public draw are never deleted.")
