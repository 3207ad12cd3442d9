"""Founding a club: free, in any country (competition.md 4). Who founds it is its captain and its first member."""

from __future__ import annotations

from datetime import datetime

from django.db import IntegrityError, transaction

from games.rules.refusals import Refused
from tournaments.models import Account, Club, Membership, Office, OfficeRole, Player, Season
from tournaments.operations.accounts.empowering import empower
from tournaments.operations.journal import note
from tournaments.operations.union.clubs import federation_of, free_code, free_name
from tournaments.operations.union.memberships import join, year_of


@transaction.atomic
def found_club(*, name: str, code: str, country: str, founder: Player, by: Account, now: datetime) -> Club:
    """Found a club with `by` as its captain.

    `founder` is his player, and a member from the first season in which he is free.

    Raises Refused `captain_already`, `club_name_malformed`, `club_name_taken`, `club_code_malformed`,
    `club_code_taken`, `country_unknown`.
    """
    captained = Office.objects.in_force().filter(account=by, role=OfficeRole.CAPTAIN).select_related("club").first()
    if captained is not None and captained.club is not None:
        raise Refused("captain_already", club=captained.club.name)
    federation = federation_of(country)
    name = free_name(name, federation)
    try:
        with transaction.atomic():
            club = Club.objects.create(code=free_code(code), name=name, federation=federation)
    except IntegrityError:
        raise Refused("club_code_taken", club=code[:12]) from None
    office = Office.objects.create(account=by, role=OfficeRole.CAPTAIN, club=club, starts_at=now)
    empower(by, office, by=by, now=now)
    new = {"code": club.code, "country": country, "captain": by.key, "founder": f"player:{founder.pk}"}
    note("club_founded", by=by, now=now, subject=f"club:{club.pk}", new=new)
    for year in (year_of(now), year_of(now) + 1):
        if not Membership.objects.filter(player=founder, season__year=year).exists():
            season = Season.objects.get_or_create(year=year)[0]
            join(player=founder, club=club, season=season, act="join_accepted", by=by, now=now)
            break
    return club
