"""What is stored of a game at one table: the game, its append-only log, and what phones brought that is no line of it.

The log (`Entry`) is the truth; `Game.state` is a projection of it that any rebuild may replace. Entries speak of
seats, never of persons, and carry no name: `by` is an opaque key of the account that wrote, `occupant` in a
payload an opaque label. Entries are never updated nor deleted; one trigger per database refuses both
(migration 0002), so does the model. Shapes: design of the table log, section "On the server".
"""

from __future__ import annotations

import uuid
from typing import Any, NoReturn

from django.db import models


class Game(models.Model):
    """All the deals played at one table for one playing word."""

    letters = models.JSONField(help_text="Of the playing word; none in a game of Smear.")
    seats = models.CharField(max_length=8, help_text="The seat letters in order, such as ABCDE.")
    options = models.JSONField(default=dict, help_text="GameOptions of games/rules/setup.py.")
    length = models.PositiveIntegerField(default=0, help_text="Position of the last entry of the log.")
    head = models.CharField(max_length=64, blank=True, default="", help_text="Digest of the last entry.")
    pen_epoch = models.PositiveIntegerField(default=0)
    pen_holder = models.CharField(
        max_length=64, blank=True, default="", help_text="The device that writes here, or the account without one."
    )
    pen_by = models.CharField(max_length=64, blank=True, default="", help_text="Opaque key of whose pen it is.")
    pen_since = models.PositiveIntegerField(default=0, help_text="Position after which this epoch began.")
    pen_heard_at = models.DateTimeField(null=True, blank=True, help_text="When its holder was heard last.")
    kept = models.PositiveIntegerField(
        default=0, help_text="How many rows of `Arrival` there are; none are looked for at 0."
    )
    ruled = models.JSONField(
        default=dict,
        help_text="Position of each line that rulings hold → how high one must stand to correct it (held_by_rulings).",
    )
    kept_head = models.CharField(max_length=64, blank=True, default="", help_text="Digest of the last `Arrival`.")
    state = models.JSONField(default=dict, help_text="Projection of the log (games/queries.py: summary).")
    finished = models.BooleanField(default=False)
    timed_deals = models.PositiveIntegerField(
        default=0, help_text="Deals whose time is known (games/simulation/pace.py)."
    )
    timed_seconds = models.PositiveIntegerField(default=0, help_text="How long these took together, without pauses.")
    opened_at = models.DateTimeField()
    last_entry_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"game {self.pk}"


class EntryQuerySet(models.QuerySet["Entry"]):
    def update(self, **kwargs: Any) -> NoReturn:
        raise TypeError("Entries of the table log are never changed.")

    def delete(self) -> NoReturn:
        raise TypeError("Entries of the table log are never deleted.")


class Entry(models.Model):
    """One line of the table log. `id` is minted by whoever opened the form: the idempotency key for ever."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4)
    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="entries")
    position = models.PositiveIntegerField()
    kind = models.CharField(max_length=20)
    payload = models.JSONField()
    version = models.PositiveSmallIntegerField()
    slot = models.PositiveIntegerField(null=True, blank=True, help_text="Number of the deal the form was opened for.")
    base = models.PositiveIntegerField(null=True, blank=True, help_text="Last position that the screen showed.")
    witness = models.CharField(max_length=1, blank=True, default="", help_text="Who dealt, as seen at the table.")
    device = models.CharField(max_length=64, blank=True, default="")
    counter = models.PositiveIntegerField(null=True, blank=True, help_text="The device's own count of entries.")
    pen = models.PositiveIntegerField(help_text="Epoch of the pen under which the entry was written.")
    by = models.CharField(max_length=64, help_text="Opaque key of the account that wrote.")
    at_device = models.DateTimeField(null=True, blank=True)
    seen = models.BooleanField(null=True, help_text="Somebody tapped the witness; else the page proposed him.")
    tapped_at = models.DateTimeField(null=True, blank=True, help_text="When, by the site's clock as the phone knew it.")
    said = models.CharField(max_length=64, null=True, blank=True, help_text="SHA-256 of what a phone brought.")  # noqa: DJ001 - a column with a default would copy the whole log on SQLite
    at_server = models.DateTimeField()
    digest = models.CharField(max_length=64, help_text="SHA-256 over the entry before and this one.")

    objects = EntryQuerySet.as_manager()

    class Meta:
        verbose_name_plural = "entries"
        constraints = [
            models.UniqueConstraint(fields=["game", "position"], name="one_entry_per_position"),
            models.UniqueConstraint(
                fields=["game", "device", "counter"], condition=models.Q(said__isnull=False), name="one_entry_per_count"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.position}. {self.kind}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        if not self._state.adding:
            raise TypeError("Entries of the table log are never changed.")
        super().save(*args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> NoReturn:
        raise TypeError("Entries of the table log are never deleted.")


class ArrivalQuerySet(models.QuerySet["Arrival"]):
    def update(self, **kwargs: Any) -> NoReturn:
        raise TypeError("What a phone brought is never changed.")

    def delete(self) -> NoReturn:
        raise TypeError("What a phone brought is never deleted.")


class Arrival(models.Model):
    """What a phone brought that is no line of the log, and why (games/arrivals/decide.py). Kept for ever, as it came.

    A line that was held and decided again has a further row, `turn` 2, unless it became an `Entry`. What stands under
    an id that is known already, but says something else, is told apart by `said`.
    """

    line = models.UUIDField(help_text="Its id on the wire.")
    said = models.CharField(max_length=64, help_text="SHA-256 of what was brought.")
    turn = models.PositiveSmallIntegerField(default=1)
    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="arrivals")
    status = models.CharField(max_length=16)
    code = models.CharField(
        max_length=40, blank=True, default="", help_text="Why; its sentence: texts/about_arrivals.py."
    )
    about = models.UUIDField(null=True, blank=True, help_text="The line that it repeats or contradicts.")
    device = models.CharField(max_length=64, blank=True, default="")
    counter = models.PositiveIntegerField(null=True, blank=True)
    by = models.CharField(max_length=64, blank=True, default="", help_text="Whose line it says to be.")
    brought_by = models.CharField(max_length=64, help_text="Opaque key of the account that was signed in.")
    raw = models.TextField(help_text="What was brought, as JSON.")
    tapped_at = models.DateTimeField(null=True, blank=True)
    at_server = models.DateTimeField()
    digest = models.CharField(max_length=64, null=True, help_text="SHA-256 over the one before and this one.")  # noqa: DJ001 - as `said` above: rows from before have none

    objects = ArrivalQuerySet.as_manager()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["line", "said", "turn"], name="one_arrival_per_turn")]

    def __str__(self) -> str:
        return f"{self.status} {self.line}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        if not self._state.adding:
            raise TypeError("What a phone brought is never changed.")
        super().save(*args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> NoReturn:
        raise TypeError("What a phone brought is never deleted.")
