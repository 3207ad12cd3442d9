"""Registering people with the union: a nick that nobody else has, a club or none, an account.

competition.md 4: nicks are compared without case and accents, former spellings stay taken. Joining a club asks its
captain, so a newcomer who names a club has asked it and is no member yet (`operations/union/memberships.py`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date, datetime

from django.db import IntegrityError, transaction

from games.rules.refusals import Refused
from tournaments.facts.nicks import nick_faults, nick_key
from tournaments.models import Account, Club, Membership, Merge, NickAlias, Player
from tournaments.operations import journal
from tournaments.operations.accounts.sign_in_links import send_link
from tournaments.operations.bans.banned_identities import banned_nicks, is_banned_email, is_banned_nick
from tournaments.operations.union.memberships import ask_to_join, year_of
from tournaments.operations.union.seasons import season_of


@transaction.atomic
def register_player(
    *,
    nick: str,
    club: Club | None,
    email: str,
    language: str,
    by: Account | None = None,
    now: datetime,
    next_path: str = "/me/",
) -> None:
    """Register a new player and e-mail a link to confirm it, which leads on to `next_path`.

    Raises Refused `nick_malformed`, `nick_taken` or `banned`. If the address has an account with a player already, only
    a sign-in link is sent: the answer does not tell strangers whose address is known here.
    """
    email = email.strip().lower()
    if is_banned_email(email, now=now):
        return  # the same answer as to everybody, and no letter
    account = Account.objects.filter(email=email).first()
    if account is None or not has_player(account):
        player = create_player(nick=nick, club=club, by=by or journal.VISITOR, now=now)
        player.account = account or Account.objects.create_user(email, language=language)
        player.save(update_fields=["account"])
    send_link(email=email, now=now, next_path=next_path)


def has_player(account: Account) -> bool:
    """Whether the account is a player's; also that of a record which was merged into one with an account of its own."""
    set_aside = Merge.objects.filter(account=account, account_moved=False, undone_at=None)
    return Player.objects.filter(account=account).exists() or set_aside.exists()


@transaction.atomic
def create_player(*, nick: str, club: Club | None, by: Account | str | None = None, now: datetime) -> Player:
    """Make a player without an account, such as a walk-in, who asks `club` to take him.

    Raises Refused `nick_malformed`, `nick_taken` or `banned`.
    """
    nick = clean_nick(nick)
    if find_player(nick) is not None:
        raise Refused("nick_taken", nick=nick)
    if is_banned_nick(nick, now=now):
        raise Refused("banned", nick=nick)
    try:
        with transaction.atomic():
            player = Player.objects.create(nick=nick, nick_key=nick_key(nick), created_at=now)
    except IntegrityError:  # somebody registered it a moment ago
        raise Refused("nick_taken", nick=nick) from None
    new = {"club": club.code if club else None}
    journal.note("player_registered", by=by, now=now, subject=f"player:{player.pk}", new=new)
    if club is not None:
        ask_to_join(player=player, club=club, year=year_of(now), by=by, now=now)
    return player


@transaction.atomic
def respell_nick(*, player: Player, nick: str) -> Player:
    """Give a player another spelling; the former one stays as an alias. Raises Refused `nick_malformed`, `nick_taken`.

    A part of `nick_corrections.correct_nick`, which is the act of the union.
    """
    nick = clean_nick(nick)
    taken_by = find_player(nick)
    if taken_by is not None and taken_by != player:
        raise Refused("nick_taken", nick=nick)
    if nick != player.nick:
        NickAlias.objects.get_or_create(player=player, nick=player.nick, defaults={"nick_key": player.nick_key})
        player.nick, player.nick_key = nick, nick_key(nick)
        player.save(update_fields=["nick", "nick_key"])
    return player


def find_player(nick: str) -> Player | None:
    """The player with this nick now or formerly, however it is spelled."""
    key = nick_key(nick)
    player = Player.objects.filter(nick_key=key).first()
    if player is None:
        player = Player.objects.filter(aliases__nick_key=key).first()
    return player


def players_named(nicks: Iterable[str]) -> dict[str, Player]:
    """The players with these nicks now or formerly, by the key of the nick. Two statements."""
    keys = {nick_key(nick) for nick in nicks}
    aliases = NickAlias.objects.filter(nick_key__in=keys).select_related("player")
    found = {alias.nick_key: alias.player for alias in aliases}
    return found | {player.nick_key: player for player in Player.objects.filter(nick_key__in=keys)}


def create_players(clubs: Mapping[str, Club | None], *, day: date, now: datetime) -> list[Player]:
    """Make players by nick, members of a club or none in the season of `day`. Few statements for thousands of them.

    Nobody may have these nicks: `players_named` was asked before. Raises Refused `nick_malformed`, `banned`.
    """
    for nick in banned_nicks(clubs, now=now):
        raise Refused("banned", nick=nick)
    players = Player.objects.bulk_create(
        [Player(nick=clean_nick(nick), nick_key=nick_key(nick), created_at=now) for nick in clubs], batch_size=500
    )
    season = season_of(day)
    homes = zip(players, clubs.values(), strict=True)
    members = (Membership(player=player, club=club, season=season) for player, club in homes if club is not None)
    Membership.objects.bulk_create(members, batch_size=500)
    return players


def clean_nick(nick: str) -> str:
    """The nick with its spaces tidied. Raises Refused `nick_malformed`."""
    nick = " ".join(nick.split())
    if nick_faults(nick) or "," in nick:  # a walk-in is typed as NICK, CLUB
        raise Refused("nick_malformed", nick=nick[:40])
    return nick
