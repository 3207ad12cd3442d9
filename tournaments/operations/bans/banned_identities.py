"""Recognising a banned person who was forgotten, by nothing but keyed hashes of his nicks and his address.

A ban keeps somebody out whatever he is called (competition.md 5.5); erasing his data must not be the way around it. So
the erasure of a banned person keeps hashes for as long as the ban is in force, and that of somebody whom the union may
still ban until it has decided. They are compared where somebody registers or is taken in, once there is a ban, and
thrown away with the first registration after it has ended. A former key of the site (SECRET_KEY_FALLBACKS) is compared
with, too; once it is gone, so is what lies under it.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from django.conf import settings
from django.utils.crypto import salted_hmac

from tournaments.facts.nicks import nick_key
from tournaments.models import BannedIdentity, Player, Sanction

SALT = "scwu.banned-identity"


def keep_hashes(player: Player, *, nicks: Iterable[str], emails: Iterable[str]) -> int:
    """Keep the hashes of a banned player who is about to be forgotten. Returns how many."""
    said = (*(_of_nick(nick) for nick in nicks), *(_of_email(email) for email in emails if email))
    digests = {_digest(one) for one in said}
    new = digests - set(BannedIdentity.objects.filter(player=player).values_list("digest", flat=True))
    return len(BannedIdentity.objects.bulk_create(BannedIdentity(player=player, digest=one) for one in sorted(new)))


def is_banned_nick(nick: str, *, now: datetime) -> bool:
    """Whether somebody banned and forgotten bore this nick. One statement, two where there are hashes."""
    return _is_known(_of_nick(nick), now)


def banned_nicks(nicks: Iterable[str], *, now: datetime) -> list[str]:
    """Return those of `nicks` that somebody banned and forgotten bore. One statement where there are no hashes."""
    if not BannedIdentity.objects.exists():
        return []
    return [nick for nick in nicks if is_banned_nick(nick, now=now)]


def banned_emails(emails: Iterable[str], *, now: datetime) -> set[str]:
    """Return those of `emails` that somebody banned and forgotten had. One statement where there are no hashes."""
    if not BannedIdentity.objects.exists():
        return set()
    return {email for email in emails if is_banned_email(email, now=now)}


def is_banned_email(email: str, *, now: datetime) -> bool:
    """Whether it is the address of somebody banned and forgotten."""
    return _is_known(_of_email(email), now)


def _is_known(said: str, now: datetime) -> bool:
    if not BannedIdentity.objects.exists():
        return False
    bans = Sanction.objects.bans_at(now)
    BannedIdentity.objects.exclude(player__in=(bans | Sanction.objects.open()).values("player")).delete()
    keys = (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)
    digests = [_digest(said, key) for key in keys]
    return BannedIdentity.objects.filter(digest__in=digests, player__in=bans.values("player")).exists()


def _digest(said: str, key: str | None = None) -> str:
    return salted_hmac(SALT, said, secret=key, algorithm="sha256").hexdigest()


def _of_nick(nick: str) -> str:
    return f"nick|{nick_key(nick)}"


def _of_email(email: str) -> str:
    return f"email|{email.strip().lower()}"
