"""Whether the lots have any say in the next round, or its tables follow from the rounds before it.

While an event follows a plan, the lots of the first rounds decide who has which number of it (`following`); after that
each round follows. That is what makes the rounds repeat as little as can be, but nobody should call it a lot. It is
found out by trying: if no seed changes the tables, no lot does.
"""

from collections.abc import Iterable

from tournaments.draws.costs import Costs
from tournaments.draws.draw import checked_players, sizes_for
from tournaments.draws.following import next_of_plan
from tournaments.draws.model import History, Options, Player
from tournaments.draws.seeding import Stream

TRIED = tuple(f"{seed:02x}" for seed in range(12))


def follows_from_before(players: Iterable[Player], history: History, options: Options) -> bool:
    """True if the tables of the next round are the same whatever is turned or thrown."""
    if not history.rounds:
        return False
    listed = checked_players(players)
    costs = Costs(players=listed, history=history, options=options, sizes=sizes_for(listed, options, options.rounds))
    tries = (next_of_plan(costs, history, options, Stream(seed)) for seed in TRIED)
    first = next(tries)
    return first is not None and all(tables == first for tables in tries)
