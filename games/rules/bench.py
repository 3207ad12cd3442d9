"""Who sits out the next deal, who deals, who leads: a proposal that the referee may change (competition.md 2.5, 2.6).

The first four deal first; those after them are the first bench, in every mode (RULES C17). Then, by
`GameOptions.bench` (RULES C18):

- `cycle`: the one or two seats still in that follow the last seat that sat out. When somebody has left, the walk
  goes on from that seat over those who are left. Of a bench that somebody put together by hand (A and C) the later
  seat is the last one; of F and A it is A, because they sit side by side that way round.
- `loser_sits`: the loser of the last deal. At six a second seat is needed, and at five after somebody has left the
  loser is gone: that place goes by the cycle, but passes over those who sat out just now. The walk follows the
  seats that sat by the cycle, not the losers.
- `free`: the bench of the last deal again, if it still leaves four to play; else by the cycle. It is a start for
  the referee's own choice.

The loser of the last deal deals, in the first deal the first seat; one who does not play passes it on clockwise
(RULES C13, C15, C16). The players may agree on another (RULES C14): what is written down with a deal is what was.
A void deal is played again: by the same dealer (the one written down with it, if any) and the same four. Its bench
is therefore that of the deal as it should have been; if cards went to the wrong players, those who should have played
play now. A penalty letter or withdrawal in between may make that impossible; then the mode decides as if the void
deal had not been. Only lines that count now are looked at, as they read after corrections.

In Smear all play and the deal goes round (smear/game.py); there the leader is the eldest hand, who bids first.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise, takewhile

from games.rules.entries import Deal, VoidDeal
from games.rules.replay import GameState
from games.rules.setup import PLAYERS_OF_A_DEAL


@dataclass(frozen=True, slots=True)
class Proposal:
    bench: tuple[str, ...]
    players: tuple[str, ...]
    dealer: str
    leader: str


def propose(state: GameState) -> Proposal | None:
    """The next deal, or None when there is none."""
    if state.finished:
        return None
    if state.smear:
        dealer = state.smear.dealer
        return Proposal((), state.active, dealer, leader=_clockwise(state.active, after=dealer)[0])
    played = [line.entry for line in state.lines if line.applied and isinstance(line.entry, Deal | VoidDeal)]
    deals = [entry for entry in played if isinstance(entry, Deal)]
    voids = list(takewhile(lambda entry: isinstance(entry, VoidDeal), reversed(played)))  # since then, latest first
    bench = _bench(state, deals, voids)
    players = tuple(seat for seat in state.active if seat not in bench)
    dealer = who_deals(state.setup.seats, deals, voids, players)
    return Proposal(bench, players, dealer, leader=_clockwise(players, after=dealer)[0])


def _bench(state: GameState, deals: Sequence[Deal], voids: Sequence[Deal | VoidDeal]) -> tuple[str, ...]:
    if voids and _leaves_four(state, voids[0].bench):
        return _once(voids[0].bench)
    if not deals:
        return state.active[PLAYERS_OF_A_DEAL:]
    mode, last = state.setup.options.bench, deals[-1]
    if mode == "free" and _leaves_four(state, last.bench):
        return _once(last.bench)
    places = len(state.active) - PLAYERS_OF_A_DEAL
    if mode == "loser_sits" and places:
        return _loser_and_next(state, deals, places)
    return _clockwise(state.active, after=_last_to_sit(state.setup.seats, last.bench))[:places] if places else ()


def _leaves_four(state: GameState, bench: tuple[str, ...]) -> bool:
    return set(bench) <= set(state.active) and len(state.active) - len(set(bench)) == PLAYERS_OF_A_DEAL


def _once(bench: tuple[str, ...]) -> tuple[str, ...]:
    """A seat that was written down twice sits on one chair all the same."""
    return tuple(dict.fromkeys(bench))


def _loser_and_next(state: GameState, deals: Sequence[Deal], places: int) -> tuple[str, ...]:
    last = deals[-1]
    losers = (last.loser,) if last.loser in state.active else ()
    walked = deals[0].bench
    for before, deal in pairwise(deals):
        walked = tuple(seat for seat in deal.bench if seat != before.loser) or walked
    rested = {*losers, *last.bench}
    others = [seat for seat in state.active if seat not in rested]
    by_cycle = _clockwise(others, after=_last_to_sit(state.setup.seats, walked))
    return tuple(sorted((*losers, *by_cycle)[:places]))


def who_deals(
    seats: Sequence[str], deals: Sequence[Deal], voids: Iterable[Deal | VoidDeal], players: Sequence[str]
) -> str:
    """The seat that deals to `players` after these deals. `voids`: the void ones since the last, latest first."""
    dealer = deals[-1].loser if deals else seats[0]
    dealer = next((entry.dealer for entry in voids if entry.dealer), dealer)
    return dealer if dealer in players else _clockwise(players, after=dealer)[0]


def _last_to_sit(seats: Sequence[str], bench: Iterable[str]) -> str:
    """The seat of a bench whose neighbour plays; with two such seats the later in the alphabet."""
    sitting = set(bench)
    return max(seat for seat in sitting if _clockwise(seats, after=seat)[0] not in sitting)


def _clockwise(seats: Iterable[str], after: str) -> tuple[str, ...]:
    """Sorted seats in the order in which they follow `after`, itself last."""
    seats = tuple(seats)
    return (*(seat for seat in seats if seat > after), *(seat for seat in seats if seat <= after))
