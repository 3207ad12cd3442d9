"""What the ranking of a season is made of: the union's tables and rules, and the places of final publications.

competition.md 3.8. A points table stands for one series in one season; where there is none, the shipped one counts
(tournaments/standings/points_tables.py). `RankedResult` and `RankedTeam` are projections of the newest final
publication of each event, so that a ranking need not read hundreds of documents; `rebuild` makes them anew. They name
registrations and clubs: who is merged or erased later is followed without touching them.
"""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models.event import Event
from tournaments.models.publication import Publication
from tournaments.models.registration import Registration
from tournaments.models.season import Season, Series
from tournaments.models.union import Club


class RankedBody(models.TextChoices):
    PLAYERS = "players", _("Players")
    CLUBS = "clubs", _("Clubs")


class PointsTable(models.Model):
    """`points`: whole numbers for places 1, 2 …; empty says that the series earns nothing this season."""

    season = models.ForeignKey(Season, on_delete=models.PROTECT, related_name="points_tables")
    series = models.ForeignKey(Series, on_delete=models.PROTECT, related_name="points_tables")
    body = models.CharField(max_length=8, choices=RankedBody)
    points = models.JSONField(default=list)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["season", "series", "body"], name="one_points_table")]

    def __str__(self) -> str:
        return f"{self.series} {self.season}: {self.body}"


class RankingRules(models.Model):
    """How a season's points are added up. None: everything counts."""

    season = models.OneToOneField(Season, on_delete=models.PROTECT, primary_key=True, related_name="ranking_rules")
    best_of = models.PositiveSmallIntegerField(null=True, blank=True)
    best_members = models.PositiveSmallIntegerField(null=True, blank=True)
    close_up = models.BooleanField(default=False)

    class Meta:
        verbose_name_plural = "ranking rules"

    def __str__(self) -> str:
        return f"rules of {self.season}"


class RankedResult(models.Model):
    """A place in the newest final publication. `place` 0: unclassified; `sharing`: how many have the same place."""

    registration = models.OneToOneField(
        Registration, on_delete=models.CASCADE, primary_key=True, related_name="ranked_result"
    )
    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="ranked_results")
    publication = models.ForeignKey(Publication, on_delete=models.CASCADE, related_name="+")
    place = models.PositiveIntegerField()
    sharing = models.PositiveIntegerField(default=1)
    claims = models.BooleanField(default=True)
    played = models.BooleanField(default=True)

    def __str__(self) -> str:
        return f"{self.registration_id}: {self.place}"


class RankedTeam(models.Model):
    """A club's place by team result in the newest final publication."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="ranked_teams")
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="ranked_teams")
    publication = models.ForeignKey(Publication, on_delete=models.CASCADE, related_name="+")
    place = models.PositiveIntegerField()
    sharing = models.PositiveIntegerField(default=1)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["event", "club"], name="one_ranked_team_per_club")]

    def __str__(self) -> str:
        return f"{self.club_id}: {self.place}"
