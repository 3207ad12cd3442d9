"""Who sits where: the tables of a round as they stand, and, before the start, what speaks for and against them.

Swaps by hand are tried out before they are kept. A proposal is the seating that is stored and a list of swaps of seats
(`1A-2C`); everything that is said of it is counted anew by `tournaments.draws`, whoever asks and however often. The
mark says of which seating a proposal speaks: who tries out swaps while another tab keeps some is told so.
"""

from __future__ import annotations

import hashlib
import json
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from games.models import Game
from tournaments.draws.event_quality import Rule
from tournaments.draws.model import History, Options, Player, Quality
from tournaments.draws.quality import quality_of
from tournaments.draws.round_rules import rules_of
from tournaments.models import Draw, Occupant, Registration, RegistrationStatus, Round
from tournaments.projections import regulations_of
from tournaments.queries.ceremonies import keeps_clubs_apart
from tournaments.queries.draw_history import as_player, history_before, reads_others
from tournaments.queries.smear import Party, parties_at

Swap = tuple[str, str]
"""Two seats by code: table and letter, 12B."""
Faults = Mapping[str, tuple[tuple[str, Mapping[str, object]], ...]]

MARK = 16  # hex digits: the mark tells two seatings apart, it is no secret


@dataclass(frozen=True, slots=True)
class Seat:
    """Who sits in a seat now. `faults` are those of `draws.quality`, with nicks in place of keys."""

    letter: str
    registration: Registration
    letters: int = 0
    left: int | None = None
    match_ball: bool = False
    faults: tuple[tuple[str, Mapping[str, object]], ...] = ()

    @property
    def is_gone(self) -> bool:
        """Whether he has withdrawn from the event."""
        return self.registration.status == RegistrationStatus.WITHDRAWN


@dataclass(frozen=True, slots=True)
class SeatedTable:
    number: int
    game: Game | None
    seats: tuple[Seat, ...]

    @property
    def deals(self) -> int:
        return int(self.game.state["deals"]) if self.game else 0

    @property
    def to_go(self) -> Sequence[int]:
        return self.game.state["to_go"] or () if self.game else ()

    @property
    def parties(self) -> tuple[Party, ...]:
        """The parties of a table of Smear with their scores."""
        nicks = {seat.letter: seat.registration.nick for seat in self.seats}
        return parties_at(self.game.state, nicks) if self.game else ()


@dataclass(frozen=True, slots=True)
class Seating:
    """The tables of a round with their quality as they stand; `quality` is None where nothing is drawn.

    `mark` is that of the seating which is stored, before the swaps that are only proposed; `drawn`: the rules as the
    engine's tables had them, in the same order; `is_stale`: an earlier round was changed since the draw has read it.
    """

    tables: tuple[SeatedTable, ...]
    quality: Quality | None = None
    rules: tuple[Rule, ...] = ()
    drawn: tuple[Rule, ...] = ()
    mark: str = ""
    is_stale: bool = False
    swapped: tuple[tuple[str, str], ...] = field(default=())  # nicks, for each swap that was proposed


def seating_of(round_: Round) -> tuple[SeatedTable, ...]:
    """The tables of a round with who sits there now. One statement."""
    return _tables(occupants_of(round_), {})


def judged_seating(round_: Round, swaps: Sequence[Swap] = ()) -> Seating:
    """The seating before the start, after these swaps, with what speaks for and against it. Three statements."""
    occupants = occupants_of(round_)
    if not occupants:
        return Seating(())
    mark, swapped = mark_of(occupants), _swap(occupants, swaps)
    players = [as_player(occupant.registration) for occupant in occupants]
    drawn = newest_draw(round_)
    tables, history, options = list(keys_of(occupants).values()), history_before(round_), options_now(round_, drawn)
    quality = quality_of(tables, players, history, options)
    return Seating(
        tables=_tables(occupants, with_nicks(quality, [occupant.registration for occupant in occupants])),
        quality=quality,
        rules=rules_of(tables, players, history, options, quality),
        drawn=_drawn_rules(drawn, history, options),
        mark=mark,
        is_stale=drawn is not None and reads_others(history, drawn.inputs["rounds"]),
        swapped=swapped,
    )


def newest_draw(round_: Round) -> Draw | None:
    """Return the last draw of a round; None if it was never drawn. One statement."""
    return round_.draws.order_by("-attempt").first()


def options_now(round_: Round, drawn: Draw | None) -> Options:
    """Return the options under which a seating by hand is judged; who must be apart stands in what was drawn."""
    regulations = regulations_of(round_.event)
    counts = keeps_clubs_apart(round_)
    apart = drawn.inputs["options"].get("apart", ()) if drawn else ()
    return Options(
        clubs=regulations.clubs_apart if counts else "off",
        countries=regulations.countries_apart if counts else "off",
        allowed=regulations.game_options().table_sizes,
        apart=tuple((one, other) for one, other in apart),
    )


def _drawn_rules(drawn: Draw | None, history: History, options: Options) -> tuple[Rule, ...]:
    """The rules of the engine's tables, with those who were drawn then."""
    if drawn is None:
        return ()
    return rules_of(drawn.tables, [Player(**player) for player in drawn.inputs["players"]], history, options)


def occupants_of(round_: Round) -> list[Occupant]:
    """Whoever sits, or sat, at the tables of a round, by table and seat. One statement."""
    rows = Occupant.objects.filter(round=round_, active=True)
    related = rows.select_related("registration__club__federation", "table__game")
    return list(related.order_by("table__number", "seat", "label"))


def keys_of(occupants: Sequence[Occupant]) -> dict[int, list[str]]:
    """Table number → entry keys in the order of the seats."""
    found: dict[int, list[str]] = defaultdict(list)
    for occupant in occupants:
        found[occupant.table.number].append(occupant.registration.key)
    return dict(found)


def tables_now(occupants: Sequence[Occupant]) -> list[tuple[str, ...]]:
    """The tables by number, each the keys in the order of its seats; one that was given up is empty."""
    found = keys_of(occupants)
    return [tuple(found.get(number, ())) for number in range(1, max(found, default=0) + 1)]


def mark_of(occupants: Sequence[Occupant]) -> str:
    """What tells this seating from any other of the round."""
    text = json.dumps([[code_of(occupant), occupant.registration.key] for occupant in occupants])
    return hashlib.sha256(text.encode()).hexdigest()[:MARK]


def code_of(occupant: Occupant) -> str:
    """Return the code of a seat: its table's number and its letter, such as `1A`."""
    return f"{occupant.table.number}{occupant.seat}"


def parse_swaps(text: str) -> tuple[Swap, ...]:
    """Read `1A-2C.3B-1D` as swaps of seats; what is none is passed over."""
    pairs = [part.split("-") for part in text.split(".")]
    return tuple((pair[0], pair[1]) for pair in pairs if len(pair) == 2)


def with_swap(swaps: Sequence[Swap], one: str, other: str) -> tuple[Swap, ...]:
    """Add one more swap; the last one done the other way round is taken back."""
    if swaps and set(swaps[-1]) == {one, other}:
        return tuple(swaps[:-1])
    return (*swaps, (one, other))


def swaps_text(swaps: Sequence[Swap]) -> str:
    """Write swaps as text, for an address or a form; `parse_swaps` reads it."""
    return ".".join("-".join(swap) for swap in swaps)


def _swap(occupants: Sequence[Occupant], swaps: Sequence[Swap]) -> tuple[tuple[str, str], ...]:
    """Put people into each other's seats, in memory alone. Returns who, by nick; seats that are not there stay."""
    at = {code_of(occupant): occupant for occupant in occupants}
    done = []
    for code, other_code in swaps:
        one, other = at.get(code), at.get(other_code)
        if one is None or other is None or one is other:
            continue
        one.registration, other.registration = other.registration, one.registration
        done.append((other.registration.nick, one.registration.nick))
    return tuple(done)


def _tables(occupants: Sequence[Occupant], faults: Faults) -> tuple[SeatedTable, ...]:
    by_table: dict[int, list[Seat]] = defaultdict(list)
    games: dict[int, Game | None] = {}
    for occupant in occupants:
        games[occupant.table.number] = occupant.table.game
        state = (
            occupant.table.game.state["seats"][occupant.seat] if occupant.table.game else {"occupant": occupant.label}
        )
        if state["occupant"] == occupant.label:
            by_table[occupant.table.number].append(
                Seat(
                    letter=occupant.seat,
                    registration=occupant.registration,
                    letters=state.get("letters", 0),
                    left=state.get("left"),
                    match_ball=state.get("match_ball", False),
                    faults=faults.get(occupant.registration.key, ()),
                )
            )
    return tuple(SeatedTable(number, games[number], tuple(seats)) for number, seats in by_table.items())


def with_nicks(
    quality: Quality, people: Sequence[Registration]
) -> dict[str, tuple[tuple[str, Mapping[str, object]], ...]]:
    """The faults of each player, with nicks and names of clubs in place of keys."""
    nicks = {registration.key: registration.nick for registration in people}
    clubs = {registration.club.code: registration.club.name for registration in people if registration.club}
    names = {**clubs, **nicks}

    def named(value: object) -> object:
        return names.get(value, value) if isinstance(value, str) else value

    return {
        key: tuple((fault.code, {name: named(value) for name, value in fault.values.items()}) for fault in faults)
        for key, faults in quality.per_player.items()
    }
