"""Derived rows that make live pages cheap, kept in the transaction of the act that changes them; never the truth.

`Event.version` is the ETag of all public pages of an event. `Score` holds each player's totals and the text by which
the standings are ordered (standings/order.py). A deal in a basic round changes the keys of those at its table only;
a deal in a final changes the ranks of its table only. What reaches further (a basic game corrected after the final
has begun, a final at several tables) is said by `keep_scores`, and the caller orders the event anew from the logs.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial

from django.db import connection, transaction

from games.rules.replay import GameState, Tally
from tournaments.announce import announce
from tournaments.models import Event, Occupant, Registration, RegistrationStatus, RoundKind, Score, Table
from tournaments.regulations import Regulations
from tournaments.standings.order import FINAL, OTHERS, SMALL_FINAL, rank_key
from tournaments.standings.places import FinalSeat, Record, places
from tournaments.standings.success import over_rounds, total

TIERS = {RoundKind.FINAL.value: FINAL, RoundKind.SMALL_FINAL.value: SMALL_FINAL}
TAKING_PART = (RegistrationStatus.CONFIRMED, RegistrationStatus.CHECKED_IN)


def bump(event: Event) -> None:
    """Raise the event's version and tell the open pages after the commit. One statement."""
    with connection.cursor() as cursor:
        cursor.execute("UPDATE tournaments_event SET version = version + 1 WHERE id = %s RETURNING version", [event.pk])
        event.version = cursor.fetchone()[0]
    transaction.on_commit(partial(announce, event.pk, event.version))


def open_score(registration: Registration) -> Score:
    """The score row of a registration, made or brought in line with its status."""
    score = Score.objects.filter(registration=registration).first() or Score(
        registration=registration, event=registration.event, key=registration.key
    )
    score.registration = registration
    if not score.rank_key or not _takes_place(score):
        score.rank_key = _key_among_others(score, regulations_of(registration.event)) if _takes_place(score) else ""
    score.save()
    return score


def keep_scores(table: Table, occupants: Sequence[Occupant], state: GameState) -> bool:
    """Write the scores of those who sit, or sat, at `table`. One statement.

    Returns whether the order of others is touched too, so that the event must be ordered anew.
    `occupants` come with their registrations and scores.
    """
    round_ = table.round
    if round_.kind == RoundKind.PLAY_OFF:
        return False
    regulations = regulations_of(round_.event)
    tallies = {occupancy.occupant: Tally(occupancy.deals, occupancy.letters) for occupancy in state.occupancies}
    scores = []
    for occupant in occupants:
        if occupant.active:
            score = occupant.registration.score
            tally = tallies[occupant.label]
            score.rounds = {**score.rounds, str(round_.number): [round_.kind, tally.deals, tally.letters]}
            count_totals(score)
            scores.append(score)
    touches_others = _order(table, occupants, state, regulations)
    _write(scores)
    return touches_others


def count_totals(score: Score) -> None:
    """Bring the totals of a score in line with its rounds."""
    basic, everything = total(basic_rounds(score)), total(_all_rounds(score))
    score.basic_deals, score.basic_letters = basic.deals, basic.letters
    score.deals, score.letters = everything.deals, everything.letters


def basic_rounds(score: Score) -> list[Tally]:
    """What was done in each basic round, in order of the rounds."""
    return [
        Tally(deals, letters)
        for _, (kind, deals, letters) in sorted(score.rounds.items(), key=lambda item: int(item[0]))
        if kind == RoundKind.BASIC
    ]


def _all_rounds(score: Score) -> list[Tally]:
    return [Tally(deals, letters) for _, deals, letters in score.rounds.values()]


def _order(table: Table, occupants: Sequence[Occupant], state: GameState, regulations: Regulations) -> bool:
    """Set the rank keys of those at the table; returns whether that was not enough."""
    present = {seat.occupant: seat for seat in state.seats.values()}
    here = [occupant for occupant in occupants if occupant.active and occupant.registration.classified]
    scores = {occupant.registration.key: occupant.registration.score for occupant in here}
    tier = TIERS.get(table.round.kind, OTHERS)
    if tier == OTHERS:
        for score in scores.values():
            if _takes_place(score) and (not score.rank_key or score.rank_key.startswith(str(OTHERS))):
                score.rank_key = _key_among_others(score, regulations)
        return any(score.rank_key.startswith(("0", "1")) for score in scores.values())
    seated = [occupant for occupant in here if occupant.label in present]
    records = []
    for occupant in seated:
        score, seat = scores[occupant.registration.key], present[occupant.label]
        records.append(
            Record(
                entry=score.key,
                basic=tuple(basic_rounds(score)),
                total=Tally(score.deals, score.letters),
                seat=FinalSeat(
                    tier=tier,
                    tally=Tally(seat.own.deals, seat.own.letters),
                    left=seat.left,
                    outlasted_by=len(state.seats) - seat.left if seat.left else 0,
                    finished=state.finished,
                ),
            )
        )
    for standing in places(records, regulations):
        scores[standing.entry].rank_key = standing.rank_key
        scores[standing.entry].why = [[reason.code, dict(reason.values)] for reason in standing.why]
    return len(seated) < len(here) or _has_siblings(table)


def _has_siblings(table: Table) -> bool:
    """Whether the round has other tables; known from the fetch that proved the right, else asked for."""
    known: bool | None = getattr(table, "has_siblings", None)
    return Table.objects.filter(round=table.round_id).exclude(pk=table.pk).exists() if known is None else known


def _takes_place(score: Score) -> bool:
    registration = score.registration
    return registration.classified and (registration.status in TAKING_PART or bool(score.rounds))


def _key_among_others(score: Score, regulations: Regulations) -> str:
    return rank_key(OTHERS, over_rounds(basic_rounds(score), regulations.pooling))


def regulations_of(event: Event) -> Regulations:
    """The regulations of an event, defaults filled in."""
    return Regulations.from_dict(event.regulations)


def _write(scores: Iterable[Score]) -> None:
    Score.objects.bulk_update(scores, ["rounds", "basic_deals", "basic_letters", "deals", "letters", "rank_key", "why"])
