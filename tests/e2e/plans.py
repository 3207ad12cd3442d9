"""Games thought out before they are played: who will lose each deal, so that an evening ends as a test wants it.

Pure: the rules, the standings and a stream of lots from a seed. A plan is the log of a table as it will stand there,
line for line, undone and corrected lines too; its occupants are nicks. Left out: how a line is brought to the page
(pages.py).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from games.rules.bench import Proposal, propose
from games.rules.entries import Amend, Deal, Entry, PenaltyLetter, Strike, VoidDeal
from games.rules.replay import GameState, replay
from games.rules.setup import GameSetup
from tournaments.draws.seeding import Stream
from tournaments.facts.regulations import PRESETS
from tournaments.standings.results import PlayedEntry, PlayedEvent, PlayedRound, PlayedTable, Results, results

CLASSIC = PRESETS["classic"].regulations

Nicks = Mapping[str, str]  # seat → who sits there
Incident = Callable[[Proposal], Entry]
Incidents = Mapping[int, Incident]  # position in the log → what happens there instead of a deal by lot


@dataclass
class TablePlan:
    """The log of one table; it grows while it is thought out."""

    number: int
    setup: GameSetup
    log: list[Entry] = field(default_factory=list)

    @property
    def state(self) -> GameState:
        return replay(self.setup, self.log)

    def proposal(self, position: int) -> Proposal | None:
        """What the page will propose before the line at `position` is written."""
        return propose(replay(self.setup, self.log[: position - 1]))


# --- What happens now and then ----------------------------------------------------------------------------------------


def other_bench(proposal: Proposal) -> Entry:
    """Who should have dealt has gone to the bar and sits out; who has sat longest on the bench plays instead."""
    bench = (*proposal.bench, proposal.dealer)[-len(proposal.bench) :]
    return deal(next(seat for seat in proposal.players if seat not in bench), bench)


def deal(loser: str, bench: Iterable[str]) -> Deal:
    """A deal as the page writes it down: the bench in order of seats."""
    return Deal(loser, tuple(sorted(bench)))


def misdeal(proposal: Proposal) -> Entry:
    return VoidDeal(proposal.bench, "misdeal")


def penalty(proposal: Proposal) -> Entry:
    return PenaltyLetter(proposal.dealer, "dealt wrong twice")


def undo_of(position: int) -> Incident:
    return lambda _: Strike(position)


def other_loser(position: int, seat: str) -> Incident:
    """It was `seat` who lost the deal at `position`."""
    return lambda _: Amend(position, {"loser": seat})


def plain_deal(seat: str) -> Incident:
    return lambda proposal: deal(seat, proposal.bench)


# --- Games and rounds -------------------------------------------------------------------------------------------------


def planned_table(number: int, seats: Nicks, word: str, lots: Stream, incidents: Incidents | None = None) -> TablePlan:
    """A whole game whose losers are drawn by lot."""
    plan = TablePlan(number, GameSetup(tuple(word), tuple(seats), CLASSIC.game_options(), seats))
    while (proposal := propose(plan.state)) is not None:
        incident = (incidents or {}).get(len(plan.log) + 1)
        loser = proposal.players[lots.below(len(proposal.players))]
        plan.log.append(incident(proposal) if incident else deal(loser, proposal.bench))
    return plan


def planned_round(
    seating: Mapping[int, Nicks],
    word: str,
    *,
    seed: str,
    incidents: Mapping[int, Incidents] | None = None,
) -> list[TablePlan]:
    """A game at every table; `incidents` by table."""
    lots = Stream(seed)
    return [
        planned_table(number, seats, word, lots, (incidents or {}).get(number))
        for number, seats in sorted(seating.items())
    ]


def results_of(basic: Iterable[list[TablePlan]]) -> Results:
    """The results after basic rounds that were played like this; entries are nicks."""
    rounds = tuple(
        PlayedRound(number, "basic", tuple(PlayedTable(plan.number, plan.state) for plan in plans))
        for number, plans in enumerate(basic, 1)
    )
    nicks = {seat.occupant for round_ in rounds for table in round_.tables for seat in table.state.seats.values()}
    return results(PlayedEvent(CLASSIC, tuple(PlayedEntry(nick) for nick in sorted(nicks)), rounds))


def planned_tie(earlier: list[TablePlan], seating: Mapping[int, Nicks], word: str) -> list[TablePlan]:
    """A second round after which exactly two are equal across the cut, for one place. The first that is found."""
    for attempt in range(5000):
        plans = planned_round(seating, word, seed=f"{attempt:04x}")
        tie = results_of([earlier, plans]).finalists.play_off
        if tie is not None and (tie.places, len(tie.between)) == (1, 2):
            return plans
    raise AssertionError("no such round was found")
