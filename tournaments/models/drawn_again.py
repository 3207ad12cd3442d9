"""Rounds that are drawn again: their tables stand there, published or a draft, and nobody is to sit down by them.

That is so from the freezing of a further public draw on until that is opened or given up, and once one was given up
after the room had begun to turn, until the round is drawn anew. `operations/seating/transcripts.py` refuses to publish
and to start such a seating; whatever tells the state of a round or somebody's seat says so by this.
"""

from __future__ import annotations

from django.db.models import Exists, OuterRef, Q, QuerySet

from tournaments.models.ceremony import CeremonyStep, CeremonyStepKind
from tournaments.models.hiding import FINALS
from tournaments.models.round import Round, RoundStatus


def drawn_again() -> QuerySet[Round]:
    """Those rounds; for `exclude(round__in=…)`."""
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
    seated = Round.objects.filter(status__in=(RoundStatus.DRAWN, RoundStatus.PUBLISHED)).exclude(kind__in=FINALS)
    return seated.filter(Exists(frozen)).order_by()


def is_drawn_again(round_: str = "pk") -> Exists:
    """The same as a column of a query; `round_`: the path to the round there."""
    return Exists(drawn_again().filter(pk=OuterRef(round_)))


def with_state(rounds: QuerySet[Round]) -> QuerySet[Round]:
    """Rounds with `is_drawn_again`, without which nobody can tell their state."""
    column = {"is_drawn_again": is_drawn_again()}
    return rounds.annotate(**column)
