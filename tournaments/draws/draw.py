"""The draw of one round: players, history, options and a seed in, tables with seats and their quality out.

Lots first (`opening`), then swaps until nothing better can exist or the allowance is used up (`search`), then seats
(`seats`). The same four inputs give the same drawing everywhere and always, whatever the order of lists and
dictionaries; what changes that changes `seeding.VERSION`. Rounds are drawn one by one, each knowing the history; a
redraw is another seed. The order of the rules stands in `costs`, the sizes nobody asked for in `sizes`. Ladders and
finals are not drawn: `by_rank`.
"""

from collections import Counter
from collections.abc import Iterable, Sequence

from games.rules.refusals import Refused
from tournaments.draws.by_rank import ladder
from tournaments.draws.costs import Costs
from tournaments.draws.model import Drawing, History, Options, Player, Table
from tournaments.draws.opening import opening, refuse_clubs
from tournaments.draws.quality import quality_of
from tournaments.draws.search import improve
from tournaments.draws.seats import seated
from tournaments.draws.seeding import VERSION, Stream
from tournaments.draws.sizes import checked_sizes, splits


def draw(players: Iterable[Player], history: History, options: Options, seed: str) -> Drawing:
    """Seat the players for one round. `seed`: hex digits, two to a byte, at most 64 bytes.

    Refused: bad_seed, player_twice, too_few_players, seven_players, bad_table_size, sizes_do_not_fit,
    clubs_cannot_be_apart, clubs_do_not_fit_sizes.
    """
    stream = Stream(seed)
    listed = sorted(players, key=lambda player: player.key)
    sizes = _sizes(listed, options)
    if options.clubs == "require":
        refuse_clubs(listed, sizes)
    costs = Costs(players=listed, history=history, options=options, sizes=sizes)
    numbers = improve(opening(costs, stream), costs, stream)
    tables = [[listed[number].key for number in table] for table in numbers]
    return _drawing(seated(tables, history, stream), listed, history, options, stream)


def draw_ladder(standing: Sequence[Player], history: History, options: Options, seed: str) -> Drawing:
    """Tables by standing, given best first (competition.md 3.2); only the seats are by lot. Clubs have no say."""
    stream = Stream(seed)
    tables = ladder([player.key for player in standing], _sizes(standing, options))
    return _drawing(seated(tables, history, stream), standing, history, options, stream)


def _sizes(players: Sequence[Player], options: Options) -> tuple[int, ...]:
    for key, times in Counter(player.key for player in players).items():
        if times > 1:
            raise Refused("player_twice", key=key)
    if options.sizes is None:
        return splits(len(players), options.rounds)[0].sizes
    return checked_sizes(len(players), options.sizes)


def _drawing(
    tables: tuple[Table, ...], players: Sequence[Player], history: History, options: Options, stream: Stream
) -> Drawing:
    return Drawing(
        tables=tables, quality=quality_of(tables, players, history, options), version=VERSION, seed=stream.seed
    )
