"""What is due: one row per step that the clock drives, and one row per e-mail to be sent.

The rows are the truth; Celery only looks for due ones. A step happens once because it is taken by a conditional
UPDATE, an e-mail is written once because its `key` is unique.
"""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models.account import Account
from tournaments.models.event import Event
from tournaments.models.round import Round


class StepKind(models.TextChoices):
    OPEN_REGISTRATION = "open_registration", _("Open Registration")
    CLOSE_REGISTRATION = "close_registration", _("Close Registration")
    REMIND = "remind", _("Remind")
    DRAW_ROUND = "draw_round", _("Draw Round")
    DRAW_AND_PUBLISH = "draw_and_publish", _("Draw and Publish Round")
    REMIND_WORD = "remind_word", _("Remind of a Word")
    START_ROUND = "start_round", _("Start Round")
    CLOSE_ROUND = "close_round", _("Close Round")
    PUBLISH_RESULTS = "publish_results", _("Publish Results")


class StepStatus(models.TextChoices):
    """due → done, or refused (a rule said no: `reason` tells the director), or cancelled (the plan changed).

    `reason` is the code of the refusal, `reason_numbers` what it counts or numbers; nicks are not kept.
    """

    DUE = "due", _("Due")
    DONE = "done", _("Done")
    REFUSED = "refused", _("Refused")
    CANCELLED = "cancelled", _("Cancelled")


class Step(models.Model):
    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="steps")
    round = models.ForeignKey(Round, on_delete=models.CASCADE, null=True, blank=True, related_name="steps")
    kind = models.CharField(max_length=20, choices=StepKind)
    due_at = models.DateTimeField()
    status = models.CharField(max_length=12, choices=StepStatus, default=StepStatus.DUE)
    reason = models.CharField(max_length=500, blank=True, default="")
    reason_numbers = models.JSONField(default=dict, blank=True)
    done_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        indexes = [models.Index(fields=["status", "due_at"], name="steps_due")]
        constraints = [
            models.UniqueConstraint(
                fields=["event", "kind"],
                condition=models.Q(status="due", round=None),
                name="one_due_step_per_event_and_kind",
            ),
            models.UniqueConstraint(
                fields=["round", "kind"], condition=models.Q(status="due"), name="one_due_step_per_round_and_kind"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} of {self.event}"


class Message(models.Model):
    """An e-mail to be sent once. `key` names the occasion, so that writing it again is no second e-mail.

    `account`: whose mailbox; none for a letter to somebody who has not proved yet that it is his (`Claim`).
    """

    key = models.CharField(max_length=120, unique=True)
    account = models.ForeignKey(Account, on_delete=models.CASCADE, null=True, related_name="messages")
    kind = models.CharField(max_length=20)
    values = models.JSONField(default=dict)
    created_at = models.DateTimeField()
    taken_at = models.DateTimeField(null=True, blank=True)
    sent_at = models.DateTimeField(null=True, blank=True)
    attempts = models.PositiveSmallIntegerField(default=0)

    class Meta:
        indexes = [models.Index(fields=["sent_at", "taken_at"], name="messages_to_send")]

    def __str__(self) -> str:
        return f"{self.kind} to {self.account or self.values}"
