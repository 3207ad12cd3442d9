"""Who is in the final, who is in the small final, and what a play-off has settled: a proposal for the director.

competition.md 3.3 and 3.4. The computation is `standings`; this module only fetches and puts the parts together.
"""

from __future__ import annotations

from dataclasses import dataclass

from tournaments.models import Event, RoundKind
from tournaments.queries.played import played_event
from tournaments.standings.finalists import PlayOff
from tournaments.standings.play_offs import play_off_winners
from tournaments.standings.results import PlayedEvent, Results, results


@dataclass(frozen=True, slots=True)
class FinalProposal:
    """`qualified`: entry keys in rank order, the winners of a settled play-off last; `others`: for a small final.

    `play_off` is the open tie across the cut, None when there was none or it is settled; `settled`: by a play-off.
    `unfinished`: some basic game is still open, so everything here may change.
    """

    qualified: tuple[str, ...]
    others: tuple[str, ...]
    play_off: PlayOff | None
    settled: bool
    unfinished: bool


def final_proposal(event: Event) -> FinalProposal:
    """The proposal as the logs stand now."""
    played = played_event(event)
    found = results(played)
    qualified, tie, settled = found.finalists.qualified, found.finalists.play_off, False
    if tie is not None:
        winners = play_off_winners(tie.between, tie.places, _letters_in_play_off(played))
        if winners is not None:
            qualified, tie, settled = qualified + winners, None, True
    basic = [table.state for round_ in played.rounds if round_.kind == RoundKind.BASIC for table in round_.tables]
    return FinalProposal(
        qualified=qualified,
        others=_others(found, qualified, tie),
        play_off=tie,
        settled=settled,
        unfinished=any(not state.finished for state in basic),
    )


def _letters_in_play_off(played: PlayedEvent) -> dict[str, int]:
    """Entry → letters in the last play-off that has been played."""
    letters: dict[str, int] = {}
    for round_ in played.rounds:
        if round_.kind == RoundKind.PLAY_OFF and any(table.state.deals for table in round_.tables):
            letters = {
                one.occupant: one.letters for table in round_.tables for one in table.state.occupancies if one.deals
            }
    return letters


def _others(found: Results, qualified: tuple[str, ...], tie: PlayOff | None) -> tuple[str, ...]:
    waiting = set(qualified) | set(tie.between if tie else ())
    return tuple(standing.entry for standing in found.standings if standing.entry not in waiting)
