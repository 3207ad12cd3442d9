"""Who holds an office of the union: its board, its commission for words, officers of federations, captains, the press.

Roles at one event are `Staff`; an office is held of the union, of one federation (officer) or of one club (captain).
An office has a term: it counts from `starts_at` until `ends_at` or until it is taken back (`ended_at`), and its row
stays. Rights come from `tournaments.access`; there the term is asked of the database's own clock.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import models
from django.db.models import Q
from django.db.models.functions import Coalesce, Now
from django.utils.translation import gettext_lazy as _

from tournaments.models.account import Account
from tournaments.models.union import Club, Federation


class OfficeRole(models.TextChoices):
    UNION = "union", _("Union")
    COMMISSION = "commission", _("Commission")
    OFFICER = "officer", _("Officer")
    CAPTAIN = "captain", _("Captain")
    PRESS = "press", _("Press")


class OfficeQuerySet(models.QuerySet["Office"]):
    def in_force(self) -> OfficeQuerySet:
        """Those whose term has begun and has not ended."""
        return self.filter(Q(ends_at=None) | Q(ends_at__gt=Now()), starts_at__lte=Now(), ended_at=None)


class Office(models.Model):
    account = models.ForeignKey(Account, on_delete=models.CASCADE, related_name="offices")
    role = models.CharField(max_length=12, choices=OfficeRole)
    federation = models.ForeignKey(Federation, on_delete=models.PROTECT, null=True, blank=True, related_name="offices")
    club = models.ForeignKey(Club, on_delete=models.PROTECT, null=True, blank=True, related_name="offices")
    starts_at = models.DateTimeField()
    ends_at = models.DateTimeField(null=True, blank=True, help_text="End of the term, if it has one.")
    ended_at = models.DateTimeField(null=True, blank=True, help_text="When it was taken back or laid down.")

    objects = OfficeQuerySet.as_manager()

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=(
                    Q(role="officer", federation__isnull=False, club=None)
                    | Q(role="captain", federation=None, club__isnull=False)
                    | (~Q(role__in=["officer", "captain"]) & Q(federation=None, club=None))
                ),
                name="an_office_has_its_body",
            ),
            models.UniqueConstraint(
                "account",
                "role",
                Coalesce("federation", 0),
                Coalesce("club", 0),
                condition=Q(ended_at=None),
                name="one_office_in_force",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.account}: {self.role}"

    @property
    def last_moment(self) -> datetime | None:
        """The end of the term's last day; the term ends when the next one begins."""
        return self.ends_at - timedelta.resolution if self.ends_at else None
