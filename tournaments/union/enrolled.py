"""What is said when somebody has registered a player: he is there, or his nick waits for him."""

from __future__ import annotations

from django.utils.translation import gettext

from tournaments.models import Claim, Player


def enrolled(made: Player | Claim) -> str:
    """The sentence about a new player, or about a nick that is held until the owner of its address has answered."""
    if isinstance(made, Player):
        return gettext("%(nick)s is registered.") % {"nick": made.nick}
    said = gettext("%(nick)s is asked by a letter. The nick is held for a day.")
    return said % {"nick": made.nick}
