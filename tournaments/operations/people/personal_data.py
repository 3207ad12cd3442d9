"""Handing a person everything that the site holds about him; the journal knows that he asked, not what was in it."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.db import transaction

from tournaments.models import Account
from tournaments.operations import journal
from tournaments.queries.personal_data import personal_data


@transaction.atomic
def hand_out_personal_data(*, account: Account, now: datetime) -> dict[str, Any]:
    """Hand the document `scwu-person/1` out to whoever asks for his own."""
    found = personal_data(account)
    journal.note("data_exported", by=account, now=now, subject=account.key)
    return found
