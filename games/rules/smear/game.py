"""A game of Smear while its log is being folded: what each deal did to the scores, who deals, when it is over.

What a deal does to the scores stands in games/rules/smear/score.py; this is the game around it. Seat A deals the first
deal (RULES S14), then the deal goes round (RULES S16). A void deal, also one that nobody bid for (RULES S28), is dealt
again by the same dealer, as in competition.md 2.7. Nobody sits out and nobody can be missing: a seat that leaves ends
the game as it stands, as a closing does, and then nobody has won it. The game is won for those who sit in the seats of
the winning party at its end; points belong to whoever sat there in the deal that brought or cost them (competition.md
2.11).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import assert_never

from games.rules import findings as codes
from games.rules.entries import Deal, Dealing, Happening, PenaltyLetter, SmearDeal, VoidDeal
from games.rules.game import Chair, Doubt, GameTable, SeatState, Tally
from games.rules.setup import GameSetup
from games.rules.smear.score import Settled, settle
from games.rules.smear.variants import VARIANTS, Variant, parties, party_of
from games.rules.tricks import next_seat


@dataclass(frozen=True, slots=True)
class SmearState:
    """`parties` beginning with that of seat A; `deals`: what became of each deal that counts; `dealer`: of the next."""

    variant: Variant
    target: int
    parties: tuple[str, ...]
    scores: Mapping[str, int]
    winner: str | None
    dealer: str
    deals: tuple[Settled, ...]


class SmearTable(GameTable):
    def __init__(self, setup: GameSetup) -> None:
        super().__init__(setup)
        self.variant = VARIANTS[setup.options.smear_variant]
        self.parties = parties(self.variant, setup.seats)
        self.scores: Mapping[str, int] = dict.fromkeys(self.parties, 0)
        self.winner: str | None = None
        self.dealer = setup.seats[0]
        self.settled: list[Settled] = []

    def is_over(self) -> bool:
        return self.closed or self.winner is not None or len(self.still_in) < len(self.chairs)

    def state(self) -> SmearState:
        return SmearState(
            variant=self.variant,
            target=self.options.smear_target,
            parties=self.parties,
            scores=self.scores,
            winner=self.winner,
            dealer=self.dealer,
            deals=tuple(self.settled),
        )

    def objection_to_dealing(self, entry: Dealing) -> Doubt | None:
        match entry:
            case SmearDeal():
                named = (entry.pitcher, entry.dealer) if entry.dealer else (entry.pitcher,)
                return self.absence(named) or self._unknown_party(entry) or self._impossible_bid(entry)
            case VoidDeal():
                absence = self.absence((entry.dealer,)) if entry.dealer else None
                return absence or ((codes.NO_BENCH, {}) if entry.bench else None)
            case Deal() | PenaltyLetter():
                return codes.NOT_SMOKING_CAT, {}
            case _:
                assert_never(entry)

    def apply_dealing(self, entry: Dealing) -> str | None:
        match entry:
            case SmearDeal():
                self._play(entry)
            case VoidDeal():
                self.void_deals += 1
                self.dealer = entry.dealer or self.dealer
            case Deal() | PenaltyLetter():
                raise AssertionError("A line of Smoking Cat at a table of Smear: `objection_to_dealing` refuses it.")
            case _:
                assert_never(entry)
        return None

    def doubts(self, entry: Happening) -> Iterator[Doubt]:
        """Fewer points than there are is usual: the Jack may sleep in the stock. More cannot be (RULES S50)."""
        if isinstance(entry, SmearDeal):
            total, most = sum(entry.points.values()), self.variant.highest_bid
            if total > most:
                yield codes.TOO_MANY_POINTS, {"total": total, "most": most}

    def seat_state(self, seat: str, chair: Chair) -> SeatState:
        has_won = self.winner is not None and seat in self.winner
        tallies = {
            label: Tally(deals, games=int(deals > 0), won=int(has_won and label == chair.occupant), points=points)
            for label, (deals, points) in chair.tallies.items()
        }
        return SeatState(seat, 0, chair.left, chair.occupant, tallies)

    def _play(self, entry: SmearDeal) -> None:
        settled = settle(
            self.variant,
            parties=self.parties,
            scores=self.scores,
            target=self.options.smear_target,
            pitcher=party_of(self.parties, entry.pitcher),
            bid=entry.bid,
            won={party: entry.points.get(party, 0) for party in self.parties},
            moon=entry.moon,
        )
        for seat, chair in self.chairs.items():
            chair.tally[0] += 1
            chair.tally[1] += settled.delta[party_of(self.parties, seat)]
        self.deals += 1
        self.scores, self.winner = settled.scores, settled.winner
        self.settled.append(settled)
        self.dealer = next_seat(tuple(self.chairs), after=entry.dealer or self.dealer)

    def _unknown_party(self, entry: SmearDeal) -> Doubt | None:
        unknown = sorted(entry.points.keys() - set(self.parties))
        return (codes.UNKNOWN_PARTY, {"party": unknown[0]}) if unknown else None

    def _impossible_bid(self, entry: SmearDeal) -> Doubt | None:
        """The doubt about a bid that the variant does not allow, if there is one (RULES S24, S25, S27)."""
        least, most = self.variant.lowest_bid, self.variant.highest_bid
        if entry.moon and not self.variant.moon:
            return codes.NO_MOON, {}
        if entry.moon and entry.bid != most:
            return codes.MOON_BIDS_ALL, {"most": most}
        if not least <= entry.bid <= most:
            return codes.BID_OUT_OF_RANGE, {"bid": entry.bid, "least": least, "most": most}
        return None
