"""Who may enter an event: its conditions, the players that its director has invited, and the union's Elite.

competition.md 4: not every event is open, and who may not enter is told why. All conditions of an event have to hold.
The Elite is a list of the union, one per season.
"""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models.event import Event
from tournaments.models.season import Season
from tournaments.models.union import Player


class ConditionKind(models.TextChoices):
    INVITED = "invited", _("Invited")
    ELITE = "elite", _("Elite")
    RANKING = "ranking", _("Ranking")
    NEWCOMERS = "newcomers", _("Newcomers")
    FIRST_SEASON = "first_season", _("First Season")
    CLUB_QUOTA = "club_quota", _("Club Quota")
    SQUAD = "squad", _("Squad")


class EntryCondition(models.Model):
    """`number`: the best n of the ranking, or the most players of one club. `season`: of the ranking or the Elite;
    `until`: the ranking as it stands with the events up to this day.
    """

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="entry_conditions")
    kind = models.CharField(max_length=12, choices=ConditionKind)
    number = models.PositiveSmallIntegerField(null=True, blank=True)
    season = models.ForeignKey(Season, on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    until = models.DateField(null=True, blank=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["event", "kind"], name="one_entry_condition_per_kind")]

    def __str__(self) -> str:
        return f"{self.event}: {self.kind}"


class Invitation(models.Model):
    """A player whom the director invites to an event that is for invited players."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="invitations")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="invitations")
    at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["event", "player"], name="one_invitation_per_player")]

    def __str__(self) -> str:
        return f"{self.player} to {self.event}"


class EliteMember(models.Model):
    season = models.ForeignKey(Season, on_delete=models.PROTECT, related_name="elite")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="elite_seasons")
    at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["season", "player"], name="one_elite_member_per_season")]

    def __str__(self) -> str:
        return f"{self.player} ({self.season})"
