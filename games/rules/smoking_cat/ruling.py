"""What the rules say about a recorded deal: tricks, points, the loser, every renonc (formats/deal-file.md).

The deal is gone through as it was played. A revoke (renonc B) does not stop that: the trick is taken as it lies, and
at the end the first who revoked loses the deal (RULES C61, C63). A misdeal (renonc C), a wrong pass and a card that was
not in the hand do: from there on nobody can say what would have been, so there is no loser. Who packs loses
(RULES C46); with 17 points somebody has lost, whatever is still to come (RULES C47).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from games.rules.cards import PACK, STRENGTH, Card
from games.rules.smoking_cat.play import (
    CARDS_EACH,
    CARDS_PASSED,
    PLAYERS,
    Hand,
    State,
    give,
    lay,
    left_off,
    legal_plays,
    start,
)
from games.rules.smoking_cat.points import (
    ALL_POINTS,
    OPEN,
    SURE_TO_LOSE,
    TieWithoutHejma,
    Verdict,
    certain_loser,
    loser_of,
)
from games.rules.smoking_cat.record import DealRecord
from games.rules.tricks import Trick


def trick_of(play: int) -> int:
    """The number of the trick, from 1, in which the card with this number fell."""
    return (play - 1) // PLAYERS + 1


@dataclass(frozen=True, slots=True)
class Revoke:
    """Renonc B. `play` counts the cards of the deal from 1; `came_to_light`: the trick, from 1, in which the seat first
    showed a card that it should have played, None if the deal ended before.
    """

    seat: str
    play: int
    card: Card
    could_have_played: Hand
    came_to_light: int | None = None

    @property
    def trick(self) -> int:
        return trick_of(self.play)

    def document(self) -> dict[str, object]:
        return {
            "code": "renonc_b",
            "seat": self.seat,
            "play": self.play,
            "card": self.card,
            "could_have_played": list(self.could_have_played),
        }


@dataclass(frozen=True, slots=True)
class Obstacle:
    """Why a deal cannot be ruled on: `renonc_c`, `bad_pass` or `not_held`, with what the finding of the file names."""

    code: str
    values: Mapping[str, object]

    def document(self) -> dict[str, object]:
        return {"code": self.code, **self.values}


@dataclass(frozen=True, slots=True)
class Ruling:
    """`state` is the deal as far as it could be followed, None if it could not be dealt or passed."""

    record: DealRecord
    state: State | None
    revokes: tuple[Revoke, ...]
    obstacles: tuple[Obstacle, ...]
    verdict: Verdict

    @property
    def is_complete(self) -> bool:
        """Whether all 33 points of the deal have gone to somebody."""
        return not self.obstacles and sum(self.points.values()) == ALL_POINTS

    @property
    def findings(self) -> tuple[Revoke | Obstacle, ...]:
        return (*self.revokes, *self.obstacles)

    @property
    def points(self) -> dict[str, int]:
        return self.state.points if self.state else dict.fromkeys(self.record.seats, 0)

    @property
    def tricks(self) -> tuple[Trick, ...]:
        return self.state.tricks if self.state else ()

    @property
    def ended_too_early(self) -> bool:
        """It is said to have ended early though nobody had 17."""
        return self.record.ended_early and max(self.points.values()) < SURE_TO_LOSE

    @property
    def packed_too_early(self) -> bool:
        """Whether somebody packed who has not 17 points even with all that was left."""
        packer = self.state.packed_by if self.state else None
        return packer is not None and self.points[packer] < SURE_TO_LOSE


def adjudicate(record: DealRecord, *, tie_without_hejma: TieWithoutHejma = "ask") -> Ruling:
    """The ruling on any record of four seats. `tie_without_hejma`: who loses 11–11–10–1 (RULES C51)."""
    obstacles = _misdeal(record) or _bad_passes(record)
    if obstacles:
        return Ruling(record, None, (), obstacles, OPEN)
    state = _after_passing(record)
    played: list[_Play] = []
    for number, card in enumerate(record.plays, 1):
        seat = state.seats[state.turn]
        if card not in state.hands[state.turn]:
            obstacle = Obstacle("not_held", {"seat": seat, "play": number, "card": card})
            return Ruling(record, state, _revokes(played), (obstacle,), OPEN)
        played.append(_Play(seat, card, legal_plays(state)))
        state = lay(state, card)
    if not state.is_over:  # after the last card nothing is left to pack (RULES C46)
        state = left_off(state, packed_by=record.packed_by, ended_early=record.ended_early)
    revokes = _revokes(played)
    return Ruling(record, state, revokes, (), _verdict(state, revokes, tie_without_hejma))


def _misdeal(record: DealRecord) -> tuple[Obstacle, ...]:
    """Renonc C: hands of another number than eight, cards twice or missing (RULES C64)."""
    wrong = [
        Obstacle("renonc_c", {"seat": seat, "cards": len(record.hands[seat])})
        for seat in record.seats
        if len(record.hands[seat]) != CARDS_EACH
    ]
    dealt = Counter(card for hand in record.hands.values() for card in hand)
    for card in PACK:
        if dealt[card] != 1:
            holders = [seat for seat in record.seats if card in record.hands[seat]]
            wrong.append(Obstacle("renonc_c", {"card": card, "seats": holders}))
    return tuple(wrong)


def _bad_passes(record: DealRecord) -> tuple[Obstacle, ...]:
    """Each seat passes three different cards of its own (RULES C27)."""
    wrong = []
    for seat in record.seats:
        passed = record.passes.get(seat, ())
        if len(passed) != CARDS_PASSED or len(set(passed) & set(record.hands[seat])) != CARDS_PASSED:
            wrong.append(Obstacle("bad_pass", {"seat": seat, "cards": list(passed)}))
    return tuple(wrong)


def _after_passing(record: DealRecord) -> State:
    state = start(record.hands, dealer=record.dealer)
    for seat in record.seats:
        state = give(state, seat, record.passes[seat])
    return state


class _Play(NamedTuple):
    seat: str
    card: Card
    legal: Hand


def _revokes(played: Sequence[_Play]) -> tuple[Revoke, ...]:
    """Every revoke among the cards in the order in which they fell, with the trick in which it came to light."""
    found = []
    for number, (seat, card, legal) in enumerate(played, 1):
        if card not in legal:
            later = (
                n for n, play in enumerate(played[number:], number + 1) if play.seat == seat and play.card in legal
            )
            shown = next(later, None)
            in_order = tuple(sorted(legal, key=STRENGTH.__getitem__))
            found.append(Revoke(seat, number, card, in_order, came_to_light=shown and trick_of(shown)))
    return tuple(found)


def _verdict(state: State, revokes: Sequence[Revoke], tie_without_hejma: TieWithoutHejma) -> Verdict:
    if revokes:
        return Verdict(revokes[0].seat, "renonc")
    if state.packed_by is not None:
        return Verdict(state.packed_by, "packed")
    if len(state.tricks) < CARDS_EACH:
        return certain_loser(state.points)
    return loser_of(state.points, hejma=state.hejma, last_trick=state.last_trick, tie_without_hejma=tie_without_hejma)


def ruling_document(ruling: Ruling) -> dict[str, object]:
    """The ruling as `scwu-ruling/1` says."""
    state = ruling.state
    return {
        "format": "scwu-ruling/1",
        "complete": ruling.is_complete,
        "tricks": [_trick(number, trick) for number, trick in enumerate(ruling.tricks, 1)],
        "points": ruling.points,
        "hejma": state.hejma if state else None,
        "last_trick": state.last_trick if state else None,
        "loser": ruling.verdict.loser,
        "decided_by": ruling.verdict.decided_by,
        "findings": [finding.document() for finding in ruling.findings],
    }


def _trick(number: int, trick: Trick) -> dict[str, object]:
    return {
        "number": number,
        "leader": trick.leader,
        "cards": dict(zip(trick.seats, trick.cards, strict=True)),
        "taker": trick.taker,
        "points": trick.points,
    }
