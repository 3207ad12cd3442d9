"""Standings that are hidden from the hall: a property of the event, asked here by whoever tells anything of them.

The regulations may name a basic round (`hidden_from_round`). From its start on the hall is told no standings of the
event, until every final is over, the event is finished or cancelled, final results were published, or the director
shows them (`Event.standings_shown_at`).

Hidden is what adds up over tables: places and their order, deals, letters and success over rounds, who goes to the
final, the course of the places, who sat out most, records, the article, the closing report, further publications.
Told as ever is how many deals the hall plays, and what each table shows by itself: its letters, log, race and replay,
and its rulings; and the seating of a final once it is published, because people have to sit down. (So do the tables of
a ladder, which follow from the standings: whoever hides those draws by lot.) Directors and referees see all of it at
the desk and through the API.
"""

from __future__ import annotations

from django.db.models import Exists, F, IntegerField, OuterRef, QuerySet
from django.db.models.fields.json import KeyTextTransform
from django.db.models.functions import Cast

from tournaments.models.event import Event, EventStatus
from tournaments.models.publication import Publication
from tournaments.models.round import Round, RoundKind, RoundStatus

FINALS = (RoundKind.FINAL, RoundKind.SMALL_FINAL)
SETTING = "hidden_from_round"


def hiding_standings() -> QuerySet[Event]:
    """The events whose standings are hidden now; for `exclude(event__in=…)` and for `hides_standings`."""
    rounds = Round.objects.filter(event=OuterRef("pk"))
    first = Cast(KeyTextTransform(SETTING, "event__regulations"), IntegerField())
    begun = rounds.filter(started_at__isnull=False).annotate(first=first).filter(number__gte=F("first"))
    finals = rounds.filter(kind__in=FINALS)
    over = finals.filter(kind=RoundKind.FINAL, status=RoundStatus.CLOSED)
    told = Publication.objects.filter(event=OuterRef("pk"), final=True)
    return (
        Event.objects.filter(
            Exists(begun), status=EventStatus.RUNNING, standings_shown_at=None, regulations__hidden_from_round__gt=0
        )
        .exclude(Exists(over) & ~Exists(finals.exclude(status=RoundStatus.CLOSED)))
        .exclude(Exists(told))
        .order_by()
    )


def is_hiding(event: str = "pk") -> Exists:
    """The same as a column of a query; `event`: the path to the event there."""
    return Exists(hiding_standings().filter(pk=OuterRef(event)))


def hides_standings(event: Event) -> bool:
    """Whether the hall is told no standings of this event now. No statement where they never are; else one."""
    if not event.regulations.get(SETTING) or event.is_over or event.standings_shown_at is not None:
        return False
    return hiding_standings().filter(pk=event.pk).exists()
