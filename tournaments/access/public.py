"""What anyone may see: events that are no drafts, seating that was published, results for ever."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.db.models import Exists, OuterRef, QuerySet, Subquery

from games.prepared import prepared
from tournaments.access.rows import first, found
from tournaments.models import Event, PlaceOverride, Publication, Round, RoundStatus, Table

SEEN_BY_EVERYONE = (RoundStatus.PUBLISHED, RoundStatus.RUNNING, RoundStatus.CLOSED)


@dataclass(frozen=True, slots=True)
class PublicEvent:
    """An event as its public pages need it. `last_publication`: number of the newest, None before the first.

    `has_overrides`: the referee has set a place; without that the standings need not look for any.
    """

    event: Event
    last_publication: int | None
    last_is_final: bool
    has_overrides: bool


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
        has_overrides=event.has_overrides,
    )


def public_round(slug: str, number: int) -> Round:
    """A round of an event that anyone may see. Its draw may still be hidden: `seating_is_public`."""
    return first(_rounds(slug, number))


def seating_is_public(round_: Round) -> bool:
    """A draw is a draft of the director until it is published."""
    return round_.status in SEEN_BY_EVERYONE


def public_table(slug: str, round_number: int, table_number: int) -> Table:
    """A table whose seating everyone may see, with its round, word and game."""
    return first(_tables(slug, round_number, table_number))


def public_publication(slug: str, number: int) -> Publication:
    """Published results; they stay at their address for ever."""
    publications = Publication.objects.select_related("event__series").filter(event__slug=slug, number=number)
    return found(publications.exclude(event__status="draft"))


@prepared
def _events(slug: str) -> QuerySet[Event]:
    return Event.objects.visible().select_related("series", "season").filter(slug=slug)


@prepared
def _event_pages(slug: str) -> QuerySet[Event]:
    newest = Publication.objects.filter(event=OuterRef("pk")).order_by("-number")
    events = Event.objects.visible().select_related("series", "season").filter(slug=slug)
    return events.annotate(
        last_number=Subquery(newest.values("number")[:1]),
        last_final=Subquery(newest.values("final")[:1]),
        has_overrides=Exists(PlaceOverride.objects.filter(event=OuterRef("pk"), withdrawn_at=None)),
    )


@prepared
def _rounds(slug: str, number: int) -> QuerySet[Round]:
    words = ("playing_word", "sealed_word")
    rounds = Round.objects.select_related("event__series", *words).filter(event__slug=slug, number=number)
    return rounds.exclude(event__status="draft")


@prepared
def _tables(slug: str, round_number: int, table_number: int) -> QuerySet[Table]:
    tables = Table.objects.select_related("game", "round__event__series", "round__playing_word").filter(
        round__event__slug=slug, round__number=round_number, number=table_number, round__status__in=SEEN_BY_EVERYONE
    )
    return tables.exclude(round__event__status="draft")
