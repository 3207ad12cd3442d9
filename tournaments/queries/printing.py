"""What goes on paper: the seating by table and by name, an empty score sheet for each table, cards to be cut out.

competition.md 7: when the system is down the evening goes on by hand. A sheet has as many rows as the game can have
deals at most (2.3) and a row for each void deal or penalty letter that may come between. The word stands on it only
if it is public or the director says so (6).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from operator import attrgetter
from typing import Any, TypeVar

from games.rules.bench import propose
from games.rules.replay import replay
from games.rules.setup import GameSetup
from tournaments.models import Draw, Event, Registration, Round, RoundKind
from tournaments.projections import regulations_of
from tournaments.queries.hand_edits import hand_edits
from tournaments.queries.seating import SeatedTable, seating_of
from tournaments.queries.standing_rows import Row
from tournaments.texts.about_languages import name_order

USUAL_LETTERS = 5  # of a word that nobody has entered yet
SPARE_ROWS = 2
ROWS_OF_SMEAR = 22  # nobody can say how many deals a game takes; more fit on no sheet
IN_ONE_COLUMN = 16  # rows that still leave room to write on one sheet of A4
IN_TWO_COLUMNS = 48
CARDS = 10  # on one sheet of A4
BADGES = 12
PODIUM = 3

Thing = TypeVar("Thing")


@dataclass(frozen=True, slots=True)
class ByName:
    """Where somebody sits, for a list in the order of nicks. `is_gone`: he has withdrawn before the start."""

    nick: str
    club: str
    table: int
    seat: str
    is_gone: bool


@dataclass(frozen=True, slots=True)
class Sheet:
    """A score sheet. `letters` are empty texts where the word is not to be read; `first_bench`: the bench of deal 1.

    `parties`: of a table of Smear.
    """

    table: SeatedTable
    letters: tuple[str, ...]
    first_bench: tuple[str, ...]
    most_deals: int
    parties: tuple[str, ...] = ()

    @property
    def columns(self) -> list[list[int | None]]:
        """The numbers of the deals in one to three columns, with a few rows without a number at the end."""
        rows = self.most_deals + SPARE_ROWS
        columns = 1 if self.parties or rows <= IN_ONE_COLUMN else 2 if rows <= IN_TWO_COLUMNS else 3
        height = -(-rows // columns)
        numbered: list[int | None] = [*range(1, self.most_deals + 1)]
        return on_sheets(numbered + [None] * (height * columns - self.most_deals), height)


@dataclass(frozen=True, slots=True)
class NameCard:
    nick: str
    club: str
    country: str


def on_sheets(things: Sequence[Thing], size: int) -> list[list[Thing]]:
    """Things in the order given, so many on each sheet."""
    return [list(things[start : start + size]) for start in range(0, len(things), size)]


def name_cards(event: Event) -> list[NameCard]:
    """Everybody who is in, by nick. One statement."""
    rows = Registration.objects.filter(event=event).playing().select_related("club__federation")
    cards = [
        NameCard(one.nick, one.club.name if one.club else "", one.club.federation.country if one.club else "")
        for one in rows
    ]
    return sorted(cards, key=name_order(attrgetter("nick")))


def honoured(placed: Sequence[Row], entry: str = "") -> list[Row]:
    """Who gets a diploma: `entry` alone, or else the podium."""
    return [row for row in placed if (row.key == entry if entry else row.official <= PODIUM)]


def of_which_draw(round_: Round) -> dict[str, Any]:
    """`drawn`: the draw that a seating is of, if there was one here; `changed_at`: of the last change by hand since.

    Three statements.
    """
    drawn = Draw.objects.filter(round=round_).only("attempt", "seed", "at").order_by("-attempt").first()
    changed = [edit.at for edit in hand_edits(round_) if drawn is None or edit.at >= drawn.at]
    return {"drawn": drawn, "changed_at": changed[-1] if changed else None}


def by_name(tables: tuple[SeatedTable, ...]) -> list[ByName]:
    """Everybody who sits at `tables`, by nick."""
    found = [
        ByName(
            nick=seat.registration.nick,
            club=seat.registration.club.name if seat.registration.club else "",
            table=table.number,
            seat=seat.letter,
            is_gone=seat.is_gone and table.game is None,
        )
        for table in tables
        for seat in table.seats
    ]
    return sorted(found, key=name_order(attrgetter("nick")))


def sheets_of(round_: Round, word: Sequence[str] = ()) -> list[Sheet]:
    """A sheet for each table of a round, with the letters of the word, or with room for a usual one. One statement."""
    letters = tuple(word) or ("",) * (1 if round_.kind == RoundKind.PLAY_OFF else USUAL_LETTERS)
    return [_sheet(table, letters, round_) for table in seating_of(round_)]


def _sheet(table: SeatedTable, letters: tuple[str, ...], round_: Round) -> Sheet:
    setup = GameSetup(
        letters=letters,
        seats=tuple(seat.letter for seat in table.seats),
        options=regulations_of(round_.event).game_options(),
    )
    state = replay(setup, [])
    proposal = propose(state)
    bench = proposal.bench if proposal else ()
    if state.smear:
        return Sheet(table, (), bench, ROWS_OF_SMEAR, state.smear.parties)
    return Sheet(table, letters, bench, state.deals_to_go[1] if state.deals_to_go else 0)
