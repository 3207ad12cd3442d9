"""Players of the union: a nick that nobody else has, a club or none. How one gets an account: claims.py.

competition.md 4: nicks are compared without case and accents, former spellings stay taken. Joining a club asks its
captain, so a newcomer who names a club has asked it and is no member yet (`operations/union/memberships.py`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import date, datetime
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import Q, QuerySet

from games.rules.refusals import Refused
from tournaments.facts.look_alikes import looks
from tournaments.facts.nicks import nick_faults, nick_key, spelled, strange_in
from tournaments.models import Account, Claim, Club, Membership, Merge, NickAlias, Player
from tournaments.operations import journal
from tournaments.operations.bans.banned_identities import banned_nicks, is_banned_nick
from tournaments.operations.union.memberships import ask_to_join, year_of
from tournaments.operations.union.seasons import season_of


def has_player(account: Account) -> bool:
    """Whether the account is a player's; also that of a record which was merged into one with an account of its own."""
    set_aside = Merge.objects.filter(account=account, account_moved=False, undone_at=None)
    return Player.objects.filter(account=account).exists() or set_aside.exists()


@transaction.atomic
def create_player(*, nick: str, club: Club | None, by: Account | str | None = None, now: datetime) -> Player:
    """Make a player without an account, such as a walk-in, who asks `club` to take him.

    A nick that is only held (claims.py) gives way to whoever stands for a person: the director, the union.

    Raises Refused `nick_malformed`, `nick_taken` or `banned`.
    """
    nick = clean_nick(nick)
    if find_player(nick) is not None:
        raise Refused("nick_taken", nick=nick)
    refuse_strange(nick)
    if is_banned_nick(nick, now=now):
        raise Refused("banned", nick=nick)
    try:
        with transaction.atomic():
            player = Player.objects.create(**spelled(nick), created_at=now)
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
    if taken_by is None:
        refuse_strange(nick, but=player)
    if nick != player.nick:
        NickAlias.objects.get_or_create(player=player, nick=player.nick, defaults=spelled(player.nick))
        for column, said in spelled(nick).items():
            setattr(player, column, said)
        player.save(update_fields=[*spelled(nick)])
    return player


def find_player(nick: str) -> Player | None:
    """The player with this nick now or formerly, however it is spelled."""
    key = nick_key(nick)
    player = Player.objects.filter(nick_key=key).first()
    if player is None:
        player = Player.objects.filter(aliases__nick_key=key).first()
    return player


def refuse_taken(nick: str, *, now: datetime) -> None:
    """Refuse a nick that somebody has, or that is held for somebody. Raises Refused `nick_taken` or `banned`."""
    held = Claim.objects.filter(until__gt=now, behind=False, settled_at=None, declined_at=None)
    if find_player(nick) is not None or held.filter(nick_key=nick_key(nick)).exists():
        raise Refused("nick_taken", nick=nick)
    refuse_strange(nick)
    _refuse_alike(nick, held)
    if is_banned_nick(nick, now=now):
        raise Refused("banned", nick=nick)


def refuse_strange(nick: str, *, but: Player | None = None) -> None:
    """Refuse a new nick that is taken for another: of two scripts in a word, an office, or like somebody's.

    `but`: whose own former nicks it may look like. Raises Refused `nick_mixed`, `nick_office`, `nick_alike`, or
    `nick_taken` where somebody got that very nick a moment ago. At most two statements.
    """
    if code := strange_in(nick):
        raise Refused(code, nick=nick)
    own = but.pk if but else 0
    _refuse_alike(nick, Player.objects.exclude(pk=own))
    _refuse_alike(nick, NickAlias.objects.exclude(player=own))


def _refuse_alike(nick: str, rows: QuerySet[Any]) -> None:
    """Refuse a nick that looks like one of `rows`, or is one."""
    alike = rows.filter(Q(look__in=looks(nick)) | Q(look_in_capitals__in=looks(nick)))
    keys = set(alike.values_list("nick_key", flat=True))
    if keys:
        raise Refused("nick_taken" if nick_key(nick) in keys else "nick_alike", nick=nick)


def nicks_alike(nicks: Sequence[str]) -> set[str]:
    """Return those of `nicks`, which nobody has, that look like somebody's present or former one. Two statements."""
    by_look = {look: nick for nick in nicks for look in looks(nick)}
    found: set[str] = set()
    for rows in (Player.objects, NickAlias.objects):
        alike = rows.filter(Q(look__in=list(by_look)) | Q(look_in_capitals__in=list(by_look)))
        for row in alike.values_list("look", "look_in_capitals"):
            found |= {by_look[look] for look in row if look in by_look}
    return found


def players_named(nicks: Iterable[str]) -> dict[str, Player]:
    """The players with these nicks now or formerly, by the key of the nick. Two statements."""
    keys = {nick_key(nick) for nick in nicks}
    aliases = NickAlias.objects.filter(nick_key__in=keys).select_related("player")
    found = {alias.nick_key: alias.player for alias in aliases}
    return found | {player.nick_key: player for player in Player.objects.filter(nick_key__in=keys)}


def create_players(clubs: Mapping[str, Club | None], *, day: date, now: datetime) -> list[Player]:
    """Make players by nick, members of a club or none in the season of `day`. Few statements for thousands of them.

    In the order of `clubs`. Who is called in a file as somebody forgotten is here gets a number, and the label finds
    him: it is the forgotten one's own. Nobody may have these nicks: `players_named` was asked before.

    Raises Refused `nick_malformed`, `banned`.
    """
    for nick in banned_nicks(clubs, now=now):
        raise Refused("banned", nick=nick)
    forgotten = set(
        Player.everyone.filter(nick__in=list(clubs), nick_key__startswith="ERASED ").values_list("nick", flat=True)
    )
    named = {nick: f"{nick} (2)" if nick in forgotten else clean_nick(nick) for nick in clubs}
    players = Player.objects.bulk_create(
        [Player(**spelled(nick), created_at=now) for nick in named.values()], batch_size=500
    )
    by_nick = dict(zip(named, players, strict=True))
    NickAlias.objects.bulk_create(NickAlias(player=by_nick[label], **spelled(label)) for label in sorted(forgotten))
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
