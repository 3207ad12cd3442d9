"""Two records of one person made one, in a way that can be undone.

Nothing is lost: the record that was taken in stays as a row without a nick of its own (`Player.merged_into`), which
keeps its address and what it needs to come back. `moved` says row by row what changed hands, `set_aside` what had to
step back because the other record had the same already. Both hold keys and numbers, nothing personal: the nick is an
alias of the survivor meanwhile, and goes with him when he is erased.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from django.db import models
from django.db.models import Q, Value

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


def records_of(accounts: Iterable[int]) -> dict[int, frozenset[int]]:
    """Each of these accounts → the players' records of whoever has it, as they stand now.

    An account is of the record that it is tied to. If that record was merged into one with an account of its own, it
    was left over and is of the survivor; and so on, if the survivor was merged too. One statement; where there were
    merges, one more for each that follows another.
    """
    wanted = set(accounts)
    tied = Player.everyone.filter(account__in=wanted).values_list("account", "pk", Value(0))
    left_over = Merge.objects.filter(account__in=wanted, account_moved=False, undone_at=None)
    held = list(tied.union(left_over.values_list("account", "survivor", Value(1))))
    merged_into: dict[int, int] = {}
    ahead = {record for _, record, is_left_over in held if is_left_over}
    while ahead:
        further = Player.everyone.filter(pk__in=ahead, merged_into__isnull=False).values_list("pk", "merged_into")
        merged_into |= {pk: into for pk, into in further if into is not None}
        ahead = {merged_into[pk] for pk in ahead if pk in merged_into} - merged_into.keys()
    found: dict[int, set[int]] = {account: set() for account in wanted}
    for account, record, _ in held:
        found[account].add(_end_of(record, merged_into))
    return {account: frozenset(records) for account, records in found.items()}


def _end_of(record: int, merged_into: Mapping[int, int]) -> int:
    while record in merged_into:
        record = merged_into[record]
    return record
