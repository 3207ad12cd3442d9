"""Feats: the records and curiosities of Smoking Cat, what counts as each, and those of one game.

A feat is counted from the course of a finished game (games/rules/course.py) and names the line of the log at which it
was done, so that anybody can step there. What was best of an evening, a season or a player is the best of its games;
only last letters are added up, over all games that two people sat in. Equal feats share a record, the older first.
Titles and meanings are English, the msgids under which the faces translate them (texts/about_feats.py).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from games.rules.course import Step
from games.rules.marking import marked as _
from games.rules.replay import GameState
from games.simulation.pace import Pace

UNTIMED = Pace()

Whose = Literal["player", "table", "pair"]


@dataclass(frozen=True, slots=True)
class Kind:
    """`whose`: who holds such a record. `fewest`: less is better. `meaning`: what is counted, in one sentence."""

    title: str
    meaning: str
    whose: Whose = "player"
    fewest: bool = False


KINDS: Mapping[str, Kind] = {
    "match_ball": Kind(
        _("The longest life on a match ball"),
        _("Own deals survived in one game with a single letter missing."),
    ),
    "first_letter": Kind(
        _("The latest first letter"),
        _("The own deal of a game in which somebody took his first letter."),
    ),
    "no_letter": Kind(
        _("A game without a letter"),
        _("Own deals of somebody who stayed to the end of a game and took no letter at all."),
    ),
    "safe_row": Kind(
        _("The longest row of deals without a letter"),
        _("Own deals one after another in one game without taking a letter."),
    ),
    "lost_row": Kind(
        _("The longest row of lost deals"),
        _("Own deals lost one after another in one game."),
    ),
    "left_early": Kind(
        _("The earliest to leave"),
        _("The deal of the table after which somebody had the whole word."),
        fewest=True,
    ),
    "own_deals": Kind(
        _("The most own deals"),
        _("Deals that somebody sat in during one game."),
    ),
    "short_game": Kind(
        _("The shortest game"),
        _("Deals until the table was finished, if nobody closed it before."),
        whose="table",
        fewest=True,
    ),
    "long_game": Kind(
        _("The longest game"),
        _("Deals until the table was finished."),
        whose="table",
    ),
    "fast_game": Kind(
        _("The fastest game by the clock"),
        _("Minutes that all deals of a finished table took, pauses taken out, where the time of each deal is known."),
        whose="table",
        fewest=True,
    ),
    "slow_game": Kind(
        _("The slowest game by the clock"),
        _("Minutes that all deals of a table took, pauses taken out, where the time of each deal is known."),
        whose="table",
    ),
    "close_finish": Kind(
        _("The closest finish"),
        _("Match balls at the table when the last deal of the game was dealt."),
        whose="table",
    ),
    "last_letter": Kind(
        _("The most last letters dealt to one person"),
        _("How often somebody dealt the deal in which the other took his last letter."),
        whose="pair",
    ),
}


@dataclass(frozen=True, slots=True)
class Feat:
    """`value`: as the kind counts; `position`: the line at which it was done; `who`: a label of the table's log.

    `who` is empty where the whole table holds it; `to`: the label of who took the last letter.
    """

    kind: str
    value: int
    position: int
    who: str = ""
    to: str = ""

    @property
    def worth(self) -> int:
        """More is better, whatever the kind."""
        return -self.value if KINDS[self.kind].fewest else self.value


def feats(state: GameState, steps: Sequence[Step], pace: Pace = UNTIMED) -> tuple[Feat, ...]:
    """The feats of a game, of each person the best of a kind; none while it goes on, nor in a game of Smear.

    `pace`: of its deals. What was written down together afterwards, or went on in a pause, has no time.
    """
    if not state.finished or state.smear or not state.deals:
        return ()
    found: dict[tuple[str, str, str], Feat] = {}
    of_table = (*_of_table(state, steps), *_by_clock(state, steps, pace))
    for feat in (*_of_people(state, steps), *of_table, *_last_letters(steps, len(state.setup.letters))):
        key = (feat.kind, feat.who, feat.to)
        if key not in found or feat.worth > found[key].worth:
            found[key] = feat
    return tuple(found.values())


def _of_people(state: GameState, steps: Sequence[Step]) -> Iterator[Feat]:
    lives: dict[str, _Life] = {}
    length = len(state.setup.letters)
    for step in steps:
        for seat, at in step.seats.items():
            life = lives.setdefault(at.occupant, _Life(at.occupant))
            yield from life.after(step, seat, length)
    for stayed in state.seats.values():
        if stayed.left is None and not stayed.letters and len(stayed.tallies) == 1 and stayed.own.deals:
            yield Feat("no_letter", stayed.own.deals, lives[stayed.occupant].last, stayed.occupant)


class _Life:
    """What one person does at a table, line by line. A stand-in begins with the letters that he finds."""

    def __init__(self, label: str) -> None:
        self.label = label
        self.deals = self.safe = self.lost = self.on_ball = 0
        self.letters: int | None = None
        self.last = 1

    def after(self, step: Step, seat: str, length: int) -> Iterator[Feat]:
        """The feats that this line makes."""
        before, now = self.letters, step.seats[seat].letters
        self.letters = now
        took = step.letter_to == seat
        if seat not in step.played:
            if took:  # a penalty letter ends what went without one
                self.safe = 0
            return
        self.deals += 1
        self.last = step.position
        self.safe, self.lost = (0, self.lost + 1) if took else (self.safe + 1, 0)
        yield Feat("own_deals", self.deals, step.position, self.label)
        if took:
            yield Feat("lost_row", self.lost, step.position, self.label)
            if now == 1:
                yield Feat("first_letter", self.deals, step.position, self.label)
            if now == length and step.deal:
                yield Feat("left_early", step.deal, step.position, self.label)
        else:
            yield Feat("safe_row", self.safe, step.position, self.label)
            if now == length - 1 and before in (None, now):
                self.on_ball += 1
                yield Feat("match_ball", self.on_ball, step.position, self.label)


def _of_table(state: GameState, steps: Sequence[Step]) -> Iterator[Feat]:
    length = len(state.setup.letters)
    dealt = [step for step in steps if step.deal]
    last = dealt[-1]
    yield Feat("long_game", state.deals, last.position)
    if state.closed:
        return
    yield Feat("short_game", state.deals, last.position)
    if last.letter_to and last.seats[last.letter_to].left:
        yield Feat("close_finish", _balls_before(last, length), last.position)


def _by_clock(state: GameState, steps: Sequence[Step], pace: Pace) -> Iterator[Feat]:
    if not pace.is_known or pace.deals < state.deals:
        return
    minutes, last = max(1, pace.seconds // 60), [step.position for step in steps if step.deal][-1]
    yield Feat("slow_game", minutes, last)
    if not state.closed:
        yield Feat("fast_game", minutes, last)


def _balls_before(step: Step, length: int) -> int:
    """How many had a match ball when this deal was dealt, its loser among them or not."""
    still_in = {seat: at for seat, at in step.seats.items() if at.left is None or seat == step.letter_to}
    return sum(at.letters - (seat == step.letter_to) == length - 1 for seat, at in still_in.items())


def _last_letters(steps: Sequence[Step], length: int) -> Iterator[Feat]:
    for step in steps:
        seat, dealer = step.letter_to, step.dealer
        if seat and dealer and step.deal and seat != dealer and step.seats[seat].letters == length:
            yield Feat("last_letter", 1, step.position, step.seats[dealer].occupant, step.seats[seat].occupant)
