"""The table: deals one after the other until somebody has the whole word, or as many as were agreed.

Who deals, who takes which letter and when the game is over say the rules of the table log (`games.rules.replay`,
`games.rules.bench`), as at an event. A tie without Hejma (RULES C51) is settled by the person, unless a setting does.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.management.playing.person import END_EARLY, Person
from games.management.playing.prompts import Prompts
from games.management.playing.screen import Screen
from games.players.smoking_cat.deals import CatPlayer
from games.players.smoking_cat.moves import act, to_act
from games.rules.bench import Proposal, propose
from games.rules.chance import Chance
from games.rules.entries import Deal, Entry, VoidDeal
from games.rules.refusals import Refused
from games.rules.replay import replay
from games.rules.setup import GameSetup
from games.rules.smoking_cat.play import State, deal, end_early
from games.rules.smoking_cat.points import TieWithoutHejma
from games.rules.smoking_cat.record import record_of
from games.rules.smoking_cat.ruling import Ruling, adjudicate
from games.rules.smoking_cat.view import seen_by


@dataclass(frozen=True, slots=True)
class Agreed:
    """What is settled before the first deal. `deals`: how many at most; `seat`: that of the person."""

    setup: GameSetup
    deals: int
    seat: str
    seed: str
    tie_without_hejma: TieWithoutHejma = "ask"


class Table:
    """`others`: the computer players by their seats."""

    def __init__(
        self, agreed: Agreed, others: Mapping[str, CatPlayer], person: Person, prompts: Prompts, screen: Screen
    ) -> None:
        self.agreed = agreed
        self.others = others
        self.person = person
        self.prompts = prompts
        self.screen = screen

    def play(self) -> None:
        """The whole game. Raises Left or ScriptEnded when the person is gone before its end."""
        log: list[Entry] = []
        game = replay(self.agreed.setup, log)
        while game.deals < self.agreed.deals and (proposal := propose(game)):
            log.append(self._entry(self._deal(len(log) + 1, proposal), proposal.dealer))
            game = replay(self.agreed.setup, log)
            self.screen.standing(game)

    def _deal(self, number: int, proposal: Proposal) -> State:
        """One deal to its end. The same seed and number give the same cards and the same luck to every seat."""
        seed = f"{self.agreed.seed}|{number}"
        chances = {seat: Chance(f"{seed}|{seat}") for seat in proposal.players}
        self.screen.deal(number, proposal.dealer, proposal.leader)
        state = deal(Chance(seed), seats=proposal.players, dealer=proposal.dealer)
        while seat := to_act(state):
            after = self._moved(state, seat, chances[seat])
            self._tell(state, after)
            state = after
        return state

    def _moved(self, state: State, seat: str, chance: Chance) -> State:
        """The state after the seat has done something legal; a person may need several tries."""
        view = seen_by(state, seat)
        if seat in self.others:
            return act(state, seat, self.others[seat].choose(view, chance))
        while True:
            move = self.person.choose(view, chance)
            try:
                return end_early(state) if move == END_EARLY else act(state, seat, move)
            except Refused as refused:
                self.screen.refuse(refused)

    def _tell(self, before: State, after: State) -> None:
        """Show on the screen what everybody sees of a move."""
        if before.is_passing and not after.is_passing:
            self.screen.passed(seen_by(after, self.agreed.seat))
        if len(after.tricks) > len(before.tricks):
            self.screen.trick(len(after.tricks), after.tricks[-1])
        if after.packed_by is not None:
            self.screen.packed(after.packed_by)

    def _entry(self, state: State, dealer: str) -> Entry:
        """The deal as a line of the table's log."""
        ruling = adjudicate(record_of(state), tie_without_hejma=self.agreed.tie_without_hejma)
        self.screen.ruling(ruling)
        loser = ruling.verdict.loser
        if ruling.verdict.decided_by == "undecided":
            loser = self._loser_by_the_table(ruling)
        if loser is None:
            return VoidDeal(dealer=dealer)
        return Deal(loser, packed=state.packed_by is not None, dealer=dealer)

    def _loser_by_the_table(self, ruling: Ruling) -> str | None:
        tied = [seat for seat, points in ruling.points.items() if points == max(ruling.points.values())]
        void = _("void")
        question = _("Who loses? Type %(seats)s or %(void)s:") % {"seats": ", ".join(tied), "void": void}
        while True:
            answer = self.prompts.ask(question, {})
            if answer.upper() in tied:
                return answer.upper()
            if answer.casefold() == void.casefold():
                return None
