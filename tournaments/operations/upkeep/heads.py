"""Heads of the journals and logs, to be kept where nobody who can change the database can change them.

A line for each chain: whose it is (`union`, an event, `event/round/table`, with `/phones` for what phones brought there
beside the log), how many lines it has, the digest of the last one. That digest vouches for all before it, so a head
still speaks years later, however many lines have followed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from django.db.models import F, Q

from games.models import Arrival, Entry
from tournaments.models import Event, JournalHead, JournalLine, Table
from tournaments.operations.upkeep.faults import Fault
from tournaments.queries.journal import UNION

PHONES = "phones"


def heads_of(event: Event | None = None) -> Iterator[str]:
    """The heads of all chains as they are now, or those of one event."""
    heads = JournalHead.objects.select_related("event").order_by(F("event_id").asc(nulls_first=True))
    tables = Table.objects.filter(Q(game__length__gt=0) | ~Q(game__kept_head="")).select_related("round__event", "game")
    if event is not None:
        heads, tables = heads.filter(event=event), tables.filter(round__event=event)
    for head in heads:
        yield f"{head.event.slug if head.event else UNION} {head.length} {head.digest}"
    for table in tables.order_by("round__event_id", "round__number", "number"):
        game, name = table.game, f"{table.round.event.slug}/{table.round.number}/{table.number}"
        if game and game.length:
            yield f"{name} {game.length} {game.head}"
        if game and game.kept_head:
            yield f"{name}/{PHONES} {game.kept} {game.kept_head}"


def faults_of_heads(kept: Iterable[str]) -> list[Fault]:
    """What heads that were kept speak against: a line that is not what it was, or is no more."""
    return [fault for line in kept if line.strip() for fault in _against(line.split())]


def _against(said: list[str]) -> Iterator[Fault]:
    try:
        chain, number, digest = said[0], int(said[1]), said[2]
        event, *place = chain.removesuffix(f"/{PHONES}").split("/")
        round_, table = map(int, place) if place else (0, 0)
    except (IndexError, ValueError):
        yield Fault("head_unreadable", "", {"head": " ".join(said)})
        return
    if chain.endswith(f"/{PHONES}"):
        brought = Arrival.objects.filter(game__table__round__event__slug=event, game__table__round__number=round_)
        if not brought.filter(game__table__number=table, digest=digest).exists():
            yield Fault("arrivals_not_as_kept", event, {"round": round_, "table": table, "line": number})
        return
    if place:
        logs = Entry.objects.filter(game__table__round__event__slug=event, game__table__round__number=round_)
        if not logs.filter(game__table__number=table, position=number, digest=digest).exists():
            yield Fault("log_not_as_kept", event, {"round": round_, "table": table, "line": number})
        return
    lines = JournalLine.objects.filter(number=number, digest=digest)
    lines = lines.filter(chain__event=None) if event == UNION else lines.filter(chain__event__slug=event)
    if number and not lines.exists():
        yield Fault("journal_not_as_kept", "" if event == UNION else event, {"line": number})
