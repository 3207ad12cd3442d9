"""A sample evening: an event with invented players, as far as registration, the draw, the play or the results.

Everything goes through the real operations, so a sample leaves nothing behind that a real evening would not. Who
loses a deal is simulated: each player has a chance of his own, and all chance comes from the seed; the same seed gives
the same evening, at a new address when it is played again. Now and then a deal is void, a letter is a penalty, a
line is struck. Left out: substitutions, rulings, and everything that needs a second person.
"""

from __future__ import annotations

import datetime as dt
import uuid
from dataclasses import dataclass
from hashlib import sha256
from itertools import accumulate
from zoneinfo import ZoneInfo

from django.db import transaction

from games import queries as game_queries
from games.protocol import Draft
from games.rules.bench import Proposal, propose
from games.rules.entries import Deal, Entry, PenaltyLetter, Strike, VoidDeal
from tournaments.draws.seeding import Stream
from tournaments.draws.sizes import refuse_impossible
from tournaments.models import Account, Club, Event, EventStatus, Registration, RegistrationStatus, Round, Table
from tournaments.models.round import RoundKind
from tournaments.operations.accounts.sign_in_links import ensure_director
from tournaments.operations.evening import recording, rounds
from tournaments.operations.events import making, registrations
from tournaments.operations.files import sample_names
from tournaments.operations.people.players import create_players, find_player
from tournaments.operations.results import publishing_standings
from tournaments.operations.seating import drawing, seats
from tournaments.operations.union.seasons import club_named, series_named
from tournaments.queries.finals import FinalProposal, final_proposal

DIRECTOR = "director@example.org"
STAGES = ("registration", "drawn", "running", "finished")
ZONE = ZoneInfo("Europe/Prague")
A_ROUND = dt.timedelta(minutes=150)
A_DEAL = dt.timedelta(minutes=6)
MOST_PLAY_OFFS = 3


@dataclass(frozen=True, slots=True)
class Evening:
    """What every step of a sample needs. `strengths`: entry key → how often he loses, as a weight."""

    event: Event
    by: Account
    stream: Stream
    begins_at: dt.datetime
    now: dt.datetime
    words: tuple[str, ...]
    strengths: dict[str, int]

    def starts_at(self, number: int) -> dt.datetime:
        """When a round starts; nothing happens later than now."""
        return min(self.begins_at + (number - 1) * A_ROUND, self.now)


def first_evenings(*, seed: int, now: dt.datetime) -> tuple[Event, ...]:
    """What a new installation shows: an evening that is over, one that is being played, one that is coming.

    All or nothing, so that a start which was interrupted begins again.
    """
    with transaction.atomic():
        return (
            sample_evening(players=12, seed=seed + 1, now=now - dt.timedelta(days=21), until="finished"),
            sample_evening(players=15, seed=seed, now=now, until="running"),
            sample_evening(players=11, seed=seed + 2, now=now, until="registration"),
        )


def sample_evening(*, players: int, seed: int, now: dt.datetime, until: str = "running") -> Event:
    """One more event with `players` players, played as far as `until` (one of STAGES).

    Raises Refused, before anything is stored, if so many cannot be seated. `running` stops in the middle of the last
    basic round. Each step is a transaction of its own, so a site that runs meanwhile is not held up.
    """
    refuse_impossible(players)
    stream = Stream(sha256(f"scwu-sample/1|{players}|{seed}".encode()).hexdigest())
    series = series_named(fitting_series(players))
    begins_at = _beginning(until, series.basic_rounds, now)
    theme, words = sample_names.pick(sample_names.THEMES, stream)
    place = sample_names.PLACES[stream.below(len(sample_names.PLACES))]
    event = Event(
        name=f"{series.name} · {place}",
        date=begins_at.astimezone(ZONE).date(),
        starts_at=begins_at,
        time_zone=ZONE.key,
        place=place,
        theme=theme,
        capacity=max(players, series.most_players or 0),
        status=EventStatus.OPEN,
    )
    if until == "registration":
        event.registration_closes_at = begins_at - dt.timedelta(days=1)
    director = ensure_director(email=DIRECTOR, now=_before(begins_at, now))
    making.create_event(event=event, series=series, by=director, now=_before(begins_at, now))
    people = _register(event, players, stream, at=_before(begins_at, now))
    strengths = {registration.key: 60 + stream.below(120) for registration in people}
    evening = Evening(event, director, stream, begins_at, now, words, strengths)
    if until == "registration":
        _some_confirmed(people, by=director, now=now)
    else:
        _play(evening, people, until)
    return Event.objects.get(pk=event.pk)


def fitting_series(players: int) -> str:
    """The series for so many players (competition.md 3); GreenHorn takes any number."""
    if players < 8:
        return "friendly"
    if players <= 15:
        return "nationals" if players < 12 else "classic"
    return "world_series" if players == 30 else "greenhorn"


def _beginning(until: str, basic_rounds: int, now: dt.datetime) -> dt.datetime:
    """A moment that reads well on a poster: six in the evening for what is to come and for what is over."""
    if until == "registration":
        return _at_six(now + dt.timedelta(days=14))
    if until == "finished":
        latest = now - (basic_rounds + MOST_PLAY_OFFS) * A_ROUND
        return max(day for day in (_at_six(latest), _at_six(latest - dt.timedelta(days=1))) if day <= latest)
    ahead = dt.timedelta(minutes=25) if until == "drawn" else -(basic_rounds - 1) * A_ROUND - 10 * A_DEAL
    moment = now + ahead
    return moment.replace(minute=moment.minute // 5 * 5, second=0, microsecond=0)


def _at_six(moment: dt.datetime) -> dt.datetime:
    return moment.astimezone(ZONE).replace(hour=18, minute=0, second=0, microsecond=0)


def _before(begins_at: dt.datetime, now: dt.datetime) -> dt.datetime:
    """A moment some days ahead of the evening, and in the past."""
    return min(begins_at - dt.timedelta(days=10), now - dt.timedelta(hours=2))


# --- Who comes --------------------------------------------------------------------------------------------------------


@transaction.atomic
def _register(event: Event, number: int, stream: Stream, *, at: dt.datetime) -> list[Registration]:
    homes = [club_named(code=code, name=name, country=country) for code, name, country in sample_names.CLUBS]
    wanted = homes[: max(2, min(len(homes), number // 4))]
    people = []
    for place, nick in enumerate(sample_names.nicks(number, stream)):
        club: Club | None = wanted[stream.below(len(wanted))] if stream.below(6) else None
        moment = at + dt.timedelta(minutes=place) if number <= 60 else at
        player = find_player(nick) or create_players({nick: club}, day=moment.date(), now=moment)[0]
        people.append(registrations.apply_for(event=event, player=player, now=moment))
    return people


@transaction.atomic
def _some_confirmed(people: list[Registration], *, by: Account, now: dt.datetime) -> None:
    """Two thirds are in, the last one waits, the director has not looked at the others yet."""
    for registration in people[: len(people) * 2 // 3]:
        registrations.change_status(registration=registration, status=RegistrationStatus.CONFIRMED, by=by, now=now)
    registrations.change_status(registration=people[-1], status=RegistrationStatus.WAITING, by=by, now=now)


# --- What is played ---------------------------------------------------------------------------------------------------


def _play(evening: Evening, people: list[Registration], until: str) -> None:
    with transaction.atomic():
        for registration in people:
            checked_in = RegistrationStatus.CHECKED_IN
            registrations.change_status(
                registration=registration, status=checked_in, by=evening.by, now=evening.starts_at(1)
            )
        making.change_status(event=evening.event, status=EventStatus.CLOSED, by=evening.by, now=evening.starts_at(1))
        basic = list(Round.objects.filter(event=evening.event).order_by("number"))
        for round_, word in zip(basic, evening.words, strict=False):
            rounds.set_word(round_=round_, word=word, by=evening.by, now=evening.starts_at(1))
    if until == "drawn":
        _draw(evening, basic[0].number)
        return
    for round_ in basic:
        half_way = until == "running" and round_ == basic[-1]
        _play_round(evening, round_.number, half_way=half_way)
    if until == "finished":
        _finish(evening)


def _draw(evening: Evening, number: int, chosen: list[str] | None = None, reason: str = "") -> Round:
    round_ = _round(evening, number)
    seed = sha256(f"{evening.stream.seed}|round {number}".encode()).hexdigest()
    at = evening.starts_at(number)
    with transaction.atomic():
        drawing.draw_round(round_=round_, seed=seed, by=evening.by, now=at, chosen=chosen, reason=reason)
        return seats.publish_seating(round_=round_, by=evening.by, now=at)


def _round(evening: Evening, number: int) -> Round:
    return Round.objects.select_related("event", "playing_word").get(event=evening.event, number=number)


def _play_round(
    evening: Evening, number: int, *, chosen: list[str] | None = None, reason: str = "", half_way: bool = False
) -> None:
    drawn = _draw(evening, number, chosen, reason)
    round_ = rounds.start_round(round_=drawn, by=evening.by, now=evening.starts_at(number))
    for table in Table.objects.filter(round=round_).select_related("game").order_by("number"):
        most_deals = 5 + evening.stream.below(6) if half_way else None
        # A table that is being played has its last deal a few minutes ago, be it a quick one or a slow one.
        a_deal = (evening.now - evening.starts_at(number)) / (most_deals + 1) if most_deals else A_DEAL
        _play_table(evening, round_, table, most_deals=most_deals, a_deal=a_deal)
    if not half_way:
        rounds.close_round(round_=round_, by=evening.by, now=evening.starts_at(number + 1))


@transaction.atomic
def _play_table(evening: Evening, round_: Round, table: Table, *, most_deals: int | None, a_deal: dt.timedelta) -> None:
    assert table.game is not None  # noqa: S101 – the round has started; tells the type checker
    state, position = game_queries.state_of(table.game), 0
    seated = table.occupants.select_related("registration")
    weights = {occupant.seat: evening.strengths[occupant.registration.key] for occupant in seated}
    while (proposal := propose(state)) and (most_deals is None or state.deals < most_deals):
        at = min(evening.starts_at(round_.number) + (position + 1) * a_deal, evening.now)
        for entry in _lines(evening.stream, proposal, weights, position, with_points=table.number % 2 == 0):
            draft = Draft(
                id=uuid.uuid5(uuid.NAMESPACE_OID, f"{evening.event.slug}|{round_.number}|{table.number}|{position}"),
                entry=entry,
                expected_position=position + 1,
            )
            recorded = recording.record(
                by=evening.by,
                slug=evening.event.slug,
                round_number=round_.number,
                table_number=table.number,
                draft=draft,
                now=at,
            )
            state, position = recorded.state, recorded.position


def _lines(
    stream: Stream, proposal: Proposal, weights: dict[str, int], position: int, *, with_points: bool
) -> list[Entry]:
    """What is written down next: nearly always a deal."""
    loser = _loser(stream, proposal.players, weights)
    deal = Deal(loser, proposal.bench, points=_points(stream, loser, proposal.players) if with_points else None)
    lot = stream.below(100)
    if lot < 2:
        return [VoidDeal(proposal.bench, reason="a card was dealt face up")]
    if lot == 2 and position > 4:
        return [PenaltyLetter(loser, reason="second misdeal")]
    if lot == 3:
        other = next(seat for seat in proposal.players if seat != loser)
        return [Deal(other, proposal.bench), Strike(position + 1, reason="wrong seat")]
    return [deal]


def _loser(stream: Stream, players: tuple[str, ...], weights: dict[str, int]) -> str:
    heights = list(accumulate(weights[seat] for seat in players))
    lot = stream.below(heights[-1])
    return next(seat for seat, height in zip(players, heights, strict=True) if lot < height)


def _points(stream: Stream, loser: str, players: tuple[str, ...]) -> dict[str, int]:
    """33 in all; the loser has 9 or more, the others at most 8."""
    points = {seat: stream.below(9) for seat in players if seat != loser}
    return {**points, loser: 33 - sum(points.values())}


# --- Finals and results -----------------------------------------------------------------------------------------------


def _finish(evening: Evening) -> None:
    series = evening.event.series
    if series.has_final:
        proposal = _settled(evening)
        qualified, reason = list(proposal.qualified), ""
        if proposal.play_off:
            qualified += proposal.play_off.between[: proposal.play_off.places]
            reason = "after so many play-offs the order of the list decides"
        _add_round(evening, RoundKind.FINAL, qualified, reason)
        others = [key for key in proposal.others if key not in qualified]
        if series.has_small_final and len(others) in (4, 5, 6):
            _add_round(evening, RoundKind.SMALL_FINAL, others)
    event = Event.objects.get(pk=evening.event.pk)
    publishing_standings.publish_standings(event=event, by=evening.by, now=evening.now, final=True)


def _settled(evening: Evening) -> FinalProposal:
    """The finalists, after a play-off or a few where there is a tie across the cut."""
    proposal = final_proposal(evening.event)
    for _attempt in range(MOST_PLAY_OFFS):
        if proposal.play_off is None:
            break
        between = list(proposal.play_off.between)
        spare = [key for key in (*proposal.others, *proposal.qualified) if key not in between]
        while len(between) < 4 or len(between) == 7:
            between.append(spare.pop(0))
        _add_round(evening, RoundKind.PLAY_OFF, between)
        proposal = final_proposal(evening.event)
    return proposal


def _add_round(evening: Evening, kind: RoundKind, chosen: list[str], reason: str = "") -> None:
    event = Event.objects.get(pk=evening.event.pk)
    word = "" if kind == RoundKind.PLAY_OFF else evening.words[-1 if kind == RoundKind.FINAL else -2]
    number = event.rounds.count() + 1
    rounds.plan_round(event=event, kind=kind, by=evening.by, now=evening.starts_at(number), word=word)
    _play_round(evening, number, chosen=chosen, reason=reason)
