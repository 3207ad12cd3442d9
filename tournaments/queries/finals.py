"""Who is in the final, who is in the small final, and what a play-off has settled: a proposal for the director.

competition.md 3.3 and 3.4. The computation is `standings`; this module only fetches and puts the parts together.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime

from django.db.models import Exists, OuterRef, Q, QuerySet

from tournaments.facts.line_ups import Due
from tournaments.models import (
    Event,
    Occupant,
    PlaceOverride,
    Question,
    QuestionKind,
    Registration,
    Round,
    RoundKind,
    RoundStatus,
)
from tournaments.projections import regulations_of
from tournaments.queries.draw_history import banned_here, players_to_seat
from tournaments.queries.played import played_event
from tournaments.standings.by_games_won import A_GAME_WON
from tournaments.standings.finalists import PlayOff
from tournaments.standings.play_offs import after_play_off
from tournaments.standings.results import PlayedEvent, Results, results

FINALS = (RoundKind.PLAY_OFF, RoundKind.FINAL, RoundKind.SMALL_FINAL)
SEATED = Q(status__in=(RoundStatus.DRAWN, RoundStatus.PUBLISHED))


@dataclass(frozen=True, slots=True)
class FinalProposal:
    """`qualified`: entry keys in rank order, the winners of a settled play-off last; `others`: for a small final. Equal
    ones stand by their start numbers.

    `places`: the first and last place of those who need no play-off, which equal ones share.

    `play_off` is the open tie across the cut, None when there was none or it is settled; `settled`: by a play-off.
    `ties`: number of each play-off that has begun → who was equal before it, by the results as they are now.
    `unfinished`: some basic round is still to be played, so everything here may change.
    """

    qualified: tuple[str, ...]
    others: tuple[str, ...]
    play_off: PlayOff | None
    ties: Mapping[int, tuple[str, ...]]
    settled: bool
    unfinished: bool
    places: tuple[tuple[int, int], ...]

    @property
    def ranked(self) -> tuple[str, ...]:
        """Everybody who has a rank, the best first."""
        return (*self.qualified, *(self.play_off.between if self.play_off else ()), *self.others)


def has_final(event: Event) -> bool:
    """Whether a final is played here: the series has one, or the director has meant one all the same.

    He means one by its size in the regulations, or by a round of the finals that he has planned.
    """
    return (
        event.series.has_final
        or "final_size" in event.regulations
        or Round.objects.filter(event=event, kind__in=FINALS).exists()
    )


def final_proposal(event: Event) -> FinalProposal:
    """The proposal as the logs stand now."""
    return _proposal(played_event(event), unfinished=basic_unfinished(event) > 0)


def tied_before(event: Event, number: int) -> tuple[str, ...]:
    """Who is equal across the cut before the play-off with this number, by the results as they are now."""
    proposal = final_proposal(event)
    return proposal.ties.get(number, proposal.play_off.between if proposal.play_off else ())


def proposed(event: Event, here: Collection[str]) -> tuple[FinalProposal, Mapping[str, Due]]:
    """The proposal, and for each kind of round who is to play it of those who are `here` (entry keys).

    For a finalist who is not here the next in rank moves up, as if nobody but those here had played for it. The small
    final is for everybody who is not in the final, as that is seated, or else as it is to be.
    """
    played, unfinished = played_event(event), basic_unfinished(event) > 0
    proposal = among = _proposal(played, unfinished=unfinished)
    tied = proposal.play_off.between if proposal.play_off else ()
    if not {*proposal.qualified, *tied}.issubset(here):
        entries = tuple(one for one in played.entries if one.id in here)
        among = _proposal(replace(played, entries=entries), unfinished=unfinished)
    unplaced = _would_qualify(played, here)
    stood_in = _stood_in(event)
    in_final = set(_seated_in_final(event))
    open_tie = among.play_off.between if among.play_off else ()
    missed = [key for key in proposal.ranked if key not in (in_final or {*among.qualified, *open_tie})]
    due = {
        RoundKind.PLAY_OFF: (tied, tied, ()),
        RoundKind.FINAL: (proposal.qualified, among.qualified, open_tie),
        RoundKind.SMALL_FINAL: (missed, missed, () if in_final else open_tie),
    }
    claims = {RoundKind.FINAL: (*tied, *unplaced)}
    return proposal, {
        kind.value: Due(
            qualified=tuple(qualified),
            away=tuple(key for key in (*qualified, *claims.get(kind, ())) if key not in here),
            due=tuple(key for key in of_those if key in here),
            tied=still_tied,
            early=proposal.unfinished,
            unplaced=unplaced if kind == RoundKind.FINAL else (),
            stood_in=tuple(key for key in of_those if key in here and key in stood_in),
        )
        for kind, (qualified, of_those, still_tied) in due.items()
    }


def _stood_in(event: Event) -> set[str]:
    """Who took a seat of a basic round over from somebody while it was played."""
    held = Occupant.objects.filter(round__event=event, round__kind=RoundKind.BASIC, active=True)
    later = held.exclude(label__endswith="1")
    return set(later.values_list("registration__key", flat=True))


def _would_qualify(played: PlayedEvent, here: Collection[str]) -> tuple[str, ...]:
    """Who takes no place, and would be in the final or equal at its cut if all of them took one: of those who are here,
    and then of the others, if these were here as well.
    """
    unplaced = {one.id for one in played.entries if not one.classified}
    found: list[str] = []
    for wanted in (unplaced.intersection(here), unplaced.difference(here)):
        if wanted:
            entries = (replace(one, classified=True) for one in played.entries if one.id in {*here, *wanted})
            all_placed = _proposal(replace(played, entries=tuple(entries)), unfinished=False)
            tied = all_placed.play_off.between if all_placed.play_off else ()
            found += (key for key in (*all_placed.qualified, *tied) if key in wanted)
    return tuple(found)


def set_by_referee(event: Event, final: Due) -> tuple[str, ...]:
    """Whom the place that the referee has set would bring into a final or keep out of it; it does not count for that
    (competition.md 3.3, 3.9). One statement.
    """
    overrides = PlaceOverride.objects.filter(event=event, withdrawn_at=None)
    size, in_final = regulations_of(event).final_size, {*final.qualified, *final.due}
    return tuple(
        key
        for key, place in overrides.order_by("registration__position").values_list("registration__key", "place")
        if key in final.tied or (place <= size) != (key in in_final)
    )


def next_in_rank(event: Event, *, without: Registration, now: datetime) -> list[str]:
    """Nick of who moves up into the final if this finalist is not here, or of several who are equal; none if nobody."""
    in_final = _seated_in_final(event)
    out = {without.key, *banned_here(event, now=now).difference(in_final)}
    nicks = {one.key: one.nick for one in players_to_seat(event) if one.key not in out}
    final = proposed(event, nicks)[1][RoundKind.FINAL]
    up = [key for key in final.due if key not in in_final][:1] or final.tied
    return [nicks[key] for key in up]


def _seated_in_final(event: Event) -> list[str]:
    seats = Occupant.objects.filter(round__event=event, round__kind=RoundKind.FINAL, active=True)
    return list(seats.values_list("registration__key", flat=True))


def _proposal(played: PlayedEvent, *, unfinished: bool) -> FinalProposal:
    found = results(played)
    number_of = _numbers(played)
    ranked = zip(found.finalists.places, map(number_of.__getitem__, found.finalists.qualified), strict=True)
    through, tie, ties = _after_play_offs(found.finalists.play_off, played)
    qualified = (*(played.entries[number].id for _places, number in sorted(ranked)), *through)
    return FinalProposal(
        qualified=qualified,
        others=_others(found, {*qualified, *(tie.between if tie else ())}, number_of),
        play_off=tie,
        ties=ties,
        settled=tie is None and found.finalists.play_off is not None,
        unfinished=unfinished,
        places=found.finalists.places,
    )


def _numbers(played: PlayedEvent) -> dict[str, int]:
    return {entry.id: number for number, entry in enumerate(played.entries)}


def through_play_offs(event: Event, tie: PlayOff) -> tuple[tuple[str, ...], PlayOff | None]:
    """Who of a tie across the cut has come through, by the play-offs that were played for it, and the tie that is left,
    None if it is settled. Five statements.
    """
    through, left, _ties = _after_play_offs(tie, played_event(event, kinds=(RoundKind.PLAY_OFF,)))
    return through, left


def _after_play_offs(
    tie: PlayOff | None, played: PlayedEvent
) -> tuple[tuple[str, ...], PlayOff | None, dict[int, tuple[str, ...]]]:
    """Who comes through, the tie that is left, and who was equal before each play-off, by its number."""
    through: tuple[str, ...] = ()
    ties: dict[int, tuple[str, ...]] = {}
    number_of = _numbers(played)
    for number, letters in _letters_in_play_offs(played):
        ties[number] = tie.between if tie else ()
        if tie is not None:
            more, tie = after_play_off(tie, letters)
            through += tuple(sorted(more, key=lambda key: (letters[key], number_of[key])))
    return through, tie, ties


def basic_unfinished(event: Event) -> int:
    """The number of the first basic round that is to come, a game of which is played, or of which the director is asked
    whether it is played on; 0 if all are over. What he has left as it is in a round that is closed stays so. One
    statement.
    """
    return _first_unfinished(Round.objects.filter(event=event, kind=RoundKind.BASIC), to_come=Q(started_at=None))


def results_unfinished(round_: Round) -> int:
    """The same of the basic rounds by which a round is seated. At most one statement."""
    return _first_unfinished(_basic_for(round_), to_come=Q(started_at=None))


def play_off_unfinished(round_: Round) -> int:
    """The number of the first play-off that is seated and not over, while it decides who sits in this round; 0 if there
    is none. One that is only planned decides nothing yet. At most one statement.
    """
    return _first_unfinished(_play_offs_for(round_), to_come=SEATED)


def not_closed_before(round_: Round, *, early: bool) -> int:
    """The number of the first round that counts for who sits here and runs, be all its games over or not: a deal of it
    could be taken back. 0 if there is none. `early`: the basic rounds were not waited for. At most one statement.
    """
    rounds = _play_offs_for(round_) if early else _basic_for(round_) | _play_offs_for(round_)
    running = rounds.filter(status=RoundStatus.RUNNING).order_by("number")
    return running.values_list("number", flat=True).first() or 0


def _basic_for(round_: Round) -> QuerySet[Round]:
    """The basic rounds by which a round is seated: all of them for one of the finals, those before it for a round of a
    ladder; none for any other.
    """
    rounds = Round.objects.filter(event=round_.event_id, kind=RoundKind.BASIC)
    if round_.kind in FINALS:
        return rounds
    is_by_standings = regulations_of(round_.event).seating == "ladder"  # the first is not, and has none before it
    return rounds.filter(number__lt=round_.number) if is_by_standings else rounds.none()


def _play_offs_for(round_: Round) -> QuerySet[Round]:
    """The play-offs that decide who sits in a final or small final, or in a play-off after them; none for any other.
    Who plays a small final is settled once a final has started.
    """
    rounds = Round.objects.filter(event=round_.event_id, kind=RoundKind.PLAY_OFF)
    if round_.kind == RoundKind.SMALL_FINAL:
        finals = Round.objects.filter(event=round_.event_id, kind=RoundKind.FINAL)
        return rounds.filter(~Exists(finals.exclude(started_at=None)))
    if round_.kind == RoundKind.PLAY_OFF:
        return rounds.filter(number__lt=round_.number)
    return rounds if round_.kind == RoundKind.FINAL else rounds.none()


def _first_unfinished(rounds: QuerySet[Round], *, to_come: Q) -> int:
    asked = Question.objects.filter(round=OuterRef("pk"), kind=QuestionKind.OPEN_GAME, answer="")
    played = Q(status=RoundStatus.RUNNING, tables__game__finished=False)
    unfinished = rounds.filter(to_come | played | Exists(asked)).order_by("number")
    return unfinished.values_list("number", flat=True).first() or 0


def unfinished_before(round_: Round) -> int:
    """The number of a round that counts for who sits here and is not over, for the pages of a round that is seated and
    not over; 0 of any other. At most one statement.
    """
    if round_.status not in (RoundStatus.DRAWN, RoundStatus.PUBLISHED, RoundStatus.RUNNING):
        return 0
    rounds = _basic_for(round_) | _play_offs_for(round_)
    return _first_unfinished(rounds, to_come=Q(kind=RoundKind.BASIC, started_at=None) | SEATED)


def _letters_in_play_offs(played: PlayedEvent) -> Iterator[tuple[int, dict[str, int]]]:
    """For each play-off, in order, its number and entry → letters of those who have played a deal in it.

    In Smear nobody takes letters; there less than nothing stands for what was won.
    """
    for round_ in played.rounds:
        if round_.kind == RoundKind.PLAY_OFF:
            yield (
                round_.number,
                {
                    occupancy.occupant: occupancy.letters - occupancy.won * A_GAME_WON - occupancy.points
                    for table in round_.tables
                    for occupancy in table.state.occupancies
                    if occupancy.deals
                },
            )


def _others(found: Results, waiting: Collection[str], number_of: Mapping[str, int]) -> tuple[str, ...]:
    standings = sorted(found.standings, key=lambda standing: (standing.place, number_of[standing.entry]))
    return tuple(standing.entry for standing in standings if standing.entry not in waiting)
