"""A ruling on a renonc or another offence (competition.md 5.5, 5.6), beside the log entries that carry it out.

A ruling is never edited: overruling it is a further ruling that names it, by a higher instance; so does whoever gave it
put it right. It names its person (`concerned`, who sat in the seat at the time), not only the seat. Two texts:
`public_text` is for everybody, `facts` are private: for the judges, the union, and the player himself.
"""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models.account import Account
from tournaments.models.registration import Registration
from tournaments.models.round import Table


class RenoncKind(models.TextChoices):
    """A looked before passing; B did not follow suit, inattentive or on purpose; C dealt wrongly; other offences
    without a stated penalty (5.6). A revoke is Smear's.
    """

    A = "a", _("A")
    B_INATTENTIVE = "b_inattentive", _("B Inattentive")
    B_INTENTIONAL = "b_intentional", _("B Intentional")
    C = "c", _("C")
    OTHER = "other", _("Other")
    REVOKE = "revoke", _("Revoke")


class Judge(models.TextChoices):
    """Who judged, the lowest instance first: only a higher one overrules."""

    TABLE = "table", _("Table")
    LINE_JUDGE = "line_judge", _("Line Judge")
    REFEREE = "referee", _("Referee")
    UNION = "union", _("Union")


class Decision(models.TextChoices):
    """`LIFTED`: what was ruled before does not stand, and nothing takes its place. Only an overruling can say so."""

    WARNING = "warning", _("Warning")
    LOST_DEAL = "lost_deal", _("Lost Deal")
    LOST_DEAL_AND_LETTER = "lost_deal_and_letter", _("Lost Deal And Letter")
    PENALTY_LETTER = "penalty_letter", _("Penalty Letter")
    VOID_DEAL = "void_deal", _("Void Deal")
    LIFTED = "lifted", _("Lifted")


class Ruling(models.Model):
    """`entries`: positions of the log lines that carry it out; `undoing`: of those that took back what it overrules.

    `deal`: the line of the deal that it is about, also where the ruling itself wrote that line.
    `ban_proposed` is for the union to decide (`Sanction`).
    `form` is the id of the form that it was written in: the same form sent twice is one ruling.
    """

    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="rulings")
    seat = models.CharField(max_length=1)
    concerned = models.ForeignKey(Registration, on_delete=models.PROTECT, null=True, blank=True, related_name="rulings")
    kind = models.CharField(max_length=16, choices=RenoncKind)
    facts = models.TextField(max_length=2000)
    public_text = models.CharField(max_length=300, blank=True, default="")
    judged_by = models.CharField(max_length=12, choices=Judge)
    decision = models.CharField(max_length=24, choices=Decision)
    ban_proposed = models.BooleanField(default=False)
    deal = models.PositiveIntegerField(null=True, blank=True)
    entries = models.JSONField(default=list)
    undoing = models.JSONField(default=list)
    overrules = models.OneToOneField(
        "self", on_delete=models.PROTECT, null=True, blank=True, related_name="overruled_by"
    )
    form = models.UUIDField(unique=True, null=True, blank=True, editable=False)
    by = models.ForeignKey(Account, on_delete=models.SET_NULL, null=True, related_name="+")
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"ruling {self.pk}"

    @property
    def is_mending(self) -> bool:
        """Whether it puts an earlier one right, as the same instance, and does not overrule it."""
        return self.overrules is not None and self.overrules.judged_by == self.judged_by
