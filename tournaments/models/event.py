"""An event: what, where, when, under which regulations, and who may run it.

`regulations` holds only what was set explicitly (facts/regulations.py has the defaults) and is frozen at the
first draw. `version` goes up with every change that a visitor could see; pages use it as their ETag.
"""

from __future__ import annotations

from django.db import connection, models
from django.utils.translation import gettext_lazy as _

from tournaments import lifecycle
from tournaments.models.account import Account
from tournaments.models.names import NameField
from tournaments.models.season import Season, Series


class EventStatus(models.TextChoices):
    """draft (staff only) → announced → open → closed (registration) → running → finished; cancelled from anywhere."""

    DRAFT = "draft", _("Draft")
    ANNOUNCED = "announced", _("Announced")
    OPEN = "open", _("Open")
    CLOSED = "closed", _("Closed")
    RUNNING = "running", _("Running")
    FINISHED = "finished", _("Finished")
    CANCELLED = "cancelled", _("Cancelled")


class EventQuerySet(models.QuerySet["Event"]):
    def visible(self) -> EventQuerySet:
        """Events that anyone may see."""
        return self.exclude(status=EventStatus.DRAFT)

    def listed(self) -> EventQuerySet:
        """Of these the ones that lists name: a rehearsal is found by its address alone."""
        return self.visible().filter(rehearses=None)

    def held(self) -> EventQuerySet:
        """Locked until the end of the transaction. SQLite has no row locks: whoever writes there is alone anyway."""
        return self.select_for_update(no_key=True) if connection.features.has_select_for_update else self


class Event(models.Model):
    slug = models.SlugField(max_length=80, unique=True)
    name = NameField(max_length=120)
    series = models.ForeignKey(Series, on_delete=models.PROTECT, related_name="events")
    season = models.ForeignKey(Season, on_delete=models.PROTECT, related_name="events")
    date = models.DateField()
    starts_at = models.DateTimeField(null=True, blank=True)
    time_zone = models.CharField(max_length=64, default="Europe/Prague", help_text="IANA zone of the hall.")
    place = NameField(max_length=120, blank=True, default="")
    theme = NameField(max_length=120, blank=True, default="")
    note = models.TextField(max_length=4000, blank=True, default="")
    regulations = models.JSONField(default=dict, blank=True)
    regulations_frozen_at = models.DateTimeField(null=True, blank=True)
    fee = NameField(max_length=40, blank=True, default="", help_text="What the desk collects, such as 100 Kč.")
    places = models.JSONField(default=dict, blank=True, help_text="Labels and rooms of tables: facts/places.py.")
    capacity = models.PositiveIntegerField(null=True, blank=True)
    registration_opens_at = models.DateTimeField(null=True, blank=True)
    registration_closes_at = models.DateTimeField(null=True, blank=True)
    status = models.CharField(max_length=12, choices=EventStatus, default=EventStatus.DRAFT)
    standings_shown_at = models.DateTimeField(
        null=True, blank=True, help_text="When the director showed standings that were hidden (models/hiding.py)."
    )
    rehearses = models.ForeignKey("self", on_delete=models.PROTECT, null=True, blank=True, related_name="rehearsals")
    rehearsal_until = models.DateTimeField(
        null=True, blank=True, help_text="Of a rehearsal: when it is thrown away; empty again when it was."
    )
    version = models.PositiveBigIntegerField(default=1)
    created_at = models.DateTimeField()

    objects = EventQuerySet.as_manager()

    class Meta:
        indexes = [models.Index(fields=["status", "-date"], name="events_by_date")]

    def __str__(self) -> str:
        return self.name

    @property
    def is_smear(self) -> bool:
        """Whether Smear is played: without words and letters, for games and points."""
        return bool(self.regulations.get("game") == "smear")

    @property
    def is_rehearsal(self) -> bool:
        """Whether it copies another event to be tried with invented people (operations/files/rehearsals.py)."""
        return self.rehearses_id is not None

    @property
    def is_over(self) -> bool:
        """Whether it takes only what is still done then (`operations/acting.py`)."""
        return self.status in lifecycle.OVER


class StaffRole(models.TextChoices):
    DIRECTOR = "director", _("Director")
    REFEREE = "referee", _("Referee")
    LINE_JUDGE = "line_judge", _("Line Judge")


class Staff(models.Model):
    """A role of an account at one event. Ends with `ended_at`; a line judge sees only the tables named below."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="staff")
    account = models.ForeignKey(Account, on_delete=models.CASCADE, related_name="roles")
    role = models.CharField(max_length=12, choices=StaffRole)
    ended_at = models.DateTimeField(null=True, blank=True)
    room = NameField(max_length=40, blank=True, default="", help_text="Which room a referee looks after, if one.")

    class Meta:
        verbose_name_plural = "staff"
        constraints = [models.UniqueConstraint(fields=["event", "account", "role"], name="one_row_per_role")]

    def __str__(self) -> str:
        return f"{self.account}: {self.role}"


class StaffTable(models.Model):
    """A table (by its number, in every round) that a line judge looks after."""

    staff = models.ForeignKey(Staff, on_delete=models.CASCADE, related_name="tables")
    number = models.PositiveSmallIntegerField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["staff", "number"], name="one_row_per_judged_table")]

    def __str__(self) -> str:
        return f"table {self.number}"
