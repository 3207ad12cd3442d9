"""The order of an event of Smoking Cat: by success (competition.md 3.3, 3.5).

In a final a leaver stands behind everybody who outlasts him; the survivors, or those still playing, are ranked by
cumulative success (basic rounds and this final, as one heap or as the mean of all), then by this final alone, then by
basic success, or in the order that the event has set. All others are ranked by basic success alone.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from games.rules.game import Tally
from tournaments.facts.regulations import Criterion, Regulations
from tournaments.standings.order import FINAL, OTHERS, rank_key
from tournaments.standings.reasons import Reason, of_mean, of_tally
from tournaments.standings.records import FinalSeat, Key, Record, ascending
from tournaments.standings.success import over_rounds, total


@dataclass(frozen=True, slots=True)
class BySuccess:
    regulations: Regulations

    def worth(self, basic: Collection[Tally]) -> Fraction | None:
        return over_rounds(basic, self.regulations.pooling)

    def key_of_others(self, basic: Collection[Tally]) -> str:
        return rank_key(OTHERS, self.worth(basic))

    def success(self, rounds: Collection[Tally]) -> Fraction | None:
        return over_rounds(rounds, self.regulations.pooling)

    def key(self, record: Record) -> Key:
        if record.seat is None:
            return OTHERS, ascending(self.worth(record.basic))
        values = (ascending(self.worth(rounds)) for _, rounds in self._criteria(record, record.seat))
        return record.seat.tier, record.seat.outlasted_by, *values

    def reasons(self, record: Record, key: Key, tied: Mapping[Key, int]) -> Iterator[Reason]:
        """As many criteria as it takes until nobody is left who is equal in all of them."""
        if record.seat is None:
            if record.gave_up_final_seat:
                yield Reason("gave_up_final_seat")
            yield self._of("basic", record.basic)
            return
        yield _stay(record.seat)
        criteria = self._criteria(record, record.seat)
        if record.seat.left is None:
            yield self._of(*criteria.pop(0))
        for depth, (code, rounds) in enumerate(criteria, start=5 - len(criteria)):
            if tied[key[:depth]] == 1:
                return
            yield self._of(f"then_{code}", rounds)

    def _criteria(self, record: Record, seat: FinalSeat) -> list[tuple[str, tuple[Tally, ...]]]:
        """The rounds whose success ranks equals in a final, in the order that the event has set."""
        rounds: dict[Criterion, tuple[Tally, ...]] = {
            "cumulative": (*record.basic, seat.tally),
            "this_final": (seat.tally,),
            "basic": record.basic,
        }
        return [(code, rounds[code]) for code in self.regulations.criteria]

    def _of(self, code: str, rounds: Collection[Tally]) -> Reason:
        """A success by what it was counted from. That of one final is no mean of anything."""
        if self.regulations.pooling == "mean" and not code.endswith("this_final"):
            return of_mean(code, self.worth(rounds), rounds=sum(1 for tally in rounds if tally.deals))
        return of_tally(code, total(rounds))


def _stay(seat: FinalSeat) -> Reason:
    game = "final" if seat.tier == FINAL else "small_final"
    if seat.left is None:
        return Reason(f"{game}_survivor" if seat.finished else f"{game}_playing")
    return Reason(f"{game}_left_{seat.left}")
