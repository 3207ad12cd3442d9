"""Who sits where at his table: first who deals first, then who sits out first, then the other seats.

Seat A deals the first deal (competition.md 2.6); over the rounds nobody should do so more often than he must, so it
goes to the one at the table who did it least. Of tables of five and six the seats E and F begin on the bench; they go
to those who began there least, and the seats between are balanced too, as far as the history has the tables of the
earlier rounds. Ties by lot. The tables themselves stay as they are: that every table has somebody whose turn it is,
the search sees to.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import chain, count

from tournaments.draws.model import History, Table
from tournaments.draws.seeding import Stream

BENCH = 4
"""The place of seat E: from here on one sits out the first deal."""


def seated(tables: Sequence[Sequence[str]], history: History, stream: Stream) -> tuple[Table, ...]:
    """The tables of a round with every table in the order of its seats, the first dealer first."""
    earlier = list(chain.from_iterable(history.rounds))
    taken = Counter(chain.from_iterable(zip(table, count(), strict=False) for table in earlier))
    benched = Counter(chain.from_iterable(table[BENCH:] for table in earlier))
    return tuple(_at_table(stream.shuffled(table), history, taken, benched) for table in tables)


def _at_table(
    lots: list[str], history: History, taken: Mapping[tuple[str, int], int], benched: Mapping[str, int]
) -> Table:
    dealer = min(lots, key=lambda key: history.dealt_first.get(key, 0))
    lots.remove(dealer)
    from_last: list[str] = []
    for seat in range(len(lots), 0, -1):
        times = {key: (benched.get(key, 0) if seat >= BENCH else 0, taken.get((key, seat), 0)) for key in lots}
        chosen = min(lots, key=times.__getitem__)
        lots.remove(chosen)
        from_last.append(chosen)
    return (dealer, *reversed(from_last))
