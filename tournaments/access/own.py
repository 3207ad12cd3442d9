"""What belongs to an account itself."""

from __future__ import annotations

from tournaments.access.rows import found
from tournaments.models import Account, ApiToken, Event, Player, Registration


def player_of(account: Account) -> Player | None:
    """The player that `account` is, if he is one."""
    return Player.objects.filter(account=account).first()


def own_registration(account: Account, event: Event) -> Registration | None:
    """The registration of `account` for `event`, whatever its state."""
    return Registration.objects.filter(event=event, player__account=account).first()


def own_token(account: Account, pk: int) -> ApiToken:
    """An API token that belongs to `account`."""
    return found(ApiToken.objects.filter(account=account, pk=pk))
