"""What was really played at a table: the deals that a simulated history is held against."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from games.rules.bench import propose
from games.rules.chance import Chance
from games.rules.entries import Deal
from games.rules.replay import replay
from games.rules.setup import GameSetup

TABLES = ("KA ABCD", "KAM ABCD", "KAM ABCDE", "KAMI ABCD", "KA ABCDE", "KA ABCDEF", "KAMIL ABCD", "KAM ABCD")
SCRIPTS = 64
LONG, TWENTY = "KOČIČKA ABCDEF", 20


@dataclass(frozen=True, slots=True)
class Truth:
    """A game as it was played: `deals` with who dealt each."""

    setup: GameSetup
    deals: tuple[tuple[Deal, str], ...]
    players: tuple[tuple[str, ...], ...]


@cache
def truth(number: int) -> Truth:
    """One of the games; there are `SCRIPTS` of them, so that they are played out once."""
    return _played(TABLES[number % len(TABLES)], number, 9)


@cache
def long_truth(number: int) -> Truth:
    """As above, a game of `TWENTY` deals and more to come."""
    return _played(LONG, number, TWENTY)


def _played(table: str, number: int, most: int) -> Truth:
    word, seats = table.split()
    chance, setup = Chance(f"truth {number}"), GameSetup(tuple(word), tuple(seats))
    log: list[Deal] = []
    deals: list[tuple[Deal, str]] = []
    players = []
    while (proposal := propose(replay(setup, log))) is not None and len(deals) < most:
        deal = Deal(chance.one_of(proposal.players), proposal.bench)
        log.append(deal)
        players.append(proposal.players)
        deals.append((deal, proposal.dealer))
    return Truth(setup, tuple(deals), tuple(players))
