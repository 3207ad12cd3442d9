"""What the rules say about a recorded deal of Smear: tricks, points, the score, every offence (formats/smear-file.md).

The deal is gone through as it was done. What the table let pass does not stop that: a bid that was too low or out of
turn stands as it was made, a trump put away without need is gone, a revoke lies in its trick, and the points are
counted from what fell; each is a finding (RULES S71, S72). From a misdeal, a discard that leaves no hand to play, and a
card that was not in the hand nobody can say what would have been: there the deal ends without a result (RULES S73). So
does a deal that is not finished, without a finding.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from games.rules.cards import Card
from games.rules.smear.auction import legal_bids, take_calls
from games.rules.smear.cards import Hand, pack
from games.rules.smear.exchange import discards, is_served, name_trump, put_away
from games.rules.smear.play import lay, legal_plays
from games.rules.smear.points import won, worth
from games.rules.smear.record import DealRecord
from games.rules.smear.score import Settled, settle
from games.rules.smear.state import MOON, Call, State, after_dealer, height_of, start
from games.rules.smear.variants import party_of
from games.rules.tricks import Trick

FORMAT = "scwu-smear-result/1"
CODES = ("revoke", "bad_discard", "bad_bid", "not_held", "bad_deal")


@dataclass(frozen=True, slots=True)
class Finding:
    """One offence: its code and what the result says about it."""

    code: str
    values: Mapping[str, object]

    def document(self) -> dict[str, object]:
        return {"code": self.code, **self.values}


@dataclass(frozen=True, slots=True)
class Ruling:
    """`state` is the deal as far as it could be followed, None after a misdeal.

    `won`: party → points by name; `settled` is None while the deal has no result: unfinished, thrown in, past ruling.
    """

    record: DealRecord
    state: State | None
    findings: tuple[Finding, ...]
    won: Mapping[str, Sequence[str]]
    settled: Settled | None


def adjudicate(record: DealRecord) -> dict[str, object]:
    """The result document of a deal."""
    return result_document(rule_on(record))


def rule_on(record: DealRecord) -> Ruling:
    """The ruling on any record whose seats play its variant."""
    nothing: dict[str, list[str]] = {party: [] for party in sorted(record.parties)}
    misdeal = _misdeal(record)
    if misdeal:
        return Ruling(record, None, misdeal, nothing, None)
    deal = _Replay(record, start(record.variant, record.hands, dealer=record.dealer, stock=record.stock))
    followed = deal.follow_bidding() and deal.follow_discards() and deal.follow_plays()
    state, findings = deal.state, tuple(deal.findings)
    contract = state.contract
    if not followed or not state.is_over or contract is None or state.trump is None:
        return Ruling(record, state, findings, nothing, None)
    points = won(record.variant, record.parties, state.trump, state.tricks)
    return Ruling(record, state, findings, points, _settled(record, contract, points))


def _settled(record: DealRecord, contract: Call, points: Mapping[str, Sequence[str]]) -> Settled:
    is_moon = contract.bid == MOON
    return settle(
        record.variant,
        parties=record.parties,
        scores=record.scores,
        target=record.target,
        pitcher=party_of(record.parties, contract.seat),
        bid=record.variant.highest_bid if is_moon else height_of(record.variant, contract.bid),
        won={party: worth(record.variant, names) for party, names in points.items()},
        moon=is_moon and record.variant.moon,  # where there is none, it undertook all the points (RULES S72)
    )


def _misdeal(record: DealRecord) -> tuple[Finding, ...]:
    """Hands of a wrong number of cards; cards that are there twice, not at all, or do not belong to the pack."""
    table = record.variant.table(len(record.seats))
    all_wrong = not table.allows(record.hands.values())
    lying = {**{seat: record.hands[seat] for seat in record.seats}, "stock": record.stock}
    wrong = [
        Finding("bad_deal", {"seat": seat, "cards": len(record.hands[seat])})
        for seat in record.seats
        if all_wrong and len(record.hands[seat]) != table.cards
    ]
    found = Counter(card for cards in lying.values() for card in cards)
    right = dict.fromkeys(pack(record.variant, len(record.seats)), 1)
    for card in sorted({*right, *found}):
        if found[card] != right.get(card, 0):
            places = [place for place, cards in lying.items() if card in cards]
            wrong.append(Finding("bad_deal", {"card": card, "places": places}))
    return tuple(wrong)


@dataclass(slots=True)
class _Replay:
    """A record while it is being followed. Each part says whether the deal can be followed further."""

    record: DealRecord
    state: State
    findings: list[Finding] = field(default_factory=list)

    def find(self, code: str, **values: object) -> None:
        self.findings.append(Finding(code, values))

    def follow_bidding(self) -> bool:
        waiting = list(after_dealer(self.record.seats, self.record.dealer))
        for call in self.record.calls:
            in_turn = waiting[:1] == [call.seat]
            turn = self.state.seats.index(call.seat)
            if not in_turn or call.bid not in legal_bids(self.state._replace(turn=turn)):
                self.find("bad_bid", seat=call.seat, bid=call.bid)
            if call.seat in waiting:
                waiting.remove(call.seat)
            self.state = self.state._replace(calls=(*self.state.calls, call))
        if waiting and not self._went_on():
            return False
        for seat in waiting:
            self.find("bad_bid", seat=seat, bid=None)
        self.state = take_calls(self.state, self.record.calls)
        if self.state.is_over and self._went_on():
            self.find("bad_bid", seat=None, bid=None)
        return not self.state.is_over

    def _went_on(self) -> bool:
        return bool(self.record.trump or self.record.discards or self.record.plays)

    def follow_discards(self) -> bool:
        if self.state.phase == "playing":  # nothing is put away in this variant
            for seat, cards in self.record.discards.items():
                if cards:
                    self.find("bad_discard", seat=seat, cards=list(cards))
            return True
        if self.record.trump is None:
            return False
        self.state = name_trump(self.state, self.record.trump)
        while self.state.phase == "discarding":
            if self.state.to_act not in self.record.discards and not self.record.plays:
                return False
            if not self._follow_discard(self.record.discards.get(str(self.state.to_act), ())):
                return False
        return True

    def _follow_discard(self, cards: Hand) -> bool:
        hand, allowed = self.state.hands[self.state.turn], discards(self.state)
        if allowed.allow(cards):
            self.state = put_away(self.state, cards)
            return True
        self.find("bad_discard", seat=self.state.to_act, cards=list(cards))
        too_many = len(hand) - len(cards) - self.record.variant.hand  # whoever is served may have put away too much
        if too_many > 0 or (too_many < 0 and not is_served(self.state)) or Counter(cards) - Counter(hand):
            return False
        self.state = put_away(self.state, cards)
        return True

    def follow_plays(self) -> bool:
        for number, card in enumerate(self.record.plays, 1):
            seat = self.state.to_act
            if seat is None or card not in self.state.hands[self.state.turn]:
                self.find("not_held", seat=seat, play=number, card=card)
                return False
            legal = legal_plays(self.state)
            if card not in legal:
                self.find("revoke", seat=seat, play=number, card=card, could_have_played=sorted(legal))
            self.state = lay(self.state, card)
            if self.state.trump is None:  # a joker led where the lead names the trump: nobody knows what is trump
                return False
        return True


def result_document(ruling: Ruling) -> dict[str, object]:
    """The ruling as `scwu-smear-result/1` says. Without a result nobody has won anything and the scores stay."""
    record, state, settled = ruling.record, ruling.state, ruling.settled
    contract = state.contract if state and state.phase != "bidding" else None
    order = sorted(record.parties)
    return {
        "format": FORMAT,
        "pitcher": contract.seat if contract else None,
        "bid": contract.bid if contract else None,
        "trump": state.trump if state else None,
        "tricks": [_trick(trick) for trick in state.tricks] if state else [],
        "won": {party: list(ruling.won[party]) for party in order},
        "made": settled.made if settled else None,
        "delta": {party: settled.delta[party] if settled else 0 for party in order},
        "scores": {party: (settled.scores if settled else record.scores)[party] for party in order},
        "winner": settled.winner if settled else None,
        "findings": [finding.document() for finding in ruling.findings],
    }


def _trick(trick: Trick) -> dict[str, object]:
    """With more than one card of a seat, these stand in one text as in a hand."""
    cards: dict[str, Card] = {}
    for seat, card in zip(trick.seats, trick.cards, strict=True):
        cards[seat] = f"{cards[seat]} {card}" if seat in cards else card
    return {"leader": trick.leader, "cards": cards, "taker": trick.taker}
