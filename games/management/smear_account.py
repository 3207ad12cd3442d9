"""A ruling on a deal of Smear as an account for people: hands, bidding, trumps, tricks, points won, the score."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from rich.console import Group, JustifyMethod, RenderableType
from rich.table import Table
from rich.text import Text

from games import smear_texts
from games.management.faces import SMEAR
from games.management.tables import MARK, fallen, marked, plain_table
from games.rules.cards import Card
from games.rules.smear.cards import JOKERS, RANKS, SUITS
from games.rules.smear.ruling import Ruling
from games.rules.smear.score import Settled
from games.rules.smear.state import State
from games.rules.smear.variants import party_of

RIGHT: JustifyMethod = "right"
LEFT: JustifyMethod = "left"


def account(ruling: Ruling) -> RenderableType:
    record = ruling.record
    title = _("%(variant)s: %(dealer)s dealt, played to %(target)s") % {
        "variant": smear_texts.VARIANTS[record.variant.name],
        "dealer": record.dealer,
        "target": record.target,
    }
    parts: list[RenderableType] = [Text(title, style="bold"), _hands(ruling), *_before_the_tricks(ruling)]
    if ruling.state and ruling.state.phase in ("playing", "over"):
        parts.append(_tricks(ruling.state, _notes(ruling)))
    if ruling.settled:
        parts.append(_score(ruling, ruling.settled))
    parts += [marked(f"{MARK} {smear_texts.finding_text(found, SMEAR.text)}") for found in ruling.findings]
    return Group(*parts, Text(smear_texts.outcome(ruling), style="bold"))


def _hands(ruling: Ruling) -> Table:
    record = ruling.record
    table = plain_table([(_("Seat"), LEFT), (_("Hand as dealt"), LEFT), (_("Put away"), LEFT)])
    for seat in record.seats:
        away = record.discards.get(seat, ())
        table.add_row(seat, SMEAR.row(_in_order(record.hands[seat])), SMEAR.row(_in_order(away)))
    if record.stock:
        table.add_row(_("stock"), SMEAR.row(record.stock))
    return table


def _in_order(cards: tuple[Card, ...]) -> list[Card]:
    """The cards in the order in which a hand is held: by suit and rank, the jokers last."""
    return sorted(cards, key=lambda card: (card in JOKERS, SUITS.find(card[1]), RANKS.find(card[0]), card))


def _before_the_tricks(ruling: Ruling) -> Iterator[Text]:
    calls = "  ".join(f"{call.seat} {smear_texts.bid_text(call.bid)}" for call in ruling.record.calls)
    bidding = _("Bidding: %(calls)s") % {"calls": calls or "–"}
    yield Text(f" {bidding}")
    state = ruling.state
    if state and state.trump and state.contract:
        suit = f"{smear_texts.SUITS[state.trump]} {SMEAR.symbols[state.trump]}"
        named = _("Pitcher: %(pitcher)s   Trumps: %(suit)s") % {"pitcher": state.contract.seat, "suit": suit}
        yield Text(f" {named}")


def _notes(ruling: Ruling) -> dict[int, str]:
    """What is said of single cards in the table of tricks."""
    notes: dict[int, str] = {}
    for found in ruling.findings:
        if found.code == "revoke":
            values: dict[str, Any] = dict(found.values)
            held = " ".join(map(SMEAR.text, values["could_have_played"]))
            notes[values["play"]] = _("%(seat)s held %(could)s") % {"seat": values["seat"], "could": held}
    return notes


def _tricks(state: State, notes: dict[int, str]) -> Table:
    """Every trick with its card points for Game, and those of all parties so far."""
    columns = [(_("Trick"), RIGHT), (_("Cards, the leader first"), LEFT), (_("Taken by"), "center")]
    table = plain_table([*columns, (_("Card points"), RIGHT), *((party, RIGHT) for party in state.parties)])
    points, first = dict.fromkeys(state.parties, 0), 1
    for number, trick in enumerate(state.tricks, 1):
        points[party_of(state.parties, trick.taker)] += trick.points
        cards = fallen(trick.seats, trick.cards, SMEAR, first=first, notes=notes)
        table.add_row(str(number), cards, trick.taker, str(trick.points), *map(str, points.values()))
        first += len(trick.cards)
    if state.table:
        seats, cards_there = zip(*state.table, strict=True)
        table.add_row(str(len(state.tricks) + 1), fallen(seats, cards_there, SMEAR, first=first, notes=notes))
    return table


def _score(ruling: Ruling, settled: Settled) -> Table:
    columns = [(_("Party"), LEFT), (_("Score before"), RIGHT), (_("Points won"), LEFT)]
    table = plain_table([*columns, (pgettext("of a score", "Change"), RIGHT), (_("Score after"), RIGHT)])
    for party in ruling.record.parties:
        points = [point.name for point in ruling.record.variant.points if point.name in ruling.won[party]]
        won = ", ".join(str(smear_texts.POINTS[name]) for name in points)
        delta, after = settled.delta[party], settled.scores[party]
        table.add_row(party, str(ruling.record.scores[party]), won or "–", f"{delta:+}", str(after))
    return table
