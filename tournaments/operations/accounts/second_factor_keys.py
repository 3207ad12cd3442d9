"""Under which key the secrets of apps and recovery codes lie: one made of SECRET_KEY, or of a former one for a while.

A former key (SECRET_KEY_FALLBACKS) is to go one day. So what still lies under it is sealed anew by the clock, once an
hour while there is one: whoever has not signed in since keeps his second factor, too.
"""

from __future__ import annotations

import base64
import hashlib
from datetime import datetime
from typing import Any

from allauth.mfa.models import Authenticator
from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from django.conf import settings
from django.core.cache import cache
from django.db import connection, transaction

from tournaments.operations import journal

SEALED = ("secret", "seed", "migrated_codes")
DONE, AN_HOUR = "second-factors-sealed-anew", 3600


def box() -> MultiFernet:
    """Seals under the key of today, and opens under those of before as well."""
    return MultiFernet([_under(key) for key in (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)])


def seal_anew(*, now: datetime) -> int:
    """Seal under the key of today what lies under a former one; returns of how many rows. Once an hour, if at all.

    What no key opens stays as it is.
    """
    if not settings.SECRET_KEY_FALLBACKS or not cache.add(DONE, 1, AN_HOUR):
        return 0
    done = 0
    with transaction.atomic():
        rows = Authenticator.objects.order_by("pk")
        if connection.features.has_select_for_update:  # nobody uses up a recovery code meanwhile
            rows = rows.select_for_update()
        for one in rows:
            data = {name: _anew(value) if name in SEALED else value for name, value in one.data.items()}
            if data != one.data:
                one.data = data
                one.save(update_fields=["data"])
                done += 1
        if done:
            journal.note("second_factors_sealed_anew", by=journal.CLOCK, now=now, new={"rows": done})
    return done


def _anew(value: Any) -> Any:
    if isinstance(value, list):
        return [_anew(one) for one in value]
    sealed = str(value).encode()
    try:
        _under(settings.SECRET_KEY).decrypt(sealed)
    except InvalidToken:
        try:
            return box().rotate(sealed).decode()
        except InvalidToken:
            return value
    return value


def _under(key: str) -> Fernet:
    return Fernet(base64.urlsafe_b64encode(hashlib.sha256(b"scwu/second-factor/1|" + key.encode()).digest()))
