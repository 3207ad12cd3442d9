"""Phones that belong to the tables and to nobody: each has an account of its own that looks after some tables.

A phone signs in by a one-time link, as everybody does whom the director lets in. Its account has no person behind it:
an address that no letter reaches (RFC 2606), no password, one role at one event, which ends with it.
"""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from datetime import datetime

from tournaments import lifecycle
from tournaments.models import PHONE_DOMAIN, Account, Event, Phone, SignInLink, Staff, StaffRole
from tournaments.operations.accounts.sessions import end_sessions
from tournaments.operations.accounts.sign_in_links import hand_out_link
from tournaments.operations.acting import act_on
from tournaments.operations.events.making import appoint, dismiss

ROOM_FOR_A_NUMBER = 74  # of the 80 signs of an account's name


def enrol_phone(
    *, event: Event, name: str, tables: Sequence[int], by: Account, now: datetime, next_path: str = ""
) -> tuple[Staff, SignInLink]:
    """Make an account for a phone that records at `tables` of this event, and the link that signs the phone in."""
    with act_on(event, by=by, now=now):
        account = Account.objects.create_user(f"{uuid.uuid4()}@{PHONE_DOMAIN}", name=_free_name(event, name))
        role = appoint(event=event, account=account, role=StaffRole.LINE_JUDGE, by=by, now=now, tables=list(tables))
        return role, hand_out_link(account=account, by=by, now=now, event=event, next_path=next_path)


def revoke_phone(*, event: Event, phone: Phone, by: Account, now: datetime) -> None:
    """Take a phone out of use: what it brings from now on is kept and has no effect.

    A judge's own phone is signed out as well, and with it his other browsers: he signs in again on another one. A phone
    that stays at its tables loses its role and stays signed in, so that it can bring what is still on it.
    """
    with act_on(event, by=by, now=now, even=lifecycle.OVER) as act:
        if not Phone.objects.filter(pk=phone.pk, revoked_at=None).update(revoked_at=now, revoked_by=by):
            return
        account = phone.account
        act.note("phone_revoked", subject=account.key if account else "", new={"phone": phone.name})
        if account is not None and account.is_phone:
            for role in Staff.objects.filter(event=event, account=account, ended_at=None):
                role.event = event
                dismiss(staff=role, by=by, now=now)
        elif account is not None and account != by:
            end_sessions(account=account, now=now)


def _free_name(event: Event, name: str) -> str:
    """The name, with a number where a phone of this event has it already: flags name phones by it."""
    name = name[:ROOM_FOR_A_NUMBER]
    taken = set(
        Staff.objects.filter(event=event, account__name__startswith=name).values_list("account__name", flat=True)
    )
    names = (f"{name} ({number})" if number > 1 else name for number in range(1, len(taken) + 2))
    return next(free for free in names if free not in taken)
