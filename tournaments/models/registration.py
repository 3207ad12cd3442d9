"""A player's registration for an event, and the running score that the standings page reads.

`Registration.nick` and `.club` are those of the day (competition.md 4: results keep them). `Score` is a projection:
totals kept up to date in the transaction that records a deal, never recomputed on read; `rebuild` makes it anew.
"""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments.models.account import Account
from tournaments.models.event import Event
from tournaments.models.merge import records_of
from tournaments.models.names import NickField
from tournaments.models.union import Club, Player


class RegistrationStatus(models.TextChoices):
    APPLIED = "applied", _("Applied")
    CONFIRMED = "confirmed", _("Confirmed")
    WAITING = "waiting", _("Waiting")
    CHECKED_IN = "checked_in", _("Checked In")
    WITHDRAWN = "withdrawn", _("Withdrawn")


PLAYING = (RegistrationStatus.CONFIRMED, RegistrationStatus.CHECKED_IN)


class RegistrationQuerySet(models.QuerySet["Registration"]):
    def playing(self) -> RegistrationQuerySet:
        """Those who are in: confirmed or checked in."""
        return self.filter(status__in=PLAYING)

    def not_withdrawn(self) -> RegistrationQuerySet:
        """Those who have entered and stayed."""
        return self.exclude(status=RegistrationStatus.WITHDRAWN)

    def in_the_event(self) -> RegistrationQuerySet:
        """Those who have entered and stayed, and whoever else sits in a round to come: its words are closed to them."""
        seated = Q(seats__active=True, seats__round__started_at=None)
        return self.filter(~Q(status=RegistrationStatus.WITHDRAWN) | seated).distinct()

    def of_person(self, account: Account) -> RegistrationQuerySet:
        """Those of whoever has this account, also if it was left over when two records of his became one."""
        return self.filter(player__in=records_of([account.pk])[account.pk])


class Registration(models.Model):
    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="registrations")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="registrations")
    key = models.CharField(max_length=40, help_text="The entry's id in the event file, such as p7.")
    nick = NickField(max_length=40)
    club = models.ForeignKey(Club, on_delete=models.PROTECT, null=True, blank=True, related_name="registrations")
    status = models.CharField(max_length=12, choices=RegistrationStatus, default=RegistrationStatus.APPLIED)
    classified = models.BooleanField(default=True)
    earns_points = models.BooleanField(default=True)
    position = models.PositiveIntegerField(default=0, help_text="Order of the entry in the event file.")
    reason = models.CharField(max_length=500, blank=True, default="")
    applied_at = models.DateTimeField()
    status_at = models.DateTimeField()
    paid_at = models.DateTimeField(null=True, blank=True)
    paid_by = models.ForeignKey(Account, on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    paid_note = models.CharField(max_length=200, blank=True, default="")
    code_turn = models.PositiveSmallIntegerField(default=1, help_text="Goes up with each new code for the check-in.")

    objects = RegistrationQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["event", "player"], name="one_registration_per_player"),
            models.UniqueConstraint(fields=["event", "key"], name="one_registration_per_key"),
        ]
        indexes = [models.Index(fields=["event", "status", "position"], name="registrations_by_status")]

    def __str__(self) -> str:
        return self.nick

    @property
    def is_playing(self) -> bool:
        """Whether he is in: not who has withdrawn, nor who entered again after that and waits to be confirmed."""
        return self.status in PLAYING


class Score(models.Model):
    """Totals of one registration. `rounds`: round number → [kind, deals, letters], in Smear [kind, deals, 0, games,
    games won, points]; `rank_key` sorts the standings.

    `deals`, `letters`, `games`, `games_won`, `points` count basic rounds, final and small final, `basic_*` the basic
    rounds alone.
    `rank_key` is empty for those who take no place (unclassified or not playing).
    """

    registration = models.OneToOneField(Registration, on_delete=models.CASCADE, primary_key=True, related_name="score")
    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="scores")
    key = models.CharField(max_length=40)
    rounds = models.JSONField(default=dict)
    basic_deals = models.PositiveIntegerField(default=0)
    basic_letters = models.PositiveIntegerField(default=0)
    deals = models.PositiveIntegerField(default=0)
    letters = models.PositiveIntegerField(default=0)
    games = models.PositiveIntegerField(default=0, help_text="Of Smear.")
    games_won = models.PositiveIntegerField(default=0)
    points = models.IntegerField(default=0)
    rank_key = models.CharField(max_length=60, blank=True, default="")
    why = models.JSONField(default=list, help_text="Reasons of a place in a final: [[code, values], …].")

    class Meta:
        indexes = [models.Index(fields=["event", "rank_key", "key"], name="scores_in_order")]

    def __str__(self) -> str:
        return f"score of {self.key}"
