"""What the director's desk shows: people, rounds, tables, what the clock will do. Each in a number of statements that
does not grow with the event.

Standings come from the scores as they are kept (`projections`), in the order of `Score.rank_key`; no page of the desk
replays a log, except the one that says who is in the final (queries/finals.py).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Count, Exists, OuterRef, Prefetch, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from games.rules.game import Tally
from games.rules.refusals import Refused
from tournaments.draws.sizes import Split, splits
from tournaments.facts.nicks import nick_key
from tournaments.facts.regulations import Regulations
from tournaments.models import (
    CeremonyStep,
    Draw,
    Event,
    EventStatus,
    Occupant,
    PlaceOverride,
    Publication,
    Question,
    QuestionKind,
    Registration,
    RegistrationStatus,
    Round,
    RoundKind,
    RoundStatus,
    Sanction,
    Score,
    Staff,
    StaffTable,
    Step,
    StepKind,
    StepStatus,
    is_drawn_again,
    with_state,
)
from tournaments.projections import TIERS, basic_rounds, ranking_rounds, regulations_of
from tournaments.queries.draw_history import players_to_seat
from tournaments.queries.expectations import Expectation, expectation_for
from tournaments.standings.places import place_text
from tournaments.standings.success import display, over_rounds, total

LIVE = (RoundStatus.DRAWN, RoundStatus.PUBLISHED, RoundStatus.RUNNING)


# --- People -----------------------------------------------------------------------------------------------------------


def status_counts(event: Event) -> Counter[str]:
    """How many registrations are in each state. One statement."""
    rows = Registration.objects.filter(event=event).values_list("status").annotate(Count("pk"))
    return Counter(dict(rows.order_by()))


def paid_count(event: Event, statuses: Collection[str]) -> int:
    """How many in these states have paid the fee. A statement only where there is one."""
    paid = Registration.objects.filter(event=event, status__in=statuses, paid_at__isnull=False)
    return paid.count() if event.fee else 0


def who_moves_up(event: Event, counts: Mapping[str, int]) -> Registration | None:
    """Who has waited longest, while a place is free for him. A statement only then."""
    if not counts["waiting"] or (event.capacity or 0) <= counts["confirmed"] + counts["checked_in"]:
        return None
    return _first(event, RegistrationStatus.WAITING)


def who_applied(event: Event) -> Registration | None:
    """Who was the first of those that nobody has answered. One statement."""
    return _first(event, RegistrationStatus.APPLIED)


def _first(event: Event, status: str) -> Registration | None:
    return Registration.objects.filter(event=event, status=status).order_by("applied_at", "pk").first()


def people(event: Event, *, search: str = "", statuses: Iterable[str] = ()) -> QuerySet[Registration]:
    """The registrations of an event by nick, with `is_seated`; so a row stays where it is whatever its state."""
    rows = Registration.objects.filter(event=event).select_related("player", "club__federation", "paid_by")
    if statuses:
        rows = rows.filter(status__in=list(statuses))
    if search.strip():
        key = nick_key(search)
        rows = rows.filter(
            Q(player__nick_key__contains=key)
            | Q(player__aliases__nick_key__contains=key)
            | Q(club__code__iexact=search.strip())
            | Q(club__name__icontains=search.strip())
        ).distinct()
    return with_seated(rows).order_by("player__nick_key", "pk")


def with_seated(rows: QuerySet[Registration]) -> QuerySet[Registration]:
    """Registrations with `is_seated`: whether they hold a seat in a round that is drawn or running."""
    return rows.annotate(is_seated=Exists(_seats(OuterRef("pk"))))


def _seats(registration: OuterRef) -> QuerySet[Occupant]:
    return Occupant.objects.filter(registration=registration, active=True, round__status__in=LIVE)


@dataclass(frozen=True, slots=True)
class HeldSeat:
    """A seat that somebody holds now or will hold. `letters`: taken so far on the seat, None before the start."""

    round: Round
    table: int
    seat: str
    letters: int | None
    has_left: bool


def seats_held(registration: Registration) -> list[HeldSeat]:
    """The seats of a registration in rounds drawn, published or running. One statement."""
    held = Occupant.objects.filter(registration=registration, active=True, round__status__in=LIVE)
    rows = held.select_related("round", "table__game").annotate(is_drawn_again=is_drawn_again("round"))
    return [_held(occupant, registration.event) for occupant in rows.order_by("round__number")]


def _held(occupant: Any, event: Event) -> HeldSeat:
    occupant.round.is_drawn_again, occupant.round.event = occupant.is_drawn_again, event
    game = occupant.table.game
    seat = game.state["seats"][occupant.seat] if game else None
    gone = seat is not None and (seat["left"] is not None or seat["occupant"] != occupant.label)
    return HeldSeat(
        round=occupant.round,
        table=occupant.table.number,
        seat=occupant.seat,
        letters=seat["letters"] if seat else None,
        has_left=gone or bool(game and game.finished),
    )


def stand_ins(event: Event, *, beside: Registration, now: datetime) -> QuerySet[Registration]:
    """Return those of the registered who could take a seat over: nobody who holds one now, or is banned."""
    rows = Registration.objects.filter(event=event).exclude(pk=beside.pk).select_related("club")
    banned = Sanction.objects.bans_at(now).filter(player=OuterRef("player"))
    return rows.exclude(Exists(banned)).exclude(Exists(_seats(OuterRef("pk"))))


# --- Rounds and tables ------------------------------------------------------------------------------------------------


def rounds_of(event: Event) -> list[Any]:
    """The rounds in order, with `tables_count`, `finished_count`, `last_draw`, `is_drawn_again` and `draw_step`. One
    statement.

    `last_draw`: the number of the attempt that was drawn last, 0 if none was; `draw_step`: the last step of its draws
    in public, None if it has none.
    """
    rounds = Round.objects.filter(event=event).select_related("playing_word")
    steps = CeremonyStep.objects.filter(event=event, round_number=OuterRef("number")).order_by("-attempt", "-pk")
    drawn = Draw.objects.filter(round=OuterRef("pk")).order_by("-attempt").values("attempt")
    counted = rounds.annotate(
        tables_count=Count("tables"),
        finished_count=Count("tables", filter=Q(tables__game__finished=True)),
        last_draw=Coalesce(Subquery(drawn[:1]), 0),
        draw_step=Subquery(steps.values("kind")[:1]),
    )
    return list(with_state(counted).order_by("number"))


def removed_kinds(event: Event) -> set[str]:
    """The kinds of the finals that were taken out of the plan when everybody had seen their seating. One statement."""
    removed = Round.with_removed.filter(event=event, kind__in=TIERS, removed_at__isnull=False)
    return set(removed.values_list("kind", flat=True))


@dataclass(frozen=True, slots=True)
class TableSizes:
    """The ways to seat `players` for a round, best first; none, with the refusal, where there is none."""

    players: tuple[Registration, ...]
    rounds: int
    splits: tuple[Split, ...] = ()
    refused: Refused | None = None
    has_bench: bool = True
    expectation: Expectation | None = None


def table_sizes(round_: Round) -> TableSizes:
    """How those who are here can be seated. Three statements."""
    here = tuple(players_to_seat(round_.event))
    basic = max(Round.objects.filter(event=round_.event_id, kind=RoundKind.BASIC).count(), 1)
    allowed = regulations_of(round_.event).game_options().table_sizes
    try:
        return TableSizes(
            here,
            basic,
            splits(len(here), basic, allowed),
            has_bench=not round_.event.is_smear,
            expectation=expectation_for(round_),
        )
    except Refused as refused:
        return TableSizes(here, basic, refused=Refused("nobody_to_seat") if not here else refused)


def attempts_of(round_: Round) -> list[Draw]:
    """Every draw of a round, the last one first. One statement."""
    return list(round_.draws.select_related("by").order_by("-attempt"))


# --- Standings --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the standings as they are now. `place` is computed, `override` the referee's word on it.

    `games`, `games_won`, `points` of everything and `basic` of the basic rounds: in Smear.
    """

    place: int
    last_place: int
    registration: Registration
    deals: int
    letters: int
    success: str | None
    basic_deals: int
    basic_letters: int
    basic_success: str | None
    tier: int
    override: PlaceOverride | None
    games: int = 0
    games_won: int = 0
    points: int = 0
    basic: Tally | None = None

    @property
    def official_place(self) -> int:
        return self.override.place if self.override else self.place

    @property
    def computed_text(self) -> str:
        """7, or 7–8 where the place is shared."""
        return place_text(self.place, self.last_place)

    @property
    def place_text(self) -> str:
        """Return the computed place, or the one by the referee's word."""
        return str(self.override.place) if self.override else self.computed_text


def standings_now(event: Event) -> list[Line]:
    """The standings in official order. Two statements."""
    in_force = Prefetch(
        "registration__overrides", queryset=PlaceOverride.objects.filter(withdrawn_at=None), to_attr="in_force"
    )
    rows = Score.objects.filter(event=event).exclude(rank_key="").select_related("registration__club__federation")
    scores = list(rows.prefetch_related(in_force).order_by("rank_key", "key"))
    same = Counter(score.rank_key for score in scores)
    regulations = regulations_of(event)
    lines: list[Line] = []
    place = 0
    for position, score in enumerate(scores, start=1):
        if position == 1 or score.rank_key != scores[position - 2].rank_key:
            place = position
        overrides: Any = score.registration
        tier = int(score.rank_key[0])
        if regulations.pooling == "mean":
            basic, whole = basic_rounds(score), ranking_rounds(score.rounds.values(), tier)
        else:
            basic = [Tally(score.basic_deals, score.basic_letters)]
            whole = [Tally(score.deals, score.letters)]
        lines.append(
            Line(
                place=place,
                last_place=place + same[score.rank_key] - 1,
                registration=score.registration,
                deals=score.deals,
                letters=score.letters,
                success=_percent(whole, regulations),
                basic_deals=score.basic_deals,
                basic_letters=score.basic_letters,
                basic_success=_percent(basic, regulations),
                tier=tier,
                override=next(iter(overrides.in_force), None),
                games=score.games,
                games_won=score.games_won,
                points=score.points,
                basic=total(basic_rounds(score)) if event.is_smear else None,
            )
        )
    return sorted(lines, key=lambda line: line.official_place)


def _percent(rounds: Collection[Tally], regulations: Regulations) -> str | None:
    achieved = over_rounds(rounds, regulations.pooling)
    return display(achieved, decimals=regulations.percent_decimals, mode=regulations.percent_mode)


def still_missing(rounds: Sequence[Any], *, basic_rounds: int, has_final: bool) -> list[tuple[str, dict[str, int]]]:
    """What an event still lacks before its results are final: codes with values. Nothing forbids publishing."""
    missing = [("round_running", {"round": round_.number}) for round_ in rounds if round_.status == RoundStatus.RUNNING]
    missing += [
        ("round_not_played", {"round": round_.number})
        for round_ in rounds
        if round_.status not in (RoundStatus.RUNNING, RoundStatus.CLOSED)
    ]
    basic = sum(round_.kind == RoundKind.BASIC for round_ in rounds)
    if basic < basic_rounds:
        missing.append(("basic_rounds_missing", {"n": basic_rounds - basic}))
    if has_final and not any(round_.kind == RoundKind.FINAL for round_ in rounds):
        missing.append(("no_final", {}))
    return missing


# --- Staff and the clock ----------------------------------------------------------------------------------------------


def staff_of(event: Event) -> list[Staff]:
    """The roles in force, directors first. Two statements."""
    rows = Staff.objects.filter(event=event, ended_at=None).select_related("account")
    tables = Prefetch("tables", StaffTable.objects.order_by("number"))
    return list(rows.prefetch_related(tables).order_by("role", "account__email"))


def asked_before_start(round_: Round) -> str:
    """The kind of a question that the director has to answer before this round starts; "" for none. One statement."""
    about_it = Q(kind=QuestionKind.BAN) | Q(kind=QuestionKind.DRAWN_ROUND, round=round_)
    asked = Question.objects.filter(about_it, event=round_.event_id, answer="").order_by("kind")
    return asked.values_list("kind", flat=True).first() or ""


def clock_troubles(event: Event) -> list[Step]:
    """What the clock could not do and nobody has done since, and words whose deadline has passed without one. The
    newest step of each kind counts. One statement.
    """
    rows = Step.objects.filter(event=event).exclude(status=StepStatus.CANCELLED)
    told_since = Publication.objects.filter(event=event, at__gte=OuterRef("done_at"))
    rows = rows.annotate(told_since=Exists(told_since))
    newest: dict[tuple[int | None, str], Step] = {}
    for step in rows.select_related("round").order_by("round__number", "due_at", "pk"):
        if step.round is not None:
            step.round.event = event
        newest[step.round_id, step.kind] = step
    return [step for step in newest.values() if _is_undone(step, step.round, event)]


def _is_undone(step: Any, round_: Round | None, event: Event) -> bool:
    if round_ is None:
        ahead_of = {
            StepKind.OPEN_REGISTRATION: event.status in (EventStatus.DRAFT, EventStatus.ANNOUNCED),
            StepKind.CLOSE_REGISTRATION: event.status == EventStatus.OPEN,
            StepKind.PUBLISH_RESULTS: not step.told_since,
        }
        return bool(step.status == StepStatus.REFUSED and ahead_of.get(StepKind(step.kind)))
    if step.kind == StepKind.REMIND_WORD:
        return step.status == StepStatus.DONE and round_.lacks_word
    if step.status != StepStatus.REFUSED:
        return False
    ahead = {
        StepKind.DRAW_ROUND: (RoundStatus.PLANNED,),
        StepKind.DRAW_AND_PUBLISH: (RoundStatus.PLANNED, RoundStatus.DRAWN),
        StepKind.START_ROUND: (RoundStatus.PLANNED, RoundStatus.DRAWN, RoundStatus.PUBLISHED),
        StepKind.CLOSE_ROUND: (RoundStatus.RUNNING,),
    }
    return round_.status in ahead.get(StepKind(step.kind), ())


def steps_of(event: Event) -> list[Step]:
    """What the clock will do and did; what was cancelled is left out. One statement."""
    rows = Step.objects.filter(event=event).exclude(status=StepStatus.CANCELLED)
    return list(rows.select_related("round").order_by("due_at", "pk"))
