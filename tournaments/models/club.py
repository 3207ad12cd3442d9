"""What belongs to a club besides its members: requests to join, the squad of a season, its logo, former codes.

competition.md 4. Joining asks the captain, so a request waits until it is accepted, declined or taken back. A season's
squad is six: its places have numbers from 1 to 6, and the database knows no seventh. A former code stays taken and
leads to its club for ever. A logo is our own pixels (facts/pictures.py), kept in the row, never as it was sent.
"""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments.models.account import Account
from tournaments.models.names import NameField
from tournaments.models.season import Season
from tournaments.models.union import Club, Membership, Player

SQUAD = 6


class RequestStatus(models.TextChoices):
    OPEN = "open", _("Open")
    ACCEPTED = "accepted", _("Accepted")
    DECLINED = "declined", _("Declined")
    WITHDRAWN = "withdrawn", _("Withdrawn")


class JoinRequest(models.Model):
    """A player asks to be a member of a club in a season. One open request per player and season."""

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="join_requests")
    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="join_requests")
    season = models.ForeignKey(Season, on_delete=models.PROTECT, related_name="join_requests")
    status = models.CharField(max_length=12, choices=RequestStatus, default=RequestStatus.OPEN)
    made_at = models.DateTimeField()
    decided_at = models.DateTimeField(null=True, blank=True)
    decided_by = models.ForeignKey(Account, on_delete=models.SET_NULL, null=True, blank=True, related_name="+")

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["player", "season"], condition=Q(status="open"), name="one_open_request_per_season"
            )
        ]
        indexes = [models.Index(fields=["club", "status"], name="join_requests_by_club")]

    def __str__(self) -> str:
        return f"{self.player} → {self.club} ({self.season})"


class SquadPlace(models.Model):
    """One of the six. `club` and `season` are those of the membership; the constraint needs them here."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="squad_places")
    season = models.ForeignKey(Season, on_delete=models.PROTECT, related_name="+")
    number = models.PositiveSmallIntegerField()
    membership = models.OneToOneField(Membership, on_delete=models.CASCADE, related_name="squad_place")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["club", "season", "number"], name="one_player_per_squad_place"),
            models.CheckConstraint(condition=Q(number__gte=1, number__lte=SQUAD), name="a_squad_is_six"),
        ]

    def __str__(self) -> str:
        return f"{self.number}. {self.membership}"


class ClubLogo(models.Model):
    """`name`: generated from the pixels; the address of the picture, which therefore never changes its content."""

    club = models.OneToOneField(Club, on_delete=models.CASCADE, related_name="logo")
    name = NameField(max_length=32, unique=True)
    png = models.BinaryField()
    width = models.PositiveSmallIntegerField()
    height = models.PositiveSmallIntegerField()
    by = models.ForeignKey(Account, on_delete=models.SET_NULL, null=True, related_name="+")
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"logo of {self.club}"


class ClubAlias(models.Model):
    """A former code. No other club may take it."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="aliases")
    code = NameField(max_length=12, unique=True)
    at = models.DateTimeField()

    class Meta:
        verbose_name_plural = "club aliases"

    def __str__(self) -> str:
        return self.code
