"""How it came to the standings: letters deal by deal at a table, places round by round in an event.

Plain numbers for pictures and screens. A place after some rounds is that which the same rules (places.py) give to what
had been done in the basic rounds until then; what a final changes stands in the standings themselves.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from games.rules.course import Step
from games.rules.game import Tally
from tournaments.facts.regulations import Regulations
from tournaments.standings.places import places
from tournaments.standings.records import Record


def race(steps: Sequence[Step]) -> dict[str, list[tuple[int, int]]]:
    """Label → (deal, letters), from before the first deal or from when he came, until he left or now.

    A stand-in begins with the letters that he finds.
    """
    found: dict[str, list[tuple[int, int]]] = {}
    gone: set[str] = set()
    deal = 0
    for step in steps:
        before, deal = deal, step.deal or deal
        for seat, at in step.seats.items():
            if at.occupant in gone:
                continue
            if at.occupant not in found:
                found[at.occupant] = [(before, at.letters - (seat == step.letter_to))]
            found[at.occupant].append((deal, at.letters))
            if at.left is not None:
                gone.add(at.occupant)
    return {label: list(dict.fromkeys(line)) for label, line in found.items()}


def left_after(steps: Sequence[Step]) -> dict[str, int]:
    """Seat → the deal of the table after which it was left, 0 before the first; of seats that are left now."""
    found: dict[str, int] = {}
    deal = 0
    for step in steps:
        deal = step.deal or deal
        for seat, at in step.seats.items():
            if at.left is None:
                found.pop(seat, None)
            else:
                found.setdefault(seat, deal)
    return found


def places_by_round(
    played: Mapping[str, Sequence[tuple[int, Tally]]], regulations: Regulations
) -> dict[int, dict[str, int]]:
    """Round → entry → his place after it. `played`: entry → what he did in each basic round, by its number."""
    numbers = sorted({number for rounds in played.values() for number, _ in rounds})
    return {number: _places_after(number, played, regulations) for number in numbers}


def _places_after(
    last: int, played: Mapping[str, Sequence[tuple[int, Tally]]], regulations: Regulations
) -> dict[str, int]:
    records = []
    for entry, rounds in played.items():
        basic = tuple(tally for number, tally in rounds if number <= last)
        if basic:
            records.append(Record(entry=entry, basic=basic, total=_sum(basic), seat=None))
    return {standing.entry: standing.place for standing in places(records, regulations)}


def _sum(tallies: Sequence[Tally]) -> Tally:
    return Tally(*(sum(figures) for figures in zip(*(_figures(one) for one in tallies), strict=True)))


def _figures(tally: Tally) -> tuple[int, ...]:
    return (tally.deals, tally.letters, tally.games, tally.won, tally.points)
