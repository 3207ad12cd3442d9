"""What the person sees between the questions: the hand, the table, tricks as they are taken, points as they grow.

What may be played stands bright and has a number, what may not is dim and has none; so nothing hangs on colour alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from rich.console import Console, RenderableType
from rich.rule import Rule
from rich.text import Text

from games.deal_texts import REFUSALS, outcome
from games.management.cat_account import tricks_table
from games.management.faces import Faces
from games.management.tables import plain_table
from games.rules.cards import Card, in_order, read_cards
from games.rules.refusals import Refused
from games.rules.replay import GameState
from games.rules.smoking_cat.notation import format_deal
from games.rules.smoking_cat.play import PLAYERS
from games.rules.smoking_cat.ruling import Ruling
from games.rules.smoking_cat.view import View
from games.rules.tricks import Trick

BETWEEN = "  "


class Screen:
    """`names`: who sits in each seat, such as "A (you)"."""

    def __init__(self, console: Console, faces: Faces, names: Mapping[str, str]) -> None:
        self.console = console
        self.faces = faces
        self.names = names

    def show(self, shown: RenderableType, style: str = "") -> None:
        self.console.print(shown, style=style)

    def say(self, text: str, style: str = "") -> None:
        self.console.print(Text(text, style=style))

    def line(self, text: str) -> None:
        """A line that is not broken, so that it can be copied whole."""
        self.console.print(Text(text), soft_wrap=True)

    def hand(self, hand: Iterable[Card], numbered: Iterable[Card]) -> None:
        """The hand in order; the `numbered` cards can be chosen, by their number or by their name."""
        numbers = {card: str(number) for number, card in enumerate(numbered, 1)}
        cards = [
            Text.assemble((f"{numbers[card]} ", "bold"), self.faces.styled(card, "bold"))
            if card in numbers
            else self.faces.styled(card, "dim")
            for card in in_order(hand)
        ]
        self.show(Text.assemble(_("Your hand:"), BETWEEN, Text(BETWEEN).join(cards)))

    def turn(self, view: View) -> None:
        """Show all that the person needs to choose a card."""
        self.say("")
        self.points(view)
        lying = view.played[len(view.tricks) * PLAYERS :]
        title = _("Trick %(number)s:") % {"number": len(view.tricks) + 1}
        self.show(Text.assemble(title, BETWEEN, self._cards(lying) if lying else _("you lead")))
        self.hand(view.hand, in_order(view.legal_plays))

    def points(self, view: View) -> None:
        taken = zip(view.seats, view.points, strict=True)
        said = BETWEEN.join(f"{self.names[seat]} {points}" for seat, points in taken)
        self.say(_("Points: %(points)s") % {"points": said}, style="dim")

    def trick(self, number: int, trick: Trick) -> None:
        """Show a trick that was just taken."""
        taker = {"taker": self.names[trick.taker], "points": trick.points}
        taken = ngettext("taken by %(taker)s, %(points)s point", "taken by %(taker)s, %(points)s points", trick.points)
        cards = self._cards(zip(trick.seats, trick.cards, strict=True))
        self.show(Text.assemble(_("Trick %(number)s:") % {"number": number}, BETWEEN, cards, BETWEEN, taken % taker))

    def deal(self, number: int, dealer: str, leader: str) -> None:
        said = _("Deal %(number)s: %(dealer)s deals, %(leader)s leads")
        names = {"number": number, "dealer": self.names[dealer], "leader": self.names[leader]}
        self.say("")
        self.show(Rule(Text(said % names, style="bold"), align="left"))

    def passed(self, view: View) -> None:
        """Show which cards the person passed on and which he got."""
        self.show(Text.assemble(_("You passed:"), BETWEEN, self.faces.row(in_order(view.gave))))
        self.show(Text.assemble(_("You got:"), BETWEEN, self.faces.row(in_order(view.got))))

    def packed(self, seat: str) -> None:
        self.say(_("%(name)s packs and takes all the cards that are left (rule C45).") % {"name": self.names[seat]})

    def ruling(self, ruling: Ruling) -> None:
        """The deal as it went, who lost it and why, and its notation."""
        if ruling.state:
            self.show(tricks_table(ruling.state, ruling.revokes, self.faces))
        self.say(outcome(ruling), style="bold")
        self.say(_("The deal in one line, for the deal desk and for adjudicate:"))
        self.line(format_deal(ruling.record))

    def standing(self, game: GameState) -> None:
        """Who has taken how much of the word, or lost how many deals."""
        word = game.setup.letters
        table = plain_table([(_("Player"), "left"), (_("Letters") if any(word) else _("Deals lost"), "left")])
        for seat, taken in game.seats.items():
            shown = "".join(word[: taken.letters]) + "·" * (len(word) - taken.letters)
            table.add_row(self.names[seat], shown if any(word) else str(taken.letters))
        self.show(table)
        for seat in game.seats:
            if any(word) and game.seats[seat].left is not None:
                said = _("%(name)s has the whole word %(word)s and has lost the game (rule C57).")
                self.say(said % {"name": self.names[seat], "word": "".join(word)}, style="bold")

    def refuse(self, refused: Refused) -> None:
        """Show the sentence of the rule that forbids the move."""
        values = dict(refused.values)
        for name in ("card", "could"):
            if name in values:
                values[name] = " ".join(map(self.faces.text, read_cards(str(values[name]))))
        self.say(str(REFUSALS[refused.code]) % values, style="red")

    def _cards(self, fallen: Iterable[tuple[str, Card]]) -> Text:
        return Text(BETWEEN).join(Text.assemble(f"{seat} ", self.faces.styled(card)) for seat, card in fallen)
