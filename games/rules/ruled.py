"""What a ruling does to the log, and how what an earlier one did is taken back (competition.md 5.5, 2.10, RULES C65).

A decision becomes one or two ordinary lines. Taking it back strikes those lines: what they struck counts again, what
they amended reads as before, what they added is gone, so a ruling that was taken back never happened as far as
letters and places go. Nothing is erased; a strike can be struck itself, which is how a decision that a higher
instance had taken back comes into force once more.

The lines of a ruling, and those that it speaks of, change through a further ruling only: `held_by_rulings` says which
lines those are, `refuse_against_rulings` refuses whatever would change what they say, whether they count, or whom.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

from games.rules.bench import propose
from games.rules.entries import (
    Amend,
    Correction,
    Deal,
    Entry,
    PenaltyLetter,
    SmearDeal,
    Strike,
    Substitute,
    Swap,
    VoidDeal,
)
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
A_FURTHER_RULING = 9
"""How high one must stand for what only a further ruling changes: nobody does who writes in the log himself."""


@dataclass(frozen=True, slots=True)
class Ruled:
    """A ruling as the log knows it: the positions of its lines. `height`: how high its instance stands.

    `earlier`: the lines of those that it overrules, one after the other, which it has taken back.
    """

    entries: tuple[int, ...]
    undoing: tuple[int, ...]
    height: int
    earlier: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Moved:
    """Somebody has a seat that was another's: the labels of both. `came`: he had none at all."""

    label: str
    instead_of: str
    came: bool


def lines_of(
    state: GameState,
    *,
    seat: str,
    decision: str,
    deal: int | None,
    bench: tuple[str, ...] | None,
    reason: str,
    due: int | None = None,
) -> list[Entry]:
    """The lines that carry the decision out. `deal`: the line of the deal that it is about, None for the one being
    played; it may be a line that was struck when an earlier ruling was taken back. In a game that is over a penalty
    letter is taken after that deal; `due`: after which line, where it is about none, in place of the last deal.

    Raises Refused `unknown_seat`, `no_such_deal`, `deal_required` (the game is over), `leaves_no_more`.
    """
    if seat not in state.seats:
        raise Refused("unknown_seat", seat=seat)
    if decision in WITHOUT_EFFECT:
        return []
    letter = PenaltyLetter(seat=seat, reason=reason, after=deal or due or last_deal(state) if state.finished else None)
    if decision == PENALTY_LETTER:
        _refuse_to_leave_after_the_end(state, letter)
        return [letter]
    line = line_of_deal(state, deal)
    if line is None and state.finished:
        raise Refused("deal_required")
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


def held_by_rulings(log: Sequence[Entry], rulings: Iterable[Ruled]) -> dict[int, int]:
    """Position of each line that the rulings in force hold → how high one must stand to correct it.

    What a ruling wrote, and what that corrects, only a further ruling changes. What it took back stands as it was
    before: whoever stands as high as the ruling may still correct it, nobody below.
    """
    held: dict[int, int] = {}
    for ruling in rulings:
        for position in _with_targets(log, (*ruling.earlier, *ruling.undoing)):
            held[position] = max(held.get(position, 0), ruling.height)
        for position in (*_with_targets(log, ruling.entries), *ruling.undoing, *ruling.earlier):
            held[position] = A_FURTHER_RULING
    return held


def held_above(held: Mapping[str, int], height: int) -> frozenset[int]:
    """The lines that are held from who stands so high; `held` as a game keeps it."""
    return frozenset(int(position) for position, needed in held.items() if needed > height)


def refuse_against_rulings(before: GameState, after: GameState, entry: Entry, held: Collection[int]) -> None:
    """Raises Refused `line_of_ruling` if `entry` corrects a line that is `held`, `ruling_stands` if one of them would
    read differently by it, count no more or once more, or strike somebody else.
    """
    if isinstance(entry, Correction) and entry.position in held:
        raise Refused("line_of_ruling")
    if given(before, held) != given(after, held):
        raise Refused("ruling_stands")


def given(state: GameState, positions: Collection[int]) -> list[tuple[Line, str]]:
    """What these lines say and do, and the label of whoever takes a letter by each."""
    lines = [state.lines[position - 1] for position in sorted(positions) if position <= len(state.lines)]
    return [(line, occupant_at(state, line.letter_to, since(line)) if line.letter_to else "") for line in lines]


def since(line: Line) -> int:
    """The line from which on this one counts: itself, unless it is a letter that was found late."""
    return (line.entry.after if isinstance(line.entry, PenaltyLetter) else None) or line.position


def correcting(log: Sequence[Entry], position: int) -> frozenset[int]:
    """The line at `position` and every correction of it, of those corrections, and so on."""
    found = {position}
    for at, entry in enumerate(log, 1):
        if isinstance(entry, Correction) and entry.position in found and at > entry.position:
            found.add(at)
    return frozenset(found)


def _with_targets(log: Sequence[Entry], positions: Iterable[int]) -> set[int]:
    """These lines, what they correct, what that corrects, and so on."""
    found: set[int] = set()
    for start in positions:
        at: int | None = start
        while at is not None and 1 <= at <= len(log) and at not in found:
            found.add(at)
            entry = log[at - 1]
            at = entry.position if isinstance(entry, Correction) else None
    return found


def says(state: GameState, *, decision: str, seat: str, ruling: Ruled, taken_back: Iterable[int]) -> bool:
    """Whether the log says what a ruling in force has decided against `seat`: each of its lines counts and does that,
    and nothing of what it took back (`taken_back`) counts any more, but for what it puts back itself.
    """
    known = range(1, len(state.lines) + 1)
    if not all(position in known for position in (*ruling.entries, *ruling.undoing, *taken_back)):
        return False
    own = [state.lines[position - 1] for position in ruling.entries]
    put_back = {line.entry.position for line in own if isinstance(line.entry, Strike)}
    undoing = [line for at in ruling.undoing if (line := state.lines[at - 1]).position not in put_back]
    again = {_target(state.lines[at - 1]) for at in put_back}
    is_undone = all(state.lines[at - 1].struck for at in taken_back if at not in again)
    is_written = all(line.applied for line in (*own, *undoing))
    return is_undone and is_written and _does(state, decision, seat, own)


def _target(line: Line) -> int | None:
    return line.entry.position if isinstance(line.entry, Correction) else None


def _does(state: GameState, decision: str, seat: str, own: Sequence[Line]) -> bool:
    """Whether these lines, all of which count, do what was decided."""
    if decision in WITHOUT_EFFECT:
        return not own
    if decision == VOID_DEAL:
        is_gone = all(state.lines[line.entry.position - 1].struck for line in own if isinstance(line.entry, Strike))
        return bool(own) and is_gone and all(isinstance(line.entry, Strike | VoidDeal) for line in own)
    letters = [line for line in own if isinstance(line.entry, PenaltyLetter)]
    lost = [
        state.lines[line.entry.position - 1] if isinstance(line.entry, Amend) else line
        for line in own
        if isinstance(line.entry, Amend | Deal)
    ]
    wanted = {PENALTY_LETTER: (0, 1), LOST_DEAL: (1, 0), LOST_DEAL_AND_LETTER: (1, 1)}[decision]
    return (len(lost), len(letters)) == wanted and all(line.letter_to == seat for line in (*lost, *letters))


def line_of_deal(state: GameState, position: int | None) -> Line | None:
    """The line of a deal, played or void. Raises Refused `no_such_deal`."""
    if position is None:
        return None
    if 1 <= position <= len(state.lines) and isinstance(state.lines[position - 1].entry, PLAYED | VoidDeal):
        return state.lines[position - 1]
    raise Refused("no_such_deal", position=position)


def last_deal(state: GameState) -> int | None:
    """The line of the last deal that counts."""
    return next(
        (line.position for line in reversed(state.lines) if line.applied and isinstance(line.entry, PLAYED)), None
    )


def deal_written(lines: Iterable[tuple[int, Entry]]) -> int | None:
    """The position of the deal that a ruling wrote itself, played or void."""
    return next((position for position, entry in lines if isinstance(entry, PLAYED | VoidDeal)), None)


def occupant_at(state: GameState, seat: str, position: int | None) -> str:
    """The label of whoever sat in `seat` when the line at `position` was written; without one who sits there now, or
    who sat there in the last deal of a game that is over.
    """
    if seat not in state.seats:
        raise Refused("unknown_seat", seat=seat)
    if position is None and state.finished:
        position = last_deal(state)
    if position is None:
        return state.seats[seat].occupant
    *_, labels = islice(seatings(state), position + 1)
    return labels[seat]


def seatings(state: GameState) -> Iterator[Mapping[str, str]]:
    """Seat → the label of whoever had it, before the first line and after each, as the log reads now."""
    labels, swaps = state.setup.occupants, state.swaps
    yield labels
    for line in state.lines:
        for swap in swaps.get(line.position, ()):
            labels = exchanged(labels, swap)
        if line.applied and isinstance(line.entry, Substitute):
            labels = {**labels, line.entry.seat: line.entry.occupant}
        yield labels


def exchanged(labels: Mapping[str, str], swap: Swap) -> Mapping[str, str]:
    """Who has which seat once two have changed chairs."""
    return {**labels, swap.seat: labels[swap.other], swap.other: labels[swap.seat]}


def moved(before: GameState, after: GameState) -> list[Moved]:
    """Who has a seat somewhere in the log `after` one more line that he had not there `before`; each move once."""
    then = list(seatings(before))
    return list(
        dict.fromkeys(
            Moved(label, had[seat], came=label not in had.values())
            for had, has in zip([*then, then[-1]], seatings(after), strict=True)
            for seat, label in has.items()
            if label != had[seat]
        )
    )


def taken_from_oneself(state: GameState) -> dict[int, str]:
    """The lines by which somebody takes over the seat that he has already → his label."""
    return {
        line.position: line.entry.occupant
        for line, had in zip(state.lines, seatings(state), strict=False)
        if line.applied and isinstance(line.entry, Substitute) and had[line.entry.seat] == line.entry.occupant
    }


def _refuse_to_leave_after_the_end(state: GameState, letter: PenaltyLetter) -> None:
    """After the deal that ended the game nobody leaves any more (RULES C58). Raises Refused `leaves_no_more`."""
    seat = state.seats[letter.seat]
    completes = seat.left is None and seat.letters + 1 == len(state.setup.letters)
    if completes and state.finished and not state.closed and letter.after == last_deal(state):
        raise Refused("leaves_no_more", seat=letter.seat)


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
    assert proposal is not None  # noqa: S101 – only a game that is over has none; tells the type checker
    return proposal.bench
