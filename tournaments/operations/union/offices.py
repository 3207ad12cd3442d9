"""Offices with terms: given, and taken back or laid down. A club has one captain at a time.

The right to give an office is proven by the face (`office.manage`, `club.run`). Rows stay: who held what and when is
never forgotten.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import Q

from games.rules.refusals import Refused
from tournaments.models import Account, Club, Federation, Office, OfficeRole
from tournaments.operations.accounts.empowering import empower
from tournaments.operations.journal import note
from tournaments.operations.union.clubs import hold_club


@transaction.atomic
def give_office(
    *,
    role: str,
    account: Account,
    by: Account,
    now: datetime,
    federation: Federation | None = None,
    club: Club | None = None,
    starts_at: datetime | None = None,
    ends_at: datetime | None = None,
) -> Office:
    """Give somebody an office for a term. Raises Refused `office_needs_body`, `term_malformed` or `office_held`.

    A captain follows the one before him, whose office ends with the new term's beginning.
    """
    starts_at = starts_at or now
    if (role == OfficeRole.OFFICER) != (federation is not None) or (role == OfficeRole.CAPTAIN) != (club is not None):
        raise Refused("office_needs_body")
    if ends_at is not None and ends_at <= max(starts_at, now):
        raise Refused("term_malformed")
    if club is not None:
        hold_club(club)
    held = Office.objects.filter(account=account, role=role, federation=federation, club=club, ended_at=None)
    for over in held.filter(ends_at__lte=now):
        Office.objects.filter(pk=over.pk).update(ended_at=over.ends_at)
    if held.exists():
        raise Refused("office_held")
    if club is not None:
        others = Office.objects.filter(role=OfficeRole.CAPTAIN, club=club, ended_at=None)
        others.filter(Q(ends_at=None) | Q(ends_at__gt=starts_at)).update(ends_at=starts_at)
    office = Office.objects.create(
        account=account, role=role, federation=federation, club=club, starts_at=starts_at, ends_at=ends_at
    )
    empower(account, office, by=by, now=now)
    note("office_given", by=by, now=now, subject=account.key, new=_said(office))
    return office


@transaction.atomic
def give_office_by_email(*, email: str, role: str, by: Account, now: datetime, **fields: Any) -> Office:
    """Give an office to the account with this address, made if it is new; a refused act leaves no new account behind.

    Raises Refused `office_needs_body`, `term_malformed` or `office_held`.
    """
    return give_office(account=account_with(email), role=role, by=by, now=now, **fields)


@transaction.atomic
def end_office(*, office: Office, by: Account, now: datetime, reason: str = "") -> None:
    """Take an office back, or lay it down, at once. Raises Refused `office_ended`."""
    if not Office.objects.filter(pk=office.pk, ended_at=None).update(ended_at=now):
        raise Refused("office_ended")
    note("office_ended", by=by, now=now, subject=f"account:{office.account_id}", old=_said(office), reason=reason)


def account_with(email: str) -> Account:
    """Return the account with this address, made without a password if it is new; its owner signs in by e-mail."""
    email = email.strip().lower()
    return Account.objects.filter(email=email).first() or Account.objects.create_user(email)


def _said(office: Office) -> dict[str, object]:
    return {
        "office": office.pk,
        "role": office.role,
        "federation": office.federation_id,
        "club": office.club_id,
        "starts_at": office.starts_at.isoformat(),
        "ends_at": office.ends_at.isoformat() if office.ends_at else None,
    }
