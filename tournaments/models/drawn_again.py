"""Rounds that are drawn again, or are to be: whatever tells the state of a round or somebody's seat says so by this.

Drawn again: the tables stand there, published or a draft, and nobody is to sit down by them. That is so from the
freezing of a further public draw on until that is opened or given up, and once one was given up after the room had
begun to turn, until the round is drawn anew. `operations/seating/transcripts.py` refuses to publish and to start such
a seating.

Told again: a seating that everybody has seen, and may hold on paper, does not count. So it is told of a published round
that is drawn again, and of one that was published and is a draft once more, or planned anew; of that draft nothing is
told. That a seating was published is a line of the journal, which outlives the row of a round.

Promised again: the tables stand there, and a further draw in public is promised, of no frozen list so far.
"""

from __future__ import annotations

from django.db.models import CharField, Exists, OuterRef, Q, QuerySet, Value
from django.db.models.functions import Cast, Concat

from tournaments.models.ceremony import CeremonyStep, CeremonyStepKind
from tournaments.models.event import Event, EventStatus
from tournaments.models.hiding import FINALS
from tournaments.models.journal import JournalLine
from tournaments.models.round import Round, RoundKind, RoundStatus
from tournaments.models.seating import is_outdated


def drawn_again() -> QuerySet[Round]:
    """Those that are drawn again; for `exclude(round__in=…)`."""
    seated = Round.objects.filter(status__in=(RoundStatus.DRAWN, RoundStatus.PUBLISHED)).exclude(kind__in=FINALS)
    return seated.filter(_is_void()).order_by()


def _is_void() -> Exists:
    draw = CeremonyStep.objects.filter(event=OuterRef("event"), round_number=OuterRef("round_number"))
    this, since = draw.filter(attempt=OuterRef("attempt")), draw.filter(attempt__gte=OuterRef("attempt"))
    turned = this.filter(Q(kind=CeremonyStepKind.ROOM) | (Q(kind=CeremonyStepKind.GIVEN_UP) & ~Q(document="")))
    frozen = CeremonyStep.objects.filter(
        ~Exists(this.filter(kind=CeremonyStepKind.GIVEN_UP)) | Exists(turned),
        ~Exists(since.filter(kind=CeremonyStepKind.OPENED)),
        event=OuterRef("event"),
        round_number=OuterRef("number"),
        kind=CeremonyStepKind.FROZEN,
    )
    return Exists(frozen)


def told_again() -> QuerySet[Round]:
    """Those of which everybody has to hear that a seating which was published does not count."""
    subject = Concat(Value("round:"), Cast(OuterRef("number"), CharField()))
    published = JournalLine.objects.filter(chain__event=OuterRef("event"), act="seating_published", subject=subject)
    void = Q(_is_void(), status=RoundStatus.PUBLISHED) & ~Q(kind__in=FINALS)
    back = Q(Exists(published.filter(refused="")), status__in=(RoundStatus.PLANNED, RoundStatus.DRAWN))
    still_to_come = ~Q(event__status__in=(EventStatus.FINISHED, EventStatus.CANCELLED))
    return Round.objects.filter(void | (back & still_to_come)).order_by()


def promised_again() -> QuerySet[Round]:
    """Those that are seated by lot, and whose last attempt in public is promised and no more."""
    draw = CeremonyStep.objects.filter(event=OuterRef("event"), round_number=OuterRef("round_number"))
    further = draw.filter(
        Q(attempt__gt=OuterRef("attempt")) | ~Q(kind=CeremonyStepKind.ANNOUNCED), attempt__gte=OuterRef("attempt")
    )
    promised = CeremonyStep.objects.filter(
        ~Exists(further), event=OuterRef("event"), round_number=OuterRef("number"), kind=CeremonyStepKind.ANNOUNCED
    )
    seated = Round.objects.filter(status__in=(RoundStatus.DRAWN, RoundStatus.PUBLISHED)).exclude(kind__in=FINALS)
    ladders = Event.objects.filter(pk=OuterRef("event"), regulations__seating="ladder")
    before = Round.objects.filter(event=OuterRef("event"), kind=RoundKind.BASIC, number__lt=OuterRef("number"))
    return seated.filter(Exists(promised), ~Q(Exists(ladders), Exists(before), kind=RoundKind.BASIC)).order_by()


def is_drawn_again(round_: str = "pk") -> Exists:
    """The same as columns of a query; `round_`: the path to the round there."""
    return Exists(drawn_again().filter(pk=OuterRef(round_)))


def is_told_again(round_: str = "pk") -> Exists:
    return Exists(told_again().filter(pk=OuterRef(round_)))


def is_promised_again(round_: str = "pk") -> Exists:
    return Exists(promised_again().filter(pk=OuterRef(round_)))


def with_state(rounds: QuerySet[Round]) -> QuerySet[Round]:
    """Rounds with those three and `is_outdated`, without which nobody can tell their state."""
    columns = {
        "is_drawn_again": is_drawn_again(),
        "is_told_again": is_told_again(),
        "is_promised_again": is_promised_again(),
        "is_outdated": is_outdated(),
    }
    return rounds.annotate(**columns)
