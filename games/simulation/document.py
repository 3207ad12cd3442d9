"""A simulation as its JSON document, `scwu-simulation/1` (the command `simulate` says what its members mean)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from math import sqrt
from typing import Any

from games.rules.smoking_cat.play import CARDS_EACH, PLAYERS
from games.rules.smoking_cat.points import ALL_POINTS
from games.simulation.lengths import PERCENTS, Length, Weights
from games.simulation.tally import Tally

FORMAT = "scwu-simulation/1"
Z_95 = 1.96


def simulation_document(
    players: Sequence[str],
    tally: Tally,
    lengths: Iterable[Length],
    *,
    seed: str,
    wanted: int,
    complete: bool,
) -> dict[str, Any]:
    return {
        "format": FORMAT,
        "seed": seed,
        "players": list(players),
        "wanted": wanted,
        "deals": tally.deals,
        "complete": complete,
        "by_player": [
            {"player": kind} | _counts(tally, [(player, place) for place in range(PLAYERS)])
            for player, kind in enumerate(players)
        ],
        "by_place": [
            {"place": place + 1} | _counts(tally, [(player, place) for player in range(PLAYERS)])
            for place in range(PLAYERS)
        ],
        "decided_by": {how: tally.decided[how] for how in ("most_points", "hejma", "undecided", "packed")},
        "certain_after_trick": {str(trick): tally.certain[trick] for trick in range(1, CARDS_EACH + 1)}
        | {"never": tally.certain[0]},
        "packed_after_tricks": {str(tricks): tally.packed[tricks] for tricks in range(CARDS_EACH)},
        "game_lengths": [_length(length) for length in lengths],
    }


def weights_of(players: Sequence[str], tally: Tally, seats: int) -> Weights:
    """How readily seats and places lose as they did in the simulation; seats are filled with the players in turn."""
    by_kind: Counter[str] = Counter()
    by_place: Counter[int] = Counter()
    for (player, place), times in tally.lost.items():
        by_kind[players[player]] += times
        by_place[place] += times
    rates = [by_kind[kind] * PLAYERS // players.count(kind) for kind in players]
    return Weights(
        seats=tuple(max(1, rates[seat % PLAYERS]) for seat in range(seats)),
        places=tuple(max(1, by_place[place]) for place in range(PLAYERS)),
    )


def _counts(tally: Tally, sittings: Sequence[tuple[int, int]]) -> dict[str, object]:
    deals = tally.deals * len(sittings) // PLAYERS
    lost = sum(tally.lost[sitting] for sitting in sittings)
    points = {value: sum(tally.points[sitting, value] for sitting in sittings) for value in range(ALL_POINTS + 1)}
    return {
        "lost": lost,
        "share_lost": _share(lost, deals),
        "interval_95": _interval(lost, deals),
        "mean_points": round(sum(value * times for value, times in points.items()) / deals, 3) if deals else None,
        "points": {str(value): times for value, times in points.items()},
    }


def _share(times: int, deals: int) -> float | None:
    return round(times / deals, 5) if deals else None


def _interval(times: int, deals: int) -> list[float] | None:
    """Wilson's interval, which stays within 0 and 1 also for small counts."""
    if not deals:
        return None
    share, spread = times / deals, Z_95**2 / deals
    middle = (share + spread / 2) / (1 + spread)
    half = Z_95 * sqrt(share * (1 - share) / deals + spread / (4 * deals)) / (1 + spread)
    return [round(max(0, middle - half), 5), round(min(1, middle + half), 5)]


def _length(length: Length) -> dict[str, object]:
    return {
        "word_length": length.word_length,
        "table_size": length.table_size,
        "fewest": length.fewest,
        "most": length.most,
        "games": length.games,
        "mean": round(length.mean, 2),
        "percentiles": {str(percent): deals for percent, deals in zip(PERCENTS, length.percentiles, strict=True)},
    }
