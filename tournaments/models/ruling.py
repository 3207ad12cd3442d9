"""A ruling on a renonc or another offence (competition.md 5.5), beside the log entries that carry it out.

A ruling is never edited: overruling it is a further ruling that names it.
"""

from __future__ import annotations

from django.db import models

from tournaments.models.account import Account
from tournaments.models.round import Table


class RenoncKind(models.TextChoices):
    """A looked before passing; B did not follow suit, inattentive or on purpose; C dealt wrongly; other offences."""

    A = "a"
    B_INATTENTIVE = "b_inattentive"
    B_INTENTIONAL = "b_intentional"
    C = "c"
    OTHER = "other"


class Judge(models.TextChoices):
    TABLE = "table"
    LINE_JUDGE = "line_judge"
    REFEREE = "referee"


class Decision(models.TextChoices):
    WARNING = "warning"
    LOST_DEAL = "lost_deal"
    LOST_DEAL_AND_LETTER = "lost_deal_and_letter"
    PENALTY_LETTER = "penalty_letter"
    VOID_DEAL = "void_deal"


class Ruling(models.Model):
    """`entries`: positions of the log lines that carry it out; `ban_proposed` is for the union to decide.

    `form` is the id of the form that it was written in: the same form sent twice is one ruling.
    """

    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="rulings")
    seat = models.CharField(max_length=1)
    kind = models.CharField(max_length=16, choices=RenoncKind)
    facts = models.TextField(max_length=2000)
    judged_by = models.CharField(max_length=12, choices=Judge)
    decision = models.CharField(max_length=24, choices=Decision)
    ban_proposed = models.BooleanField(default=False)
    entries = models.JSONField(default=list)
    overrules = models.OneToOneField(
        "self", on_delete=models.PROTECT, null=True, blank=True, related_name="overruled_by"
    )
    form = models.UUIDField(unique=True, null=True, blank=True, editable=False)
    by = models.ForeignKey(Account, on_delete=models.SET_NULL, null=True, related_name="+")
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"ruling {self.pk}"
