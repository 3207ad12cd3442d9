"""Players as numbers 0 to n - 1, and the history in these numbers: what searching and bounding work with.

The numbers follow the order of the keys handed in; give them sorted, and no other order has a say. Who has met whom is
counted only when somebody asks, for in a large field that is most of the work, and a round that follows a plan never
asks.
"""

from collections.abc import Collection, Iterator, Sequence
from functools import cached_property
from itertools import repeat

from tournaments.draws.model import History, Table


class Numbered:
    def __init__(self, keys: Sequence[str], history: History) -> None:
        self.history = history
        self.number = {key: number for number, key in enumerate(keys)}

    @cached_property
    def met(self) -> list[dict[int, int]]:
        """For each player whom he has met and how often; only those who play now count."""
        return self.meetings()

    def meetings(self, worth: int = 1) -> list[dict[int, int]]:
        """As `met`, with so much for every time that two have met."""
        met: list[dict[int, int]] = [{} for _ in self.number]
        for table, times in self._tables_met():
            so_much = times * worth
            for one in table:
                others = met[one]
                for other in table:
                    if other in others:
                        others[other] += so_much
                    elif other != one:
                        others[other] = so_much
        return met

    def _tables_met(self) -> Iterator[tuple[list[int], int]]:
        """Who sat together, and how often: the tables of all rounds, or pairs where nobody knows the rounds."""
        if self.history.rounds:
            return zip(self.tables(self.history.rounds), repeat(1))
        met = {pair: times for pair, times in self.history.meetings.items() if times}
        return zip(self.tables([met]), met.values(), strict=True)

    def tables(self, rounds: Sequence[Collection[Table]]) -> list[list[int]]:
        """All tables of these rounds, without those who have left."""
        return [[self.number[key] for key in table if key in self.number] for tables in rounds for table in tables]
