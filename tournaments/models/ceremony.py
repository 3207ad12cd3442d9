"""The public draws of an event, step by step: promised, frozen, opened or given up. Rows are never changed nor deleted.

A step belongs to a round by its number, not by its row: a round that was taken out of the plan takes nothing away of
what was promised or drawn. The model refuses changes, and so does a trigger in the database (migration 0005).
"""

from __future__ import annotations

from typing import Any, NoReturn

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models.event import Event
from tournaments.models.names import NameField


class CeremonyStepKind(models.TextChoices):
    """announced → frozen → opened, or given up before that; a draw without a ceremony is only opened.

    With a second secret or a round of drand, between frozen and opened: room, beacon (if named), then the second secret
    is opened, or, if its time is over, it stays silent and the room turns once more.
    """

    ANNOUNCED = "announced", _("Announced")
    FROZEN = "frozen", _("Frozen")
    ROOM = "room", _("Cards or dice")
    BEACON = "beacon", _("Round of drand")
    HALL_OPENED = "hall_opened", _("Second secret opened")
    HALL_SILENT = "hall_silent", _("Second secret not opened")
    OPENED = "opened", _("Opened")
    GIVEN_UP = "given_up", _("Given Up")


class CeremonyStepQuerySet(models.QuerySet["CeremonyStep"]):
    def update(self, **kwargs: Any) -> NoReturn:
        raise TypeError("Steps of a public draw are never changed.")

    def delete(self) -> NoReturn:
        raise TypeError("Steps of a public draw are never deleted.")


class CeremonyStep(models.Model):
    """`digest`: the commitment, the frozen hash or the digest of the transcript; `document`: what it is the digest of.

    Of an attempt that was given up, `document` is what the hall was shown: "cards Ol 7h", empty if nothing.

    `secret`: of an announced draw, shown to nobody before the draw is opened or given up; or the second secret, which
    the site learns as it is opened, with the digest that was frozen.
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


class HallOffer(models.Model):
    """A second secret that somebody of the hall would add to a draw: its digest, and how he wants to be called.

    The director takes one as the list is frozen; then all of this attempt are forgotten.
    """

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="hall_offers")
    round_number = models.PositiveSmallIntegerField()
    attempt = models.PositiveSmallIntegerField()
    digest = models.CharField(max_length=64)
    label = NameField(max_length=60)
    at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["event", "round_number", "attempt", "digest"], name="one_offer_per_digest")
        ]

    def __str__(self) -> str:
        return f"round {self.round_number}, attempt {self.attempt}: {self.digest[:6]}"
