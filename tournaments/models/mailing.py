"""E-mails to many: what a director sends to all who may enter his event, and who wants none of that.

A mailing is written down once (`form`); from then on Celery makes its messages in batches and `last_account` says how
far it is, so one that was killed goes on where it stopped. The keys of the messages see to it that nobody gets two.
"""

from __future__ import annotations

from django.db import models

from tournaments.models.account import Account
from tournaments.models.event import Event


class Mailing(models.Model):
    """`note`: what the director adds to the letter, in his own words. `done_at`: all its messages are written."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="mailings")
    note = models.TextField(max_length=2000, blank=True, default="")
    form = models.UUIDField(unique=True, editable=False)
    by = models.ForeignKey(Account, on_delete=models.SET_NULL, null=True, related_name="+")
    at = models.DateTimeField()
    last_account = models.BigIntegerField(default=0)
    written = models.PositiveIntegerField(default=0)
    done_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        indexes = [models.Index(fields=["done_at"], name="mailings_to_write")]

    def __str__(self) -> str:
        return f"invitation to {self.event}"


class MailOptOut(models.Model):
    """This account wants no invitations and no news of its registrations. Sign-in letters and reminders still come."""

    account = models.OneToOneField(Account, on_delete=models.CASCADE, primary_key=True, related_name="mail_opt_out")
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"no letters to {self.account}"
