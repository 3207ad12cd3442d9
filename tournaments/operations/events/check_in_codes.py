"""The code by which a player is found at the check-in: an address that any phone's camera reads off his own.

It belongs to one registration and is no way in: who opens it is shown somebody only if he may check in at that event,
and then no more than his list shows. Nobody can guess it without the site's secret key, and a new one ends the former.
"""

from __future__ import annotations

from datetime import datetime

from django.utils.crypto import constant_time_compare, salted_hmac

from tournaments.models import Account, Registration
from tournaments.operations.acting import act_on

LENGTH = 20  # of hexadecimal digits: 80 bits


def check_in_code(registration: Registration) -> str:
    """What stands in the address of a registration. No statement."""
    said = f"{registration.event_id}|{registration.pk}|{registration.code_turn}"
    return salted_hmac("scwu.check-in", said, algorithm="sha256").hexdigest()[:LENGTH]


def is_check_in_code(registration: Registration, code: str) -> bool:
    """Whether `code` is the present one of this registration."""
    return constant_time_compare(check_in_code(registration), code)


def renew_check_in_code(*, registration: Registration, by: Account, now: datetime) -> None:
    """Give a registration another code: whoever has a picture of the former one has nothing any more."""
    with act_on(registration, by=by, now=now) as act:
        registration.code_turn += 1
        registration.save(update_fields=["code_turn"])
        act.note("check_in_code_renewed", subject=f"entry:{registration.key}", bump=False)
