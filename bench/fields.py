"""Events of any size for the bench scripts, written with bulk statements: players with scores, and a running round.

Everybody has a score as after one basic round. The running round has some tables only, enough to record at; what is
measured does not depend on how many more there are, and that is what the scripts show.
"""

from __future__ import annotations

import datetime as dt

from games import protocol
from games.models import PlayingWord
from games.rules.game import Tally
from games.rules.setup import GameSetup
from tournaments import projections
from tournaments.models import (
    Account,
    Event,
    EventStatus,
    Occupant,
    Player,
    Registration,
    RegistrationStatus,
    Round,
    RoundStatus,
    Score,
    Staff,
    StaffRole,
    Table,
)
from tournaments.operations.union.seasons import season_of, series_named
from tournaments.standings.order import OTHERS, rank_key
from tournaments.standings.success import success

NOW = dt.datetime(2026, 11, 7, 19, 0, tzinfo=dt.UTC)
WORD = "SEVENLETTERWORDS"


def an_event(slug: str, *, players: int, tables: int, rounds_before: int = 1) -> Event:
    """An event with `players` and `tables` running tables of four, `rounds_before` basic rounds behind it."""
    event = Event.objects.create(
        slug=slug,
        name=slug,
        series=series_named("friendly"),
        season=season_of(NOW.date()),
        date=NOW.date(),
        status=EventStatus.RUNNING,
        created_at=NOW,
    )
    everybody = _players(event, players, rounds_before)
    word = PlayingWord.objects.create(word=WORD, letters=list(WORD), created_at=NOW)
    for number in range(1, rounds_before + 1):
        Round.objects.create(event=event, number=number, status=RoundStatus.CLOSED, playing_word=word, started_at=NOW)
    running = Round.objects.create(
        event=event, number=rounds_before + 1, status=RoundStatus.RUNNING, playing_word=word, started_at=NOW
    )
    for number in range(1, tables + 1):
        _table(running, number, everybody[(number - 1) * 4 : number * 4])
    return event


def a_director(event: Event, email: str = "director@example.org") -> Account:
    """An account that directs `event`."""
    account = Account.objects.filter(email=email).first() or Account.objects.create_user(email)
    Staff.objects.create(event=event, account=account, role=StaffRole.DIRECTOR)
    return account


def _players(event: Event, count: int, rounds_before: int) -> list[Registration]:
    names = [f"{event.slug} {number}" for number in range(count)]
    people = Player.objects.bulk_create(
        (Player(nick=name[:40], nick_key=name, created_at=NOW) for name in names), batch_size=5000
    )
    registrations = Registration.objects.bulk_create(
        (
            Registration(
                event=event,
                player=player,
                key=f"p{position}",
                nick=player.nick,
                status=RegistrationStatus.CHECKED_IN,
                position=position,
                applied_at=NOW,
                status_at=NOW,
            )
            for position, player in enumerate(people, start=1)
        ),
        batch_size=5000,
    )
    Score.objects.bulk_create((_score(one, rounds_before) for one in registrations), batch_size=5000)
    return registrations


def _score(registration: Registration, rounds_before: int) -> Score:
    deals, letters = 9 + registration.position % 8, registration.position % 6
    score = Score(registration=registration, event=registration.event, key=registration.key)
    score.rounds = {str(number): ["basic", deals, letters] for number in range(1, rounds_before + 1)}
    projections.count_totals(score)
    score.rank_key = rank_key(OTHERS, success(Tally(score.basic_deals, score.basic_letters)))
    return score


def _table(round_: Round, number: int, people: list[Registration]) -> None:
    game = protocol.open_game(setup=GameSetup(letters=tuple(WORD), seats=tuple("ABCD")), now=NOW)
    table = Table.objects.create(round=round_, number=number, game=game)
    Occupant.objects.bulk_create(
        Occupant(table=table, round=round_, seat=seat, label=f"{seat}1", registration=registration)
        for seat, registration in zip("ABCD", people, strict=True)
    )
