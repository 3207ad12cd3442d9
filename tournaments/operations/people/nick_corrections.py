"""The union corrects the spelling of a nick (competition.md 4).

The former spelling stays: as an alias that nobody else may take, in results of its day, and as an address that leads to
the player. Registrations for events that nothing was drawn for yet take the new spelling.
"""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from games.rules.refusals import Refused
from tournaments import projections
from tournaments.facts.nicks import is_said
from tournaments.models import Account, Player, Registration
from tournaments.operations.holding import hold_event
from tournaments.operations.journal import note
from tournaments.operations.people.players import clean_nick, respell_nick
from tournaments.operations.union.memberships import STILL_TO_BE_DRAWN, events_to_be_drawn


@transaction.atomic
def correct_nick(*, player: Player, nick: str, reason: str, by: Account, now: datetime) -> Player:
    """Correct the spelling of a player's nick, also in registrations for events that nothing was drawn for yet.

    Raises Refused `why_required`, `nick_same`, `nick_malformed` or `nick_taken`.
    """
    if not is_said(reason):
        raise Refused("why_required")
    nick = clean_nick(nick)
    if nick == player.nick:
        raise Refused("nick_same")
    for event in events_to_be_drawn(player):
        hold_event(event)
        if event.status in STILL_TO_BE_DRAWN:
            Registration.objects.filter(event=event, player=player).update(nick=nick)
            projections.bump(event)
    player = respell_nick(player=player, nick=nick)
    note("nick_corrected", by=by, now=now, subject=f"player:{player.pk}", reason=reason)
    return player
