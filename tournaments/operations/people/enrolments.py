"""Registering a player for him: by an officer of a federation, or by the captain of the club that he joins.

competition.md 4: players register themselves or through an officer. Without an e-mail address the player has no
account. With one he is asked by a letter, and only what he answers ties anything to his account (claims.py). An officer
and the union stand for the record, which is there at once. A captain, which anybody becomes who founds a club, does not
where he names an address: the nick is held until its owner has answered. Nor does he bring more people in a day than a
club can have: what he does is public at once, and letters go to whom he says.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction

from games.rules.refusals import Refused
from tournaments import access
from tournaments.models import Account, Claim, Club, JournalLine, Office, OfficeRole, Player, Season
from tournaments.operations.bans.banned_identities import is_banned_email
from tournaments.operations.journal import note
from tournaments.operations.people.claims import hold_nick, offer, tell
from tournaments.operations.people.players import create_player, has_player
from tournaments.operations.union.memberships import ask_to_join, join, year_of

MOST_A_DAY, DAY = 60, timedelta(days=1)  # by one captain


@transaction.atomic
def enrol_player(
    *, nick: str, club: Club | None, by: Account, now: datetime, email: str = "", language: str = ""
) -> Player | Claim:
    """Make a new player: in a club at once if its captain does it, or an officer where it has none; else he asks.

    Returns the player; or the claim, if his nick waits for the owner of `email`.

    Raises Refused `nick_malformed`, `nick_taken`, `banned`, `account_is_player` or `enrolled_enough`.
    """
    email = email.strip().lower()
    is_officer = club is None or access.may(by, "federation.run", federation=club.federation)
    if not is_officer:
        _refuse_many(by, now)
    account = Account.objects.filter(email=email).first() if email else None
    if account is not None and has_player(account):
        raise Refused("account_is_player")
    if email and is_banned_email(email, now=now):
        raise Refused("banned", nick=nick)
    if email and club is not None and not is_officer:
        claim = hold_nick(nick=nick, club=club, email=email, language=language, by=by.key, now=now)
        note("nick_held", by=by, now=now, subject=f"club:{club.pk}")
        tell(claim, now=now)
        return claim
    player = create_player(nick=nick, club=None, now=now)
    offered = offer(player, email=email, language=language, by=by, now=now) if email else None
    note("player_enrolled", by=by, now=now, subject=f"player:{player.pk}", new={"club": club.pk if club else None})
    if club is not None and speaks_for(by, club):
        season = Season.objects.get_or_create(year=year_of(now))[0]
        join(player=player, club=club, season=season, act="join_accepted", by=by, now=now)
    elif club is not None:
        ask_to_join(player=player, club=club, year=year_of(now), by=by, now=now)
    if offered is not None:
        tell(offered, now=now)
    return player


def _refuse_many(by: Account, now: datetime) -> None:
    """Raises Refused `enrolled_enough` to a captain who has registered so many within a day. One statement."""
    his = JournalLine.objects.filter(chain__event=None, act__in=("player_enrolled", "nick_held"), by=by.key)
    if his.filter(at__gt=now - DAY).count() >= MOST_A_DAY:
        raise Refused("enrolled_enough", most=MOST_A_DAY)


def speaks_for(account: Account, club: Club) -> bool:
    """Whether `account`, who may run the club, takes in members himself: as its captain, or where there is none."""
    captains = set(
        Office.objects.in_force().filter(role=OfficeRole.CAPTAIN, club=club).values_list("account", flat=True)
    )
    return not captains or account.pk in captains
