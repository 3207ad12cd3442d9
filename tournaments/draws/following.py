"""The next round of a plan, for an event whose rounds are drawn one by one.

A plan is numbers; who has which number, the rounds played show by themselves: tables in their order and seats in theirs
stand where the plan has them, so a swap by hand in the first round exchanges two numbers and nothing else. Whoever came
in for somebody else goes on in his place with a number of his own: he has had no seat and met nobody yet. If the
rounds are not those of the plan (other sizes, a later swap by hand), there is nothing to follow, and the round is
searched for.

Lots decide who has which number in the first round (`numbering`), which tables change places before the second if
nobody is kept apart, and the order of the tables and all seats in every round (`seat_lots`); so a plan is not the same
after a draw as before. Whoever draws the next round hands on what the last one left (`Drawing.plan`, `History.plan`);
without it there is nothing to follow.
"""

from collections.abc import Mapping, Sequence
from itertools import count

from tournaments.draws.costs import Costs
from tournaments.draws.model import History, Options, Plan
from tournaments.draws.numbering import numbered
from tournaments.draws.plans import plan
from tournaments.draws.seat_lots import by_lot
from tournaments.draws.seeding import Stream

Tables = Sequence[Sequence[int]]
Numbers = dict[int, str]
"""The key of the player who has a number of the plan."""


def plan_before(history: History, options: Options, sizes: Sequence[int]) -> Plan | None:
    """The plan that a draw reads, whether it can follow it or not; None after its last round, or if it was lost.

    The first round takes the best that is known, unless one is given.
    """
    played = len(history.rounds)
    if played >= options.rounds or (history.meetings and not played):
        return None
    return history.plan if played or history.plan else as_plan(plan(tuple(sizes), options.rounds))


def as_plan(rounds: Sequence[Tables]) -> Plan:
    return tuple(tuple(tuple(table) for table in tables) for tables in rounds)


def next_of_plan(costs: Costs, history: History, options: Options, stream: Stream) -> tuple[Plan, Tables] | None:
    """The plan as the lots leave it, and the tables that follow, in players' numbers and in the order of their seats.

    None if there is nothing to follow; never with people who had better be apart.
    """
    played = len(history.rounds)
    rounds: Sequence[Tables] | None = plan_before(history, options, costs.sizes)
    if rounds is None:
        return None
    if not played:
        lots = stream.shuffled(range(len(costs.players)))
        player_of = numbered(lots, costs, rounds, stream)
        numbers = {number: costs.players[player].key for number, player in enumerate(player_of)}
    else:
        left = plan_left(costs, history, options)
        if left is None:
            return None
        rounds, numbers = left
        if changes_places(costs, history):
            rounds = _tables_exchanged(rounds, stream)
        replaced = _with_newcomers(rounds, played, numbers, costs, stream)
        if replaced is None:
            return None
        rounds = replaced
    rounds = by_lot(rounds, played, stream.fork(f"seats {played}"))
    place = {player.key: number for number, player in enumerate(costs.players)}
    tables = [[place[numbers[number]] for number in table] for table in rounds[played]]
    if not all(costs.keeps_apart(table) for table in tables):
        return None
    return as_plan(rounds), tables


def plan_left(costs: Costs, history: History, options: Options) -> tuple[Sequence[Tables], Numbers] | None:
    """The plan that the rounds played have left, and who has which number of it; None if there is nothing to follow."""
    rounds = plan_before(history, options, costs.sizes)
    numbers = numbers_shown(history.rounds, rounds) if rounds is not None and history.rounds else None
    if rounds is None or numbers is None or not _has_sizes(rounds, costs.sizes, options.rounds):
        return None
    return rounds, numbers


def changes_places(costs: Costs, history: History) -> bool:
    """Whether tables of one size change places by lot before this round, which makes others meet."""
    return len(history.rounds) == 1 and not costs.clubs_matter and not costs.apart


def _has_sizes(rounds: Sequence[Tables], sizes: Sequence[int], number: int) -> bool:
    return len(rounds) == number and all(list(map(len, tables)) == list(sizes) for tables in rounds)


def numbers_shown(played: Sequence[Sequence[Sequence[str]]], rounds: Sequence[Tables]) -> Numbers | None:
    """Who has which number, as he sits where the plan has it; None if somebody sits where it has another."""
    numbers: Numbers = {}
    for tables, planned in zip(played, rounds, strict=False):
        if list(map(len, tables)) != list(map(len, planned)):
            return None
        for table, numbered_ in zip(tables, planned, strict=True):
            for key, number in zip(table, numbered_, strict=True):
                if numbers.setdefault(number, key) != key:
                    return None
    return numbers if len(set(numbers.values())) == len(numbers) else None


def _tables_exchanged(rounds: Sequence[Tables], stream: Stream) -> list[Tables]:
    """The plan after tables of one size have changed places in the first round by lot, everybody in his seat there."""
    first = rounds[0]
    number_now: dict[int, int] = {}
    for size in sorted({len(table) for table in first}):
        alike = [table for table in first if len(table) == size]
        for table, other in zip(alike, stream.shuffled(alike), strict=True):
            number_now.update(zip(table, other, strict=True))
    later = [[[number_now[number] for number in table] for table in tables] for tables in rounds[1:]]
    return [first, *later]


def _with_newcomers(
    rounds: Sequence[Tables], played: int, numbers: Numbers, costs: Costs, stream: Stream
) -> Sequence[Tables] | None:
    """The plan with new numbers, by lot, in the places of those who left; `numbers` is told of them."""
    here = {player.key for player in costs.players}
    upcoming = sorted(number for table in rounds[played] for number in table)
    gone = [number for number in upcoming if numbers.get(number) not in here]
    new = stream.shuffled(sorted(here - {numbers[number] for number in upcoming if number in numbers}))
    if len(gone) != len(new):
        return None
    number_of = dict(zip(gone, count(max(*numbers, *upcoming) + 1), strict=False))
    numbers.update({number_of[number]: key for number, key in zip(gone, new, strict=True)})
    return [*rounds[:played], *(_renumbered(tables, number_of) for tables in rounds[played:])]


def _renumbered(tables: Tables, number_of: Mapping[int, int]) -> Tables:
    return [[number_of.get(number, number) for number in table] for table in tables]
