"""Players as numbers 0 to n - 1, and the history in these numbers: what searching and bounding work with.

The numbers follow the order of the keys handed in; give them sorted, and no other order has a say.
"""

from collections.abc import Sequence

from tournaments.draws.model import History, Table


class Numbered:
    """`met`: for each player whom he has met and how often; only those who play now count."""

    def __init__(self, keys: Sequence[str], history: History) -> None:
        self.number = {key: number for number, key in enumerate(keys)}
        self.met: list[dict[int, int]] = [{} for _ in keys]
        for (key, other_key), times in history.meetings.items():
            one, other = self.number.get(key), self.number.get(other_key)
            if times and one is not None and other is not None:
                self.met[one][other] = self.met[other][one] = times

    def tables(self, rounds: Sequence[Sequence[Table]]) -> list[list[int]]:
        """All tables of these rounds, without those who have left."""
        return [[self.number[key] for key in table if key in self.number] for tables in rounds for table in tables]
