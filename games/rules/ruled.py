"""What a ruling does to the log, and how what an earlier one did is taken back (competition.md 5.5, 2.10, RULES C65).

A decision becomes one or two ordinary lines. Taking it back strikes those lines: what they struck counts again, what
they amended reads as before, what they added is gone, so a ruling that was taken back never happened as far as
letters and places go. Nothing is erased; a strike can be struck itself, which is how a decision that a higher
instance had taken back comes into force once more.
"""

from __future__ import annotations

from collections.abc import Iterable

from games.rules.bench import propose
from games.rules.entries import Amend, Deal, Entry, PenaltyLetter, SmearDeal, Strike, Substitute, VoidDeal
from games.rules.refusals import Refused
from games.rules.renonc import (
    LIFTED,
    LOST_DEAL,
    LOST_DEAL_AND_LETTER,
    PENALTY_LETTER,
    VOID_DEAL,
    WARNING,
)
from games.rules.replay import GameState, Line

WITHOUT_EFFECT = (WARNING, LIFTED)
PLAYED = Deal | SmearDeal


def lines_of(
    state: GameState, *, seat: str, decision: str, deal: int | None, bench: tuple[str, ...] | None, reason: str
) -> list[Entry]:
    """The lines that carry the decision out. `deal`: the line of the deal that it is about, None for the one being
    played; it may be a line that was struck when an earlier ruling was taken back.

    Raises Refused `unknown_seat`, `no_such_deal`, `game_over`.
    """
    if seat not in state.seats:
        raise Refused("unknown_seat", seat=seat)
    if decision in WITHOUT_EFFECT:
        return []
    letter = PenaltyLetter(seat=seat, reason=reason)
    if decision == PENALTY_LETTER:
        return [letter]
    line = line_of_deal(state, deal)
    if decision == VOID_DEAL:
        return _voided(state, line, bench, reason)
    lost = _lost(state, line, seat, bench)
    if decision == LOST_DEAL_AND_LETTER:
        return [*lost, letter]
    if decision == LOST_DEAL:
        return lost
    raise AssertionError(f"a decision without an effect: {decision}")


def taking_back(state: GameState, positions: Iterable[int], reason: str = "") -> list[Entry]:
    """The lines that take earlier ones back, the last first. What was struck meanwhile needs no second strike."""
    return [
        Strike(position=position, reason=reason)
        for position in sorted(positions, reverse=True)
        if not state.lines[position - 1].struck
    ]


def line_of_deal(state: GameState, position: int | None) -> Line | None:
    """The line of a deal, played or void. Raises Refused `no_such_deal`."""
    if position is None:
        return None
    if 1 <= position <= len(state.lines) and isinstance(state.lines[position - 1].entry, PLAYED | VoidDeal):
        return state.lines[position - 1]
    raise Refused("no_such_deal", position=position)


def deal_written(lines: Iterable[tuple[int, Entry]]) -> int | None:
    """The position of the deal that a ruling wrote itself, played or void."""
    return next((position for position, entry in lines if isinstance(entry, PLAYED | VoidDeal)), None)


def occupant_at(state: GameState, seat: str, position: int | None) -> str:
    """The label of whoever sat in `seat` when the line at `position` was written; who sits there now without one."""
    if seat not in state.seats:
        raise Refused("unknown_seat", seat=seat)
    if position is None:
        return state.seats[seat].occupant
    came = [
        line.entry.occupant
        for line in state.lines[:position]
        if line.applied and isinstance(line.entry, Substitute) and line.entry.seat == seat
    ]
    return came[-1] if came else state.setup.occupants[seat]


def _lost(state: GameState, line: Line | None, seat: str, bench: tuple[str, ...] | None) -> list[Entry]:
    if line is None:
        return [Deal(loser=seat, bench=_bench_now(state) if bench is None else bench)]
    if isinstance(line.entry, VoidDeal):
        return [Deal(loser=seat, bench=line.entry.bench)]
    back: list[Entry] = [
        Strike(position=strike.position)
        for strike in state.lines
        if isinstance(strike.entry, Strike) and strike.applied and strike.entry.position == line.position
    ]
    # An amendment also where he is the loser already: the line says what was ruled, whatever is corrected later.
    return [*back, Amend(position=line.position, changes={"loser": seat})]


def _voided(state: GameState, line: Line | None, bench: tuple[str, ...] | None, reason: str) -> list[Entry]:
    """The deal being played, or the last one, is played once more. An earlier one only ceases to count."""
    if line is None:
        now = () if state.smear else _bench_now(state) if bench is None else bench
        return [VoidDeal(bench=now, reason=reason)]
    struck: list[Entry] = [] if line.struck else [Strike(position=line.position, reason=reason)]
    later = any(
        other.applied and isinstance(other.entry, PLAYED) and other.position > line.position for other in state.lines
    )
    again = [] if later else [VoidDeal(bench=getattr(line.entry, "bench", ()), reason=reason)]
    return [*struck, *again]


def _bench_now(state: GameState) -> tuple[str, ...]:
    proposal = propose(state)
    if proposal is None:
        raise Refused("game_over")
    return proposal.bench
