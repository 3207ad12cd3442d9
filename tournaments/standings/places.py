"""Places: the order of an event, with shared places and the reason for each (competition.md 3.4, 3.5, 3.7, 3.9).

First those who sit in the final (whoever holds a seat now), then those of the small final, then all others by basic
success, without own deals last. In a final a leaver stands behind everybody who outlasts him; the survivors, or
those still playing, are ranked by cumulative success (basic rounds and this final as one heap) or by this final alone,
then by the other of the two, then by basic success. Whatever is still equal shares the place: two 7ths, then a 9th.

Where a final has several tables, leavers are compared by how many of their table outlast them, and equals like
survivors. Who gave his seat in a final up follows with all others. Play-offs count for nothing. Only classified
entries are handed in, so places close up. A referee's override changes the official place and leaves the computed
one beside it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import groupby

from games.rules.replay import Tally
from tournaments.regulations import Regulations
from tournaments.standings.order import FINAL, OTHERS, rank_key
from tournaments.standings.reasons import Reason, of_mean, of_tally, shared
from tournaments.standings.success import over_rounds, success, total


@dataclass(frozen=True, slots=True)
class FinalSeat:
    """Somebody's present seat in a final or small final (`tier`), and what he did in that final.

    `left`: order of leaving from 1; `outlasted_by`: how many of his table stayed longer, 0 while he is in.
    """

    tier: int
    tally: Tally
    left: int | None = None
    outlasted_by: int = 0
    finished: bool = True


@dataclass(frozen=True, slots=True)
class Record:
    """What a classified entry did. `basic`: a tally for each basic round; `total` counts the finals too."""

    entry: str
    basic: tuple[Tally, ...]
    total: Tally
    seat: FinalSeat | None = None
    gave_up_final_seat: bool = False


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


_Ascending = tuple[bool, Fraction]  # best first, None last
_Key = tuple[int | _Ascending, ...]


def places(records: Iterable[Record], regulations: Regulations) -> tuple[Standing, ...]:
    """The standings in order of place, then of entry id (as text)."""
    keyed = sorted(((_key(record, regulations), record.entry, record) for record in records), key=lambda row: row[:2])
    tied = Counter(key[:depth] for key, _, record in keyed if record.seat for depth in range(1, len(key) + 1))
    standings: list[Standing] = []
    ranks: Counter[int] = Counter()  # tier → how many of it have a place already
    for key, rows in groupby(keyed, key=lambda row: row[0]):
        group = [record for _, _, record in rows]
        tier, entries = _tier(group[0]), [record.entry for record in group]
        place = len(standings) + 1
        order = rank_key(tier, over_rounds(group[0].basic, regulations.pooling) if tier == OTHERS else ranks[tier] + 1)
        ranks[tier] += len(group)
        for record in group:
            why = [*_reasons(record, key, tied, regulations)]
            if len(group) > 1:
                why.append(shared(record.entry, entries))
            standings.append(
                Standing(
                    place=place,
                    entry=record.entry,
                    total=record.total,
                    success=success(record.total),
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


def _key(record: Record, regulations: Regulations) -> _Key:
    """Ascending keys are the order of standings; equal ones share a place."""
    basic = _ascending(over_rounds(record.basic, regulations.pooling))
    if record.seat is None:
        return OTHERS, basic
    first, second = (_ascending(success(tally)) for _, tally in _criteria(record, record.seat, regulations))
    return record.seat.tier, record.seat.outlasted_by, first, second, basic


def _criteria(record: Record, seat: FinalSeat, regulations: Regulations) -> list[tuple[str, Tally]]:
    """What ranks equals in a final, in order; basic success comes after them."""
    cumulative = "cumulative", total((*record.basic, seat.tally))
    this_final = "this_final", seat.tally
    return [this_final, cumulative] if regulations.final_ranking == "final_only" else [cumulative, this_final]


def _ascending(value: Fraction | None) -> _Ascending:
    return (True, Fraction(0)) if value is None else (False, -value)


def _reasons(record: Record, key: _Key, tied: Mapping[_Key, int], regulations: Regulations) -> Iterator[Reason]:
    """As many criteria as it takes until nobody is left who is equal in all of them."""
    if record.seat is None:
        if record.gave_up_final_seat:
            yield Reason("gave_up_final_seat")
        yield _basic("basic", record, regulations)
        return
    yield _stay(record.seat)
    criteria = _criteria(record, record.seat, regulations)
    if record.seat.left is None:
        yield of_tally(*criteria.pop(0))
    for depth, (code, tally) in enumerate(criteria, start=4 - len(criteria)):
        if tied[key[:depth]] == 1:
            return
        yield of_tally(f"then_{code}", tally)
    if tied[key[:4]] > 1:
        yield _basic("then_basic", record, regulations)


def _basic(code: str, record: Record, regulations: Regulations) -> Reason:
    if regulations.pooling == "mean":
        played = sum(1 for tally in record.basic if tally.deals)
        return of_mean(code, over_rounds(record.basic, "mean"), rounds=played)
    return of_tally(code, total(record.basic))


def _stay(seat: FinalSeat) -> Reason:
    game = "final" if seat.tier == FINAL else "small_final"
    if seat.left is None:
        return Reason(f"{game}_survivor" if seat.finished else f"{game}_playing")
    return Reason(f"{game}_left_{seat.left}")
