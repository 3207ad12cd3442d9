"""What speaks against a set of players at one table, as one whole number.

The rules of a good draw stand in an order (forbidden pairs, coincidences, meeting in two rounds running, club-mates,
share of large tables, seat A), and a fault of one rule outweighs all faults of the rules behind it. So each rule gets
32 bits of one number, the strongest on top, and comparing two numbers compares rule by rule. Everything is counted so
that a table without faults costs nothing. Players are numbers here, 0 to n - 1 in the order of their keys: neither
the order in which the caller lists them nor that of his dictionaries can matter. For memory only pairs that have met
are kept.
"""

from collections import Counter
from collections.abc import Sequence
from functools import cached_property

from tournaments.draws.apart import conflicts_of, sits_apart
from tournaments.draws.bounds import least_coincidences
from tournaments.draws.groups import grouped, mates_of
from tournaments.draws.model import History, Options, Player
from tournaments.draws.numbered import Numbered
from tournaments.draws.sizes import pairs_kept

FIRST, LARGE, CLUBS, CONSECUTIVE, COINCIDENCES, FORBIDDEN = range(6)
LEVELS = 6
BITS = 32
_MASK = (1 << BITS) - 1


def unit(level: int) -> int:
    """The cost of one fault against the rule of this level."""
    return 1 << BITS * level


def faults(cost: int, level: int) -> int:
    """How many faults against the rule of this level the cost contains."""
    return cost >> BITS * level & _MASK


class Costs:
    """The costs of one round: `players` sorted by key, `sizes` of the tables largest first.

    Its `players` and `options` speak of groups: clubs, or countries (groups.py).
    """

    def __init__(self, *, players: Sequence[Player], history: History, options: Options, sizes: Sequence[int]) -> None:
        mates = mates_of(players, options)
        sizes_of_clubs = Counter(player.club for player in players if player.club is not None).values() if mates else ()
        players, options = grouped(players, options)
        self.players, self.sizes, self.options = players, sizes, options
        self.numbered = Numbered([player.key for player in players], history)
        self.last_tables = self.numbered.tables(history.rounds[-1:])
        self.apart = conflicts_of(players, options.apart)
        self.mates = conflicts_of(players, mates)
        self.club = self._clubs(options)
        self.clubs_matter = max(self.club) >= 0
        self.club_cost = unit(FORBIDDEN if options.clubs == "require" else CLUBS)
        self.large_before = [history.large_tables.get(player.key, 0) for player in players]
        self.first_before = [history.dealt_first.get(player.key, 0) for player in players]
        self.large_share = self._share(self.large_before, sum(size for size in sizes if size > sizes[-1]))
        self.first_share = self._share(self.first_before, len(sizes))
        members = Counter(club for club in self.club if club >= 0)
        self.least_club_pairs = sum(pairs_kept(count, len(sizes)) for count in members.values())
        self.least_club_pairs += sum(pairs_kept(count, len(sizes)) for count in sizes_of_clubs)

    @property
    def met(self) -> list[dict[int, int]]:
        return self.numbered.met

    @cached_property
    def pair_costs(self) -> list[dict[int, int]]:
        """For each player what it costs to seat him with another; who is missing costs nothing."""
        costs = self.numbered.meetings(worth=unit(COINCIDENCES))
        again = unit(CONSECUTIVE)
        for table in self.last_tables:
            for number in table:
                for other in table:
                    if number != other:
                        costs[number][other] = costs[number].get(other, 0) + again
        for pairs, worth in ((self.apart, unit(FORBIDDEN)), (self.mates, unit(CLUBS))):
            for number, others in pairs.items():
                for other in others:
                    costs[number][other] = costs[number].get(other, 0) + worth
        return costs

    def _clubs(self, options: Options) -> list[int]:
        """A number for each club; who has none, or if clubs do not matter, is a club of his own."""
        names = sorted({player.club for player in self.players if player.club is not None})
        number = {name: place for place, name in enumerate(names)} if options.clubs != "off" else {}
        return [
            number[player.club] if player.club in number else -1 - place for place, player in enumerate(self.players)
        ]

    @staticmethod
    def _share(before: Sequence[int], seats: int) -> int:
        """If those with the fewest times get these seats, nobody who gets one has had more than this."""
        return sorted(before)[seats - 1] if seats else 0

    @cached_property
    def target(self) -> int:
        """A cost below which no tables can be: reached means that nothing better exists."""
        return (
            least_coincidences(self.numbered, self.sizes) * unit(COINCIDENCES)
            + sum(pairs_kept(len(table), len(self.sizes)) for table in self.last_tables) * unit(CONSECUTIVE)
            + self.least_club_pairs * self.club_cost
        )

    def between(self, number: int, others: Sequence[int]) -> int:
        """The cost of one player's pairs with the others. Called more often than anything else here."""
        costs, total = self.pair_costs[number], 0
        for other in others:
            if other in costs:
                total += costs[other]
        if self.clubs_matter:
            total += self.club_cost * [self.club[other] for other in others].count(self.club[number])
        return total

    def keeps_apart(self, table: Sequence[int]) -> bool:
        """Whether nobody sits here with a club-mate, if clubs matter, or with whom he may not."""
        if self.clubs_matter and len({self.club[number] for number in table}) < len(table):
            return False
        return sits_apart(table, self.apart)

    def of_share(self, number: int, table_size: int) -> int:
        """At a large table after more than his share of them, or at a small one after less; dearer with every time."""
        if self.sizes[0] == self.sizes[-1]:
            return 0
        more = self.large_before[number] - self.large_share
        amiss = max(0, more if table_size > self.sizes[-1] else -more)
        return amiss * (amiss + 1) // 2 * unit(LARGE)

    def of_first(self, members: Sequence[int]) -> int:
        """Nobody at the table whose turn it is to deal first, or more than one who cannot wait."""
        before = [self.first_before[number] for number in members]
        fewest = min(before)
        if fewest >= self.first_share:
            return (fewest - self.first_share) * unit(FIRST)
        return (sum(times < self.first_share for times in before) - 1) * unit(FIRST)

    def table(self, members: Sequence[int]) -> int:
        """The cost of these players at one table."""
        pairs = sum(self.between(number, members[place + 1 :]) for place, number in enumerate(members))
        return pairs + sum(self.of_share(number, len(members)) for number in members) + self.of_first(members)
