"""The journal: every act outside the table log, one line each, in a chain of digests. Lines are never changed.

An event has a chain of its own, and the union has one for what belongs to no event. Whoever writes holds the head of
the chain (an event's acts hold its row anyway), so lines stand in one order, and `verify` finds any byte that was
changed afterwards. A line names people by opaque keys (`account:7`, `player:12`) and never by nick, address or text
of theirs: erasing a person touches no line.
"""

from __future__ import annotations

from typing import Any, NoReturn

from django.db import models
from django.db.models.functions import Coalesce

from tournaments.models.event import Event


class JournalHead(models.Model):
    """How far a chain goes: its length and the digest of its last line. `event` is None for the union's chain."""

    event = models.OneToOneField(Event, on_delete=models.PROTECT, null=True, blank=True, related_name="journal_head")
    length = models.PositiveBigIntegerField(default=0)
    digest = models.CharField(max_length=64, blank=True, default="")

    class Meta:
        constraints = [models.UniqueConstraint(Coalesce("event", 0), name="one_journal_per_event_and_one_of_the_union")]

    def __str__(self) -> str:
        return f"journal of {self.event or 'the union'}"


class JournalLineQuerySet(models.QuerySet["JournalLine"]):
    def update(self, **kwargs: Any) -> NoReturn:
        raise TypeError("Lines of the journal are never changed.")

    def delete(self) -> NoReturn:
        raise TypeError("Lines of the journal are never deleted.")


class JournalLine(models.Model):
    """`refused`: the code of the refusal, if the act was refused. `by`: opaque key of an account, `clock`, or empty.

    `rows`: digests of the rows that the act has left (operations/row_seals.py).
    """

    chain = models.ForeignKey(JournalHead, on_delete=models.PROTECT, related_name="lines")
    number = models.PositiveBigIntegerField()
    act = models.CharField(max_length=40)
    subject = models.CharField(max_length=60, blank=True, default="")
    old = models.JSONField(default=dict)
    new = models.JSONField(default=dict)
    reason = models.CharField(max_length=500, blank=True, default="")
    refused = models.CharField(max_length=60, blank=True, default="")
    by = models.CharField(max_length=64, blank=True, default="")
    at = models.DateTimeField()
    rows = models.JSONField(null=True)  # a column with a default would copy the whole journal on SQLite
    digest = models.CharField(max_length=64, help_text="SHA-256 over the line before and this one.")

    objects = JournalLineQuerySet.as_manager()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["chain", "number"], name="one_journal_line_per_number")]
        indexes = [models.Index(fields=["chain", "act"], name="journal_lines_by_act")]

    def __str__(self) -> str:
        return f"{self.number}. {self.act}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        if not self._state.adding:
            raise TypeError("Lines of the journal are never changed.")
        super().save(*args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> NoReturn:
        raise TypeError("Lines of the journal are never deleted.")
