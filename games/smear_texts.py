"""What is said to people about a deal of Smear, in their own language, each sentence with its rule in RULES.md.

The functions tell what a ruling found and what the deal did to the score. Cards are written by `face`, as whoever reads
knows them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.deal_texts import Face, listed
from games.rules.smear.points import worth
from games.rules.smear.ruling import Finding, Ruling
from games.rules.smear.state import MOON, Bid
from games.rules.smear.variants import party_of

VARIANTS: Mapping[str, Any] = {
    "ten_point": _("Ten-point Smear"),
    "nine_cards": _("Smear with nine cards"),
    "widow": _("Smear with a widow"),
    "cutthroat": _("Cutthroat Smear"),
    "five_point": _("Five-point Smear"),
}
POINTS: Mapping[str, Any] = {
    "high": _("High"),
    "low": _("Low"),
    "deuce": _("Deuce"),
    "jack": _("Jack"),
    "jick": _("Jick"),
    "joker": _("Joker"),
    "joker_1": _("first joker"),
    "joker_2": _("second joker"),
    "ten": _("Ten"),
    "game": _("Game"),
    "trey": _("Trey"),
}
SUITS: Mapping[str, Any] = {
    "h": pgettext_lazy("suit", "hearts"),
    "s": pgettext_lazy("suit", "spades"),
    "c": pgettext_lazy("suit", "clubs"),
    "d": pgettext_lazy("suit", "diamonds"),
}
_MOON, _PASS, _STOCK = _("the moon"), _("pass"), _("stock")

_MADE = _("%(party)s bid %(bid)s and won %(won)s: made (rule S63).")
_SET_BACK = _("%(party)s bid %(bid)s and won %(won)s: set back (rule S64).")
_WON_THE_GAME = _("%(party)s has won the game.")
_THROWN_IN = _("Everybody passed: the deal is thrown in (rule S28).")
_NO_RESULT = _("The deal has no result: it is not over, or cannot be followed to its end (rule S73).")

_FINDINGS: Mapping[str, Any] = {
    "revoke": _("Card %(play)s: seat %(seat)s played %(card)s, but held %(could_have_played)s (revoke, rule S71)."),
    "bad_discard": _("Seat %(seat)s should not have put away %(cards)s (rule S72)."),
    "bad_bid": _("Seat %(seat)s could not bid %(bid)s here (rule S72)."),
    "not_held": _("Card %(play)s: seat %(seat)s did not hold %(card)s; what followed nobody can say (rule S73)."),
    "bad_deal": _("Seat %(seat)s was dealt a wrong number of cards: %(cards)s (rule S73)."),
}
_BAD_PASS = _("Seat %(seat)s passed out of turn or was not asked (rule S72).")
_NOBODY_BID = _("Nobody bid, and yet the deal was played (rules S28, S72).")
_ONE_CARD_MORE = _("Card %(play)s: %(card)s was played when the deal was over (rule S73).")
_MISSING = _("%(card)s is missing (rule S73).")
_NOT_ONCE = _("%(card)s is there twice or not in this pack: %(places)s (rule S73).")


def bid_text(bid: Bid) -> str:
    if bid is None:
        return str(_PASS)
    return str(_MOON) if bid == MOON else str(bid)


def outcome(ruling: Ruling) -> str:
    """Whether the bid was made, and who has won the game by it; or why the deal changes nothing."""
    state, settled = ruling.state, ruling.settled
    if state is None or settled is None or state.contract is None:
        is_thrown_in = state is not None and state.is_over and state.contract is None
        return str(_THROWN_IN if is_thrown_in else _NO_RESULT)
    party = party_of(ruling.record.parties, state.contract.seat)
    won = worth(ruling.record.variant, ruling.won[party])
    values = {"party": party, "bid": bid_text(state.contract.bid), "won": won}
    said = str(_MADE if settled.made else _SET_BACK) % values
    return f"{said} {str(_WON_THE_GAME) % {'party': settled.winner}}" if settled.winner else said


def finding_text(finding: Finding, face: Face) -> str:
    shown = {name: _shown(name, value, face) for name, value in finding.values.items()}
    return str(_sentence(finding)) % shown


def _sentence(finding: Finding) -> Any:
    values = finding.values
    if finding.code == "bad_bid" and values["bid"] is None:
        return _BAD_PASS if values["seat"] else _NOBODY_BID
    if finding.code == "not_held" and values["seat"] is None:
        return _ONE_CARD_MORE
    if finding.code == "bad_deal" and "card" in values:
        return _NOT_ONCE if values["places"] else _MISSING
    return _FINDINGS[finding.code]


def _shown(name: str, value: Any, face: Face) -> str:
    """A value of a finding as people read it."""
    if name == "bid":
        return bid_text(value)
    if name == "card":
        return face(value)
    if name == "places":
        return ", ".join(str(_STOCK) if place == "stock" else place for place in value)
    return listed(value, face) if isinstance(value, list) else str(value)
