"""Evenings in one line: an event with its players, a round that runs, deals that were played.

Players come in by a few statements however many they are; from the draw on everything goes through the operations,
so what a story leaves behind is what the site itself would have left.
"""

from __future__ import annotations

import uuid
from collections.abc import Callable, Sequence
from datetime import datetime
from itertools import count
from pathlib import Path

from games import queries as game_queries
from games.protocol import Draft
from games.rules.bench import propose
from games.rules.entries import Deal, Entry
from games.rules.notation import parse_log
from tests.factories.base import NOW
from tests.factories.tournaments import AccountFactory, ClubFactory, EventFactory, StaffFactory
from tournaments import projections
from tournaments.exchange.event_file import parse
from tournaments.facts.nicks import nick_key
from tournaments.models import (
    Account,
    Event,
    Player,
    Registration,
    RegistrationStatus,
    Round,
    RoundStatus,
    Score,
    Staff,
    StaffRole,
    StaffTable,
    Table,
)
from tournaments.operations.evening import recording, rounds
from tournaments.operations.evening.recording import Recorded
from tournaments.operations.evening.substitutions import substitute_player
from tournaments.operations.files.event_files import import_event
from tournaments.operations.seating import drawing
from tournaments.standings.order import OTHERS, rank_key

EXAMPLES = Path(__file__).parent.parent / "examples"
SEED = "c0ffee"

_numbers = count(1)


def an_event(
    *,
    players: int = 15,
    status: str = "open",
    series: str = "classic",
    clubs: int = 0,
    registered: RegistrationStatus = RegistrationStatus.CHECKED_IN,
    **fields: object,
) -> Event:
    """An event with a director and `players` players p1, p2 …, spread over `clubs` clubs. No round is planned yet."""
    event = EventFactory.create(status=status, series_code=series, **fields)
    StaffFactory.create(event=event, account=AccountFactory.create(name="Director"))
    add_players(event, players, clubs=clubs, registered=registered)
    return event


def add_players(
    event: Event, number: int, *, clubs: int = 0, registered: RegistrationStatus = RegistrationStatus.CHECKED_IN
) -> list[Registration]:
    """`number` new players with registrations and scores, whatever the size of the field in three statements."""
    first = event.registrations.count() + 1
    homes = [ClubFactory.create() for _ in range(clubs)]
    nicks = [f"CAT{next(_numbers)}" for _ in range(number)]
    people = Player.objects.bulk_create(Player(nick=nick, nick_key=nick_key(nick), created_at=NOW) for nick in nicks)
    made = Registration.objects.bulk_create(
        Registration(
            event=event,
            player=player,
            key=f"p{position}",
            position=position,
            nick=player.nick,
            club=homes[position % clubs] if homes else None,
            status=registered,
            applied_at=NOW,
            status_at=NOW,
        )
        for position, player in enumerate(people, start=first)
    )
    last = rank_key(OTHERS, None) if registered in projections.TAKING_PART else ""
    Score.objects.bulk_create(Score(registration=one, event=event, key=one.key, rank_key=last) for one in made)
    return made


def a_smear_event(*, players: int = 8, **settings: object) -> Event:
    """An event of Smear, by default at tables of four to 21 points; `settings` are regulations."""
    return an_event(players=players, status="closed", series="smear", regulations={"game": "smear", **settings})


def record_smear(table: Table, text: str, *, by: Account | None = None) -> Recorded:
    """Record lines of the notation at a table of Smear: 'B4 (AC3 BD7); void "misdeal"; x1'. Returns the last answer."""
    _, log = parse_log(f"- ABCDEFGH\n{text}")
    return [record_line(table, entry, by=by) for entry in log][-1]


def director_of(event: Event) -> Account:
    return Staff.objects.select_related("account").get(event=event, role=StaffRole.DIRECTOR, ended_at=None).account


def staff_of(event: Event, role: str, *, judged: Sequence[int] = ()) -> Account:
    """A new account with a role at the event; `judged`: tables of a line judge."""
    staff = StaffFactory.create(event=event, role=role)
    StaffTable.objects.bulk_create(StaffTable(staff=staff, number=number) for number in judged)
    return staff.account


def registration(event: Event, key: str) -> Registration:
    found = Registration.objects.select_related("player", "club").get(event=event, key=key)
    found.event = event
    return found


def a_planned_round(event: Event, *, word: str = "KAMIL", kind: str = "basic") -> Round:
    return rounds.plan_round(event=event, kind=kind, now=NOW, word="" if event.is_smear else word)


def a_drawn_round(
    event: Event,
    *,
    sizes: Sequence[int] | None = None,
    word: str = "KAMIL",
    kind: str = "basic",
    chosen: Sequence[str] | None = None,
    seed: str = SEED,
) -> Round:
    """A seated round; `chosen`: those of a final, whoever it should be by the rank."""
    round_, reason = a_planned_round(event, word=word, kind=kind), "chosen" if chosen else ""
    by = director_of(event)
    drawing.draw_round(round_=round_, seed=seed, by=by, now=NOW, sizes=sizes, chosen=chosen, reason=reason)
    return round_


def a_running_round(
    event: Event,
    *,
    sizes: Sequence[int] | None = None,
    word: str = "KAMIL",
    kind: str = "basic",
    chosen: Sequence[str] | None = None,
    seed: str = SEED,
) -> Round:
    """A round that was drawn and started: a game is open at every table."""
    round_ = a_drawn_round(event, sizes=sizes, word=word, kind=kind, chosen=chosen, seed=seed)
    return rounds.start_round(round_=round_, now=NOW)


def a_substituted_final(round_: Round) -> Table:
    """The table of a final that is played after this round; line 1 of its log puts somebody (C2) on seat C."""
    play_round(round_)
    event = round_.event
    final = a_running_round(event, kind="final", chosen=[f"p{number}" for number in range(1, 7)])
    table, by = table_of(final), director_of(event)
    substitute_player(out=seats_of(table)["C"], stand_in=registration(event, "p7"), reason="ill", by=by, now=NOW)
    return table_of(final)


def table_of(round_: Round, number: int = 1) -> Table:
    """A table as the site fetches it before recording: with its game, round and event."""
    return Table.objects.select_related("game", "round__event__series").get(round=round_, number=number)


def seats_of(table: Table) -> dict[str, Registration]:
    """Seat → who was drawn to it."""
    drawn = table.occupants.filter(label__endswith="1").select_related("registration__player").order_by("seat")
    return {one.seat: one.registration for one in drawn}


def deal(table: Table, loser: str) -> Deal:
    """The next deal with the bench that the site proposes; a loser who should sit out changes places with a player."""
    game = table_of(table.round, table.number).game
    assert game is not None
    proposal = propose(game_queries.state_of(game))
    if proposal is None:
        return Deal(loser=loser)
    bench = tuple(proposal.players[0] if seat == loser else seat for seat in proposal.bench)
    return Deal(loser=loser, bench=tuple(sorted(bench)))


def record_line(table: Table, entry: Entry, *, by: Account | None = None, now: datetime = NOW) -> Recorded:
    """Record one line as the referee's page does, at the position that stands next."""
    fresh = table_of(table.round, table.number)
    draft = Draft(id=uuid.uuid4(), entry=entry, expected_position=(fresh.game.length if fresh.game else 0) + 1)
    return recording.record(
        by=by or director_of(fresh.round.event),
        slug=fresh.round.event.slug,
        round_number=fresh.round.number,
        table_number=table.number,
        draft=draft,
        now=now,
    )


def record_deals(table: Table, text: str, *, by: Account | None = None) -> Recorded:
    """Record `text`: losers with the proposed bench, "A B C A", or lines of the notation, 'A /E; +B "late"; x1'.

    Returns the last answer.
    """
    words = text.split()
    if all(len(word) == 1 for word in words):
        answers = [record_line(table, deal(table, word), by=by) for word in words]
    else:
        _, log = parse_log(f"WORD ABCDEF\n{text}")
        answers = [record_line(table, entry, by=by) for entry in log]
    return answers[-1]


def play_out(table: Table, *, losers: str = "ABCDEF") -> Recorded:
    """Play a game to its end: every deal is lost by whoever of those playing stands first in `losers`."""
    while True:
        game = table_of(table.round, table.number).game
        assert game is not None
        proposal = propose(game_queries.state_of(game))
        assert proposal is not None, "the game is over already"
        loser = next(seat for seat in losers if seat in proposal.players)
        answer = record_line(table, Deal(loser=loser, bench=proposal.bench))
        if answer.state.finished:
            return answer


def play_round(round_: Round, *, losers: Callable[[Table], str] | str = "ABCDEF", close: bool = True) -> Round:
    """Play all tables of a running round to their ends, and close it."""
    for table in Table.objects.filter(round=round_).order_by("number"):
        play_out(table, losers=losers if isinstance(losers, str) else losers(table))
    round_.refresh_from_db()
    if close and round_.status == RoundStatus.RUNNING:
        rounds.close_round(round_=round_, by=director_of(round_.event), now=NOW)
    return round_


def example(name: str, *, by: Account | None = None) -> Event:
    """One of the example events (moor-final, harbour-classic, fen-evening), played to its end."""
    file = parse((EXAMPLES / f"{name}-2026.event.json").read_bytes())
    return import_event(file=file, by=by, now=NOW)
