"""Team results: how the clubs stand in an event (competition.md 3.10).

A team's success is that of its members over the basic rounds, as one heap of deals (`pooled`) or as the mean of the
members who have own deals (`mean`; of each member the basic success as the event's `pooling` has it). Finals do not
count: a few play them only, and a club's second best would weigh less the better its best. Members are the classified
entries of the club. Equal teams share a place; without own deals a team comes last. Each place comes with its reason.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby

from games.rules.game import Tally
from tournaments.facts.regulations import Regulations
from tournaments.standings.reasons import NAMED, Reason
from tournaments.standings.records import Record
from tournaments.standings.success import over_rounds, success, total


@dataclass(frozen=True, slots=True)
class TeamStanding:
    """`members` by entry id; `total` over the basic rounds of all of them. Shared where `last_place` differs.

    `why`: codes of reasons.py, with club codes in place of entries.
    """

    place: int
    club: str
    members: tuple[str, ...]
    total: Tally
    success: Fraction | None
    last_place: int
    why: tuple[Reason, ...]


def team_standings(
    records: Iterable[Record], clubs: Mapping[str, str], regulations: Regulations
) -> tuple[TeamStanding, ...]:
    """In order of place, then of club code. `clubs`: entry → code; who is missing there plays for nobody."""
    teams: dict[str, list[Record]] = {}
    for record in sorted(records, key=lambda record: record.entry):
        if record.entry in clubs:
            teams.setdefault(clubs[record.entry], []).append(record)
    ranked = sorted((_ascending(_success(members, regulations)), club) for club, members in teams.items())
    standings: list[TeamStanding] = []
    for _, group in groupby(ranked, key=lambda row: row[0]):
        codes, place = [club for _, club in group], len(standings) + 1
        standings += [_standing(place, club, codes, teams[club], regulations) for club in codes]
    return tuple(standings)


def _standing(
    place: int, club: str, equals: list[str], members: list[Record], regulations: Regulations
) -> TeamStanding:
    why = [_why(members, regulations)]
    if others := [code for code in equals if code != club]:
        why.append(_shared(others))
    return TeamStanding(
        place=place,
        club=club,
        members=tuple(record.entry for record in members),
        total=_heap(members),
        success=_success(members, regulations),
        last_place=place + len(others),
        why=tuple(why),
    )


def _why(members: list[Record], regulations: Regulations) -> Reason:
    """What the success was counted from: a mean of members has no deals of its own, and shows its fraction."""
    heap = _heap(members)
    if not heap.deals:
        return Reason("team_none")
    if regulations.team_result == "pooled":
        return Reason("team", {"won": max(heap.deals - heap.letters, 0), "deals": heap.deals})
    value = _success(members, regulations) or Fraction(0)
    counted = sum(1 for member in members if _heap([member]).deals)
    return Reason("team_mean", {"won": value.numerator, "deals": value.denominator, "members": counted})


def _shared(others: list[str]) -> Reason:
    """Nothing breaks a tie of teams; only so many are named as anybody reads."""
    if len(others) <= NAMED:
        return Reason("team_shared", {"others": others})
    return Reason("team_shared_with_more", {"others": others[:NAMED], "more": len(others) - NAMED})


def _heap(members: Iterable[Record]) -> Tally:
    return total(tally for record in members for tally in record.basic)


def _success(members: list[Record], regulations: Regulations) -> Fraction | None:
    if regulations.team_result == "pooled":
        return success(_heap(members))
    values = [value for member in members if (value := over_rounds(member.basic, regulations.pooling)) is not None]
    return sum(values, start=Fraction(0)) / len(values) if values else None


def _ascending(value: Fraction | None) -> tuple[bool, Fraction]:
    return (True, Fraction(0)) if value is None else (False, -value)
