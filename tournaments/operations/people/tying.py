"""The one place where a player and an account become one person, and where they part.

A player is tied to an account only by its owner: `tie` takes the account that is signed in, or that has just been
proved by what was sent to its mailbox or shown to its phone, and nobody else's. Every way leads through a claim
(claims.py), except that an undone merge gives back what its owner had proved before. A test reads the sources for
writes elsewhere, and walks every act and file that takes an address or a nick (tests/test_whose_account.py).
"""

from __future__ import annotations

from datetime import datetime

from games.rules.refusals import Refused
from tournaments.models import Account, Player
from tournaments.operations.journal import note


def tie(player: Player, *, owner: Account, now: datetime) -> None:
    """Make `player` the player of `owner`, who does it himself. For use in a transaction.

    Raises Refused `account_is_player`, or `claim_settled` if the record is somebody's already.
    """
    if Player.objects.filter(account=owner).exists():
        raise Refused("account_is_player")
    if not Player.objects.filter(pk=player.pk, account=None).update(account=owner):
        raise Refused("claim_settled")
    player.account = owner
    note("player_tied", by=owner, now=now, subject=f"player:{player.pk}", new={"account": owner.pk})


def untie(player: Player) -> None:
    """Part a player from his account. A part of acts that note themselves."""
    Player.everyone.filter(pk=player.pk).update(account=None)
    player.account = None


def give_back(player: Player, account_id: int) -> None:
    """Tie a record that is itself again to the account whose owner had proved it before. A part of undoing a merge."""
    if not Player.everyone.filter(account=account_id).exists():
        Player.everyone.filter(pk=player.pk, account=None).update(account=account_id)
