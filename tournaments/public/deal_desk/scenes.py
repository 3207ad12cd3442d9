"""What lies on the table at one position of a deal, and what is said about it: the same few values for both games.

A position is a number of cards played. Before the first is one for what comes before the cards (the pass; bids and
discards), after the last perhaps one for an end that is no card. The page of a deal knows nothing but these values.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, NamedTuple, Protocol

from games.rules.cards import Card

BEFORE_THE_CARDS = -1


class Held(NamedTuple):
    """A card in a hand. `kind`: it goes away now, or has just come; `sign` says so in a word."""

    card: Card
    kind: Literal["", "away", "new"] = ""
    sign: str = ""


class Laid(NamedTuple):
    """A card on the table, None where it is still to fall. `number` counts the cards of the deal from 1."""

    seat: str
    place: int
    card: Card | None = None
    number: int = 0
    leads: bool = False
    takes: bool = False
    is_revoke: bool = False


@dataclass(frozen=True, slots=True)
class Seat:
    """A seat at one position. `place`: clockwise from the lower edge of the table, from 0."""

    name: str
    place: int
    hand: tuple[Held, ...]
    deals: bool
    is_open: bool
    to_play: bool = False


class Tally(NamedTuple):
    """What a seat or a party has so far. `most`: all that there is; with `enough` it is decided.

    `beside` is a word more: the number of tricks, the names of the points.
    """

    name: str
    points: int
    beside: str
    most: int
    enough: int
    is_next: bool = False


@dataclass(frozen=True, slots=True)
class Line:
    """A trick. `at`: the position in which it is complete, or as far as it has come; `taker` is None if it is not."""

    number: int
    cards: tuple[Laid, ...]
    taker: str | None
    points: int
    at: int


@dataclass(frozen=True, slots=True)
class Scene:
    """`trick`: the one that lies on the table, None before the cards. `to_play`: the seat whose turn it is.

    `may_play`: what that seat may play; `is_bound`: it holds other cards too, and may not play them.
    """

    at: int
    seats: tuple[Seat, ...]
    trick: Line | None = None
    tallies: tuple[Tally, ...] = ()
    to_play: str | None = None
    may_play: tuple[Card, ...] = ()
    is_bound: bool = False

    @property
    def has_hands(self) -> bool:
        """Somebody still holds a card."""
        return any(seat.hand for seat in self.seats)

    @property
    def leads(self) -> bool:
        """The next card leads to a trick."""
        trick = self.trick
        return self.to_play is not None and (trick is None or trick.taker is not None or trick.cards[0].card is None)

    @property
    def player(self) -> Seat | None:
        """The seat whose turn it is."""
        return next((seat for seat in self.seats if seat.to_play), None)


class Finding(NamedTuple):
    """A sentence about something that should not have been; `at`: the position where it can be seen, if any."""

    text: str
    at: int | None


class Told(NamedTuple):
    """What is said at a position: where this is, what has happened and who is next; then what was wrong here.

    `offences`: sentences with their kind, `revoke` or `shown` (a revoke comes to light).
    """

    title: str
    sentences: tuple[str, ...]
    offences: tuple[tuple[str, str], ...] = ()


class DeskDeal(Protocol):
    """A recorded deal of either game as the page of a deal wants it. Sentences have their cards by `said.face`."""

    @property
    def notation(self) -> str: ...
    @property
    def seats(self) -> tuple[str, ...]: ...
    @property
    def first(self) -> int: ...
    @property
    def last(self) -> int: ...
    @property
    def lines(self) -> tuple[Line, ...]: ...
    @property
    def outcome(self) -> str: ...
    @property
    def remarks(self) -> tuple[str, ...]: ...
    @property
    def findings(self) -> tuple[Finding, ...]: ...
    @property
    def is_open(self) -> bool:
        """Cards are still to be played."""
        ...

    @property
    def is_silent_tie(self) -> bool:
        """The rules leave it to a setting who loses (RULES C51)."""
        ...

    def scene(self, position: int, *, hand: str = "") -> Scene:
        """What lies on the table. `hand`: the one seat whose cards lie open, "" for all."""
        ...

    def told(self, scene: Scene) -> Told: ...
    def draft(self, position: int) -> str:
        """The notation of the deal up to a position, to be entered differently from there; "" if that cannot be."""
        ...

    def deal_document(self) -> Mapping[str, object]: ...
    def ruling_document(self) -> Mapping[str, object]: ...
