"""What a person decides at the table: three cards to pass, a card to play, to pack, to end the deal early.

Cards are typed by number or by name (faces.py). What is not allowed is not prevented here: the rules refuse it, and
their sentence is the answer. Older tricks are not shown again, only the last one, until the next is led to (RULES C42,
C43).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from django.utils.translation import gettext as _

from games.management.faces import read_card
from games.management.playing.prompts import Prompts
from games.management.playing.screen import Screen
from games.players.smoking_cat.deals import CatPlayer
from games.players.smoking_cat.moves import PACK, Move
from games.rules.cards import Card, in_order
from games.rules.chance import Chance
from games.rules.smoking_cat.view import View

END_EARLY: Literal["end early"] = "end early"


class Person:
    """A player of `games.players` who asks a person. `adviser` says what he would do when a hint is wanted."""

    def __init__(self, prompts: Prompts, screen: Screen, adviser: CatPlayer) -> None:
        self.prompts = prompts
        self.screen = screen
        self.adviser = adviser

    def choose(self, view: View, chance: Chance) -> Move:
        """What the person wants: a move that may be refused, or END_EARLY."""
        commands = {
            "?": lambda: self._help(view),
            "h": lambda: self._hint(view, chance),
            "l": lambda: self._last_trick(view),
            "t": lambda: self._show(view),
        }
        self._show(view)
        while True:
            typed = self.prompts.ask(self._question(view), commands)
            move = _pass_of(typed, view) if view.must_pass else _act_of(typed, view)
            if move is None:
                example = {"card": self.screen.faces.text(view.hand[0])}
                self.screen.say(_("Type numbers or names of cards, such as 1 or %(card)s; ? helps.") % example)
            elif move != PACK or self._means_it():
                return move

    def _show(self, view: View) -> None:
        if view.must_pass:
            self.screen.hand(view.hand, in_order(view.hand))
        else:
            self.screen.turn(view)

    def _means_it(self) -> bool:
        """Packing cannot be taken back, and only the packer judges whether he is certain to lose (RULES C44)."""
        question = _("You take all the cards that are left and lose the deal. Type p once more to pack:")
        return self.prompts.ask(question, {}).casefold() == "p"

    def _question(self, view: View) -> str:
        if view.must_pass:
            return _("Three cards for %(left)s (? helps):") % {"left": self.screen.names[view.left]}
        return _("Your card (? helps):")

    def _hint(self, view: View, chance: Chance) -> None:
        move = self.adviser.choose(view, Chance(f"{chance.seed}|hint"))
        if move == PACK:
            self.screen.say(_("You have lost this deal: you can pack it."))
        else:
            cards = move if isinstance(move, tuple) else (move,)
            advised = " ".join(map(self.screen.faces.text, in_order(cards)))
            self.screen.say(_("A cautious player would choose %(cards)s.") % {"cards": advised})

    def _last_trick(self, view: View) -> None:
        if view.tricks and not view.table:
            self.screen.trick(len(view.tricks), view.tricks[-1])
        elif view.tricks:
            self.screen.say(_("The next trick has been led to; older tricks stay face down (rules C42, C43)."))
        else:
            self.screen.say(_("No trick has been taken yet."))

    def _help(self, view: View) -> None:
        commands = [
            _("1 4 8     three cards by their numbers") if view.must_pass else _("2         the card with this number"),
            _("Ol, Qs    a card by its name, of the Czech or the French pack"),
            _("h         a hint"),
            *self._help_while_playing(view),
            _("t         the table and your hand once more"),
            _("q         leave the table"),
        ]
        for command in commands:
            self.screen.say(f"  {command}")

    def _help_while_playing(self, view: View) -> Sequence[str]:
        if view.must_pass:
            return ()
        return (
            _("l         look at the last trick, until the next is led to (rule C42)"),
            _("p         pack, when you are certain to lose (rule C44)"),
            _("e         end the deal, when somebody has 17 points (rule C47)"),
        )


def _pass_of(typed: str, view: View) -> Move | None:
    """The cards to pass, whatever they are; None if a word is no card."""
    cards = cards_of(typed, in_order(view.hand))
    named = tuple(card for card in cards if card is not None)
    return named if named and len(named) == len(cards) else None


def _act_of(typed: str, view: View) -> Move | None:
    if typed.casefold() in ("p", "e"):
        return PACK if typed.casefold() == "p" else END_EARLY
    cards = cards_of(typed, in_order(view.legal_plays))
    return cards[0] if len(cards) == 1 else None


def cards_of(typed: str, numbered: Sequence[Card]) -> list[Card | None]:
    """The cards that a line names, by number or by name; None for a word that is none."""
    return [_card_of(word, numbered) for word in typed.replace(",", " ").split()]


def _card_of(word: str, numbered: Sequence[Card]) -> Card | None:
    if len(word) == 1 and word in "123456789"[: len(numbered)]:
        return numbered[int(word) - 1]
    return read_card(word)
