"""Lots: a permutation of start numbers that follows from the seed and from nothing else, and the draw by these lots.

Block number i of a seed is SHA-256("pub-draw/1|block|" seed "|" i), read as one whole number. A number below n is the
next block modulo n; blocks at or above the largest multiple of n are thrown away, so all are alike. Start numbers in
rising order are shuffled by Fisher-Yates from the top. The engine then sees lot numbers and never a start number: what
it does with them can favour nobody, because nobody knew before which lot would be whose.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import count
from typing import TypeVar

from tournaments.ceremony.digests import digest_of
from tournaments.draws.apart import named
from tournaments.draws.draw import draw
from tournaments.draws.model import Options, Plan, Player, Table, history_of
from tournaments.draws.seeding import Stream

Item = TypeVar("Item")
Tables = Sequence[Sequence[str]]

_BLOCK = 1 << 256


@dataclass(frozen=True, slots=True)
class ByLots:
    """`order`: the players' keys, lot 1 first; `plan`: tables and seats by lot number, as the engine found it.

    `next`: the event's plan as these lots leave it; None if the round was searched for.
    """

    order: tuple[str, ...]
    plan: tuple[tuple[int, ...], ...]
    version: str
    seed: str
    next: Plan | None

    @property
    def tables(self) -> tuple[Table, ...]:
        """The tables of the plan, each lot number replaced by the player who drew it."""
        return tuple(tuple(self.order[lot - 1] for lot in table) for table in self.plan)


def checked_seed(seed: str) -> str:
    """A seed or secret in lower-case hex. Raises Refused `bad_seed`."""
    return Stream(seed).seed


def shuffled(items: Iterable[Item], seed: str) -> list[Item]:
    """The items in the order of their lots: the first has drawn lot 1."""
    lots, blocks = list(items), count()
    for top in range(len(lots) - 1, 0, -1):
        other = _below(top + 1, seed, blocks)
        lots[top], lots[other] = lots[other], lots[top]
    return lots


def _below(limit: int, seed: str, blocks: "count[int]") -> int:
    fair = _BLOCK - _BLOCK % limit
    for block in blocks:
        number = int(digest_of("block", seed, str(block)), 16)
        if number < fair:
            return number % limit
    raise AssertionError("a count without end has ended")


def draw_by_lots(
    players: Sequence[Player], rounds: Sequence[Tables], options: Options, seed: str, before: Plan | None = None
) -> ByLots:
    """Draw players, given in the order of their start numbers, who sat as `rounds` say. Refuses what `draw` refuses.

    `before`: the event's plan as the last draw left it (`ByLots.next`).
    """
    seed = checked_seed(seed)
    order = shuffled(players, seed)
    lot_of = {player.key: _lot(number) for number, player in enumerate(order, start=1)}
    here = [(one, other) for one, other in options.apart if one in lot_of and other in lot_of]
    apart = tuple(sorted((min(two), max(two)) for two in ((lot_of[one], lot_of[other]) for one, other in here)))
    with named({lot: key for key, lot in lot_of.items()}):
        by_lot = draw(
            [Player(lot_of[player.key], player.club, player.country) for player in order],
            history_of(_renamed(rounds, lot_of), before),
            replace(options, apart=apart),
            digest_of("engine", seed),
        )
    plan = tuple(tuple(int(lot) for lot in table) for table in by_lot.tables)
    keys = tuple(player.key for player in order)
    return ByLots(order=keys, plan=plan, version=by_lot.version, seed=seed, next=by_lot.plan)


def _lot(number: int) -> str:
    """A lot as the key of a player: keys sort as the numbers do."""
    return f"{number:07}"


def _renamed(rounds: Sequence[Tables], lot_of: Mapping[str, str]) -> list[list[list[str]]]:
    """Earlier rounds by lots; who no longer plays keeps a name of his own, which no lot has."""
    return [[[lot_of.get(key, f"gone {key}") for key in table] for table in tables] for tables in rounds]
