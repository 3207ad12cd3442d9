"""The fee of an event, noted: who has paid at the door. No money is handled here, and nothing of it is public."""

from __future__ import annotations

from datetime import datetime

from games.rules.refusals import Refused
from tournaments import lifecycle
from tournaments.models import Account, Registration
from tournaments.operations.acting import act_on
from tournaments.operations.events.registrations import check_unchanged


def note_fee(
    *, registration: Registration, paid: bool, note: str = "", by: Account, now: datetime, seen: str = ""
) -> None:
    """Note that somebody has paid, with a note beside it, or take that back. Who has paid already has paid once.

    Also when the event is finished: who forgot pays then. `seen`: as for `check_unchanged`.

    Raises Refused `no_fee` where the event asks for none, `entry_changed`.
    """
    with act_on(registration, by=by, now=now, even=lifecycle.FINISHED) as act:
        check_unchanged(registration, seen)
        if not registration.event.fee:
            raise Refused("no_fee")
        had_paid = registration.paid_at is not None
        if paid == had_paid and note == registration.paid_note:
            return
        if paid != had_paid:
            registration.paid_at, registration.paid_by = (now, by) if paid else (None, None)
        registration.paid_note = note
        registration.save(update_fields=["paid_at", "paid_by", "paid_note"])
        act.note(
            "fee_noted",
            subject=f"entry:{registration.key}",
            old={"paid": had_paid},
            new={"paid": paid, **({"texts": ["note"]} if note else {})},
        )
