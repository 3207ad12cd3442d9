"""Derived rows that make live pages cheap, kept in the transaction of the act that changes them; never the truth.

`Event.version` is the ETag of all public pages of an event. `Score` holds each player's totals and the text by which
the standings are ordered (standings/order.py). A deal in a basic round changes the keys of those at its table only;
a deal in a final changes the ranks of its table only. What reaches further (a basic game corrected after the final
has begun, a final at several tables) is said by `keep_scores`, and the caller orders the event anew from the logs.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import partial
from itertools import zip_longest
from typing import Any

from django.db import transaction
from django.db.models import F

from games.prepared import returning, update_some
from games.rules.game import Tally
from games.rules.replay import GameState, Occupancy
from tournaments.announce import announce
from tournaments.facts.regulations import Regulations
from tournaments.models import Event, Occupant, Registration, RegistrationStatus, RoundKind, Score, Table
from tournaments.models.event import EventQuerySet
from tournaments.standings.order import FINAL, OTHERS, SMALL_FINAL
from tournaments.standings.places import places, ranking_of
from tournaments.standings.records import FinalSeat, Record

TIERS = {RoundKind.FINAL.value: FINAL, RoundKind.SMALL_FINAL.value: SMALL_FINAL}
TOTALS = (
    "rounds",
    "basic_deals",
    "basic_letters",
    "deals",
    "letters",
    "games",
    "games_won",
    "points",
    "rank_key",
    "why",
)
TAKING_PART = (RegistrationStatus.CONFIRMED, RegistrationStatus.CHECKED_IN)


def bump(event: Event) -> None:
    """Raise the event's version and tell the open pages after the commit. One statement."""
    raising = "UPDATE tournaments_event SET version = version + 1 WHERE id = %s RETURNING version"
    returning(raising, [event.pk], partial(setattr, event, "version"))
    transaction.on_commit(lambda: announce(event.pk, event.version))


def bump_all(events: EventQuerySet) -> None:
    """The same for all of `events`, of which something has changed that stands outside them. Two statements."""
    held = dict(events.held().order_by("pk").values_list("pk", "version"))
    events.update(version=F("version") + 1)
    for pk, version in held.items():
        transaction.on_commit(partial(announce, pk, version + 1))


def open_score(registration: Registration) -> Score:
    """The score row of a registration, made or brought in line with its status. Its totals are left alone."""
    score = Score.objects.filter(registration=registration).first()
    is_new = score is None
    if score is None:
        score = Score(registration=registration, event=registration.event, key=registration.key)
    score.registration = registration
    before = score.rank_key
    if not takes_place(registration):
        score.rank_key, score.why = "", []
    elif not score.rank_key:
        score.rank_key = _key_among_others(score, regulations_of(registration.event))
    if is_new:
        score.save(force_insert=True)
    elif score.rank_key != before:
        score.save(update_fields=["rank_key", "why"])
    return score


def keep_scores(
    table: Table, occupants: Sequence[Occupant], state: GameState, changed: Collection[Occupant] = ()
) -> bool:
    """Write the scores of those who sit, or sat, at `table`. One statement.

    Returns whether the order of others is touched too, so that the event must be ordered anew.
    `occupants` come with their registrations and scores; `changed`: those seated or freed by this very line.
    """
    round_ = table.round
    if round_.kind == RoundKind.PLAY_OFF:
        return False
    number = str(round_.number)
    tallies = {occupancy.occupant: occupancy for occupancy in state.occupancies}
    here = [occupant for occupant in occupants if occupant.active or occupant in changed]
    for occupant in here:
        score = occupant.registration.score
        if occupant.active:
            tally = tallies[occupant.label]
            score.rounds = {**score.rounds, number: round_row(round_.kind, tally)}
        else:
            score.rounds = {key: value for key, value in score.rounds.items() if key != number}
        count_totals(score)
    touches_others = _order(table, here, state, regulations_of(round_.event)) or (
        bool(changed) and round_.kind in TIERS
    )
    update_some([occupant.registration.score for occupant in here], TOTALS)
    return touches_others


def count_totals(score: Score) -> None:
    """Bring the totals of a score in line with its rounds."""
    basic, everything = _sum(_basic(score)), _sum(score.rounds.values())
    score.basic_deals, score.basic_letters = basic.deals, basic.letters
    score.deals, score.letters = everything.deals, everything.letters
    score.games, score.games_won, score.points = everything.games, everything.won, everything.points


def round_row(kind: str, did: Tally | Occupancy) -> list[Any]:
    """A round as `Score.rounds` keeps it: what was done in it, without the figures of the other game."""
    return [kind, did.deals, did.letters, *([did.games, did.won, did.points] if did.games else [])]


def ranking_rounds(did: Iterable[Sequence[Any]], tier: int) -> list[Tally]:
    """The rounds whose mean ranks: the basic ones, and for who is in a final that final. `did`: `Score.rounds`."""
    kinds = {RoundKind.BASIC.value, *(kind for kind, own in TIERS.items() if own == tier)}
    return [Tally(*counts) for kind, *counts in did if kind in kinds]


def basic_rounds(score: Score) -> list[Tally]:
    """What was done in each basic round, in order of the rounds."""
    return [did for _, did in numbered_basic(score.rounds)]


def numbered_basic(rounds: Mapping[str, Sequence[Any]]) -> list[tuple[int, Tally]]:
    """The basic rounds of `Score.rounds` with their numbers, in order."""
    return [
        (int(number), Tally(*did))
        for number, (kind, *did) in sorted(rounds.items(), key=lambda item: int(item[0]))
        if kind == RoundKind.BASIC
    ]


def _basic(score: Score) -> list[list[Any]]:
    return [row for row in score.rounds.values() if row[0] == RoundKind.BASIC]


def _sum(rows: Iterable[list[Any]]) -> Tally:
    """The sum of rounds as `round_row` makes them, without a tally for each: there may be forty."""
    _kinds, *figures = zip_longest(["", 0], *rows, fillvalue=0)
    return Tally(*map(sum, figures))


def _order(table: Table, here: Sequence[Occupant], state: GameState, regulations: Regulations) -> bool:
    """Set the rank keys of those at the table; returns whether that was not enough."""
    scores = [one.registration.score for one in here if one.registration.classified]
    tier = TIERS.get(table.round.kind, OTHERS)
    if tier != OTHERS:
        return _order_final(table, here, state, regulations)
    for score in scores:
        if not _in_final(score):
            score.rank_key = _key_among_others(score, regulations)
    return any(_in_final(score) for score in scores)


def _order_final(table: Table, here: Sequence[Occupant], state: GameState, regulations: Regulations) -> bool:
    """Rank those who hold a seat in the only table of a final."""
    present = {seat.occupant: seat for seat in state.seats.values()}
    scores, records = {}, []
    alone = not _has_siblings(table)
    for occupant in here:
        score, seat = occupant.registration.score, present.get(occupant.label)
        if not occupant.registration.classified:
            continue
        if seat is None or _plays_another_final(score, table.round.number):
            alone = False  # who gave up his seat follows with all others; the better of two finals counts
            continue
        scores[score.key] = score
        records.append(
            Record(
                entry=score.key,
                basic=tuple(basic_rounds(score)),
                total=_sum(score.rounds.values()),
                seat=FinalSeat(
                    tier=TIERS[table.round.kind],
                    tally=seat.own,
                    left=seat.left,
                    outlasted_by=len(state.seats) - seat.left if seat.left else 0,
                    finished=state.finished,
                ),
            )
        )
    for standing in places(records, regulations) if alone else ():
        scores[standing.entry].rank_key = standing.rank_key
        scores[standing.entry].why = [[reason.code, dict(reason.values)] for reason in standing.why]
    return not alone


def _in_final(score: Score) -> bool:
    return score.rank_key[:1] in (str(FINAL), str(SMALL_FINAL))


def _plays_another_final(score: Score, number: int) -> bool:
    return any(kind in TIERS and key != str(number) for key, (kind, *_) in score.rounds.items())


def _has_siblings(table: Table) -> bool:
    """Whether finals of this kind have other tables; known from the fetch that proved the right, else asked for."""
    known: bool | None = getattr(table, "has_siblings", None)
    if known is None:
        same_kind = Table.objects.filter(round__event=table.round.event_id, round__kind=table.round.kind)
        known = same_kind.filter(game__isnull=False).exclude(pk=table.pk).exists()
    return known


def takes_place(registration: Registration) -> bool:
    """Whether he stands in the standings: classified, and in, or seated at some time."""
    return registration.classified and (registration.status in TAKING_PART or registration.seats.exists())


def _key_among_others(score: Score, regulations: Regulations) -> str:
    """Only a mean asks what was done in each round; else all of them are one heap."""
    rounds = basic_rounds(score) if regulations.pooling == "mean" else [_sum(_basic(score))]
    return ranking_of(regulations).key_of_others(rounds)


def regulations_of(event: Event) -> Regulations:
    """The regulations of an event, defaults filled in."""
    return Regulations.from_dict(event.regulations)


def write_scores(scores: Iterable[Score]) -> None:
    """One statement. An upsert of rows that are there: Django writes it much faster than a `bulk_update`."""
    Score.objects.bulk_create(scores, update_conflicts=True, unique_fields=["registration"], update_fields=TOTALS)
