"""What the rounds before leave to the lots of the next one.

While an event follows a plan, the lots of the first rounds decide who has which number of it (`following`); after that
the rounds played settle who sits with whom. That is what makes rounds repeat as little as can be, but nobody should
call it a lot. Who deals first goes by lot as far as sharing it out fairly leaves a choice; in the last of four rounds
at tables of four it leaves none. It is found out by trying: no lot changes what no seed changes.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tournaments.draws.costs import Costs
from tournaments.draws.draw import checked_players, sizes_for
from tournaments.draws.following import next_of_plan
from tournaments.draws.model import History, Options, Player
from tournaments.draws.seat_lots import sure_dealers
from tournaments.draws.seeding import Stream

TRIED = tuple(f"{seed:02x}" for seed in range(12))


@dataclass(frozen=True, slots=True)
class Settled:
    """`company`: who sits with whom is settled before the lots; `dealers`: who deals first is as well; `sure`: at how
    many tables it is.
    """

    company: bool
    dealers: bool
    sure: int = 0


def settled_before(players: Iterable[Player], history: History, options: Options) -> Settled:
    """What of the next round is the same whatever is turned or thrown. Refused as `draw` refuses."""
    if not history.rounds:
        return Settled(company=False, dealers=False)
    listed = checked_players(players)
    costs = Costs(players=listed, history=history, options=options, sizes=sizes_for(listed, options, options.rounds))
    tries = [next_of_plan(costs, history, options, Stream(seed)) for seed in TRIED]
    tables = [found[1] for found in tries if found is not None]
    if len(tables) < len(tries):
        return Settled(company=False, dealers=False)
    if len(set(map(_company, tables))) > 1:
        return Settled(company=False, dealers=False)
    plan = next(found[0] for found in tries if found is not None)
    sure = sure_dealers(plan, len(history.rounds))
    return Settled(company=True, dealers=sure == len(tables[0]), sure=sure)


def _company(tables: Sequence[Sequence[int]]) -> frozenset[frozenset[int]]:
    return frozenset(map(frozenset, tables))
