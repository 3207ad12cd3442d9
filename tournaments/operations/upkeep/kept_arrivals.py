"""Looking whether what phones brought is kept as it came, and points at what is there.

The digest of an arrival is made before what is too long is cut, and once was made before nicks were taken out
(facts/masking.py). Of such a row only its keys can be held against what it says.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import datetime
from typing import Any, get_args

from django.db.models import Exists, OuterRef, QuerySet

from games.arrivals.known import Status
from games.arrivals.sent import Sent, read_sent, said
from games.models import Arrival, Entry
from games.protocol import LONGEST_RAW
from tournaments.facts.masking import KEY

UNREADABLE = (ValueError, TypeError, KeyError, OverflowError, RecursionError)
OF_AN_ARRIVAL = frozenset(get_args(Status)) - {"applied"}  # what was applied is a line of the log


def faulty(rows: QuerySet[Arrival]) -> Iterator[int]:
    """The keys of those rows that are not what came, or that point nowhere."""
    same_game = {"game": OuterRef("game")}
    line = Entry.objects.filter(**same_game, pk=OuterRef("about"))
    arrival = Arrival.objects.filter(**same_game, line=OuterRef("about"))
    first = Arrival.objects.filter(**same_game, line=OuterRef("line"), said=OuterRef("said"), turn=1)
    marked = rows.annotate(has_about=Exists(line) | Exists(arrival), has_first=Exists(first))
    for pk in rows.order_by("pk").values_list("pk", flat=True):
        try:
            row = marked.get(pk=pk)
            is_right = row.has_first and (row.about is None or row.has_about) and is_as_it_came(row)
        except UNREADABLE:
            is_right = False
        if not is_right:
            yield pk


def is_as_it_came(row: Arrival) -> bool:
    """Whether its digest fits what is kept and its columns say the same. Raises what JSON raises."""
    if row.status not in OF_AN_ARRIVAL or not isinstance(row.at_server, datetime):
        return False
    if len(row.raw) == LONGEST_RAW:  # cut: no JSON any more
        return True
    value = json.loads(row.raw)
    if said(value) == row.said:
        sent = read_sent(value)
        tapped = (sent.by, sent.tapped) if isinstance(sent, Sent) else ("", None)
        came = (sent.id, sent.device, sent.counter, *tapped)
        return came == (row.line, row.device, row.counter, row.by, row.tapped_at)
    is_masked = KEY.search(row.raw) is not None
    return is_masked and (not row.by or _keys(value) == (str(row.line), row.device, row.counter, row.by))


def _keys(value: Any) -> tuple[object, ...]:
    return tuple(value[name] for name in ("id", "device", "counter", "by"))
