"""Another words key: all that is sealed is sealed anew under it, in one transaction.

Whoever has the old key and a copy of the database from before can still read that copy; what is kept from now on, and
every later copy, opens only with the new key. Commitments do not change: they name no key.
"""

from __future__ import annotations

import secrets
from datetime import datetime

from django.db import transaction

from games import secret_words
from games.rules.refusals import Refused
from games.sealing import key_of
from games.secret_words import Mint, Resealed
from tournaments.operations import journal


@transaction.atomic
def rotate_words_key(*, old: str, new: str, now: datetime, mint: Mint = secrets.token_bytes) -> Resealed:
    """Seal every word and every note of a vote that lies under the key `old` anew under `new` (texts of keys).

    Raises Refused `same_words_key`.
    """
    before, after = key_of(old), key_of(new)
    if before == after:
        raise Refused("same_words_key")
    done = secret_words.reseal(old=before, new=after, mint=mint)
    new_values = {"key": after.id, "words": done.words}
    journal.note("words_key_rotated", by=journal.TERMINAL, now=now, old={"key": before.id}, new=new_values)
    return done
