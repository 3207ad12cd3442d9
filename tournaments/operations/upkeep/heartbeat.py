"""When the clock went round last, and how old the newest backup was then: a mark that every process and machine reads.

It lies in the cache, which all of them share: backups lie on the disk of whoever takes them, and a clock that stands
still says nothing by itself. An emptied cache has a new mark with the next round, ten seconds later.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.core.cache import cache

from tournaments.operations.upkeep import kept_backups

KEY, ASKED, ALONE = "clock-mark", "clock-asked", "backups-alone"
LATE = timedelta(seconds=60)
OLD = kept_backups.NIGHT + timedelta(hours=6)


@dataclass(frozen=True, slots=True)
class Heartbeat:
    """`is_known`: whether the cache answers; a mark that is not there in one that does was never made.

    `is_alone`: some machine could not bring its backups to the second place.
    """

    swept_at: datetime | None = None
    backup_at: datetime | None = None
    is_known: bool = True
    is_alone: bool = False

    def clock(self, now: datetime) -> str:
        """`ok`, `late`, or `unknown`."""
        if not self.is_known:
            return "unknown"
        return "ok" if self.swept_at is not None and now - self.swept_at <= LATE else "late"

    def backup(self, now: datetime) -> str:
        """`ok`, `old`, `none`, `alone` without a copy in the second place, or `unknown` where no clock has said it."""
        if self.swept_at is None:
            return "unknown"
        if self.backup_at is None:
            return "none"
        if now - self.backup_at > OLD:
            return "old"
        return "alone" if self.is_alone else "ok"


def beat(now: datetime) -> None:
    """Leave the mark: what was due at `now` has been looked up."""
    newest = next(iter(kept_backups.kept_backups()), None)
    cache.set(KEY, (now, newest and newest.at), None)
    if kept_backups.why_not_brought():
        cache.set(ALONE, 1, LATE.total_seconds())


def last() -> Heartbeat:
    """What the mark says."""
    mark = cache.get(KEY)
    if mark is not None:
        return Heartbeat(mark[0], mark[1], is_alone=cache.get(ALONE) is not None)
    cache.set(ASKED, 1, LATE.total_seconds())
    return Heartbeat(is_known=cache.get(ASKED) is not None)
