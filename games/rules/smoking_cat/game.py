"""A game of Smoking Cat while its log is being folded: letters, who completes the word, when it is over.

RULES C52, C57, C58; competition.md 2.1–2.4 and 2.7–2.9; the points of a deal 5.1 and 5.2. The codes and their order
are those of formats/event-file.md.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from games.rules import findings as codes
from games.rules.entries import Deal, Dealing, Happening, PenaltyLetter, SmearDeal, VoidDeal
from games.rules.game import Chair, Doubt, GameTable, SeatState, Tally
from games.rules.setup import PLAYERS_OF_A_DEAL, GameSetup

POINTS_OF_A_DEAL = 33


class SmokingCatTable(GameTable):
    def __init__(self, setup: GameSetup) -> None:
        super().__init__(setup)
        self.length = len(setup.letters)
        self.left_at_the_end = setup.options.left_at_the_end

    def is_over(self) -> bool:
        return self.closed or len(self.still_in) <= self.left_at_the_end

    def objection_to_dealing(self, entry: Dealing) -> Doubt | None:
        match entry:
            case Deal():
                # Sorted: the log keeps points in the order of seats; a sentence must not depend on a file's own order.
                named = (entry.loser, *entry.bench, *sorted(entry.points or ()))
                return self.absence(named) or self._wrong_four(entry)
            case VoidDeal():
                return self.absence(entry.bench) or self._wrong_four(entry)
            case PenaltyLetter():
                return self.absence((entry.seat,)) or self._forbidden_end(entry.seat)
            case SmearDeal():
                return codes.NOT_SMEAR, {}
            case _:
                assert_never(entry)

    def apply_dealing(self, entry: Dealing) -> str | None:
        match entry:
            case Deal():
                return self._count_deal(entry)
            case PenaltyLetter():  # RULES C25
                return self._give_letter(entry.seat)
            case VoidDeal():
                self.void_deals += 1
                return None
            case SmearDeal():
                raise AssertionError("A deal of Smear at a table of Smoking Cat: `objection_to_dealing` refuses it.")
            case _:
                assert_never(entry)

    def doubts(self, entry: Happening) -> Iterator[Doubt]:
        """Tied at the top is no contradiction: then the loser is the one who took Hejma (RULES C50, C54)."""
        if not isinstance(entry, Deal) or entry.points is None:
            return
        total = sum(entry.points.values())
        if total != POINTS_OF_A_DEAL:
            yield codes.POINTS_NOT_33, {"total": total}
        if entry.points.get(entry.loser, -1) < max(entry.points.values(), default=0):
            yield codes.POINTS_CONTRADICT, {"seat": entry.loser}

    def seat_state(self, seat: str, chair: Chair) -> SeatState:
        tallies = {label: Tally(deals, letters) for label, (deals, letters) in chair.tallies.items()}
        return SeatState(seat, chair.letters, chair.left, chair.occupant, tallies)

    def _wrong_four(self, entry: Deal | VoidDeal) -> Doubt | None:
        playing = len(self.still_in) - len(set(entry.bench))  # everybody on the bench is still in: asked before
        if playing != PLAYERS_OF_A_DEAL:
            return codes.NOT_FOUR, {"playing": playing}
        if isinstance(entry, Deal) and entry.loser in entry.bench:
            return codes.LOSER_NOT_PLAYING, {"seat": entry.loser}
        return None

    def _forbidden_end(self, seat: str) -> Doubt | None:
        completes = self.chairs[seat].letters + 1 >= self.length  # RULES C26
        if completes and self.is_over():  # found late, of the last deal: after it nobody leaves any more, RULES C58
            return codes.GAME_OVER, {}
        if completes and not self.options.penalty_letter_completes:
            return codes.CANNOT_COMPLETE, {"seat": seat}
        return None

    def _count_deal(self, entry: Deal) -> str:
        self.deals += 1
        for seat, chair in self.still_in.items():
            if seat not in entry.bench:
                chair.tally[0] += 1
        return self._give_letter(entry.loser)

    def _give_letter(self, seat: str) -> str:
        chair = self.chairs[seat]
        chair.letters += 1
        chair.tally[1] += 1
        if chair.letters >= self.length:
            self.leave(seat)
        return seat
