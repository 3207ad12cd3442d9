"""Sanctions beyond one event, and appeals against them and against rulings (competition.md 5.5).

A sanction is proposed by somebody and confirmed by somebody else, for the union. From then on it counts; taking it
back is written beside it, never over it. An appeal is decided once; its decision is a record of its own.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments.models.account import Account
from tournaments.models.event import Event
from tournaments.models.ruling import Ruling
from tournaments.models.union import Player


class SanctionKind(models.TextChoices):
    """A ban keeps a player out of every event; a warning is only kept on record."""

    BAN_FOR_LIFE = "ban_for_life", _("Ban For Life")
    BAN_UNTIL = "ban_until", _("Ban Until")
    WARNING = "warning", _("Warning")


UNSEEN = timedelta(hours=24)  # from the confirmation of a ban until it is public (reliability.md 2.2, row 26)
BANS = (SanctionKind.BAN_FOR_LIFE, SanctionKind.BAN_UNTIL)


class SanctionQuerySet(models.QuerySet["Sanction"]):
    def bans_at(self, moment: datetime) -> SanctionQuerySet:
        """Bans that keep a player out at that moment: confirmed before it, not lifted, not over."""
        in_force = self.filter(kind__in=BANS, confirmed_at__lte=moment, lifted_at=None)
        return in_force.filter(Q(ends_on=None) | Q(ends_on__gte=moment.date()))

    def public_at(self, moment: datetime) -> SanctionQuerySet:
        """Those bans in force that everybody may see: until a day has passed the union can take one back unseen."""
        return self.bans_at(moment).filter(confirmed_at__lte=moment - UNSEEN)

    def open(self) -> SanctionQuerySet:
        """Those that the union has not decided on."""
        return self.filter(confirmed_at=None, declined_at=None)


class Sanction(models.Model):
    """`ends_on`: the last day of a ban. `grounds`: what the proposer wrote, for the union alone; `reasons`: what the
    union tells the player. `replaces`: the sanction that this one stands for since an appeal changed it.
    """

    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="sanctions")
    kind = models.CharField(max_length=16, choices=SanctionKind)
    ends_on = models.DateField(null=True, blank=True)
    event = models.ForeignKey(Event, on_delete=models.PROTECT, null=True, blank=True, related_name="sanctions")
    ruling = models.OneToOneField(Ruling, on_delete=models.PROTECT, null=True, blank=True, related_name="sanction")
    replaces = models.OneToOneField("self", on_delete=models.PROTECT, null=True, blank=True, related_name="replaced_by")
    grounds = models.TextField(max_length=2000)
    proposed_by = models.ForeignKey(Account, on_delete=models.SET_NULL, null=True, related_name="+")
    proposed_at = models.DateTimeField()
    reasons = models.TextField(max_length=2000, blank=True, default="")
    confirmed_by = models.ForeignKey(Account, on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    confirmed_at = models.DateTimeField(null=True, blank=True)
    declined_by = models.ForeignKey(Account, on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    declined_at = models.DateTimeField(null=True, blank=True)
    lifted_by = models.ForeignKey(Account, on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    lifted_at = models.DateTimeField(null=True, blank=True)
    lift_reasons = models.TextField(max_length=2000, blank=True, default="")
    form = models.UUIDField(unique=True, null=True, blank=True, editable=False)

    objects = SanctionQuerySet.as_manager()

    class Meta:
        indexes = [models.Index(fields=["player", "kind"], name="sanctions_by_player")]
        constraints = [
            models.CheckConstraint(
                condition=Q(kind="ban_until", ends_on__isnull=False) | (~Q(kind="ban_until") & Q(ends_on=None)),
                name="only_a_ban_until_has_an_end",
            ),
            models.CheckConstraint(
                condition=Q(confirmed_at=None) | Q(declined_at=None), name="a_sanction_is_confirmed_or_declined"
            ),
        ]

    def __str__(self) -> str:
        return f"sanction {self.pk}"

    @property
    def public_from(self) -> datetime | None:
        """When everybody may see a confirmed ban; nothing is ever public of a warning."""
        return self.confirmed_at + UNSEEN if self.confirmed_at and self.kind in BANS else None

    @property
    def state(self) -> str:
        """proposed → confirmed or declined; confirmed → lifted."""
        if self.lifted_at:
            return "lifted"
        if self.declined_at:
            return "declined"
        return "confirmed" if self.confirmed_at else "proposed"


class Outcome(models.TextChoices):
    UPHELD = "upheld", _("Upheld")
    CHANGED = "changed", _("Changed")
    LIFTED = "lifted", _("Lifted")


class Appeal(models.Model):
    """Against a ruling or a sanction. `grounds`: the player's; `reasons`: the union's answer to him;
    `public_text`: what of it everybody may read. `outcome` is empty until the union has decided, and then stays.
    """

    ruling = models.OneToOneField(Ruling, on_delete=models.PROTECT, null=True, blank=True, related_name="appeal")
    sanction = models.OneToOneField(Sanction, on_delete=models.PROTECT, null=True, blank=True, related_name="appeal")
    by = models.ForeignKey(Account, on_delete=models.SET_NULL, null=True, related_name="+")
    grounds = models.TextField(max_length=4000)
    made_at = models.DateTimeField()
    outcome = models.CharField(max_length=12, choices=Outcome, blank=True, default="")
    reasons = models.TextField(max_length=4000, blank=True, default="")
    public_text = models.CharField(max_length=300, blank=True, default="")
    decided_by = models.ForeignKey(Account, on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    decided_at = models.DateTimeField(null=True, blank=True)
    ruling_after = models.OneToOneField(
        Ruling, on_delete=models.PROTECT, null=True, blank=True, related_name="decided_appeal"
    )

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(ruling__isnull=False, sanction=None) | Q(ruling=None, sanction__isnull=False),
                name="an_appeal_is_against_one_thing",
            )
        ]

    def __str__(self) -> str:
        return f"appeal {self.pk}"

    @property
    def against(self) -> Any:
        return self.ruling or self.sanction
