"""What happens to a drawn seating when somebody leaves it or comes late: who moves where, before anybody does.

`draws/reseating.py` finds the seating; here it is told in nicks. The page shows it, then the act does the same.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from games.rules.refusals import Refused
from tournaments.draws.apart import named
from tournaments.draws.model import Options
from tournaments.draws.reseating import Reseating, join, reseat
from tournaments.models import Occupant, Registration, Round, RoundKind
from tournaments.queries.draw_history import as_player, banned_here, history_before, players_to_seat
from tournaments.queries.seating import code_of, keys_of, mark_of, newest_draw, occupants_of, options_now, tables_now


@dataclass(frozen=True, slots=True)
class Move:
    """Somebody who moves. `old` and `new`: seats by code; `other_table`: not only another chair at the same table."""

    nick: str
    old: str
    new: str
    other_table: bool


@dataclass(frozen=True, slots=True)
class Proposal:
    """A seating with fewer or more people. `found` is that of the engine, `mark` of the seating it starts from."""

    found: Reseating
    mark: str
    moves: tuple[Move, ...]
    seats: Mapping[str, str]  # entry key → code
    given_up: tuple[int, ...]  # tables that nobody sits at any more


def without(round_: Round, leaving: Sequence[Registration]) -> Proposal:
    """Work out the seating when these leave.

    Raises Refused `no_seat_here`, or as the draw refuses, if those who stay cannot be seated.
    """
    occupants = occupants_of(round_)
    seated = {occupant.registration_id for occupant in occupants}
    for registration in leaving:
        if registration.pk not in seated:
            raise Refused("no_seat_here", nick=registration.nick)
    gone = {registration.key for registration in leaving}
    players = [as_player(occupant.registration) for occupant in occupants]
    with named({occupant.registration.key: occupant.registration.nick for occupant in occupants}):
        found = reseat(tables_now(occupants), gone, players, history_before(round_), options_for(round_))
    return _proposal(occupants, found)


def with_newcomer(round_: Round, newcomer: Registration) -> Proposal:
    """Work out the seating with somebody who came late: at the smallest table, the first of several.

    Raises Refused `sits_already`, `seats_are_won`, `not_here`, or as the draw refuses, if nobody more can be seated.
    """
    occupants = occupants_of(round_)
    for occupant in occupants:
        if occupant.registration_id == newcomer.pk:
            table, seat = occupant.table.number, occupant.seat
            raise Refused("sits_already", nick=newcomer.nick, table=table, seat=seat)
    if round_.kind != RoundKind.BASIC:
        raise Refused("seats_are_won")
    if newcomer.pk not in {registration.pk for registration in players_to_seat(round_.event)}:
        raise Refused("not_here", nick=newcomer.nick)
    players = [as_player(occupant.registration) for occupant in occupants]
    history, options = history_before(round_), options_for(round_)
    with named(
        {
            registration.key: registration.nick
            for registration in (newcomer, *(occupant.registration for occupant in occupants))
        }
    ):
        found = join(tables_now(occupants), as_player(newcomer), players, history, options)
    return _proposal(occupants, found)


def late_comers(round_: Round, *, now: datetime) -> list[Registration]:
    """Who is here, has no seat and is not banned; a place in a final is won, so nobody comes late to it. Three
    statements.
    """
    if round_.kind != RoundKind.BASIC:
        return []
    seated = Occupant.objects.filter(round=round_, active=True).values_list("registration__key", flat=True)
    out = {*seated, *banned_here(round_.event, now=now)}
    return [registration for registration in players_to_seat(round_.event) if registration.key not in out]


def options_for(round_: Round) -> Options:
    basic = Round.objects.filter(event=round_.event_id, kind=RoundKind.BASIC).count()
    return replace(options_now(round_, newest_draw(round_)), rounds=max(basic, 1))


def _proposal(occupants: Sequence[Occupant], found: Reseating) -> Proposal:
    old = {occupant.registration.key: code_of(occupant) for occupant in occupants}
    nicks = {occupant.registration.key: occupant.registration.nick for occupant in occupants}
    new = {
        key: f"{number}{'ABCDEFGH'[place]}"
        for number, table in enumerate(found.tables, start=1)
        for place, key in enumerate(table)
    }
    moving = {key for key in old.keys() & new.keys() if old[key] != new[key]}
    before = keys_of(occupants)
    return Proposal(
        found=found,
        mark=mark_of(occupants),
        moves=tuple(
            Move(nicks[key], old[key], new[key], other_table=key in found.moved) for key in old if key in moving
        ),
        seats=new,
        given_up=tuple(number for number, table in enumerate(found.tables, start=1) if not table and number in before),
    )
