"""What anyone may see: events that are no drafts, seating that was published, results for ever."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

from django.db.models import Case, Exists, F, OuterRef, Q, QuerySet, Subquery, When
from django.db.models.fields.json import KeyTransform
from django.http import Http404

from games.prepared import prepared
from tournaments.access.rows import first, found
from tournaments.models import (
    Answer,
    CeremonyStep,
    CeremonyStepKind,
    Draw,
    Event,
    EventStatus,
    HallOffer,
    JournalLine,
    PlaceOverride,
    Publication,
    Question,
    QuestionKind,
    Round,
    RoundKind,
    RoundStatus,
    Table,
    draw_is_outdated,
    is_hiding,
    is_outdated,
    is_promised_again,
    is_told_again,
    was_changed,
    with_state,
)

UNDER_WAY = tuple(kind for kind in CeremonyStepKind if kind != CeremonyStepKind.OPENED)
SEEN_BY_EVERYONE = (RoundStatus.PUBLISHED, RoundStatus.RUNNING, RoundStatus.CLOSED)


@dataclass(frozen=True, slots=True)
class PublicEvent:
    """An event as its public pages need it. `last_publication`: number of the newest, None before the first.

    `last_note`: what is said with it, such as that the evening ended early.
    `has_overrides`: the referee has set a place; without that the standings need not look for any.
    `hides_standings`: nothing that adds up over tables is told (models/hiding.py).
    `lost_a_draw`: a round whose list was frozen in public, or whose seating everybody has seen, was taken out of the
    plan since.
    `had_play_off`: a play-off has begun; `has_beside_final`: everybody sees the seating of one or of a small final.
    `ended_early`: kinds of rounds with a game that was left unfinished, of finals also with one that was ended early.
    `final`: the newest draw of its final, if everybody sees that: what `queries/line_ups.py` is told.
    """

    event: Event
    last_publication: int | None
    last_is_final: bool
    last_note: str
    has_overrides: bool
    hides_standings: bool
    lost_a_draw: bool
    had_play_off: bool
    has_beside_final: bool
    ended_early: Sequence[str]
    final: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class PublicHall:
    """An event as the screens of its hall need it, with what the director has put on them.

    `draw`: number of the round whose public draw is under way, 0 for none; one that was given up is, until something
    follows (`is_given_up`). `turned`: what the room has turned in it so far, "cards Ol 7h". `promised`: any draw was
    promised; `to_draw`: the first round whose promise is not used up, 0 for none.
    """

    event: Event
    is_final: bool
    has_overrides: bool
    hides_standings: bool
    scene: str
    line: str
    draw: int
    is_given_up: bool
    turned: str
    promised: bool
    to_draw: int


@dataclass(frozen=True, slots=True)
class TakenBack:
    """A round whose seats are nobody's: it is seated anew, or `is_removed` from the plan."""

    event: Event
    number: int
    kind: str
    is_removed: bool


def public_event(slug: str) -> Event:
    """An event that anyone may see."""
    return first(_events(slug))


def public_event_page(slug: str) -> PublicEvent:
    """The same with what its pages say about the published results. One statement."""
    event: Any = first(_event_pages(slug))
    return PublicEvent(
        event=event,
        last_publication=event.last_number,
        last_is_final=bool(event.last_final),
        last_note=event.last_note or "",
        has_overrides=event.has_overrides,
        hides_standings=event.hides_standings,
        lost_a_draw=event.lost_a_draw,
        had_play_off=event.had_play_off,
        has_beside_final=event.has_beside_final,
        ended_early=[
            kind
            for kind in (RoundKind.BASIC, RoundKind.FINAL, RoundKind.SMALL_FINAL)
            if getattr(event, f"{kind}_ended_early")
        ],
        final={
            "round": event.final_round,
            "proposed": event.proposed,
            "seated": event.seated,
            "reason": event.final_reason,
            "changed": event.changed,
            "outdated": event.outdated,
        },
    )


def public_beside_final(found: PublicEvent) -> list[dict[str, Any]]:
    """The newest draw of each play-off and small final that everybody sees, as `final` there with its `kind`, in their
    order. One statement where there is any.
    """
    if not found.has_beside_final:
        return []
    draws = Draw.objects.filter(round__in=_beside_final_seen().filter(event=found.event)).annotate(
        is_told_again=is_told_again("round"),
        kind=F("round__kind"),
        proposed=KeyTransform("proposed", "inputs"),
        seated=F("tables"),
        changed=was_changed(),
        outdated=draw_is_outdated(),
    )
    columns = ("round", "kind", "proposed", "seated", "reason", "changed", "outdated")
    rows = draws.filter(is_told_again=False).order_by("round__number", "attempt").values(*columns)
    return list({row["round"]: row for row in rows}.values())


def _beside_final_seen() -> QuerySet[Round]:
    kinds = (RoundKind.PLAY_OFF, RoundKind.SMALL_FINAL)
    return Round.objects.filter(kind__in=kinds, status__in=SEEN_BY_EVERYONE)


def public_hall(slug: str) -> PublicHall:
    """The same with what stands on the screens of the hall. One statement."""
    event: Any = first(_halls(slug))
    is_under_way = event.step_kind in UNDER_WAY
    return PublicHall(
        event=event,
        is_final=bool(event.last_final) and event.status == EventStatus.FINISHED,
        has_overrides=event.has_overrides,
        hides_standings=event.hides_standings,
        scene=event.pinned or "",
        line=event.line or "",
        draw=event.step_round if is_under_way else 0,
        is_given_up=event.step_kind == CeremonyStepKind.GIVEN_UP,
        turned=event.turned or "" if event.frozen_step is not None and event.frozen_step == event.step else "",
        promised=event.promised,
        to_draw=event.to_draw or 0,
    )


def hall_offers(event: Event, round_number: int, attempt: int) -> list[HallOffer]:
    """The second secrets that somebody of the hall would add to a draw, as the director sees them; oldest first."""
    offers = HallOffer.objects.filter(event=event, round_number=round_number, attempt=attempt)
    return list(offers.order_by("pk"))


def public_round(slug: str, number: int) -> Round:
    """A round of an event that anyone may see. Its draw may still be hidden: `seating_is_public`."""
    return first(_rounds(slug, number))


def seating_is_public(round_: Round) -> bool:
    """A draw is a draft of the director until it is published."""
    return round_.status in SEEN_BY_EVERYONE


def public_table(slug: str, round_number: int, table_number: int) -> Table:
    """A table whose seating everyone may see, with its round, word and game. `left_at`: when the director has left its
    game as it is, which a decision had opened again, None if he has not.
    """
    table: Any = first(_tables(slug, round_number, table_number))
    table.round.is_told_again, table.round.is_promised_again = table.is_told_again, table.is_promised_again
    table.round.is_outdated = table.is_outdated
    return cast("Table", table)


def taken_back(slug: str, number: int, table: int = 0) -> TakenBack:
    """The round of a page or `table` that is not there because a seating does not count or the round was removed. Three
    statements. Raises Http404 where nothing was taken back, or nobody could ever have sat so far down.
    """
    event = public_event(slug)
    round_ = next(iter(_rounds(slug, number)), None)
    if table > event.registrations.count() or (round_ is not None and not round_.is_told_again):
        raise Http404
    if round_ is not None:
        return TakenBack(event, number, round_.kind, is_removed=False)
    lines = JournalLine.objects.filter(chain__event=event, act="round_removed", subject=f"round:{number}", refused="")
    return TakenBack(event, number, found(lines.order_by("-number")).old["kind"], is_removed=True)


def public_publication(slug: str, number: int) -> Publication:
    """Published results; they stay at their address for ever. With `newest`, the number of those that count now."""
    publications = Publication.objects.select_related("event__series").filter(event__slug=slug, number=number)
    others = Publication.objects.filter(event=OuterRef("event")).order_by("-number").values("number")
    return found(publications.exclude(event__status="draft").annotate(newest=Subquery(others[:1])))


@prepared
def _events(slug: str) -> QuerySet[Event]:
    return Event.objects.visible().select_related("series", "season").filter(slug=slug)


@prepared
def _event_pages(slug: str) -> QuerySet[Event]:
    its_round = Round.objects.filter(event=OuterRef("event"), number=OuterRef("round_number"))
    frozen = CeremonyStep.objects.filter(event=OuterRef("pk"), kind=CeremonyStepKind.FROZEN)
    removed = Round.with_removed.filter(event=OuterRef("pk"), removed_at__isnull=False)
    final = Draw.objects.filter(round__event=OuterRef("pk"), round__kind=RoundKind.FINAL)
    final = final.filter(round__status__in=SEEN_BY_EVERYONE).order_by("-round__number", "-attempt")
    play_offs = Round.objects.filter(event=OuterRef("pk"), kind=RoundKind.PLAY_OFF, started_at__isnull=False)
    return _with_results(slug).annotate(
        had_play_off=Exists(play_offs),
        has_beside_final=Exists(_beside_final_seen().filter(event=OuterRef("pk"))),
        basic_ended_early=_ended_early(RoundKind.BASIC),
        final_ended_early=_ended_early(RoundKind.FINAL),
        small_final_ended_early=_ended_early(RoundKind.SMALL_FINAL),
        lost_a_draw=Exists(frozen.exclude(Exists(its_round))) | Exists(removed),
        final_round=Subquery(final.values("round")[:1]),
        proposed=Subquery(final.values(told=KeyTransform("proposed", "inputs"))[:1]),
        seated=Subquery(final.values("tables")[:1]),
        changed=Subquery(final.values(told=was_changed())[:1]),
        outdated=Subquery(final.values(told=draw_is_outdated())[:1]),
        final_reason=Subquery(final.values("reason")[:1]),
    )


def _ended_early(kind: RoundKind) -> Exists:
    """Whether a game of a round of this kind is left open by the director, or in a final was closed before its end."""
    games = Table.objects.filter(round__event=OuterRef("pk"), round__kind=kind)
    asked = Exists(Question.objects.filter(table=OuterRef("pk"), kind=QuestionKind.OPEN_GAME, answer=""))
    left = Q(round__status=RoundStatus.CLOSED, game__finished=False) & ~asked
    return Exists(games.filter(left if kind == RoundKind.BASIC else Q(game__state__closed=True) | left))


def _with_results(slug: str) -> QuerySet[Event]:
    newest = Publication.objects.filter(event=OuterRef("pk")).order_by("-number")
    events = Event.objects.visible().select_related("series", "season").filter(slug=slug)
    return events.annotate(
        last_number=Subquery(newest.values("number")[:1]),
        last_final=Subquery(newest.values("final")[:1]),
        last_note=Subquery(newest.values("note")[:1]),
        has_overrides=Exists(PlaceOverride.objects.filter(event=OuterRef("pk"), withdrawn_at=None)),
        hides_standings=is_hiding(),
    )


@prepared
def _halls(slug: str) -> QuerySet[Event]:
    """A draw is under way from its freezing on; a further attempt is from its promise on, until the round starts."""
    steps = CeremonyStep.objects.filter(event=OuterRef("pk"))
    started = Round.objects.filter(event=OuterRef("event"), number=OuterRef("round_number"), started_at__isnull=False)
    told = steps.exclude(kind=CeremonyStepKind.ANNOUNCED, attempt=1).exclude(Exists(started)).order_by("-pk")
    same = CeremonyStep.objects.filter(event=OuterRef("event"), round_number=OuterRef("round_number"))
    over = same.filter(attempt=OuterRef("attempt"), kind__in=(CeremonyStepKind.OPENED, CeremonyStepKind.GIVEN_UP))
    still_promised = steps.filter(~Exists(over), kind=CeremonyStepKind.ANNOUNCED).order_by("round_number")
    events = _with_results(slug)
    return events.annotate(
        pinned=F("hall_screen__scene"),
        line=F("hall_screen__line"),
        turned=F("hall_screen__turned"),
        frozen_step=F("hall_screen__frozen"),
        step=Subquery(told.values("pk")[:1]),
        step_kind=Subquery(told.values("kind")[:1]),
        step_round=Subquery(told.values("round_number")[:1]),
        promised=Exists(steps.filter(kind=CeremonyStepKind.ANNOUNCED)),
        to_draw=Subquery(still_promised.values("round_number")[:1]),
    )


@prepared
def _rounds(slug: str, number: int) -> QuerySet[Round]:
    words = ("playing_word", "sealed_word")
    rounds = Round.objects.select_related("event__series", *words).filter(event__slug=slug, number=number)
    return with_state(rounds.exclude(event__status="draft"))


@prepared
def _tables(slug: str, round_number: int, table_number: int) -> QuerySet[Table]:
    tables = Table.objects.select_related("game", "round__event__series", "round__playing_word").filter(
        round__event__slug=slug, round__number=round_number, number=table_number, round__status__in=SEEN_BY_EVERYONE
    )
    asked = Question.objects.filter(table=OuterRef("pk"), kind=QuestionKind.OPEN_GAME).order_by("-pk")
    left_at = Case(When(answer=Answer.LEAVE, then=F("answered_at")))
    return tables.exclude(round__event__status="draft").annotate(
        is_told_again=is_told_again("round"),
        is_promised_again=is_promised_again("round"),
        is_outdated=is_outdated("round"),
        left_at=Subquery(asked.values(at=left_at)[:1]),
    )
