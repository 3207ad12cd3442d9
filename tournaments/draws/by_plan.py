"""What the rounds before leave to the lots of the next one.

While an event follows a plan, the lots of the first rounds decide who has which number of it (`following`); after that
the rounds played settle who sits with whom, but for what is still by lot: which tables of one size change places before
the second round, and which newcomer has whose place. That is what makes rounds repeat as little as can be, but nobody
should call it a lot. Who deals first goes by lot as far as sharing it out fairly leaves a choice; in the last of four
rounds at tables of four it leaves none.

Both lots exchange numbers, and whatever they may do is done by exchanges of two tables or two newcomers, one after the
other. So all ways in which people may sit together are found from one of them; and who is certain to meet are those
pairs of it that no exchange takes out of it.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise

from tournaments.draws.costs import Costs
from tournaments.draws.draw import checked_players, sizes_for
from tournaments.draws.following import changes_places, next_of_plan, plan_left
from tournaments.draws.model import History, Options, Player
from tournaments.draws.seat_lots import sure_dealers
from tournaments.draws.seeding import Stream

Tables = Sequence[Sequence[int]]
Company = frozenset[frozenset[int]]
"""Who sits with whom."""
Exchange = Mapping[int, int]
"""Numbers that change places; all others stay."""

MOST = 24
"""So many ways are counted; more are no longer few."""


@dataclass(frozen=True, slots=True)
class Settled:
    """`ways`: among how many ways who sits with whom the lots choose, 0 if they are more than `MOST` or no plan says;
    `pairs`: how many pairs meet in all of them; `dealers`: who deals first is settled as well as who sits with whom;
    `sure`: at how many tables it is; `by_lot`: two tables are of one size, so that lots number them.
    `searched`: whatever the lots are, no plan is followed.
    """

    ways: int = 0
    pairs: int = 0
    dealers: bool = False
    sure: int = 0
    by_lot: bool = False
    searched: bool = False

    @property
    def company(self) -> bool:
        """Whether who sits with whom is settled before the lots."""
        return self.ways == 1


def settled_before(players: Iterable[Player], history: History, options: Options) -> Settled:
    """What of the next round is the same whatever is turned or thrown. Refused as `draw` refuses."""
    if not history.rounds:
        return Settled()
    listed, played = checked_players(players), len(history.rounds)
    costs = Costs(players=listed, history=history, options=options, sizes=sizes_for(listed, options, options.rounds))
    left = plan_left(costs, history, options)
    if left is None:
        return Settled(searched=True)
    rounds, key_of = left
    place = {player.key: number for number, player in enumerate(listed)}
    player_of = {number: place[key] for number, key in key_of.items() if key in place}
    gone = sorted(number for table in rounds[played] for number in table if number not in player_of)
    new = sorted(set(place.values()) - set(player_of.values()))
    staying = [[player_of[number] for number in table if number in player_of] for table in rounds[played]]
    if not all(map(costs.keeps_apart, staying)):
        return Settled(searched=True)
    if not _all_fit(costs, rounds[played], staying, new):
        return Settled()
    places = _exchanges(rounds[0]) if changes_places(costs, history) else []
    newcomers = _exchanges([[number] for number in gone])
    ways = _ways(_ways([_company(rounds[played])], places), newcomers)
    meeting = {two for table in rounds[played] for two in combinations(sorted(table), 2)}
    plan = next_of_plan(costs, history, options, Stream("00"))
    sure = sure_dealers(plan[0], played) if plan and len(ways) == 1 else 0
    return Settled(
        ways=len(ways) if len(ways) <= MOST else 0,
        pairs=len(_kept(_kept(meeting, places), newcomers)),
        dealers=sure == len(rounds[played]),
        sure=sure,
        by_lot=len(set(costs.sizes)) < len(costs.sizes),
    )


def _all_fit(costs: Costs, tables: Tables, staying: Tables, new: Sequence[int]) -> bool:
    """Whether nobody comes to sit with whom he had better not, whichever newcomer has whose place."""
    free = [(len(table) - len(here), here) for table, here in zip(tables, staying, strict=True)]
    fit = all(costs.keeps_apart([*here, one]) for places, here in free if places for one in new)
    alone = all(places < 2 for places, _ in free)
    return fit and (alone or all(map(costs.keeps_apart, combinations(new, 2))))


def _exchanges(tables: Tables) -> list[Exchange]:
    """Each table of a size for the next of that size, everybody in his place there: enough for every order of them."""
    found: list[Exchange] = []
    for size in sorted(set(map(len, tables))):
        for one, other in pairwise(table for table in tables if len(table) == size):
            found.append({**dict(zip(one, other, strict=True)), **dict(zip(other, one, strict=True))})
    return found


def _ways(companies: Iterable[Company], exchanges: Sequence[Exchange]) -> set[Company]:
    """These companies and whatever exchanges make of them; some of it, if there are more than `MOST`."""
    queue = list(companies)
    found = set(queue)
    for company in queue:
        for exchange in exchanges:
            if len(found) > MOST:
                return found
            other = _company([[exchange.get(number, number) for number in table] for table in company])
            if other not in found:
                found.add(other)
                queue.append(other)
    return found


def _kept(pairs: set[tuple[int, int]], exchanges: Sequence[Exchange]) -> set[tuple[int, int]]:
    """The pairs that no exchanges turn into one that is not among them."""
    while True:
        kept = {two for two in pairs if all(_exchanged(two, exchange) in pairs for exchange in exchanges)}
        if kept == pairs:
            return kept
        pairs = kept


def _exchanged(two: tuple[int, int], exchange: Exchange) -> tuple[int, int]:
    one, other = (exchange.get(number, number) for number in two)
    return min(one, other), max(one, other)


def _company(tables: Iterable[Iterable[int]]) -> Company:
    return frozenset(map(frozenset, tables))
