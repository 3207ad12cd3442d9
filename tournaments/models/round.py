"""Rounds, their draws, tables and who sat where.

A table's occupants in time: the log says "somebody takes seat D over" with a label (`D2`); `Occupant` says who the
label is. So no log line ever names a person, and erasing or renaming a person touches no log.
"""

from __future__ import annotations

from django.db import models
from django.db.models.fields.json import KeyTextTransform, KeyTransform
from django.utils.translation import gettext_lazy as _

from games.models import Game, PlayingWord
from tournaments.models.account import Account
from tournaments.models.event import Event
from tournaments.models.registration import Registration
from tournaments.models.word import EventWord


class RoundKind(models.TextChoices):
    BASIC = "basic", _("Basic")
    PLAY_OFF = "play_off", _("Play Off")
    FINAL = "final", _("Final")
    SMALL_FINAL = "small_final", _("Small Final")


class RoundStatus(models.TextChoices):
    """planned → drawn (only staff sees it) → published (everyone sees the seating) → running → closed."""

    PLANNED = "planned", _("Planned")
    DRAWN = "drawn", _("Drawn")
    PUBLISHED = "published", _("Published")
    RUNNING = "running", _("Running")
    CLOSED = "closed", _("Closed")


class RoundManager(models.Manager["Round"]):
    """The rounds of the plan."""

    def get_queryset(self) -> models.QuerySet[Round]:
        return super().get_queryset().filter(removed_at=None)


class Round(models.Model):
    """What its columns do not say: with `with_state` of models/drawn_again.py, which says what each is.

    `removed_at`: it was taken out of the plan when everybody had seen its seating. Its row stays, with its draws and
    what was changed by hand; another round may have its number.
    """

    is_drawn_again: bool
    is_told_again: bool
    is_promised_again: bool
    is_outdated: bool

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="rounds")
    number = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=12, choices=RoundKind, default=RoundKind.BASIC)
    status = models.CharField(max_length=12, choices=RoundStatus, default=RoundStatus.PLANNED)
    playing_word = models.ForeignKey(PlayingWord, on_delete=models.PROTECT, null=True, blank=True)
    sealed_word = models.OneToOneField(
        EventWord, on_delete=models.PROTECT, null=True, blank=True, help_text="Opened by the start."
    )
    starts_at = models.DateTimeField(null=True, blank=True)
    published_at = models.DateTimeField(null=True, blank=True)
    started_at = models.DateTimeField(null=True, blank=True)
    closed_at = models.DateTimeField(null=True, blank=True)
    removed_at = models.DateTimeField(null=True, blank=True)

    objects = RoundManager()
    with_removed: models.Manager[Round] = models.Manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["event", "number"], condition=models.Q(removed_at=None), name="one_round_per_number"
            )
        ]

    def __str__(self) -> str:
        return f"round {self.number}"

    @property
    def has_word(self) -> bool:
        """Whether it could start: the director or the commission has given it a word."""
        return self.playing_word_id is not None or self.sealed_word_id is not None

    @property
    def lacks_word(self) -> bool:
        """Whether somebody still has to give it a word before it starts."""
        wants_one = self.kind != RoundKind.PLAY_OFF and not self.event.is_smear
        return wants_one and self.started_at is None and not self.has_word

    @property
    def is_word_public(self) -> bool:
        """The word is hidden from everyone but the director until the round starts."""
        return self.started_at is not None


class Draw(models.Model):
    """One attempt at a draw, kept for ever: the same inputs and seed give the same tables on every machine."""

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="draws")
    attempt = models.PositiveSmallIntegerField()
    seed = models.CharField(max_length=64)
    algorithm = models.CharField(max_length=40)
    inputs = models.JSONField(help_text="Everything the draw read: players, clubs, history, options.")
    inputs_hash = models.CharField(max_length=64)
    tables = models.JSONField(help_text="Registration keys in seat order, one list per table.")
    quality = models.JSONField()
    reason = models.CharField(max_length=500, blank=True, default="", help_text="Why it was drawn again.")
    by = models.ForeignKey(Account, on_delete=models.SET_NULL, null=True, related_name="+")
    at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["round", "attempt"], name="one_draw_per_attempt")]

    def __str__(self) -> str:
        return f"attempt {self.attempt}"


class SeatSwap(models.Model):
    """A swap by hand after a draw and before the start, with its reason."""

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="swaps")
    first = models.ForeignKey(Registration, on_delete=models.PROTECT, related_name="+")
    second = models.ForeignKey(Registration, on_delete=models.PROTECT, related_name="+")
    reason = models.CharField(max_length=500, blank=True, default="")
    by = models.ForeignKey(Account, on_delete=models.SET_NULL, null=True, related_name="+")
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.first} ⇄ {self.second}"


class Table(models.Model):
    """A table of a round. Its game is opened when the round starts."""

    round = models.ForeignKey(Round, on_delete=models.PROTECT, related_name="tables")
    number = models.PositiveSmallIntegerField()
    game = models.OneToOneField(Game, on_delete=models.PROTECT, null=True, blank=True, related_name="table")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["round", "number"], name="one_table_per_number")]

    def __str__(self) -> str:
        return f"table {self.number}"


class OccupantQuerySet(models.QuerySet["Occupant"]):
    def sitting(self) -> OccupantQuerySet:
        """Those who hold their seat now: not whoever had it before somebody else took it over."""
        seats = KeyTransform("seats", "table__game__state")
        now = {seat: KeyTextTransform("occupant", KeyTransform(seat, seats)) for seat in "ABCDEFGH"}
        sitter = models.Case(*(models.When(seat=seat, then=label) for seat, label in now.items()))
        held = self.filter(active=True).alias(sitter=sitter)
        return held.filter(models.Q(table__game=None) | models.Q(sitter=models.F("label")))


class Occupant(models.Model):
    """Who a label of a table's log is: `A1` … `F1` were drawn to the seat, `D2` took seat D over.

    `active` is false once the line that names the label was struck or amended to name somebody else.
    """

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="occupants")
    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="occupants")
    seat = models.CharField(max_length=1)
    label = models.CharField(max_length=4)
    registration = models.ForeignKey(Registration, on_delete=models.PROTECT, related_name="seats")
    active = models.BooleanField(default=True)

    objects = OccupantQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["table", "label"], name="one_occupant_per_label"),
            models.UniqueConstraint(
                fields=["round", "registration"], condition=models.Q(active=True), name="one_seat_per_round"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.label} = {self.registration}"
