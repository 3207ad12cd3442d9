"""Sealed words at an event: proposed for it or set by hand, kept in reserve, swapped; how the union lets members vote.

Which word serves which round is `Round.sealed_word`. The word itself is of the games (`SecretWord`) and does not lie
open anywhere; people speak of it by its number.
"""

from __future__ import annotations

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models

from games.models import SecretWord
from tournaments.models.event import Event


class EventWord(models.Model):
    """A sealed word of one event: of the commission, or `by_hand` of a director.

    `dropped_*`: it stood for a round and was swapped for another. `known_reason`: why it is played for though somebody
    who plays had read it.
    """

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="words")
    number = models.PositiveIntegerField(help_text="By which people speak of it before they may know it.")
    word = models.OneToOneField(SecretWord, on_delete=models.PROTECT, related_name="at")
    by_hand = models.BooleanField(default=False, help_text="Set by a director; the commission has not read it.")
    is_reserve = models.BooleanField(default=False)
    dropped_from = models.PositiveSmallIntegerField(null=True, blank=True, help_text="Number of the round it left.")
    dropped_at = models.DateTimeField(null=True, blank=True)
    dropped_reason = models.CharField(max_length=500, blank=True, default="", help_text="Public.")
    known_reason = models.CharField(max_length=500, blank=True, default="", help_text="Public.")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["event", "number"], name="one_event_word_per_number")]

    def __str__(self) -> str:
        return f"word no. {self.number}"


class WordRules(models.Model):
    """One row: how many votes decide, and more than how many percent of them."""

    quorum = models.PositiveSmallIntegerField(default=2, validators=[MinValueValidator(1), MaxValueValidator(50)])
    majority = models.PositiveSmallIntegerField(
        default=50, validators=[MinValueValidator(50), MaxValueValidator(99)], help_text="More than so many percent."
    )

    class Meta:
        verbose_name_plural = "word rules"

    def __str__(self) -> str:
        return f"{self.quorum} votes, more than {self.majority} %"
