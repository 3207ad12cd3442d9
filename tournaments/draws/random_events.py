"""Events by lot, to try the draw on: any number of players, any clubs, a few rounds. The same seed, the same events.

FIDE asks of a pairing program not only a checker but a generator of tournaments; this is ours (C.04.A).
"""

from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256

from games.rules.refusals import Refused
from tournaments.draws.model import Clubs, Options, Pair, Player
from tournaments.draws.opening import refuse_clubs
from tournaments.draws.seeding import Stream
from tournaments.draws.sizes import can_be_seated, splits

MOST_PLAYERS, MOST_ROUNDS, MOST_CLUBS = 48, 5, 12
SMALL_EVENT = 20, 3
CLUB_WISHES: tuple[Clubs, ...] = ("off", "prefer", "require")


@dataclass(frozen=True, slots=True)
class RandomEvent:
    players: tuple[Player, ...]
    rounds: int
    options: Options
    seed: str


def random_events(number: int, seed: str, *, small: bool = False) -> Iterator[RandomEvent]:
    """So many events that can be drawn; `seed` is any text. `small`: few players and rounds, thousands in seconds."""
    for count in range(number):
        digest = sha256(f"random event|{seed}|{count}".encode()).hexdigest()
        yield _event(Stream(digest), digest, *(SMALL_EVENT if small else (MOST_PLAYERS, MOST_ROUNDS)), small=small)


def _event(stream: Stream, seed: str, most_players: int, most_rounds: int, *, small: bool) -> RandomEvent:
    n = 4 + stream.below(most_players - 3)
    while not can_be_seated(n):
        n = 4 + stream.below(most_players - 3)
    clubs, rounds = 1 + stream.below(MOST_CLUBS), 1 + stream.below(most_rounds)
    players = tuple(Player(f"p{number:02}", _club(stream, clubs)) for number in range(1, n + 1))
    ways = splits(n, rounds)
    sizes = ways[stream.below(min(len(ways), 1 if small else 3))].sizes
    wish = CLUB_WISHES[stream.below(3)] if not small or stream.below(6) == 0 else "off"
    if wish == "require" and _are_refused(players, sizes):
        wish = "prefer"
    return RandomEvent(players, rounds, Options(sizes=sizes, clubs=wish, apart=_apart(stream, n, len(sizes))), seed)


def _apart(stream: Stream, n: int, tables: int) -> tuple[Pair, ...]:
    """Now and then a pair or two who may not meet; of more, nobody could promise that they can be kept apart."""
    number = stream.below(3) if stream.below(4) == 0 and tables > 2 else 0
    drawn = [stream.shuffled(range(1, n + 1))[:2] for _ in range(number)]
    return tuple((f"p{min(two):02}", f"p{max(two):02}") for two in drawn)


def _club(stream: Stream, clubs: int) -> str | None:
    chosen = stream.below(clubs + 1)
    return f"c{chosen}" if chosen else None


def _are_refused(players: tuple[Player, ...], sizes: tuple[int, ...]) -> bool:
    try:
        refuse_clubs(players, sizes)
    except Refused:
        return True
    return False
