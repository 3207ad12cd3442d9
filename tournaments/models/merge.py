"""Two records of one person made one, in a way that can be undone.

Nothing is lost: the record that was taken in stays as a row without a nick of its own (`Player.merged_into`), which
keeps its address and what it needs to come back. `moved` says row by row what changed hands, `set_aside` what had to
step back because the other record had the same already. Both hold keys and numbers, nothing personal: the nick is an
alias of the survivor meanwhile, and goes with him when he is erased.
"""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from tournaments.models.account import Account
from tournaments.models.union import NickAlias, Player


class Merge(models.Model):
    survivor = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="merges")
    merged = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="merged_by")
    moved = models.JSONField(default=dict, help_text="Table and column → keys of the rows that changed hands.")
    set_aside = models.JSONField(default=list, help_text="Rows that stepped back, with their fields.")
    alias = models.ForeignKey(NickAlias, on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    account = models.ForeignKey(Account, on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    account_moved = models.BooleanField(default=False)
    reason = models.CharField(max_length=500)
    by = models.ForeignKey(Account, on_delete=models.SET_NULL, null=True, related_name="+")
    at = models.DateTimeField()
    undone_by = models.ForeignKey(Account, on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    undone_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["merged"], condition=Q(undone_at=None), name="merged_into_one_player")
        ]

    def __str__(self) -> str:
        return f"{self.merged_id} → {self.survivor_id}"
