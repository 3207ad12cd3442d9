"""Playing words: the ones that are played for, and the commission's work on those that are still secret.

A `SecretWord` never lies open in the database, from the proposal on: `sealed` is AES-GCM (games/sealing.py) with a key
that the database does not hold, and so are the notes of the votes. Only when its round starts does a `PlayingWord`
come of it. Who wrote, voted and read stands here by opaque keys (`account:7`). Votes and readings are never changed;
one trigger per database refuses it (migration 0005), so do the models.
"""

from __future__ import annotations

from typing import Any, NoReturn

from django.db import models
from django.utils.translation import gettext_lazy as _


class PlayingWord(models.Model):
    """A playing word with its caption (competition.md 1 and 6). Which round it serves is decided elsewhere."""

    word = models.CharField(max_length=40)
    caption = models.CharField(max_length=120, blank=True, default="")
    letters = models.JSONField(help_text="The word split into letters; the organiser may have corrected the split.")
    created_at = models.DateTimeField()

    def __str__(self) -> str:
        # Never the word itself: admin lists and logs show this text, and the word is secret until its round starts.
        return f"word {self.pk}"


class WordState(models.TextChoices):
    """proposed → sealed (approved) → revealed; or rejected by the vote, or withdrawn by who proposed it."""

    PROPOSED = "proposed", _("Proposed")
    SEALED = "sealed", _("Sealed")
    REVEALED = "revealed", _("Revealed")
    REJECTED = "rejected", _("Rejected")
    WITHDRAWN = "withdrawn", _("Withdrawn")


class SecretWord(models.Model):
    """A word that the commission votes on or has approved. Its id is minted by the form that proposed it."""

    id = models.UUIDField(primary_key=True, editable=False)
    place = models.CharField(max_length=80, help_text="What the commitment names besides the word; decided above.")
    state = models.CharField(max_length=12, choices=WordState, default=WordState.PROPOSED)
    sealed = models.BinaryField(help_text="Word, caption, letters, theme, language and note; later the nonce too.")
    key_id = models.CharField(max_length=16, help_text="Which key it was sealed with; says nothing about the key.")
    likeness = models.CharField(max_length=64, db_index=True, help_text="Keyed digest that look-alikes share.")
    commitment = models.CharField(max_length=64, blank=True, default="", help_text="Public from the approval on.")
    nonce = models.CharField(max_length=32, blank=True, default="", help_text="Public from the reveal on.")
    opened = models.OneToOneField(
        PlayingWord, on_delete=models.PROTECT, null=True, blank=True, related_name="secret", help_text="By the reveal."
    )
    by = models.CharField(max_length=64, help_text="Opaque key of the account that proposed it.")
    proposed_at = models.DateTimeField()
    decided_at = models.DateTimeField(null=True, blank=True)
    revealed_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"secret word {self.pk}"


class AppendOnlyQuerySet(models.QuerySet[Any]):
    def update(self, **kwargs: Any) -> NoReturn:
        raise TypeError("Votes and readings are never changed.")

    def delete(self) -> NoReturn:
        raise TypeError("Votes and readings are never deleted.")


class AppendOnly(models.Model):
    """A row that can neither be changed nor deleted once it is written."""

    objects = AppendOnlyQuerySet.as_manager()

    class Meta:
        abstract = True

    def save(self, *args: Any, **kwargs: Any) -> None:
        if not self._state.adding:
            raise TypeError("Votes and readings are never changed.")
        super().save(*args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> NoReturn:
        raise TypeError("Votes and readings are never deleted.")


class Verdict(models.TextChoices):
    APPROVE = "approve", _("Approve")
    REJECT = "reject", _("Reject")
    DISCUSS = "discuss", _("Discuss")


class Vote(AppendOnly):
    """One vote; the last of each voter counts. `turn` counts the votes on this word."""

    word = models.ForeignKey(SecretWord, on_delete=models.PROTECT, related_name="votes")
    turn = models.PositiveIntegerField()
    by = models.CharField(max_length=64)
    verdict = models.CharField(max_length=8, choices=Verdict)
    note = models.BinaryField(help_text="Sealed like the word: a note may name it.")
    at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["word", "turn"], name="one_vote_per_turn")]

    def __str__(self) -> str:
        return f"vote {self.turn}"


class Reading(AppendOnly):
    """Somebody was shown a word while it was secret. `state`: of the word at that moment."""

    word = models.ForeignKey(SecretWord, on_delete=models.PROTECT, related_name="readings")
    by = models.CharField(max_length=64)
    state = models.CharField(max_length=12, choices=WordState)
    at = models.DateTimeField()

    class Meta:
        indexes = [models.Index(fields=["word", "by"], name="readings_by_reader")]

    def __str__(self) -> str:
        return f"reading {self.pk}"
