"""The order of an event of Smear: by games won, then by points.

Points are those of the player's party in the deals that he sat in, set back included; over whole games they are the
sum of his final scores. Without own deals one comes last. Whoever sits in a final stands before all others, by what he
did in it, then by everything together; there are no survivors in Smear. The others are ranked by their basic rounds.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from fractions import Fraction

from games.rules.game import Tally
from tournaments.standings.order import FINAL, OTHERS, smear_key
from tournaments.standings.reasons import Reason, of_games
from tournaments.standings.records import Key, Record, ascending
from tournaments.standings.success import total

A_GAME_WON = 10**12  # outweighs all points that anybody could collect


class ByGamesWon:
    def worth(self, basic: Collection[Tally]) -> Fraction | None:
        return worth(total(basic))

    def key_of_others(self, basic: Collection[Tally]) -> str:
        return smear_key(self.worth(basic))

    def success(self, rounds: Collection[Tally]) -> Fraction | None:
        return None

    def key(self, record: Record) -> Key:
        if record.seat is None:
            return OTHERS, ascending(self.worth(record.basic))
        return record.seat.tier, ascending(worth(record.seat.tally)), ascending(worth(record.total))

    def reasons(self, record: Record, key: Key, tied: Mapping[Key, int]) -> Iterator[Reason]:
        if record.seat is None:
            if record.gave_up_final_seat:
                yield Reason("gave_up_final_seat")
            yield of_games("games", total(record.basic))
            return
        yield of_games("games_in_final" if record.seat.tier == FINAL else "games_in_small_final", record.seat.tally)
        if tied[key[:2]] > 1:
            yield of_games("then_games", record.total)


def worth(tally: Tally) -> Fraction | None:
    """Games won and points as one number; None without own deals."""
    return Fraction(tally.won * A_GAME_WON + tally.points) if tally.deals else None
