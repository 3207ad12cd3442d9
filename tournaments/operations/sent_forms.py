"""A form that is sent twice is done once: its id is remembered in the transaction of what it did."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import TypeVar
from uuid import UUID

from django.db import transaction

from games.rules.refusals import Refused
from tournaments.models import Account, SentForm

Done = TypeVar("Done")

KEPT = timedelta(days=30)  # a phone keeps a form for fourteen hours (phone/draft.js)


def is_done(form: UUID, *, by: Account) -> bool:
    """Whether `by` did this form before. What was chosen in it may be no choice any more, so it is asked first."""
    return SentForm.objects.filter(pk=form, account=by).exists()


@transaction.atomic
def once(form: UUID, deed: Callable[[], Done], *, by: Account, now: datetime) -> Done | None:
    """What `deed` returns, or nothing if the same form was done before. Two at once: the second waits for the first.

    Forms of long ago are forgotten on the way: nobody sends them any more.

    Raises Refused `id_reused` for the form of another account, and whatever `deed` raises; then nothing is remembered.
    """
    known, is_new = SentForm.objects.get_or_create(pk=form, defaults={"account": by, "at": now})
    if is_new:
        SentForm.objects.filter(at__lt=now - KEPT).delete()
        return deed()
    if known.account_id != by.pk:
        raise Refused("id_reused")
    return None
