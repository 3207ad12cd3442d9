"""A rehearsal: a copy of an event with invented people, in which everything can be tried and nothing counts.

The copy has the plan, the regulations and the pairs who may not share a table, words of its own (never the sealed
ones), and a desk. Its public pages are found by their address alone: no list, search, ranking or record names it or
anybody in it, and no letter is sent about it. It is thrown away by its director, or by the clock after a day: its pages
are gone then and nobody has a role in it. Its rows stay, as all that the journal seals does; they name nobody.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from itertools import cycle, islice

from django.db import transaction
from django.utils.translation import gettext

from games.rules.refusals import Refused
from tournaments.draws.sizes import refuse_impossible
from tournaments.facts.nicks import nick_key, spelled
from tournaments.models import (
    Account,
    ApartPair,
    Event,
    EventStatus,
    Player,
    Registration,
    RegistrationStatus,
    Round,
    RoundKind,
    Staff,
)
from tournaments.operations.acting import Act, act_on
from tournaments.operations.evening import rounds
from tournaments.operations.events import making, plans
from tournaments.operations.events.registrations import enter
from tournaments.operations.files import sample_names
from tournaments.operations.seating.apart import keep_apart
from tournaments.projections import regulations_of

KEPT = timedelta(days=1)
MOST = 300


def registered(event: Event) -> int:
    """How many are in, or have applied."""
    return Registration.objects.filter(event=event).not_withdrawn().count()


@transaction.atomic
def rehearse(*, event: Event, players: int | None, by: Account, now: datetime) -> Event:
    """Make a rehearsal of the event with so many invented people, as many as are registered if None; `by` directs it.

    Raises Refused `rehearsal` of a rehearsal, `rehearsal_size`, or what `refuse_impossible` raises.
    """
    if event.is_rehearsal:
        raise Refused("rehearsal")
    number = players or registered(event)
    if not 0 < number <= MOST:
        raise Refused("rehearsal_size", most=MOST)
    refuse_impossible(number, regulations_of(event).game_options().table_sizes)
    copy = _copy(event, by=by, now=now)
    with act_on(copy, by=by, now=now) as act:
        _seat_nobody_real(act, event, number, by=by, now=now)
        _plan(copy, event, by=by, now=now)
        act.note("rehearsal_made", new={"players": number})
    return copy


@transaction.atomic
def throw_away(*, event: Event, by: Account | None, now: datetime) -> None:
    """Make an end of a rehearsal. Raises Refused `no_rehearsal`."""
    with act_on(event, by=by, now=now, even=frozenset({EventStatus.FINISHED, EventStatus.CANCELLED})) as act:
        if not event.is_rehearsal or event.rehearsal_until is None:
            raise Refused("no_rehearsal")
        event.rehearsal_until, event.status = None, EventStatus.DRAFT
        event.save(update_fields=["rehearsal_until", "status"])
        plans.cancel_all(event)
        Staff.objects.filter(event=event, ended_at=None).update(ended_at=now)
        act.note("rehearsal_ended")


def throw_away_due(*, now: datetime) -> None:
    """Make an end of every rehearsal whose time is over. One statement if there is none."""
    for event in Event.objects.filter(rehearsal_until__lte=now).order_by("pk"):
        throw_away(event=event, by=None, now=now)


def _copy(event: Event, *, by: Account, now: datetime) -> Event:
    name = gettext("Rehearsal: %(event)s") % {"event": event.name}
    copy = Event(
        slug=making.free_slug(f"{event.slug[:60]}-rehearsal"),
        name=name[: Event._meta.get_field("name").max_length],  # noqa: SLF001 - documented
        date=event.date,
        starts_at=event.starts_at,
        time_zone=event.time_zone,
        place=event.place,
        regulations=dict(event.regulations),
        status=EventStatus.CLOSED,
        rehearses=event,
        rehearsal_until=now + KEPT,
    )
    making.create_event(event=copy, series=event.series, by=by, now=now)
    plans.cancel_all(copy)
    return copy


def _seat_nobody_real(act: Act, event: Event, number: int, *, by: Account, now: datetime) -> None:
    """Invented people with the clubs of those who are registered, and the pairs who may not share a table."""
    models = list(Registration.objects.filter(event=event).not_withdrawn().select_related("club").order_by("position"))
    clubs = islice(cycle([one.club for one in models] or [None]), number)
    made: list[Registration] = []
    for player, club in zip(_invented(number, now=now), clubs, strict=True):
        made.append(enter(act, player=player, status=RegistrationStatus.CHECKED_IN, club=club))
    stand_ins = dict(zip((one.pk for one in models), made, strict=False))
    for pair in ApartPair.objects.filter(event=event):
        if pair.one_id in stand_ins and pair.other_id in stand_ins:
            keep_apart(event=act.event, one=stand_ins[pair.one_id], other=stand_ins[pair.other_id], by=by, now=now)


def _invented(number: int, *, now: datetime) -> list[Player]:
    """So many invented people, of those who are there already and new ones. They are nobody, so all rehearsals share
    them."""
    found = list(Player.everyone.filter(is_invented=True).order_by("pk")[:number])
    wanted = 1
    while len(found) < number:
        nick = gettext("Rehearsal %(n)s") % {"n": wanted}
        if not Player.everyone.filter(nick_key=nick_key(nick)).exists():
            found.append(Player.everyone.create(**spelled(nick), is_invented=True, created_at=now))
        wanted += 1
    return found


def _plan(copy: Event, event: Event, *, by: Account, now: datetime) -> None:
    """As many basic rounds as the event has, with words that nobody has sealed."""
    there = Round.objects.filter(event=copy, kind=RoundKind.BASIC).count()
    for _ in range(event.rounds.filter(kind=RoundKind.BASIC).count() - there):
        rounds.plan_round(event=copy, kind=RoundKind.BASIC, by=by, now=now)
    if copy.is_smear:
        return
    words = cycle(word for _, theme in sample_names.THEMES for word in theme)
    for round_, word in zip(Round.objects.filter(event=copy).order_by("number"), words, strict=False):
        round_.event = copy
        rounds.set_word(round_=round_, word=word, by=by, now=now)
