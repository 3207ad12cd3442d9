"""What the pages of entering show: the pack for a hand, a hand for a pass, a hand for a card.

Cards that would be a revoke can be tapped too, apart from the others: a referee came to find out about just these.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from games import deal_texts
from games.rules.cards import RANKS, SUITS, Card, in_order
from games.rules.smoking_cat.notation import format_deal
from games.rules.smoking_cat.play import CARDS_EACH, CARDS_PASSED, State, legal_plays
from games.rules.smoking_cat.points import SURE_TO_LOSE
from games.rules.smoking_cat.record import DealRecord
from games.rules.smoking_cat.ruling import Revoke
from games.rules.tricks import next_seat
from tournaments.public.deal_desk import drafts
from tournaments.public.deal_desk.asked import Asked
from tournaments.public.deal_desk.cat import CatDeal
from tournaments.public.deal_desk.said import face

Context = dict[str, Any]


class Slot(NamedTuple):
    """A card of the pack. `holder`: the other seat that has it, "" if none; `is_free`: this seat may take it."""

    card: Card
    holder: str
    is_own: bool
    is_free: bool


def due_step(deal: CatDeal, asked: Asked) -> Context:
    """The step that comes next."""
    draft = deal.record
    match drafts.due(draft, deal.ruling.state if not deal.ruling.obstacles else None):
        case "hand":
            return hand_step(deal, asked, drafts.seats_without_hand(draft)[0])
        case "pass":
            return pass_step(deal, asked, drafts.seats_without_pass(draft)[0])
        case "card":
            return card_step(deal, asked)
        case _:
            return nothing_step(deal, asked)


def _every_step(deal: CatDeal, asked: Asked, step: str, seat: str = "") -> Context:
    draft = deal.record
    before = drafts.undone(draft, passes_known=asked.passes_known)
    here = asked.but(deal=deal.notation, at=None, hand="")
    return {
        "step": step,
        "asked": here,
        "seat": seat,
        "ticked": frozenset(),
        "undo": here.but(deal=format_deal(before)).link("deal_enter") if before else "",
        "look": here.link(),
        "seats": [
            {
                "name": name,
                "cards": len(draft.hands[name]),
                "is_full": len(draft.hands[name]) == CARDS_EACH,
                "has_passed": len(draft.passes.get(name, ())) == CARDS_PASSED,
                "hand_link": f"{here.link('deal_enter')}&hand_of={name}",
                "pass_link": f"{here.link('deal_enter')}&pass_of={name}",
            }
            for name in draft.seats
        ],
        "can_correct": not drafts.seats_without_hand(draft),
        "passes_known": asked.passes_known,
    }


def hand_step(deal: CatDeal, asked: Asked, seat: str) -> Context:
    """The whole pack. While hands are entered, those of others are out of reach; a correction can take from them."""
    draft = deal.record if asked.passes_known else drafts.without_pass(deal.record)
    holders = {card: holder for holder in draft.seats if holder != seat for card in draft.hands[holder]}
    is_correction = not drafts.seats_without_hand(draft)
    suits = [
        [
            Slot(
                card=rank + suit,
                holder=holders.get(rank + suit, ""),
                is_own=rank + suit in draft.hands[seat],
                is_free=is_correction or rank + suit not in holders,
            )
            for rank in RANKS
        ]
        for suit in SUITS
    ]
    return {
        **_every_step(deal, asked, "hand", seat),
        "suits": suits,
        "is_correction": is_correction,
        "ticked": frozenset(draft.hands[seat]),
        "most": CARDS_EACH,
    }


def pass_step(deal: CatDeal, asked: Asked, seat: str) -> Context:
    """The hand of one seat, from which three go to the left."""
    draft = deal.record
    return {
        **_every_step(deal, asked, "pass", seat),
        "hand": in_order(draft.hands[seat]),
        "to": next_seat(draft.seats, seat),
        "ticked": frozenset(draft.passes.get(seat, ())),
        "most": CARDS_PASSED,
    }


def card_step(deal: CatDeal, asked: Asked) -> Context:
    """The hand of the seat whose turn it is, each card with the address of the draft in which it has fallen."""
    draft, state = deal.record, deal.ruling.state
    if state is None:
        raise ValueError("hands and passes come before cards")
    scene = deal.scene(deal.played)
    hand, legal = in_order(state.hands[state.turn]), legal_plays(state)
    here = asked.but(deal=deal.notation, at=None, hand="")
    return {
        **_every_step(deal, asked, "card", state.seats[state.turn]),
        "scene": scene,
        "happened": list(deal.what_happened(scene)),
        "revoked": [_revoke_text(revoke) for revoke in deal.ruling.revokes if revoke.play == deal.played],
        "legal": [(card, _after(draft, state, card, here)) for card in hand if card in legal],
        "revokes": [(card, _after(draft, state, card, here)) for card in hand if card not in legal],
        "packing": [(seat, here.but(deal=f"{deal.notation} packed:{seat}").link()) for seat in draft.seats],
        "early": here.but(deal=f"{deal.notation} early").link() if max(state.points.values()) >= SURE_TO_LOSE else "",
    }


def _revoke_text(revoke: Revoke) -> str:
    """At the card, while nobody can say yet when it will come to light."""
    could = ", ".join(map(face, revoke.could_have_played))
    text = _("A revoke: seat %(seat)s played %(card)s, but could have played %(could)s (rule C36).")
    return text % {"seat": revoke.seat, "card": face(revoke.card), "could": could}


def _after(draft: DealRecord, state: State, card: Card, here: Asked) -> str:
    changed = drafts.with_card(draft, state, card)
    is_last = len(changed.plays) == CARDS_EACH * len(draft.seats)
    return here.but(deal=format_deal(changed)).link("deal" if is_last else "deal_enter")


def nothing_step(deal: CatDeal, asked: Asked) -> Context:
    """All is entered, or something is wrong that has to be corrected first."""
    here = asked.but(at=None, hand="")
    held_back = format_deal(deal.until(deal.played)) if deal.ruling.obstacles and deal.ruling.state else ""
    return {
        **_every_step(deal, asked, "nothing"),
        "obstacles": [deal_texts.obstacle_text(obstacle, face) for obstacle in deal.ruling.obstacles],
        "cut": here.but(deal=held_back).link("deal_enter") if held_back else "",
    }
