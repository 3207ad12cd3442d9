"""The next round of a plan, for an event whose rounds are drawn one by one.

Nobody stores that an event follows a plan; it shows in the rounds that were played. The tables of the first round, in
their order and the order of their seats, are the first of the plan, and so say who has which number. Lots may exchange
whole tables of the first round once more before the second is drawn; its seats then tell how they fell. Somebody who
came in for somebody else takes his number. If the rounds are not those of the plan (other players, other sizes, a swap
by hand), there is nothing to follow, and the round is searched for.

So the lots decide in the first round, a little in the second, and nothing from the third on: which rounds complete the
plan is settled once two are played, and any other choice would risk repeats that the plan avoids. (What leaves the
rounds played as they are and changes the others is rare: in a closed form it changes nothing.) `choices_left` says how
much a public draw of the next round could still decide, so that a page can say so before anybody turns a card.
"""

from collections import Counter
from collections.abc import Sequence
from math import factorial, prod

from tournaments.draws.costs import Costs
from tournaments.draws.model import History, Options
from tournaments.draws.numbering import numbered
from tournaments.draws.plans import plan
from tournaments.draws.seeding import Stream
from tournaments.draws.weave import Tables


def next_of_plan(costs: Costs, history: History, options: Options, stream: Stream) -> Tables | None:
    """The tables that follow, in the order of their seats, or None; never with people who had better be apart."""
    played = len(history.rounds)
    if played >= options.rounds or (history.meetings and not played):
        return None
    design = plan(tuple(costs.sizes), options.rounds)
    if not played:
        lots = stream.shuffled(range(len(costs.players)))
        player_of = numbered(lots, costs, design, stream)
    else:
        found = _numbers(costs, history, design, stream)
        if found is None:
            return None
        player_of = found
    tables = [[player_of[number] for number in table] for table in design[played]]
    return tables if all(costs.keeps_apart(table) for table in tables) else None


def choices_left(costs: Costs, history: History, options: Options) -> int | None:
    """At most so many results can the lots of the next round have; None if nobody has counted them.

    1: the round follows from those played, and no lot changes anything.
    """
    stream = Stream("00")
    if next_of_plan(costs, history, options, stream) is None:
        return None
    if not history.rounds:
        return None if costs.clubs_matter or costs.apart else factorial(len(costs.players))
    newcomers = {player.key for player in costs.players} - {key for table in history.rounds[0] for key in table}
    orders = 1
    if len(history.rounds) == 1 and not costs.clubs_matter and not costs.apart:
        orders = prod(factorial(tables) for tables in Counter(costs.sizes).values())
    return orders * factorial(len(newcomers))


def _numbers(costs: Costs, history: History, design: Sequence[Tables], stream: Stream) -> list[int] | None:
    """The player who has each number of the plan, by the rounds played; None if those do not follow the plan."""
    rounds = _with_newcomers(costs, history, stream)
    if rounds is None or list(map(len, rounds[0])) != list(map(len, design[0])):
        return None
    order: list[int] | None = list(range(len(design[0])))
    if len(rounds) > 1:
        order = _order_shown(rounds, design)
    elif not costs.clubs_matter and not costs.apart:
        order = _order_by_lot(design[0], stream)
    if order is None:
        return None
    player_of = [0] * len(costs.players)
    for table, place in zip(design[0], order, strict=True):
        for number, player in zip(table, rounds[0][place], strict=True):
            player_of[number] = player
    for tables, planned in zip(rounds[1:], design[1:], strict=False):
        if tables != [[player_of[number] for number in table] for table in planned]:
            return None
    return player_of


def _with_newcomers(costs: Costs, history: History, stream: Stream) -> list[Tables] | None:
    """The rounds played in numbers of players, newcomers in the places of those who left."""
    number = {player.key: place for place, player in enumerate(costs.players)}
    seated = [key for table in history.rounds[0] for key in table]
    gone = sorted({key for tables in history.rounds for table in tables for key in table} - set(number))
    new = stream.shuffled(sorted(set(number) - set(seated)))
    if len(seated) != len(number) or len(gone) != len(new):
        return None
    number.update({key: number[newcomer] for key, newcomer in zip(gone, new, strict=True)})
    return [[[number[key] for key in table] for table in tables] for tables in history.rounds]


def _order_by_lot(tables: Tables, stream: Stream) -> list[int]:
    """An order of the tables in which those of the same size have changed places by lot."""
    order = list(range(len(tables)))
    for size in sorted(set(map(len, tables))):
        alike = [place for place, table in enumerate(tables) if len(table) == size]
        for place, other in zip(alike, stream.shuffled(alike), strict=True):
            order[place] = other
    return order


def _order_shown(rounds: Sequence[Tables], design: Sequence[Tables]) -> list[int] | None:
    """Which table of the first round played is which of the plan's, as the seats of the second round show."""
    planned = {number: place for place, table in enumerate(design[0]) for number in table}
    played = {player: place for place, table in enumerate(rounds[0]) for player in table}
    order = [-1] * len(design[0])
    if list(map(len, rounds[1])) != list(map(len, design[1])):
        return None
    for table, seated in zip(design[1], rounds[1], strict=True):
        for number, player in zip(table, seated, strict=True):
            order[planned[number]] = played.get(player, -1)
    alike = sorted(order) == list(range(len(order)))
    same_sizes = alike and all(len(design[0][place]) == len(rounds[0][other]) for place, other in enumerate(order))
    return order if same_sizes else None
