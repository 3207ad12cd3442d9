"""The union: federations (countries), clubs, players, and who belonged to which club in which season.

competition.md 4. A nick is unique compared without case and accents (`nick_key`, tournaments/facts/nicks.py);
former spellings stay as aliases and are as taken as the present one. `look` and `look_in_capitals`: what a reader sees
(facts/look_alikes.py); nobody new may look like somebody else. Rows from before may.

A club never changes its country, nor a federation its code: a trigger refuses (migration fixed_flags). Results name
the club of their day, so its flag is the flag of their day.
"""

from __future__ import annotations

from django.db import models

from tournaments.models.account import Account
from tournaments.models.names import NameField, NickField
from tournaments.models.season import Season


class Federation(models.Model):
    country = models.CharField(max_length=2, unique=True, help_text="ISO 3166 code, two capital letters.")
    name = NameField(max_length=80)

    def __str__(self) -> str:
        return self.name

    @property
    def flag(self) -> str:
        """The country's flag as two regional indicator letters."""
        return "".join(chr(0x1F1E6 + ord(letter) - ord("A")) for letter in self.country)


class Club(models.Model):
    code = NameField(max_length=12, unique=True)
    name = NameField(max_length=80)
    federation = models.ForeignKey(Federation, on_delete=models.PROTECT, related_name="clubs")

    def __str__(self) -> str:
        return self.name


class PlayerManager(models.Manager["Player"]):
    """Players as everybody knows them: without the records that were merged into others, and without invented ones."""

    def get_queryset(self) -> models.QuerySet[Player]:
        return super().get_queryset().filter(merged_into=None, is_invented=False)


class Player(models.Model):
    """`merged_into`: this record was a duplicate; it keeps its address and nothing else (models/merge.py).

    `is_invented`: nobody; plays in rehearsals alone (operations/files/rehearsals.py).
    """

    nick = NickField(max_length=40)
    nick_key = models.CharField(max_length=80, unique=True)
    look = models.CharField(max_length=160, blank=True, default="", db_index=True)
    look_in_capitals = models.CharField(max_length=160, blank=True, default="", db_index=True)
    account = models.OneToOneField(Account, on_delete=models.SET_NULL, null=True, blank=True, related_name="player")
    created_at = models.DateTimeField()
    is_invented = models.BooleanField(default=False)
    merged_into = models.ForeignKey("self", on_delete=models.PROTECT, null=True, blank=True, related_name="duplicates")

    objects = PlayerManager()
    everyone: models.Manager[Player] = models.Manager()

    def __str__(self) -> str:
        return self.nick


class NickAlias(models.Model):
    """A former spelling. No other player may take it."""

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="aliases")
    nick = NickField(max_length=40)
    nick_key = models.CharField(max_length=80, db_index=True)
    look = models.CharField(max_length=160, blank=True, default="", db_index=True)
    look_in_capitals = models.CharField(max_length=160, blank=True, default="", db_index=True)

    class Meta:
        verbose_name_plural = "nick aliases"
        constraints = [models.UniqueConstraint(fields=["player", "nick"], name="one_alias_per_spelling")]

    def __str__(self) -> str:
        return self.nick


class MembershipQuerySet(models.QuerySet["Membership"]):
    def present(self) -> MembershipQuerySet:
        """Those who have not left."""
        return self.filter(left_at=None)


class Membership(models.Model):
    """One club per player and season; results keep the club of their day (`Registration.club`).

    Who leaves during a season keeps the row, which says that he has had his club of this season.
    """

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="memberships")
    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="memberships")
    season = models.ForeignKey(Season, on_delete=models.PROTECT, related_name="memberships")
    left_at = models.DateTimeField(null=True, blank=True)

    objects = MembershipQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["player", "season"], condition=models.Q(left_at=None), name="one_club_per_season"
            )
        ]

    def __str__(self) -> str:
        return f"{self.player} – {self.club} ({self.season})"
