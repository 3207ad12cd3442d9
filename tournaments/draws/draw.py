"""The draw of one round: players, history, options and a seed in, tables with seats and their quality out.

As long as the rounds follow the best plan known for the event, the next round of it is drawn (`following`). Else lots
come first (`opening`), then swaps until nothing better can exist or the allowance is used up (`search`), then the order
of the tables and the seats (`seat_lots`, `seats`). The same four inputs give the same drawing everywhere and always,
whatever the order of lists and dictionaries; what changes that changes `seeding.VERSION`. Rounds are drawn one by one,
each knowing the history (all at once: `event`); a redraw is another seed. The order of the rules stands in `costs`, the
sizes nobody asked for in `sizes`. Ladders and finals are not drawn: `by_rank`.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import chain, islice

from games.rules.refusals import Refused
from tournaments.draws.apart import kept_apart, refusal, refuse_apart, sits_apart, with_clubs
from tournaments.draws.by_rank import ladder
from tournaments.draws.costs import Costs
from tournaments.draws.following import next_of_plan
from tournaments.draws.model import Drawing, History, Options, Player, Table
from tournaments.draws.opening import opening, refuse_clubs, refuse_countries
from tournaments.draws.quality import quality_of
from tournaments.draws.search import improve
from tournaments.draws.seat_lots import in_lot_order
from tournaments.draws.seats import seated
from tournaments.draws.seeding import VERSION, Stream
from tournaments.draws.sizes import checked_sizes, splits


def draw(players: Iterable[Player], history: History, options: Options, seed: str) -> Drawing:
    """Seat the players for one round. `seed`: hex digits, two to a byte, at most 64 bytes.

    Refused: bad_seed, player_twice, too_few_players, seven_players, bad_table_size, sizes_do_not_fit,
    clubs_cannot_be_apart, clubs_do_not_fit_sizes, the same of countries, apart_needs_tables, apart_from_too_many,
    apart_not_kept; with sizes other than the standard cannot_be_seated, bad_smear_size.
    """
    stream = Stream(seed)
    listed = checked_players(players)
    sizes = sizes_for(listed, options, options.rounds)
    refuse_impossible_rules(listed, sizes, options)
    costs = Costs(players=listed, history=history, options=options, sizes=sizes)
    followed = next_of_plan(costs, history, options, stream)
    if followed is not None:
        plan, numbers = followed
        return replace(_drawing(_named(numbers, listed), listed, history, options, stream), plan=plan)
    numbers = improve(opening(costs, stream), costs, stream)
    if not all(sits_apart(table, costs.apart) for table in numbers):
        numbers = improve(opening_apart(costs, stream), costs, stream)
    tables = in_lot_order([list(table) for table in _named(numbers, listed)], stream)
    return _drawing(seated(tables, history, stream), listed, history, options, stream)


def draw_ladder(
    standing: Sequence[Player], history: History, options: Options, seed: str, *, equal: Sequence[int] = ()
) -> Drawing:
    """Tables by standing, given best first (competition.md 3.2); the order of equal ones and the seats are by lot.

    `equal`: how many share each place, from the top. Clubs have no say, pairs who must be apart have.
    """
    stream = Stream(seed)
    checked_players(standing)
    rest = iter(standing)
    standing = [*chain.from_iterable(stream.shuffled(islice(rest, many)) for many in equal), *rest]
    sizes = sizes_for(standing, options, options.rounds)
    refuse_apart(standing, sizes, options)
    tables = ladder([player.key for player in standing], sizes, options.allowed, options.apart)
    return _drawing(seated(tables, history, stream), standing, history, options, stream)


def refuse_impossible_rules(players: Sequence[Player], sizes: Sequence[int], options: Options) -> None:
    """Clubs, countries and pairs who must be apart, and of whom it can be said beforehand that they cannot."""
    if options.clubs == "require":
        refuse_clubs(players, sizes)
    if options.countries == "require":
        refuse_countries(players, sizes)
    refuse_apart(players, sizes, options)


def opening_apart(costs: Costs, stream: Stream) -> list[list[int]]:
    """Tables to begin with at which nobody sits with whom he may not; swaps will not bring them together again."""
    conflicts = with_clubs(costs.apart, costs.club) if costs.options.clubs == "require" else costs.apart
    found = kept_apart(opening(costs, stream), conflicts)
    if found is None:
        raise refusal(costs.options.apart)
    return found


def checked_players(players: Iterable[Player]) -> list[Player]:
    """The players in the order of their keys; nobody stands in the list twice."""
    listed = sorted(players, key=lambda player: player.key)
    for key, times in Counter(player.key for player in listed).items():
        if times > 1:
            raise Refused("player_twice", key=key)
    return listed


def sizes_for(players: Sequence[Player], options: Options, rounds: int) -> tuple[int, ...]:
    """The table sizes the options ask for, or else the default sizes for this many players."""
    if options.sizes is None:
        return splits(len(players), rounds, options.allowed)[0].sizes
    return checked_sizes(len(players), options.sizes, options.allowed)


def _named(tables: Sequence[Sequence[int]], players: Sequence[Player]) -> tuple[Table, ...]:
    return tuple(tuple(players[number].key for number in table) for table in tables)


def _drawing(
    tables: tuple[Table, ...], players: Sequence[Player], history: History, options: Options, stream: Stream
) -> Drawing:
    return Drawing(
        tables=tables, quality=quality_of(tables, players, history, options), version=VERSION, seed=stream.seed
    )
