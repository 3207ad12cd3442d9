"""All rounds of an event drawn at once: players, rounds, options and a seed in; tables, seats and quality out.

First the best plan known for the sizes (`plans`), which repeats as little as anybody knows how; then lots, which decide
who gets which number of it (`numbering`). Only if that leaves club-mates together, or people who met before the event,
tables are changed by swaps (`weave`), repeats being dearer than club-mates unless those must be apart. Seats come last,
by lot and fair over all rounds (`seat_lots`). The same four inputs and history give the same drawing
everywhere.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from games.rules.refusals import Refused
from tournaments.draws.costs import Costs
from tournaments.draws.draw import checked_players, opening_apart, refuse_impossible_rules, sizes_for
from tournaments.draws.event_quality import EventQuality, event_quality_of
from tournaments.draws.model import History, Options, Player, Table
from tournaments.draws.numbering import numbered
from tournaments.draws.opening import opening
from tournaments.draws.plans import SMALL, looks_allowed, plan
from tournaments.draws.seat_lots import whole_event_by_lot
from tournaments.draws.seeding import VERSION, Stream
from tournaments.draws.sizes import least_repeats
from tournaments.draws.weave import CLUB, FORBIDDEN, MEETING, Tables, Weave, mend

WALKS = 3
"""So often at most tables are mended, each time after other lots, while something better is not proved impossible."""


@dataclass(frozen=True, slots=True)
class EventDrawing:
    """The tables of every round, and what is needed to make them again."""

    rounds: tuple[tuple[Table, ...], ...]
    quality: EventQuality
    version: str
    seed: str


def draw_event(
    players: Iterable[Player], rounds: int, options: Options, seed: str, history: History | None = None
) -> EventDrawing:
    """Seat the players for so many rounds. Refused as `draw.draw` refuses, and too_few_rounds."""
    stream, before = Stream(seed), history or History()
    if rounds < 1:
        raise Refused("too_few_rounds", rounds=rounds)
    listed = checked_players(players)
    sizes = sizes_for(listed, options, rounds)
    refuse_impossible_rules(listed, sizes, options)
    costs = Costs(players=listed, history=before, options=options, sizes=sizes)
    drawn = whole_event_by_lot(_drawn(costs, rounds, options, stream), stream.fork("seats"))
    keys = [player.key for player in listed]
    named = tuple(tuple(tuple(keys[number] for number in table) for table in tables) for tables in drawn)
    quality = event_quality_of(named, listed, before, options)
    return EventDrawing(rounds=named, quality=quality, version=VERSION, seed=stream.seed)


def _drawn(costs: Costs, rounds: int, options: Options, stream: Stream) -> Sequence[Tables]:
    """The rounds in players' numbers, without seats."""
    sizes = tuple(costs.sizes)
    design, least = plan(sizes, rounds), _least(costs, rounds)
    best: Weave | None = None
    for _ in range(WALKS if len(costs.players) <= SMALL else 1):
        player_of = numbered(stream.shuffled(range(len(costs.players))), costs, design, stream)
        followed = [[[player_of[number] for number in table] for table in tables] for tables in design]
        if not _needs_mending(costs, followed):
            return followed
        mended = _mended(costs, followed, stream, least)
        best = mended if best is None or mended.total < best.total else best
        if best.total <= least:
            break
    if best is None or best.total >= FORBIDDEN:
        best = _mended(costs, [_opening(costs, options, stream) for _ in range(rounds)], stream, least)
    return best.rounds


def _least(costs: Costs, rounds: int) -> int:
    """What is proved that no mending goes below."""
    together = rounds * costs.least_club_pairs if costs.options.clubs == "prefer" else 0
    return least_repeats(costs.sizes, rounds) * MEETING + together * CLUB


def _opening(costs: Costs, options: Options, stream: Stream) -> Tables:
    return opening_apart(costs, stream) if costs.apart else opening(costs, stream)


def _needs_mending(costs: Costs, rounds: Sequence[Tables]) -> bool:
    if any(costs.met) or any(costs.large_before):
        return True
    return not all(costs.keeps_apart(table) for tables in rounds for table in tables)


def _mended(costs: Costs, rounds: Sequence[Tables], stream: Stream, least: int) -> Weave:
    weave = Weave(
        rounds,
        club_of=costs.club,
        apart=costs.apart,
        mates=costs.mates,
        club_price={"off": 0, "prefer": CLUB, "require": FORBIDDEN}[costs.options.clubs],
        met=costs.met,
        large_before=costs.large_before,
    )
    mend(weave, stream, looks_allowed(weave.players, len(rounds)), least=least)
    return weave
