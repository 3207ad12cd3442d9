"""Places: the order of an event, with shared places and the reason for each (competition.md 3.4, 3.5, 3.7, 3.9).

First those who sit in the final (whoever holds a seat now), then those of the small final, then all others by their
basic rounds, without own deals last. How records are compared is a matter of the game: by_success.py for Smoking Cat,
by_games_won.py for Smear. Whatever is still equal shares the place: two 7ths, then a 9th.

Where a final has several tables, leavers are compared by how many of their table outlast them, and equals like
survivors. Who gave his seat in a final up follows with all others. Play-offs count for nothing. Only classified
entries are handed in, so places close up. A referee's override changes the official place and leaves the computed
one beside it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import groupby

from games.rules.game import Tally
from tournaments.facts.regulations import Regulations
from tournaments.facts.spans import from_to
from tournaments.standings.by_games_won import ByGamesWon
from tournaments.standings.by_success import BySuccess
from tournaments.standings.order import OTHERS, rank_key
from tournaments.standings.reasons import Reason, shared
from tournaments.standings.records import Ranking, Record


@dataclass(frozen=True, slots=True)
class Standing:
    """One line of the standings. `place` is computed; `official_place` differs where a referee overrode it."""

    place: int
    entry: str
    total: Tally
    success: Fraction | None
    why: tuple[Reason, ...]
    tier: int
    rank_key: str
    official_place: int
    note: str = ""


def ranking_of(regulations: Regulations) -> Ranking:
    """How the game of these regulations ranks."""
    return ByGamesWon() if regulations.game == "smear" else BySuccess(regulations)


def places(records: Iterable[Record], regulations: Regulations) -> tuple[Standing, ...]:
    """The standings in order of place, then of entry id (as text)."""
    ranking = ranking_of(regulations)
    keyed = sorted(((ranking.key(record), record.entry, record) for record in records), key=lambda row: row[:2])
    tied = Counter(key[:depth] for key, _, record in keyed if record.seat for depth in range(1, len(key) + 1))
    standings: list[Standing] = []
    ranks: Counter[int] = Counter()  # tier → how many of it have a place already
    for key, rows in groupby(keyed, key=lambda row: row[0]):
        group = [record for _, _, record in rows]
        tier, entries = _tier(group[0]), [record.entry for record in group]
        place = len(standings) + 1
        order = ranking.key_of_others(group[0].basic) if tier == OTHERS else rank_key(tier, ranks[tier] + 1)
        ranks[tier] += len(group)
        for record in group:
            why = [*ranking.reasons(record, key, tied)]
            if len(group) > 1:
                why.append(shared(record.entry, entries))
            standings.append(
                Standing(
                    place=place,
                    entry=record.entry,
                    total=record.total,
                    success=ranking.success(_ranking_rounds(record, regulations)),
                    why=tuple(why),
                    tier=tier,
                    rank_key=order,
                    official_place=place,
                )
            )
    return tuple(standings)


def with_overrides(standings: Iterable[Standing], overrides: Mapping[str, tuple[int, str]]) -> tuple[Standing, ...]:
    """The official order: `overrides` has entry → (official place, public note); `place` stays what was computed."""
    official = (
        replace(standing, official_place=overrides[standing.entry][0], note=overrides[standing.entry][1])
        if standing.entry in overrides
        else standing
        for standing in standings
    )
    return tuple(sorted(official, key=lambda standing: (standing.official_place, standing.entry)))


def _tier(record: Record) -> int:
    return record.seat.tier if record.seat else OTHERS


def place_text(place: int, last_place: int) -> str:
    """7, or 7–8 where the place is shared; nothing for who takes none."""
    if not place:
        return ""
    return from_to(place, last_place)


def _ranking_rounds(record: Record, regulations: Regulations) -> tuple[Tally, ...]:
    """What the shown success is counted from (competition.md 3.3): all on one heap, or the rounds whose mean ranks."""
    if regulations.pooling == "pooled":
        return (record.total,)
    return (*record.basic, record.seat.tally) if record.seat else record.basic
