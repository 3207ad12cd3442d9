"""Clubs: name and code, the logo, and the lock that their acts take.

A club never changes its country (one that moves is founded anew), so the flag of a result is the flag of its day. A
code may change; the former one stays taken and leads to the club.
"""

from __future__ import annotations

import hashlib
import re
from datetime import datetime

from django.db import connection, transaction

from games.rules.documents.one_line import is_one_line
from games.rules.refusals import Refused
from tournaments import projections
from tournaments.facts.countries import country_name, is_country
from tournaments.facts.nicks import nick_key
from tournaments.facts.pictures import own_pixels
from tournaments.models import Account, Club, ClubAlias, ClubLogo, Event, Federation, Registration
from tournaments.operations.journal import note

CODE = re.compile(r"[A-Z0-9]{2,12}")
SHORTEST_NAME, LONGEST_NAME = 2, 80


@transaction.atomic
def rename_club(*, club: Club, name: str, by: Account, now: datetime) -> Club:
    """Give a club another name. Raises Refused `club_name_malformed` or `club_name_taken`."""
    hold_club(club)
    name = free_name(name, club.federation, but=club)
    if name != club.name:
        club.name = name
        club.save(update_fields=["name"])
        show_new_name(club)
        note("club_renamed", by=by, now=now, subject=f"club:{club.pk}")
    return club


def show_new_name(club: Club) -> None:
    """Raise the version of every event whose pages name the club, or its code. Call it with the club held."""
    projections.bump_all(Event.objects.filter(pk__in=Registration.objects.filter(club=club).values("event")))


@transaction.atomic
def change_code(*, club: Club, code: str, by: Account, now: datetime) -> Club:
    """Give a club another code; the former one leads to the club from now on.

    Raises Refused `club_code_malformed` or `club_code_taken`.
    """
    hold_club(club)
    code, former = code.strip(), club.code
    if code == former:
        return club
    if ClubAlias.objects.filter(club=club, code=code).exists():
        ClubAlias.objects.filter(club=club, code=code).delete()
    else:
        code = free_code(code, but=club)
    ClubAlias.objects.create(club=club, code=former, at=now)
    club.code = code
    club.save(update_fields=["code"])
    show_new_name(club)
    note("club_code_changed", by=by, now=now, subject=f"club:{club.pk}", old={"code": former}, new={"code": code})
    return club


@transaction.atomic
def set_logo(*, club: Club, data: bytes, by: Account, now: datetime) -> ClubLogo:
    """Keep our own pixels of what was sent, in place of the former logo. Raises Refused `picture_…`."""
    picture = own_pixels(data)
    name = hashlib.sha256(f"{club.pk}|".encode() + picture.png).hexdigest()[:32]
    pixels = {"name": name, "png": picture.png, "width": picture.width, "height": picture.height}
    logo, _ = ClubLogo.objects.update_or_create(club=club, defaults={**pixels, "by": by, "at": now})
    note("logo_set", by=by, now=now, subject=f"club:{club.pk}", new={"name": name})
    return logo


@transaction.atomic
def remove_logo(*, club: Club, by: Account, now: datetime) -> None:
    """Take the logo of a club away; the address of the former one leads nowhere."""
    removed, _ = ClubLogo.objects.filter(club=club).delete()
    if removed:
        note("logo_removed", by=by, now=now, subject=f"club:{club.pk}")


def federation_of(country: str) -> Federation:
    """Return the federation of a country, made with its first club. Raises Refused `country_unknown`."""
    if not is_country(country):
        raise Refused("country_unknown", country=country[:8])
    return Federation.objects.get_or_create(country=country, defaults={"name": country_name(country, "en")})[0]


def hold_club(club: Club) -> None:
    """Lock the club until the end of the transaction: one act at a time on its members, squad and captain."""
    clubs = Club.objects.filter(pk=club.pk)
    if connection.features.has_select_for_update:
        clubs = clubs.select_for_update(no_key=True)
    club.refresh_from_db(fields=["code", "name"], from_queryset=clubs)


def free_name(name: str, federation: Federation, *, but: Club | None = None) -> str:
    """Return the name, tidied, if no other club of the federation has it.

    Raises Refused `club_name_malformed` or `club_name_taken`.
    """
    name = " ".join(name.split())
    if not SHORTEST_NAME <= len(name) <= LONGEST_NAME or not is_one_line(name) or not nick_key(name):
        raise Refused("club_name_malformed")
    others = Club.objects.filter(federation=federation).exclude(pk=but.pk if but else 0)
    if nick_key(name) in map(nick_key, others.values_list("name", flat=True)):
        raise Refused("club_name_taken")
    return name


def free_code(code: str, *, but: Club | None = None) -> str:
    """Return the code if no club has or had it. Raises Refused `club_code_malformed` or `club_code_taken`."""
    code = code.strip()
    if not CODE.fullmatch(code):
        raise Refused("club_code_malformed")
    is_taken = Club.objects.filter(code__iexact=code).exclude(pk=but.pk if but else 0).exists()
    if is_taken or ClubAlias.objects.filter(code__iexact=code).exists():
        raise Refused("club_code_taken", club=code)
    return code
